# SPDX-License-Identifier: MIT
"""A graph, and the distances that count as right for it: the first ones are checked by hw3-check,
all others by the same bytes. hw3-check proves all rows, or recomputes a sample of the largest
graphs; Programs.sampled lists those."""

import concurrent.futures
import hashlib
import os
import time

from .programs import Failed

PROVEN = "all rows proven"  # in hw3-check's verdict; without it only a sample was recomputed


class Case:
    """A graph file in a folder, where the distances and reports of its runs go too."""

    def __init__(self, programs, graph, vertices, edges, kind="random"):
        self.programs, self.graph = programs, graph
        self.vertices, self.edges, self.kind = vertices, edges, kind
        self.distances = graph.with_name("distances.bin")
        self.report = graph.with_name("report.json")
        self.proven = None  # file_digest() of the distances that hw3-check found right

    @classmethod
    def generated(cls, programs, folder, vertices, edges, kind="random", more=()):
        """A graph of hw3-gen, made unless the folder has it. `edges`: None for a kind of graph that
        follows from its vertices. `more`: further options of hw3-gen."""
        graph = folder / f"{'-'.join(map(str, filter(None, (kind, vertices, edges))))}.graph"
        if not graph.exists():
            count = ("--edges", edges) if edges else ()
            programs.run("hw3-gen", kind, graph, "--vertices", vertices, *count, *more)
        return cls(programs, graph, vertices, edges, kind)

    def solve(self, configuration, clock=time.perf_counter):
        """One run, a programs.Solve, whose distances are checked. Failed where they are wrong."""
        solve = self.programs.solve(configuration, self.graph, self.distances, self.report, clock)
        self.prove(configuration)
        return solve

    def prove(self, configuration):
        digest = file_digest(self.distances)
        if self.proven is None:
            verdict = self.programs.check(self.graph, self.distances)
            if PROVEN not in verdict:
                self.programs.sampled.append(f"V = {self.vertices}, E = {self.edges}: {verdict}")
            self.proven = digest
        elif digest != self.proven:
            raise Failed(f"{configuration}: wrong distances for {self.graph}: they differ from "
                         "those that hw3-check found right")


def file_digest(path, block=16 << 20):
    """The SHA-256 of each block of a file, by all processors: distances take gigabytes."""
    def block_digest(start):
        with open(path, "rb") as file:
            file.seek(start)
            return hashlib.sha256(file.read(block)).digest()

    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        return list(pool.map(block_digest, range(0, path.stat().st_size, block)))
