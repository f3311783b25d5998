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


ENDED_WELL = ("OK", "SKIP", "EXPECTEDFAIL")


def catch2_all_passed(match):
    return Counts(passed=int(match[1]))


def catch2_table(match):
    count = {word: int(number) for number, word in
             re.findall(r"(\d+) (passed|failed as expected|failed|skipped)", match[1])}
    return Counts(count.get("passed", 0) + count.get("failed as expected", 0),
                  count.get("failed", 0), count.get("skipped", 0))


def unittest(match):
    count = {word: int(number)
             for word, number in re.findall(r"([a-z][a-z ]*)=(\d+)", match[2] or "")}
    failed = sum(count.get(word, 0) for word in ("failures", "errors", "unexpected successes"))
    skipped = count.get("skipped", 0)
    return Counts(max(0, int(match[1]) - failed - skipped), failed, skipped)


def pytest(match):
    count = {word: int(number) for number, word in re.findall(r"(\d+) ([a-z]+)", match[1])}
    return Counts(count.get("passed", 0) + count.get("xfailed", 0),
                  sum(count.get(word, 0) for word in ("failed", "error", "errors", "xpassed")),
                  count.get("skipped", 0))


SUMMARIES = (
    (re.compile(r"^All tests passed \(.* in (\d+) test cases?\)", re.MULTILINE),
     catch2_all_passed),
    (re.compile(r"^test cases: +\d+ *\|(.*)$", re.MULTILINE), catch2_table),
    (re.compile(r"^Ran (\d+) tests? in .*\n\n(?:OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$",
                re.MULTILINE), unittest),
    (re.compile(r"^=* ?(\d+ (?:passed|failed|skipped|errors?|xfailed|xpassed)\b.*) in [\d.]+s",
                re.MULTILINE), pytest),
)


def cases_in(output):
    """The test cases that a program's own summary counts; None where it printed none. The last one
    speaks for the program: a child that a failed test left behind may have printed its own."""
    found = [(match.start(), count(match)) for pattern, count in SUMMARIES
             for match in pattern.finditer(output)]
    return max(found)[1] if found else None


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
