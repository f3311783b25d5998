# SPDX-License-Identifier: MIT
"""Runs hw3-convert on a file and reads the binary graph that it writes."""

import pathlib
import struct
import subprocess
from dataclasses import dataclass, field


@dataclass
class Result:
    code: int
    message: str
    written: bool = False
    vertices: int = 0
    edges: list = field(default_factory=list)  # (source, target, weight), all numbers
    names: list = field(default_factory=list)


def decoded(data):
    """Vertices and edges of a graph file."""
    vertices, count = struct.unpack_from("<2i", data)
    if len(data) != 8 + 12 * count:
        raise ValueError(f"{len(data)} bytes, the header says {count} edges")
    return vertices, list(struct.iter_unpack("<3i", data[8:]))


class Converter:
    """Runs the program in a folder of its own."""
    def __init__(self, program, folder):
        self.program = program
        self.folder = pathlib.Path(folder)
        self.output = self.folder / "out.bin"
        self.names = self.folder / "out.bin.names"
        self.runs = 0

    def run(self, name, options, encoding):
        self.runs += 1
        self.output.unlink(missing_ok=True)
        self.names.unlink(missing_ok=True)
        done = subprocess.run([self.program, *options, name, self.output.name],
                              cwd=self.folder,
                              check=False,
                              stderr=subprocess.PIPE,
                              stdin=subprocess.DEVNULL,
                              timeout=60)
        result = Result(done.returncode, done.stderr.decode("utf-8", "replace"))
        if self.output.exists():
            result.written = True
            result.vertices, result.edges = decoded(self.output.read_bytes())
        if self.names.exists():
            result.names = self.names.read_bytes().decode(encoding, "replace").split("\n")[:-1]
        return result
