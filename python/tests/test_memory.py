# SPDX-License-Identifier: MIT
"""The memory of large results: kept for later ones, never while an array uses it. How blocks are
chosen is tested with the library."""

import gc
import os
import pathlib
import resource
import subprocess
import sys
import threading

import numpy as np
import pytest

import apsp
from apsp import _memory

LEAST = _memory.KEPT_BYTES.start
SMAPS = pathlib.Path("/proc/self/smaps")


def address(array):
    return array.__array_interface__["data"][0]


def filled(number, size=LEAST // 4):
    array = _memory.empty((size,), np.int32)
    array[:] = number
    return array


@pytest.fixture(autouse=True)
def nothing_kept():
    apsp.release_memory()
    yield
    apsp.release_memory()


def test_the_memory_of_a_freed_array_serves_the_next_one():
    first = filled(1)
    place = address(first)
    del first
    assert address(filled(2)) == place


def test_memory_is_not_taken_while_a_view_uses_it():
    first = filled(1)
    view = first[100:200]
    place = address(first)
    del first
    second = filled(2)
    assert address(second) != place
    assert (view == 1).all()


def test_the_memory_of_several_arrays_is_kept():
    arrays = [filled(number) for number in range(3)]
    places = {address(array) for array in arrays}
    assert len(places) == 3
    arrays.clear()
    gc.collect()
    again = [filled(number) for number in range(3)]
    assert {address(array) for array in again} == places
    for number, array in enumerate(again):
        assert (array == number).all()


def test_released_memory_goes_to_the_system():
    array = filled(1, LEAST)
    with_array = mapped()
    del array
    assert mapped() == with_array
    apsp.release_memory()
    assert mapped() <= with_array - LEAST


def test_memory_of_arrays_in_use_is_not_released():
    array = filled(1)
    apsp.release_memory()
    assert (array == 1).all()


def test_a_call_leaves_the_memory_that_it_worked_in():
    vertices = 4000
    weights = np.random.default_rng(1).integers(1, 100, (vertices, vertices)).astype(np.float64)
    apsp.floyd_warshall(weights)
    before = mapped()
    expected = apsp.floyd_warshall(weights)  # in the memory of the first result
    assert mapped() == before
    del expected
    apsp.release_memory()
    # Both left 128 MB of result, 16 MB each of weights and of tiles.
    assert mapped() <= before - 150_000_000


def test_the_system_may_take_what_is_kept():
    lazy = "LazyFree:"
    if lazy not in SMAPS.read_text(encoding="ascii"):
        pytest.skip("this system does not tell which memory it may take")
    before = smaps(lazy)
    array = filled(1)
    del array
    assert smaps(lazy) >= before + LEAST // 1024 // 2  # the last pages are marked later


def test_nothing_is_kept_under_a_limit_of_the_address_space():
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    array = filled(1)
    limit = mapped() + (64 << 20)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        del array
        gone = mapped()
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    assert gone <= limit - (64 << 20) - LEAST


def mapped():
    """Bytes of address space that this process has."""
    pages = pathlib.Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    return int(pages) * resource.getpagesize()


def test_memory_that_there_is_not_is_refused_by_numpy(monkeypatch):
    def refuse(_):
        raise MemoryError

    monkeypatch.setattr(_memory._apsp, "empty_bytes", refuse)
    assert _memory.empty((LEAST,), np.uint8).base is None


def smaps(name):
    """A sum over all memory of this process, in KiB."""
    text = SMAPS.read_text(encoding="ascii")
    return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith(name))


@pytest.mark.parametrize("size", [0, 1, LEAST - 1, np.int64(_memory.KEPT_BYTES.stop)])
def test_small_and_huge_arrays_are_those_of_numpy(size):
    assert _memory.empty((size,), np.uint8).base is None


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int32, np.uint16])
def test_results_are_right_in_memory_of_earlier_ones(dtype):
    size = int((LEAST / np.dtype(dtype).itemsize) ** 0.5) + 1
    for weight in (3, 5):
        ring = np.zeros((size, size), dtype=np.int32)
        ring[np.arange(size - 1), np.arange(1, size)] = weight
        graph = apsp.graph(ring)
        rows = apsp.solve(graph, dtype=dtype)
        assert rows.nbytes in _memory.KEPT_BYTES
        expected = np.arange(min(size, 100)) * weight
        np.testing.assert_array_equal(rows[0, :100], expected)
        none = {np.uint16: 65535, np.int32: apsp.UNREACHABLE}
        assert rows[1, 0] == none.get(dtype, np.inf)
        del rows


def test_threads_do_not_share_memory():
    wrong = []

    def work(number):
        for turn in range(20):
            array = filled(100 * number + turn)
            if not (array == 100 * number + turn).all():
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_child_of_fork_has_memory_of_its_own():
    first = filled(1)
    del first
    child = os.fork()
    if child == 0:
        os._exit(0 if (filled(2) == 2).all() else 1)
    mine = filled(3)
    assert os.waitpid(child, 0)[1] == 0
    assert (mine == 3).all()


PEAK = """
import resource, numpy, apsp
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
edges = {edges}
apsp.solve(edges, 3)
before = peak()
for options in ({options}):
    apsp.solve(edges, 2_000_000, sources=[0], **options)
print((peak() - before) / 2_000_000)
"""


@pytest.mark.parametrize("edges, options, most", (
    ("[[0, 1, 7], [1, 2, 22], [2, 0, 3]]", "{},", 26),  # 8 of them for the result
    ("numpy.array([[0, 1, 7], [1, 2, 7]], numpy.int32)", "{'dtype': numpy.int32}, {'method': 'search'}", 26),
    ("[[0, 1, 0.1], [1, 2, 22], [2, 0, 3]]", "{},", 34),
    ("[[0, 1, 7], [1, 2, 22], [2, 0, 3]]", "{'return_predecessors': True},", 50),
))
def test_a_search_of_few_sources_takes_few_bytes_a_vertex(edges, options, most):
    run = subprocess.run([sys.executable, "-c", PEAK.format(edges=edges, options=options)],
                         stdout=subprocess.PIPE, text=True, check=True)
    assert float(run.stdout) <= most


def test_memory_that_there_is_not_is_refused_with_both_numbers():
    edges = [[0, 1, 7], [1, 2, 22], [2, 0, 3]]
    needed = r": \d+\.\d .iB \(\d+ bytes\) of memory are needed, \d.* bytes\) are available$"
    for call, what in (
        (lambda: apsp.solve(edges, 5_000_000), "5000000 x 5000000 of float64"),
        (lambda: apsp.solve(edges, 2**31 - 1), "2147483647 x 2147483647 of float64"),
        (lambda: apsp.solve(edges, 2**31 - 1, sources=range(3000)), "3000 x 2147483647 of float64"),
        (lambda: apsp.solve(edges, 2**31 - 1, sources=np.zeros(9000, int), dtype=np.uint16),
         "9000 x 2147483647 of uint16"),
        (lambda: apsp.batch(np.empty((0, 2)), [0] * 10001, [20000] * 10000),
         "10000 x 20000 x 20000 of int32"),
    ):
        with pytest.raises(MemoryError, match=what + needed):
            call()


@pytest.mark.parametrize("room, what", ((100 << 20, "1 x 20000000 of float64"),
                                        (400 << 20, "20000000 vertices and 3 edges by searches")))
def test_a_search_is_refused_by_the_memory_there_is(room, what):
    """Also where no method fits, and before it takes pages that the system does not have."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (mapped() + room, hard))
    try:
        with pytest.raises(MemoryError, match=what + ": .* of memory are needed"):
            apsp.solve([[0, 1, 7], [1, 2, 22], [2, 0, 3]], 20_000_000, sources=[0])
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
