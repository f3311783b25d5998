# SPDX-License-Identifier: MIT
"""Counts test cases in what `meson test` logged, whatever framework each test was written with."""

import json
import re
from typing import NamedTuple


class Counts(NamedTuple):
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other):
        return Counts(*(a + b for a, b in zip(self, other)))

    def __str__(self):
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


CATCH2_ALL_PASSED = re.compile(r"^All tests passed \(.* in (\d+) test cases?\)", re.MULTILINE)
CATCH2_TABLE = re.compile(r"^test cases: +\d+ *\|(.*)$", re.MULTILINE)
UNITTEST = re.compile(r"^Ran (\d+) tests? in .*\n\n(?:OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$",
                      re.MULTILINE)
ENDED_WELL = ("OK", "SKIP", "EXPECTEDFAIL")


def cases_in(output):
    """The test cases that a program's own summaries count; None where it printed no summary."""
    summaries = [Counts(passed=int(match[1])) for match in CATCH2_ALL_PASSED.finditer(output)]
    for match in CATCH2_TABLE.finditer(output):
        count = {word: int(number) for number, word in
                 re.findall(r"(\d+) (passed|failed as expected|failed|skipped)", match[1])}
        summaries.append(Counts(count.get("passed", 0) + count.get("failed as expected", 0),
                                count.get("failed", 0), count.get("skipped", 0)))
    for match in UNITTEST.finditer(output):
        count = {word: int(number) for word, number in
                 re.findall(r"([a-z ]+)=(\d+)", (match[2] or "").replace(", ", ","))}
        failed = sum(count.get(word, 0) for word in ("failures", "errors", "unexpected successes"))
        skipped = count.get("skipped", 0)
        summaries.append(Counts(max(0, int(match[1]) - failed - skipped), failed, skipped))
    return sum(summaries, Counts()) if summaries else None


def cases_of(entry):
    """The test cases of one line of testlog.json. A test that ended badly has at least one failure,
    whatever it printed before; a test without a summary is one case."""
    cases = cases_in(entry.get("stdout", "") + "\n" + entry.get("stderr", ""))
    if entry["result"] not in ENDED_WELL:
        cases = cases or Counts()
        return cases if cases.failed else cases + Counts(failed=1)
    if cases is None:
        return Counts(skipped=1) if entry["result"] == "SKIP" else Counts(passed=1)
    if entry["result"] == "SKIP" and not cases.skipped:
        return cases + Counts(skipped=1)
    return cases


def read_log(path):
    """The entries of a testlog.json: one JSON object a line."""
    with open(path, encoding="utf-8") as log:
        return [json.loads(line) for line in log if line.strip()]
