# SPDX-License-Identifier: MIT
"""A solve as one part of a running program: threads, signals, progress, memory, the time to import."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time
import tracemalloc

import numpy as np
import pytest
import scipy.sparse

import apsp


def dense(vertices, seed=1):
    return np.random.default_rng(seed).integers(1, 1000, (vertices, vertices)).astype(float)


def test_eight_threads_solve_at_once():
    graphs = [dense(120, seed) for seed in range(4)] + [
        scipy.sparse.csr_array(np.random.default_rng(seed).integers(-2000, 20, (400, 400)).clip(0))
        for seed in range(4)]
    expected = [apsp.shortest_path(graph, return_predecessors=True) for graph in graphs]
    failures = []

    def work(number):
        try:
            for step in range(6):
                n = (number + step) % len(graphs)
                found = apsp.shortest_path(graphs[n], return_predecessors=True, threads=1 + step % 2)
                for got, wanted in zip(found, expected[n]):
                    np.testing.assert_array_equal(got, wanted)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]


def test_other_threads_run_while_one_solves():
    graph = apsp.graph(dense(1500))
    ticks, over = [0], threading.Event()

    def tick():
        while not over.is_set():
            ticks[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        apsp.solve(graph, method="dense", width="s32", threads=1)
    finally:
        over.set()
        thread.join()
    assert ticks[0] > 10


# A shell starts what is to run beside it with SIGINT ignored, and Python leaves it so.
INTERRUPTED = """
import signal, sys, threading, numpy as np, apsp
signal.signal(signal.SIGINT, signal.default_int_handler)
graph = apsp.graph(np.random.default_rng(1).integers(1, 1000, (6000, 6000)))
try:
    print("solving", flush=True)
    apsp.solve(graph, method=sys.argv[1], width=sys.argv[2] or None, threads=1)
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(apsp.solve([[0, 1, 5]], 2)[0, 1])
"""


def test_ctrl_c_ends_a_solve():
    child = subprocess.Popen([sys.executable, "-c", INTERRUPTED, "dense", "s32"], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "solving\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    began = time.monotonic()
    output, errors = child.communicate(timeout=120)
    assert output == "interrupted\n5.0\n" and child.returncode == 0, errors
    assert time.monotonic() - began < 60


INTERRUPTED_BATCH = """
import signal, numpy as np, apsp
signal.signal(signal.SIGINT, signal.default_int_handler)
vertices, number, degree = {graphs}
source = np.repeat(np.arange(vertices), degree)
destination = (source + np.tile(np.arange(degree), vertices) + 1) % vertices
one = np.stack((source, destination, 1000 + source * destination % 999), axis=1).astype(np.int32)
edges = np.tile(one, (number, 1))
out = np.full((number, vertices, vertices), -7, np.int32)
try:
    print("solving", flush=True)
    apsp.batch(edges, np.arange(number + 1) * len(one), [vertices] * number, out=out, threads=1,
               instruction_set="portable")
except KeyboardInterrupt:
    print("interrupted", out[-1].max(), flush=True)
print(apsp.batch([[0, 1, 5]], [0, 1], [2])[0, 0, 1])
"""


@pytest.mark.parametrize("graphs", ((256, 1500, 1), (2500, 1, 2500)))
def test_ctrl_c_ends_a_batch_before_its_last_graph(graphs):
    child = subprocess.Popen([sys.executable, "-c", INTERRUPTED_BATCH.format(graphs=graphs)],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "solving\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    output, errors = child.communicate(timeout=120)
    assert output == "interrupted -7\n5\n" and child.returncode == 0, errors


FORKED = """
import os, numpy as np, apsp
graph = np.random.default_rng(1).integers(1, 1000, (500, 500))
batch = graph[:400, :400].reshape(-1, 20, 20).astype(np.int32)
call = {call}
expected = call(2)
child = os.fork()
if child == 0:
    os._exit(not np.array_equal(call({threads}), expected))
print(os.waitpid(child, 0)[1])
"""


@pytest.mark.parametrize("threads", (0, 2))
@pytest.mark.parametrize("call", (
    "lambda threads: apsp.solve(graph, threads=threads)",
    "lambda threads: apsp.shortest_path(graph, return_predecessors=True, threads=threads)[1]",
    "lambda threads: apsp.summary(graph, threads=threads).sums",
    "lambda threads: apsp.batch(batch, threads=threads)",
))
def test_a_forked_child_solves(call, threads):
    run = subprocess.run([sys.executable, "-c", FORKED.format(call=call, threads=threads)],
                         stdout=subprocess.PIPE, text=True, timeout=120)
    assert run.stdout == "0\n"


def test_progress_reaches_its_end():
    steps = []
    apsp.shortest_path(dense(1000), progress=lambda done, total: steps.append((done, total)))
    assert steps and steps[-1][0] == steps[-1][1] > 0
    assert [done for done, _ in steps] == sorted({done for done, _ in steps})


def test_progress_moves_a_bar():
    class Bar:
        n, total = 0, None

        def update(self, steps):
            self.n += steps

    bar = Bar()
    apsp.solve(dense(700), progress=bar)
    assert bar.n == bar.total > 0


def test_an_exception_of_progress_ends_the_solve():
    def fail(done, total):
        raise LookupError(f"after {total}")

    with pytest.raises(LookupError, match="after"):
        apsp.solve(dense(1500), method="dense", width="s32", progress=fail)


def test_progress_of_a_batch():
    graphs = np.random.default_rng(1).integers(1, 1000, (1, 200, 200), dtype=np.int32)
    steps = []
    apsp.batch(np.repeat(graphs, 400, axis=0), threads=1, instruction_set="portable",
               progress=lambda done, total: steps.append((done, total)))
    assert len(steps) > 1 and steps[-1] == (400, 400)
    assert [done for done, _ in steps] == sorted({done for done, _ in steps})
    steps.clear()
    apsp.batch([[0, 1]], [0, 1], [2], progress=lambda done, total: steps.append((done, total)))
    assert steps == [(1, 1)]
    with pytest.raises(TypeError, match="progress is a int"):
        apsp.batch(graphs, progress=3)


def test_an_exception_of_progress_ends_a_batch():
    def fail(done, total):
        raise LookupError(f"after {total}")

    graphs = np.random.default_rng(1).integers(1, 1000, (1, 200, 200), dtype=np.int32)
    with pytest.raises(LookupError, match="after 300"):
        apsp.batch(np.repeat(graphs, 300, axis=0), progress=fail)


def test_no_object_stays_behind():
    """References of every argument, and memory over many calls, also of those that fail."""
    weights, indices, edges = dense(50), np.array([1, 2]), np.array([[0, 1, 2]], dtype=np.int32)
    sparse = scipy.sparse.csr_array(weights)
    out = np.empty((50, 50))

    def progress(done, total):
        pass

    def calls():
        apsp.shortest_path(weights, return_predecessors=True, out=out, progress=progress)
        apsp.dijkstra(sparse, indices=indices, min_only=True, return_predecessors=True)
        apsp.summary(edges, 2)
        apsp.graph(edges, 2).edges.sum()
        for bad in (lambda: apsp.solve([[0, 1, -1], [1, 0, -1]], 2), lambda: apsp.solve(edges, 1),
                    lambda: apsp.solve(edges, 2, method="none"), lambda: apsp.solve(weights, out=out[:3])):
            with pytest.raises((ValueError, apsp.NegativeCycleError)):
                bad()

    watched = (weights, indices, edges, sparse, out, progress)
    for _ in range(3):
        calls()
    gc.collect()
    before = [sys.getrefcount(thing) for thing in watched]
    tracemalloc.start()
    calls()
    gc.collect()
    first = tracemalloc.get_traced_memory()[0]
    for _ in range(100):
        calls()
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - first
    tracemalloc.stop()
    assert [sys.getrefcount(thing) for thing in watched] == before
    assert grown < 50_000


def resident():
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_memory_of_the_library_is_given_back():
    graph = dense(300)
    bytes_of_a_call = 300 * 300 * (8 + 4 + 12)  # distances, predecessors, edges
    for _ in range(3):
        apsp.shortest_path(graph, return_predecessors=True, threads=1)
    before = resident()
    for _ in range(30):
        apsp.shortest_path(graph, return_predecessors=True, threads=1)
    assert resident() - before < 6 * bytes_of_a_call


LEAKS = """
import ctypes, numpy as np, apsp
graph = apsp.graph(np.ones((3, 3)) - np.eye(3))
apsp.solve(graph, return_predecessors=True, progress=print)
apsp.summary(graph)
edges = graph.edges
if {lost}:
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(graph))
"""


@pytest.mark.parametrize("lost", (False, True))
def test_nanobind_counts_what_is_left_at_the_end(lost):
    run = subprocess.run([sys.executable, "-c", LEAKS.format(lost=lost)], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True)
    assert run.returncode == 0 and ("leaked" in run.stdout) == lost, run.stdout


def test_import_takes_little_beyond_numpy(note):
    code = ("import time, numpy; numpy.random; began = time.perf_counter(); import apsp; "
            "print(time.perf_counter() - began); import sys; assert 'scipy' not in sys.modules")
    times = [float(subprocess.run([sys.executable, "-c", code], check=True, text=True,
                                  stdout=subprocess.PIPE).stdout) for _ in range(5)]
    note(f"import apsp takes {1000 * min(times):.1f} ms after NumPy")
    assert min(times) < 0.05
