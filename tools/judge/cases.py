# SPDX-License-Identifier: MIT
"""A case: a graph file, what a program must answer, and its limits. Cases come from a folder, as
described here, or from a manifest (manifest.py)."""

import fnmatch
import json
import os
import re
import struct

from files import sha256_of_path

ELEMENT = 4  # bytes of a distance
GRAPH_ENDINGS = (".in", ".bin", "")
FACTS = {"time_limit": (int, float), "memory": (int, float), "exit": int, "why": str}
LARGEST_REFUSED = 1 << 20  # bytes: an output where none may be is let grow to this


class CaseError(Exception):
    """A case that cannot be used: file and reason."""


class Case:
    """`expected` is a file of distances, `sha256` the digest of one; both are None where the
    program must refuse the graph. `exits` are the exit codes that are right; 0 comes with the
    distances, every other one without any output."""

    def __init__(self, name, graph, expected=None, sha256=None, exits=(0,), time_limit=None,
                 memory=None, why="", graph_sha256=None):
        self.name, self.graph, self.expected, self.sha256 = name, graph, expected, sha256
        self.exits, self.time_limit, self.memory, self.why = exits, time_limit, memory, why
        self.graph_sha256 = graph_sha256
        self.vertices = self.edges = None  # known after prepare(), if the graph has a header

    def read_header(self):
        try:
            with open(self.graph, "rb") as file:
                header = file.read(8)
        except OSError as error:
            raise CaseError(f"{self.graph}: {error.strerror}") from None
        if len(header) == 8:
            self.vertices, self.edges = struct.unpack("<2i", header)
        return len(header)

    def prepare(self):
        """Looks at the files. Raises CaseError where the case is not usable."""
        header = self.read_header()
        if self.graph_sha256 and sha256_of_path(self.graph) != self.graph_sha256:
            raise CaseError(f"{self.graph}: not the bytes whose sha256 is {self.graph_sha256}")
        if 0 not in self.exits:
            return
        size = self.graph.stat().st_size
        if header < 8 or self.vertices < 0 or self.edges < 0 or size != 8 + 12 * self.edges:
            raise CaseError(f"{self.graph}: {size} bytes that are no graph file (V, E, then 12 "
                            "bytes for each edge), yet distances are expected")
        if self.expected is None:
            if not self.sha256:
                raise CaseError(f"{self.graph}: neither distances nor their sha256 to compare with")
            return
        try:
            found = self.expected.stat().st_size
        except OSError as error:
            raise CaseError(f"{self.expected}: {error.strerror}") from None
        if found != self.output_size():
            raise CaseError(f"{self.expected}: {found} bytes, expected {self.output_size()} for "
                            f"{self.vertices} vertices")
        if self.sha256 and sha256_of_path(self.expected) != self.sha256:
            raise CaseError(f"{self.expected}: not the bytes whose sha256 is {self.sha256}")

    def output_size(self):
        """Bytes of the right answer; what a wrong one may grow to where there is none."""
        if 0 not in self.exits:
            return LARGEST_REFUSED
        return self.vertices * self.vertices * ELEMENT


def wanted(name, patterns):
    """A pattern is a glob if it has a wildcard, otherwise a part of the name."""
    return not patterns or any(fnmatch.fnmatchcase(name, pattern) if re.search(r"[*?[]", pattern)
                               else pattern in name for pattern in patterns)


def read_facts(path):
    """NAME.json, if it exists."""
    if not path.is_file():
        return {}
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CaseError(f"{path}: {error}") from None
    if not isinstance(facts, dict):
        raise CaseError(f"{path}: expected an object such as {{\"time_limit\": 30}}")
    for key, value in facts.items():
        if key not in FACTS:
            raise CaseError(f"{path}: found '{key}', known are {', '.join(FACTS)}")
        if isinstance(value, bool) or not isinstance(value, FACTS[key]):
            raise CaseError(f"{path}: '{key}' cannot be {json.dumps(value)}")
    for key in ("time_limit", "memory"):
        if facts.get(key, 1) <= 0:
            raise CaseError(f"{path}: '{key}' must be above 0")
    return facts


def read_digest(path):
    """The digest in a file as sha256sum writes it, None if there is no such file."""
    if not path.is_file():
        return None
    words = path.read_text(encoding="utf-8", errors="replace").split()
    if not words or not re.fullmatch(r"[0-9a-fA-F]{64}", words[0]):
        raise CaseError(f"{path}: expected 64 hexadecimal digits first")
    return words[0].lower()


def folder_case(folder, name):
    """NAME.in, NAME.bin or NAME with NAME.out or NAME.out.sha256 and perhaps NAME.json."""
    graphs = [folder / (name + ending) for ending in GRAPH_ENDINGS
              if (folder / (name + ending)).is_file()]
    if not graphs:
        raise CaseError(f"{folder / name}.in: there are distances, but no such graph file")
    if len(graphs) > 1:
        raise CaseError(f"{graphs[0]}: {graphs[1].name} is there too; which one is the graph?")
    facts = read_facts(folder / f"{name}.json")
    expected, digest = folder / f"{name}.out", read_digest(folder / f"{name}.out.sha256")
    code = facts.get("exit", 0)
    if code == 0 and digest is None and not expected.is_file():
        raise CaseError(f"{graphs[0]}: neither {name}.out nor {name}.out.sha256 is there to "
                        "compare with")
    return Case(name, graphs[0], expected if code == 0 and expected.is_file() else None,
                digest if code == 0 else None, (code,), facts.get("time_limit"),
                facts.get("memory"), facts.get("why", ""))


def names_in(folder):
    """Files that look like cases. A file without an ending is one only where its answer is there."""
    names = set()
    for file in os.listdir(folder):
        for ending in (".out.sha256", ".out", ".in", ".bin", ".json"):
            if file.endswith(ending):
                name = file[:-len(ending)]
                if ending != ".json" or any((folder / (name + graph)).is_file()
                                            for graph in GRAPH_ENDINGS):
                    names.add(name)
                break
    return sorted(names)


def files_of(folder):
    """Everything that the cases of a folder are made of."""
    return [folder / (name + ending) for name in names_in(folder)
            for ending in (*GRAPH_ENDINGS, ".out", ".out.sha256", ".json")]


def is_graph(path):
    """By its header and size."""
    try:
        with open(path, "rb") as file:
            header = file.read(8)
        size = path.stat().st_size
    except OSError:
        return False
    if len(header) < 8:
        return False
    vertices, edges = struct.unpack("<2i", header)
    return vertices > 0 and edges >= 0 and size == 8 + 12 * edges


def from_folder(folder, patterns=()):
    """(cases, names of further graph files that have nothing to compare with)"""
    try:
        names = names_in(folder)
        files = sorted(os.listdir(folder))
    except OSError as error:
        raise CaseError(f"{folder}: {error.strerror}") from None
    cases = [folder_case(folder, name) for name in names if wanted(name, patterns)]
    endings = (".in", ".bin", ".out", ".out.sha256", ".json")
    return cases, [file for file in files if file not in names and not file.endswith(endings)
                   and wanted(file, patterns) and (folder / file).is_file()
                   and is_graph(folder / file)]
