# SPDX-License-Identifier: MIT
"""Files of edges and of distances in our own binary formats: read, written and refused."""

import os

import networkx as nx
import numpy as np
import pytest
from small_graph import EDGES

import apsp


def test_files(tmp_path, rng):
    file, rows = tmp_path / "graph.bin", tmp_path / "distances.bin"
    edges = rng.integers(0, 50, (300, 3)).astype(np.int32)
    apsp.write(file, edges, 50)
    assert np.fromfile(file, np.int32).tolist() == [50, 300, *edges.ravel().tolist()]
    graph = apsp.read(str(file))
    np.testing.assert_array_equal(graph.edges, edges)
    distances = apsp.solve(file, dtype=np.int32)
    np.testing.assert_array_equal(distances, apsp.solve(graph, dtype=np.int32))
    apsp.write_distances(rows, distances)
    np.testing.assert_array_equal(np.fromfile(rows, np.int32).reshape(50, 50), distances)
    np.testing.assert_array_equal(apsp.read_distances(rows), distances)
    size = distances.shape[0] ** 2
    np.testing.assert_array_equal(apsp.read_distances(rows, (1, size)), distances.reshape(1, size))
    with pytest.raises(ValueError, match="expected"):
        apsp.read_distances(rows, (2, size))
    apsp.write(file, nx.path_graph(3))
    np.testing.assert_array_equal(apsp.solve(file), apsp.solve(nx.path_graph(3)))


def test_names_of_files(tmp_path):
    apsp.write(os.fsencode(tmp_path / "g\u00fc"), EDGES, 4)
    np.testing.assert_array_equal(apsp.read(os.fsencode(tmp_path / "g\u00fc")).edges, EDGES)
    for name in ("a\0b", "\udcff"):
        with pytest.raises(ValueError, match="expected one of UTF-8 without"):
            apsp.write(tmp_path / name, EDGES, 4)
        with pytest.raises(ValueError, match="expected one of UTF-8 without"):
            apsp.write_distances(tmp_path / name, np.zeros((1, 1), np.int32))
    assert [file.name for file in tmp_path.iterdir()] == ["g\u00fc"]


def test_a_file_named_as_the_standard_streams_are(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    apsp.write("-", EDGES, 4)
    np.testing.assert_array_equal(apsp.read("-").edges, EDGES)
    apsp.write_distances("-", np.zeros((3, 3), np.int32))
    assert apsp.read_distances("-").shape == (3, 3)
    assert capfd.readouterr().out == "" and os.listdir(tmp_path) == ["-"]


@pytest.mark.parametrize("read", (apsp.read, apsp.read_distances, apsp.solve))
def test_what_is_no_file_to_read(tmp_path, read):
    for path in (tmp_path, str(tmp_path)):
        with pytest.raises(IsADirectoryError, match=tmp_path.name):
            read(path)
    (tmp_path / "secret").write_bytes(b"")
    (tmp_path / "secret").chmod(0)
    if not os.access(tmp_path / "secret", os.R_OK):  # root may read it
        with pytest.raises(PermissionError, match="secret"):
            read(tmp_path / "secret")


@pytest.mark.parametrize("shape, error, words", (
    (3, TypeError, "shape is 3, expected two integers"),
    ((1, 2, 3), TypeError, r"shape is \(1, 2, 3\), expected two integers"),
    ((1.0, 4), TypeError, "expected two integers"),
    ((-1, 4), ValueError, "shape has -1"),
))
def test_bad_shapes_of_distances(tmp_path, shape, error, words):
    apsp.write_distances(tmp_path / "rows", np.zeros((2, 2), np.int32))
    with pytest.raises(error, match=words):
        apsp.read_distances(tmp_path / "rows", shape)


def test_bad_files(tmp_path):
    with pytest.raises(FileNotFoundError):
        apsp.read(tmp_path / "none")
    (tmp_path / "short").write_bytes(b"\1\0\0\0\1")
    for read in (apsp.read, apsp.read_distances):
        with pytest.raises(ValueError, match="short"):
            read(tmp_path / "short")
    with pytest.raises(OSError):
        apsp.write(tmp_path / "no folder" / "graph", EDGES, 4)
    with pytest.raises(ValueError, match="no integers"):
        apsp.write(tmp_path / "graph", [[0, 1, 0.5]], 2)
    with pytest.raises(TypeError, match="float64"):
        apsp.write_distances(tmp_path / "rows", np.zeros((2, 2)))
    assert [file.name for file in tmp_path.iterdir()] == ["short"]
