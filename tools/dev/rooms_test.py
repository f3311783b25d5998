#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The rooms of the house: each includes only what stands below it. Prints every line that breaks
this. A room is a folder; ALLOWED says what its sources may include beside their own room."""

import os
import re
import unittest
import unittest.mock

from checkout import ROOT, source_files

API = {"include/apsp"}  # included as "apsp/NAME.hpp"
SOLVER = API | {"common/base", "common/core", "common/sparse", "common/near", "common/solve",
                "common/rows"}
GPU = {"common/gpu/batch", "common/gpu/device", "common/gpu/product", "common/gpu/dense",
       "common/gpu/search", "common/gpu/sweep", "common/gpu/team"}
SHARED = SOLVER | {"common/ranks"} | {"common/io", "common/app", "common/oracle"}

ALLOWED = {
    "include/apsp": set(),
    "common/base": API,
    "common/core": API | {"common/base"},
    "common/ranks": API | {"common/base", "common/core", "common/solve"},
    "common/solve": API | {"common/base", "common/core", "common/sparse", "common/rows"},
    "common/oracle": {"common/core"},
    "common/near": API | {"common/base", "common/core", "common/sparse", "common/solve"},
    "common/sparse": API | {"common/base", "common/core"},
    "common/rows": {"common/base", "common/core", "common/io", "common/oracle"},
    "common/io": API | {"common/base", "common/core"},
    "common/app": SOLVER | {"common/io", "common/ranks"},
    "common/testing": SHARED,
    "common/gpu/batch": API | {"common/base", "common/core", "common/gpu/device"},
    "common/gpu/device": {"common/base"},
    "common/gpu/product": {"common/core", "common/gpu/device"},
    "common/gpu/dense": SOLVER | {"common/gpu/device", "common/gpu/product"},
    "common/gpu/search": SOLVER | {"common/gpu/device", "common/gpu/product", "common/gpu/dense"},
    "common/gpu/sweep": SOLVER | {"common/gpu/device", "common/gpu/product", "common/gpu/dense"},
    "common/gpu/team": SOLVER | {"common/gpu/device", "common/gpu/product", "common/gpu/dense",
                                 "common/gpu/search", "common/gpu/sweep"},
    "hw3-1": SOLVER | {"common/ranks"},
    "library/module": SOLVER,
    "library": SOLVER | {"common/io", "hw3-1", "library/module"},
    "python/src": API | {"common/base"},
    "hw3-2": SOLVER | GPU,
    "hw3-3": SOLVER | GPU | {"common/ranks"},
    "library/cuda": SOLVER | GPU | {"hw3-2", "hw3-3", "library/module"},
    "labs/common": {"common/base", "common/gpu/device"},
    "labs": {"common/base", "common/gpu/device", "labs/common"},
    **{f"labs/{lab}": {"common/base", "common/gpu/device", "common/gpu/product", "labs/common"}
       for lab in ("matrix_product", "floyd_warshall")},
    "tools/bench": SHARED | GPU | {"hw3-1", "hw3-2"},
    "tools/kernels": SHARED | GPU | {"hw3-1", "tools/bench"},
    "tools/check": SHARED,
    "tools/convert": SHARED,
    "tools/generate": SHARED,
    "tools/path": SHARED | {"tools/convert"},
    "tools/show": SHARED | {"tools/convert"},
    "tools/scaling": {"common/app", "common/base"},
    "tools/stats": SHARED | {"tools/convert"},
}

# Files that stand above their room: a solver's main and its options, the frame of the labs' mains,
# and what only tests see.
MAIN = re.compile(r"(/main|/command_line|labs/common/lab)\.(cpp|hpp)$")
TEST = re.compile(r"(_test\.cpp|/test_[^/]*|/campaign_graph\.hpp|/corruption\.[ch]pp)$")
SOURCE = re.compile(r"\.(cpp|hpp|cu|cuh)$")
ANYWHERE = re.compile(r"^(fuzz|testcases)/")

# Headers that belong to few rooms, or to one file.
CONFINED = {
    r"cuda\w*\.h|cuda/.*|mma\.h":
        r"^(common/gpu|hw3-2|hw3-3|library/cuda|labs|tools/bench|tools/kernels|testcases)/",
    r"mpi\.h": r"^common/ranks/mpi_module\.cpp$",
    r"nccl\.h": r"^hw3-3/ranks/nccl_module\.cpp$",
    r"CLI/.*": r"^common/app/option_parser\.cpp$",
    r"nlohmann/.*": r"(^common/base/json|_test)\.cpp$",
    r"catch.*": r"^common/testing/catch\.hpp$",
    r"suitesparse/.*": r"^common/sparse/minimum_degree\.cpp$",
    r"fmt/.*|omp\.h": r"^(?!include/)",
}

# Names that Catch2 v2 and v3 have not in common: common/testing/catch.hpp has one for both, in
# apsp::test.
CATCH = re.compile(r"\bCatch::|(?<!test::)\bApprox\b|\b(SKIP|BENCHMARK\w*|UNSCOPED_CAPTURE)\(")


def room_of(path):
    """The longest room that holds the file, or nothing."""
    if path.startswith("apsp/"):
        path = "include/" + path
    rooms = [room for room in ALLOWED if path.startswith(room + "/")]
    return max(rooms, key=len, default=None)


def complaints(path, text):
    room = room_of(path)
    if room is None and not ANYWHERE.search(path):
        yield f"{path} is in no room of tools/dev/rooms_test.py"
        return
    for number, line in enumerate(text.split("\n"), 1):
        if CATCH.search(line) and not path.startswith("common/testing/catch"):
            yield f"{path}:{number}: Catch2 v2 and v3 differ in this: common/testing/catch.hpp names " \
                "for both, in apsp::test"
        header = re.match(r'\s*#\s*include\s+["<]([^">]+)[">]', line)
        if not header:
            continue
        for pattern, where in CONFINED.items():
            if re.fullmatch(pattern, header[1]) and not re.search(where, path):
                yield f"{path}:{number}: includes {header[1]}, which is for {where} alone"
        other = room_of(header[1])
        if other is None or other == room or ANYWHERE.search(path) or TEST.search(path):
            continue
        allowed = ALLOWED[room] | (SHARED if MAIN.search(path) else set())
        if other not in allowed:
            yield f"{path}:{number}: {room} includes {header[1]}, expected a file of " + \
                (", ".join(sorted(allowed)) or "its own room")


class RoomsTest(unittest.TestCase):
    def test_each_file_includes_what_stands_below_it(self):
        found = [line for path in source_files() if SOURCE.search(path)
                 for line in complaints(path, (ROOT / path).read_text(encoding="utf-8"))]
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_sources_are_found_without_git(self):
        listed = source_files()
        with unittest.mock.patch.dict(os.environ, PATH="/nonexistent"):
            found = source_files()
        self.assertIn("tools/dev/rooms_test.py", listed)
        self.assertEqual(set(listed) - set(found), set())
        self.assertEqual([name for name in found if name.startswith((".git/", "build", "subprojects"))], [])

    def test_an_arrow_upward_is_seen(self):
        self.assertEqual(len(list(complaints("common/core/x.hpp",
                                             '#include "common/io/input_file.hpp"'))), 1)
        self.assertEqual(len(list(complaints("hw3-1/dense/x.cpp",
                                             '#include "common/app/app.hpp"'))), 1)
        self.assertEqual(len(list(complaints("common/core/x.cpp", "#include <cuda_runtime.h>"))), 1)
        self.assertEqual(len(list(complaints("common/new/x.cpp", ""))), 1)
        self.assertEqual(len(list(complaints("include/apsp/x.hpp",
                                             '#include "common/base/error.hpp"'))), 1)
        self.assertEqual(len(list(complaints("include/apsp/x.hpp", "#include <fmt/core.h>"))), 1)
        self.assertEqual(len(list(complaints("tools/path/x_test.cpp",
                                             "#include <catch2/catch_all.hpp>"))), 1)
        for line in ("== Approx(1)", "Catch::Approx(1)", "Catch::Matchers::StartsWith(a)", "SKIP()"):
            self.assertEqual(len(list(complaints("tools/path/x_test.cpp", line))), 1, line)
        self.assertEqual(list(complaints("tools/path/x_test.cpp", "== test::Approx(1)")), [])
        self.assertEqual(list(complaints("common/base/x.hpp", '#include "apsp/error.hpp"')), [])
        self.assertEqual(list(complaints("hw3-1/main.cpp", '#include "common/app/app.hpp"')), [])


if __name__ == "__main__":
    unittest.main()
