# SPDX-License-Identifier: MIT
"""What the scripts that measure GPU programs share."""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import sys

from results import median_of
from solvers import Case


def say(text):
    print(text, file=sys.stderr)


def ceiling(programs):
    """What hw3-gpu-ceiling measures on the first GPU: its name, relaxes and bytes per second."""
    told = json.loads(programs.run("hw3-gpu-ceiling"))
    return {"device": told["device"], "s32": told["s32"] * 1e12, "u16": told["u16"] * 1e12,
            "copy": told["copy_GB_per_s"] * 1e9}


def medians_of(case, configuration, repeats):
    """Medians of a program on a graph after a first run, as results.median_of, and the report of
    that one."""
    told = case.solve(configuration)["report"]
    timed = []
    for repeat in range(repeats):
        say(f"V = {case.vertices}: {configuration}, run {repeat + 1} of {repeats}")
        solved = case.solve(configuration)
        spent = solved["report"]["seconds"]
        timed.append({"seconds": solved["seconds"], "ceiling": None,
                      "phases": {name: s for name, s in spent.items() if name != "total"},
                      "compute_rate": solved["report"]["relaxations_per_second"]})
    return median_of(timed), told


def processor():
    """What the operating system calls the processor."""
    try:
        match = re.search(r"^model name\s*:\s*(.*)$",
                          pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        match = None
    return match[1] if match else "unknown processor"


class GpuCase(Case):
    """A Case whose results, gigabytes each, are hashed by all processors."""

    def prove(self, configuration):
        self.compare(file_digest(self.distances), configuration)


def file_digest(path, piece=64 << 20):
    """The SHA-256 of each piece of a file."""
    def piece_digest(start):
        with open(path, "rb") as file:
            file.seek(start)
            return hashlib.sha256(file.read(piece)).digest()

    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        return list(pool.map(piece_digest, range(0, path.stat().st_size, piece)))
