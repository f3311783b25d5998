# SPDX-License-Identifier: MIT
"""Sparse answers on roads: whole processes, checked by searches

By hw3-1 all vertices up to --within from each, and the --nearest of random
targets, both with first hops; by hw3-path lengths of random pairs. hw3-check
has no such answers: searches of this script find rows of random sources again,
with destinations, distances and first hops, and some of the pairs. All later
answers must be the same bytes.

Example:
  hw3-bench near --vertices 20000 --pairs-vertices 20000 --folder /dev/shm/near"""

import array
import concurrent.futures
import functools
import heapq
import itertools
import json
import os
import random
import resource
import struct
import subprocess
import time

from .frame import positive, sectioned
from .programs import Configuration, Failed, file_digest, say
from .tables import seconds, table
from .timing import median

REPEATS = 3
NO_VERTEX = -9999     # the first hop from a source to itself
HEADER = "<8siiqqQ"   # docs/formats.md, Sparse rows
FIRST_HOPS, BY_DISTANCE = 2, 4  # flags of HEADER


def add_options(parser):
    parser.add("--vertices", positive, "V", 1_020_000, "of the roads whose rows are computed")
    parser.add("--within", positive, "LIMIT", 5000, "holds some 80 vertices of each row")
    parser.add("--nearest", positive, "K", 10, "of the targets, in each row")
    parser.add("--targets", positive, "N", 10_000, "vertices drawn as targets")
    parser.add("--pairs", positive, "N", 1_000_000, "pairs that are drawn")
    parser.add("--pairs-vertices", positive, "V", 264_000, "of the roads between the pairs")
    parser.add("--rows", positive, "N", 200, "rows, and pairs, that are checked at least")
    parser.add("--threads", positive, "N", 2, "of each program")


# Searches find the answers again.

def read_roads(graph):
    """For each vertex where its edges lead: pairs of a vertex and a weight."""
    numbers = array.array("i", graph.read_bytes())
    leaving = [[] for _ in range(numbers[0])]
    for source, destination, weight in zip(numbers[2::3], numbers[3::3], numbers[4::3]):
        leaving[source].append((destination, weight))
    return leaving


def search(leaving, source):
    """(distance, edges, first hop, vertex) of each vertex that is reached, nearest first. Of the
    shortest paths those with the fewest edges count, of these the smallest first hop. Goes only as
    far as it is asked. Weights are 0 or more."""
    done, queue = set(), [(0, 0, NO_VERTEX, source)]
    while queue:
        label = heapq.heappop(queue)
        distance, edges, hop, vertex = label
        if vertex in done:
            continue
        done.add(vertex)
        yield label
        for other, weight in leaving[vertex]:
            if other not in done:
                first = other if vertex == source else hop
                heapq.heappush(queue, (distance + weight, edges + 1, first, other))


def row_within(found, limit):
    """The row of a search: (destination, distance, first hop) by destination."""
    near = itertools.takewhile(lambda label: label[0] <= limit, found)
    return sorted((vertex, distance, hop) for distance, _, hop, vertex in near)


def row_of_nearest(found, targets, count):
    """The same of the nearest targets, by distance, then by destination. A source that is a target
    is in the row, and is not counted."""
    own, others = [], []
    for distance, _, hop, vertex in found:
        if len(others) >= count and distance > others[-1][0]:
            break
        if vertex in targets:
            (own if hop == NO_VERTEX else others).append((distance, vertex, hop))
    return [(vertex, distance, hop)
            for distance, vertex, hop in sorted(own + sorted(others)[:count])]


def check_rows(graph, answer, flags, row_of, count):
    """How many entries a file of sparse rows has, and how many of its rows were found again."""
    leaving = read_roads(graph)
    vertices, size = len(leaving), answer.stat().st_size
    with open(answer, "rb") as file:
        head = file.read(struct.calcsize(HEADER))
        entries = int.from_bytes(head[-8:], "little")
        expected = struct.pack(HEADER, b"APSPNEAR", 1, FIRST_HOPS | flags, vertices, vertices,
                               entries)
        at = len(expected) + 8 * (vertices + 1)
        if head != expected or size != at + 12 * entries:
            raise Failed(f"{answer}: wrong header, or wrong for {size} bytes: found {head}, "
                         f"expected V = R = {vertices} and flags {FIRST_HOPS | flags}")
        offsets = array.array("q", file.read(at - len(head)))
        if [offsets[0], offsets[-1]] != [0, entries] or any(
                a > b for a, b in zip(offsets, offsets[1:])):
            raise Failed(f"{answer}: wrong offsets: they do not ascend from 0 to {entries}")
        sources = random.Random(vertices).sample(range(vertices), min(count, vertices))
        for source in sources:
            begin, end = offsets[source:source + 2]
            columns = []
            for column in range(3):
                file.seek(at + 4 * (column * entries + begin))
                columns.append(array.array("i", file.read(4 * (end - begin))))
            expected = row_of(search(leaving, source))
            for found, right in itertools.zip_longest(zip(*columns), expected):
                if found != right:
                    raise Failed(f"{answer}: wrong row {source}: found {found}, expected {right}, "
                                 "as (destination, distance, first hop)")
    return entries, len(sources)


def check_pairs(graph, answer, pairs, count):
    """How many pairs there are, and how many lines of hw3-path --lengths were found again: those of
    random sources, each with all of its pairs."""
    leaving, lines = read_roads(graph), answer.read_text().splitlines()
    wanted = {}  # {source: [(line, destination)]}
    for number, pair in enumerate(pairs.read_text().splitlines()):
        source, destination = map(int, pair.split())
        wanted.setdefault(source, []).append((number, destination))
    asked = sum(map(len, wanted.values()))
    if len(lines) != asked:
        raise Failed(f"{answer}: wrong number of lines: found {len(lines)}, expected {asked}")
    checked = 0
    for source in random.Random(len(leaving)).sample(sorted(wanted), len(wanted)):
        if checked >= count:
            break
        missing, lengths = {destination for _, destination in wanted[source]}, {}
        for distance, _, _, vertex in search(leaving, source):
            if vertex in missing:
                lengths[vertex] = distance
                missing.remove(vertex)
                if not missing:
                    break
        for number, destination in wanted[source]:
            right = (f"{source} -> {destination}, length {lengths[destination]}"
                     if destination in lengths else f"no path from {source} to {destination}")
            if lines[number] != right:
                raise Failed(f"{answer}: wrong line {number + 1}: found '{lines[number]}', "
                             f"expected '{right}'")
        checked += len(wanted[source])
    return asked, checked


# Whole processes.

def apart(work, *arguments):
    """The result of a function in a process of its own. Linux counts the most memory that this
    process ever had as that of each program which it starts, so that it must stay small."""
    with concurrent.futures.ProcessPoolExecutor(1) as pool:
        return pool.submit(work, *arguments).result()


def run_whole(command, output):
    """The seconds and the bytes of memory of a program that must succeed, whose standard output
    goes to a file. The bytes are None where they are not more than this process ever had."""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.perf_counter()
    with open(output, "wb") as file, subprocess.Popen(
            list(map(str, command)), stdout=file, stderr=subprocess.PIPE, text=True) as process:
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        taken = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Failed(said.strip() or f"{command[0]}: exit code {process.returncode}",
                     process.returncode)
    return taken, usage.ru_maxrss * 1024 if usage.ru_maxrss > own else None


class Question:
    """A question about a graph, and the command that writes the answer to a file. The first answer
    is checked by a function, all others by the same bytes."""

    def __init__(self, text, case, command, check, output=os.devnull):
        self.text, self.case, self.command, self.output = text, case, command, output
        self.check = functools.partial(check, case.graph, case.distances)
        self.proven, self.entries, self.checked = None, None, None

    def __str__(self):
        return f"{self.text}, V = {self.case.vertices}"

    def run(self):
        """One run, checked: seconds of the whole process and of its compute phase, its memory."""
        answer, report = self.case.distances, self.case.report
        for file in (answer, report):
            file.unlink(missing_ok=True)
        taken, peak = run_whole(self.command, self.output)
        digest = apart(file_digest, answer)
        if self.proven is None:
            say(f"{self}: checks the answer")
            self.entries, self.checked = apart(self.check)
            self.proven = digest
        elif digest != self.proven:
            raise Failed(f"{self}: wrong answer: it differs from the one that was found right")
        told = json.loads(report.read_text()) if report.exists() else {"seconds": {}}
        return {"seconds": taken, "compute": told["seconds"].get("compute"),
                "peak_memory_bytes": peak}


def about_rows(bench, text, case, row_of, *options, flags=0):
    """A question to hw3-1; `row_of` makes the right row of a search."""
    one = Configuration("hw3-1", threads=bench.arguments.threads,
                        more=(*options, "--path-vertices", "first-hops"))
    return Question(f"{text}, first hops", case,
                    one.command(bench.programs, case.graph, case.distances, case.report),
                    functools.partial(check_rows, flags=flags, row_of=row_of,
                                      count=bench.arguments.rows))


def about_pairs(bench, case):
    """A question to hw3-path, about pairs at random."""
    draw, pairs = random.Random(1), bench.folder / "pairs.txt"
    with open(pairs, "w") as file:
        for _ in range(bench.arguments.pairs):
            file.write(f"{draw.randrange(case.vertices)} {draw.randrange(case.vertices)}\n")
    return Question("`hw3-path --lengths --pairs`", case,
                    [bench.programs.find("hw3-path"), "--lengths", "--threads",
                     bench.arguments.threads, "--pairs", pairs, case.graph],
                    functools.partial(check_pairs, pairs=pairs, count=bench.arguments.rows),
                    output=case.distances)


def measure(bench):
    arguments = bench.arguments
    bench.results["threads"] = arguments.threads
    roads, fewer = (bench.case(vertices, kind="road")
                    for vertices in (arguments.vertices, arguments.pairs_vertices))
    count = min(arguments.targets, roads.vertices)
    targets = random.Random(1).sample(range(roads.vertices), count)
    file = bench.folder / "targets.txt"
    file.write_text("".join(f"{target}\n" for target in targets))
    questions = [
        about_rows(bench, f"`--within {arguments.within}`", roads,
                   functools.partial(row_within, limit=arguments.within),
                   "--within", arguments.within),
        about_rows(bench, f"`--nearest {arguments.nearest}` of {count} `--targets` at random",
                   roads,
                   functools.partial(row_of_nearest, targets=set(targets), count=arguments.nearest),
                   "--nearest", arguments.nearest, "--targets", f"@{file}", flags=BY_DISTANCE),
        about_pairs(bench, fewer)]
    runs_of_each = bench.in_turn([(str(one), one.run) for one in questions])
    bench.add("near", *({
        "question": one.text, "vertices": one.case.vertices, "entries": one.entries,
        "checked": one.checked, "seconds": median(run["seconds"] for run in runs),
        "compute": median(run["compute"] for run in runs),
        "peak_memory_bytes": max(run["peak_memory_bytes"] or 0 for run in runs) or None}
        for one, runs in zip(questions, runs_of_each)))


def near_table(results):
    return table(["question", "V", "entries or pairs", "whole, s", "compute, s", "peak, MB",
                  "checked"],
                 [[row["question"], row["vertices"], row["entries"], seconds(row["seconds"]),
                   seconds(row["compute"]),
                   row["peak_memory_bytes"] and f"{row['peak_memory_bytes'] / 1e6:.0f}",
                   row["checked"]] for row in results["near"]])


SECTIONS = {"near": ("Whole processes on roads. Searches of a script found the checked rows, and "
                     "pairs, again:", near_table)}


def report(results):
    return sectioned(SECTIONS, results, f" on {results['threads']} threads")
