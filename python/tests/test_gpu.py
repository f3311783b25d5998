# SPDX-License-Identifier: MIT
"""GPUs: what is refused without one, and results where there is one."""

import subprocess
import sys

import numpy as np
import pytest
from gpu_arrays import WHY_NOT, Pretended, needs_gpu, packages
from scipy.sparse.csgraph import NegativeCycleError

import apsp

NAMES = ("floyd_warshall", "johnson", "bellman_ford", "dijkstra", "shortest_path")


ARRAY = Pretended(np.ones((3, 3), dtype=np.int32))


@pytest.mark.skipif(WHY_NOT == "", reason="a GPU is there")
def test_without_a_gpu_one_sentence_says_why():
    for call in (apsp.devices, lambda: apsp.solve(np.eye(2), device="gpu"),
                 lambda: apsp.summary(np.eye(2), device="gpus"),
                 lambda: apsp.shortest_path(np.eye(2), device="gpu")):
        with pytest.raises(RuntimeError, match=r"^(no GPU can be used|cannot)[^\n]*$"):
            call()


def test_processors_are_chosen_by_name(rng):
    graph = rng.integers(0, 5, (40, 40))
    np.testing.assert_array_equal(apsp.solve(graph, device="cpu"), apsp.solve(graph, device="auto"))
    for name in NAMES:
        np.testing.assert_array_equal(getattr(apsp, name)(graph, device="cpu"), apsp.solve(graph))
    assert apsp.summary(graph, device="cpu").vertices == 40
    with pytest.raises(ValueError, match="device is 'cuda', expected one of 'auto', 'cpu', 'gpu', 'gpus'"):
        apsp.solve(graph, device="cuda")
    with pytest.raises(ValueError, match="gpus has 2 numbers, expected at most 1 for device gpu"):
        apsp.solve(graph, device="gpu", gpus=[0, 1])


@pytest.mark.parametrize("array, error, message", (
    (Pretended(np.ones(3)), ValueError, "the graph has 1 dimensions"),
    (Pretended(np.ones((2, 3))), ValueError, "the graph is 2 x 3"),
    (Pretended(np.ones((2, 2), dtype=np.float16)), TypeError, "has the type <f2, expected one of float64"),
    (Pretended(np.ones((2, 2), dtype=complex)), TypeError, "has the type <c16"),
    (Pretended(np.ones((2, 2), dtype=">i4")), TypeError, "has the type >i4"),
    (Pretended(np.ones((2, 2)), mask=ARRAY), TypeError, "has a mask"),
    (Pretended(np.ones((2, 2)), strides=(17, 8)), ValueError, r"strides of \(17, 8\) bytes"),
))
def test_arrays_that_a_gpu_does_not_take(array, error, message):
    for call in (apsp.solve, apsp.shortest_path, apsp.dijkstra):
        with pytest.raises(error, match=message):
            call(array)


@pytest.mark.parametrize("options, error, message", (
    ({"out": np.empty((3, 3))}, ValueError, "out lies in the processor's memory"),
    ({"out": Pretended(np.empty((3, 2)))}, ValueError, r"out has the shape \(3, 2\), expected \(3, 3\)"),
    ({"out": Pretended(np.empty((3, 6))[:, ::2])}, ValueError, "not in C order"),
    ({"out": Pretended(np.empty((3, 3)), data=(64, True))}, ValueError, "not writeable"),
    ({"out": Pretended(np.empty((3, 3), dtype=np.int64))}, TypeError, "out has the type int64"),
    ({"out": Pretended(np.empty((3, 3))), "dtype": np.int32}, TypeError, "expected that of dtype"),
    ({"return_predecessors": True}, ValueError, "predecessors are for graphs in the processor's memory"),
    ({}, TypeError, "a Pretended in the memory of a GPU: expected out"),
))
def test_what_is_asked_of_an_array_on_a_gpu(options, error, message):
    for call in (apsp.solve, apsp.floyd_warshall):
        with pytest.raises(error, match=message):
            call(ARRAY, **options)


def test_settings_that_arrays_on_a_gpu_do_not_have():
    out = Pretended(np.empty((3, 3)))
    for options, message in (({"device": "cpu"}, "device is cpu, expected auto or gpu"),
                             ({"method": "sweep"}, "takes no method but dense"),
                             ({"width": "u8"}, "takes no width u8"),
                             ({"gpus": [0, 1]}, "takes no second GPU")):
        with pytest.raises(ValueError, match=message):
            apsp.solve(ARRAY, out=out, **options)
    with pytest.raises(ValueError, match="a limit is for graphs in the processor's memory"):
        apsp.dijkstra(ARRAY, limit=3, out=out)
    with pytest.raises(ValueError, match="targets are for arrays of the processor"):
        apsp.dijkstra(ARRAY, targets=[1], out=out)
    with pytest.raises(ValueError, match="min_only is for graphs in the processor's memory"):
        apsp.dijkstra(ARRAY, min_only=True, indices=[0])
    for call in (lambda: apsp.solve(ARRAY, 3), lambda: apsp.graph(ARRAY), lambda: apsp.summary(ARRAY),
                 lambda: apsp.batch(np.ones((1, 3, 3)), sizes=Pretended(np.ones(1, dtype=np.int32)))):
        with pytest.raises(ValueError, match="lies in the memory of a GPU"):
            call()


def random_matrix(rng, vertices, dtype, most):
    matrix = rng.integers(1, most, (vertices, vertices)) * (rng.random((vertices, vertices)) < rng.random())
    if np.dtype(dtype).kind == "f":
        matrix = matrix * 2.0 ** int(rng.integers(-4, 1))
        matrix[rng.random(matrix.shape) < 0.1] = rng.choice([np.inf, np.nan])
    return matrix.astype(dtype)


@needs_gpu
@pytest.mark.parametrize("device", ("gpu", "gpus", "auto"))
def test_arrays_of_the_processor_are_solved_on_gpus(rng, device):
    graph = rng.integers(-1, 1, (300, 1)) - rng.integers(-1, 1, (1, 300)) + rng.integers(3, 90, (300, 300))
    expected, before = apsp.solve(graph, device="cpu", return_predecessors=True)
    found, predecessors = apsp.solve(graph, device=device, return_predecessors=True)
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(predecessors, before)
    np.testing.assert_array_equal(apsp.floyd_warshall(graph / 8, device=device), expected / 8)
    assert apsp.summary(graph, device=device).sum == expected.sum()
    np.testing.assert_allclose(apsp.solve(graph / 10, device=device), apsp.solve(graph / 10, device="cpu"),
                               rtol=1e-13)


@needs_gpu
@pytest.mark.parametrize("dtype", ("float64", "float32", "int64", "int32", "uint16", "uint8", "bool"))
def test_matrices_on_a_gpu(rng, dtype):
    for put, get, kind in packages():
        for vertices in (1, 2, 31, 130, 700):
            most = 2 if dtype == "bool" else int(rng.choice([3, 200, 30000]))
            if dtype == "uint8":
                most = min(most, 255)
            matrix = random_matrix(rng, vertices, dtype, most)
            if kind.__name__ == "Tensor" and dtype == "uint16":
                continue
            some = rng.integers(0, vertices, 5)
            for options in ({}, {"directed": False}, {"sources": some}, {"sources": 0}):
                expected = apsp.solve(matrix, device="cpu", **options)
                if get is None:
                    import cupy

                    out = cupy.empty(expected.shape)
                    assert apsp.solve(put(matrix), out=out, **options) is out
                    np.testing.assert_array_equal(out.get(), expected)
                    continue
                found = apsp.solve(put(matrix), **options)
                assert isinstance(found, kind)
                assert get(found).dtype == (np.float32 if dtype == "float32" else np.float64)
                np.testing.assert_array_equal(get(found), expected.astype(get(found).dtype),
                                              err_msg=f"{vertices} {options}")
                same = apsp.solve(put(matrix), dtype=np.float32, width="s32", **options)
                np.testing.assert_array_equal(get(same), expected.astype(np.float32))
            if get is not None:
                for name in NAMES:
                    np.testing.assert_array_equal(get(getattr(apsp, name)(put(matrix), unweighted=True)),
                                                  getattr(apsp, name)(matrix, unweighted=True))


@needs_gpu
def test_integers_out_of_a_gpu(rng):
    cupy = pytest.importorskip("cupy")
    matrix = random_matrix(rng, 200, np.int32, 90)
    on_gpu = cupy.asarray(matrix)
    for dtype in (np.int32, np.uint16):
        found = apsp.solve(on_gpu, dtype=dtype)
        assert found.dtype == dtype
        np.testing.assert_array_equal(found.get(), apsp.solve(matrix, dtype=dtype))
    replaced = on_gpu.copy()
    assert apsp.solve(replaced, out=replaced) is replaced
    np.testing.assert_array_equal(replaced.get(), apsp.solve(matrix, dtype=np.int32))
    with pytest.raises(OverflowError, match="does not fit into uint16"):
        apsp.solve(cupy.asarray([[0, 70000], [0, 0]]), dtype=np.uint16)
    with pytest.raises(ValueError, match=r"multiples of 2\^-1"):
        apsp.solve(cupy.asarray([[0, 1.5], [0, 0]]), dtype=np.int32)


@needs_gpu
def test_weights_that_round(rng):
    exact = rng.random((150, 150)) + 0.01
    expected = apsp.solve(exact)
    assert np.max(np.abs(apsp.solve(exact, dtype=np.float32, device="gpu") - expected)) < 1e-5
    np.testing.assert_allclose(apsp.solve(exact, device="gpu"), expected, rtol=1e-14)
    for put, get, _ in packages():
        if get is None:
            continue
        narrow = exact.astype(np.float32)
        for found in (apsp.solve(put(exact), dtype=np.float32), apsp.solve(put(narrow)),
                      apsp.floyd_warshall(put(narrow))):
            assert get(found).dtype == np.float32
            assert np.max(np.abs(get(found) - expected)) < 1e-5
        for options in ({}, {"dtype": np.float64}):
            found = get(apsp.solve(put(exact), **options))
            assert found.dtype == np.float64
            np.testing.assert_allclose(found, expected, rtol=1e-14)
        with pytest.raises(ValueError, match="others are solved into float64 or float32"):
            apsp.solve(put(exact), dtype=np.int32)


@needs_gpu
def test_strides_streams_and_lengths(rng):
    cupy = pytest.importorskip("cupy")
    matrix = random_matrix(rng, 300, np.float64, 9)
    for view in (lambda a: a.T, lambda a: a[::-1, ::-1], lambda a: a[::3, ::3], lambda a: a[50:90, 7:47]):
        np.testing.assert_array_equal(apsp.solve(view(cupy.asarray(matrix))).get(), apsp.solve(view(matrix)))
    with cupy.cuda.Stream(non_blocking=True):
        late = cupy.asarray(np.ones((3000, 3000), dtype=np.int32))
        for _ in range(40):
            late = late + 1
        assert int(apsp.solve(late, dtype=np.int32)[0, 1]) == 41
    path = np.zeros((40, 40))
    np.fill_diagonal(path[:, 1:], 2000.0)  # beyond u16 after 16 edges, where nothing says so before
    np.testing.assert_array_equal(apsp.solve(cupy.asarray(path)).get(), apsp.solve(path))
    path *= 2.0**900
    np.testing.assert_array_equal(apsp.solve(cupy.asarray(path)).get(), apsp.solve(path))
    long = cupy.asarray([[0, 2**29, 0], [0, 0, 2**29], [0, 0, 0]])
    assert apsp.solve(long)[0, 2] == 2**30
    with pytest.raises(OverflowError, match="a length may be 1073741823 or more"):
        apsp.solve(long, dtype=np.int32)
    with pytest.raises(OverflowError, match="a length may be 32767 or more, which u16"):
        apsp.solve(cupy.asarray([[0, 32766, 0], [0, 0, 7], [0, 0, 0]]), width="u16")
    assert apsp.solve(cupy.empty((0, 0))).shape == (0, 0)
    assert apsp.solve(cupy.ones((3, 3)), sources=[]).shape == (0, 3)


@needs_gpu
def test_negative_weights_on_a_gpu(rng):
    cupy = pytest.importorskip("cupy")
    potential = rng.integers(0, 300, 200)
    matrix = rng.integers(1, 90, (200, 200)) + potential - potential[:, None]
    for weights in (matrix, matrix / 4):
        np.testing.assert_array_equal(apsp.solve(cupy.asarray(weights)).get(), apsp.solve(weights))
    assert apsp.solve(cupy.asarray(matrix), dtype=np.int32).dtype == np.int32
    with pytest.raises(NegativeCycleError, match="a cycle through vertex 1 has a negative length"):
        apsp.solve(cupy.asarray([[0, 1], [-2, 0]]))


@needs_gpu
def test_weights_that_a_gpu_does_not_take():
    cupy = pytest.importorskip("cupy")
    for matrix, message in (([[0, 0.1], [-2, 0]], "row 1, column 0 is negative"),
                            ([[0.0, 1], [1, -0.1]], "row 1, column 1 is negative"),
                            ([[0, 0.1], [3, 0]], "others are solved into float64 or float32"),
                            ([[0, 2**62 + 1], [1, 0]], "not all integers below"),
                            ([[0, 2**30], [1, 0]], "not all integers below")):
        with pytest.raises(ValueError, match=message):
            apsp.solve(cupy.asarray(matrix), dtype=np.int32)
    assert apsp.floyd_warshall(cupy.asarray([[0.0, 1], [1, -1]])).get().tolist() == [[0, 1], [1, 0]]
    host = Pretended(np.ones((2, 2)))
    with pytest.raises(ValueError, match="the weights lie in host memory"):
        apsp.solve(host, out=cupy.empty((2, 2)))
    with pytest.raises(ValueError, match="the rows lie in host memory"):
        apsp.solve(cupy.ones((2, 2)), out=host)


@needs_gpu
def test_an_exception_of_progress_ends_a_solve_on_a_gpu():
    cupy = pytest.importorskip("cupy")

    def stop(done, total):
        raise KeyError(f"{done} of {total}")

    matrix = cupy.ones((20000, 20000), dtype=np.int32)
    with pytest.raises(KeyError, match=" of "):
        apsp.solve(matrix, dtype=np.int32, progress=stop)
    assert apsp.solve(cupy.ones((9, 9)), progress=lambda done, total: None).shape == (9, 9)


FORKED = """
import os, numpy as np, apsp
graph = apsp.graph(np.random.default_rng(1).integers(1, 1000, (6000, 6000)).astype(np.int32))
expected = apsp.solve(graph, device="gpu", dtype=np.int32)
child = os.fork()
if child == 0:
    try:
        apsp.solve(graph, device="gpu", dtype=np.int32)
        os._exit(1)
    except RuntimeError as error:
        print(error, flush=True)
    os._exit(2 * (not np.array_equal(apsp.solve(graph, dtype=np.int32), expected)))
print(os.waitpid(child, 0)[1])
"""


@needs_gpu
def test_a_forked_child_solves_on_processors():
    run = subprocess.run([sys.executable, "-W", "ignore", "-c", FORKED], capture_output=True, text=True,
                         timeout=100)
    error, _, status = run.stdout.partition("\n")
    assert status == "0\n" and "CUDA does not survive a fork" in error, run.stdout + run.stderr


@needs_gpu
def test_a_forked_child_of_pytorch_solves_on_processors():
    pytest.importorskip("torch")
    script = "import torch; torch.zeros(9).cuda()\n" + FORKED.replace('device="gpu"', 'device="cpu"', 1)
    run = subprocess.run([sys.executable, "-W", "ignore", "-c", script], capture_output=True, text=True,
                         timeout=100)
    error, _, status = run.stdout.partition("\n")
    assert status == "0\n" and "cudaErrorInitializationError" in error, run.stdout + run.stderr
