# SPDX-License-Identifier: MIT
"""The worth of a run: a verdict and, where it is not AC, the reason.

AC  accepted              TLE time limit            MO  output missing, or no regular file
WA  wrong answer          MLE memory limit          IM  input modified
RE  runtime error         OLE output limit"""

import os
import signal
from typing import NamedTuple

from compare import Shrunk, first_difference
from files import NotRegular, open_regular, sha256_of, signature
from text import printable

ACCEPTED = "AC"
WORDS = 300  # characters of standard error in a reason


class Verdict(NamedTuple):
    code: str
    reason: str = ""

    def with_reason(self, further):
        return Verdict(self.code, "; ".join(filter(None, (self.reason, further))))


def mib(size):
    return f"{size / (1 << 20):.0f} MiB"


def ended_by(status):
    """"exit code 5", "signal SIGSEGV"."""
    number = -status if status < 0 else status - 128
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = str(number)
    if status < 0:
        return f"signal {name}"
    return f"exit code {status}" + (f", as after {name}" if 0 < number < 32 else "")


def last_words(text):
    line = " / ".join(text.splitlines())
    return f"; standard error: {line if len(line) <= WORDS else '...' + line[-WORDS:]}" * bool(line)


def compare(case, file):
    """The verdict on an output that is open and has not been read yet."""
    size = os.fstat(file.fileno()).st_size
    right = case.output_size()
    if size != right:
        return Verdict("OLE" if size > right else "WA",
                       f"output of {size} bytes, expected {right} = 4 * {case.vertices}^2")
    if case.expected is None:
        digest = sha256_of(file)
        if digest == case.sha256:
            return Verdict(ACCEPTED)
        return Verdict("WA", f"sha256 of the output is {digest}, expected {case.sha256}")
    try:
        with open(case.expected, "rb") as expected:
            difference = first_difference(file, expected, right)
    except Shrunk:
        return Verdict("MO", "output: it was cut short while it was compared")
    if difference is None:
        return Verdict(ACCEPTED)
    row, column = difference.place(case.vertices)
    return Verdict("WA", f"row {row}, column {column} (byte {difference.offset}): expected "
                         f"{difference.expected}, found {difference.found}; {difference.count} of "
                         f"{case.vertices ** 2} numbers differ")


def verdict(case, ending, output, limits, input_intact):
    """On one run: its Ending, where its output should be, whether its input is as it was."""
    if ending.error:
        return Verdict("RE", f"cannot be started: {printable(ending.error)}")
    if ending.unended:
        return Verdict("RE", "processes of it could not be ended, so its output cannot be trusted")
    if limits.memory and ending.peak > limits.memory or ending.killed == "MLE":
        return Verdict("MLE", f"{mib(ending.peak)}, limit {mib(limits.memory)}")
    if ending.killed == "OLE":
        return Verdict("OLE", f"ended when it had written more than the {limits.output} bytes that "
                              "are allowed")
    if ending.killed == "TLE":
        return Verdict("TLE", f"not ended within {limits.seconds:g} s")
    if not input_intact:
        return Verdict("IM", "its input file is not what it was")
    if ending.status not in case.exits:
        codes = " or ".join(map(str, case.exits))
        if ending.status == 0:
            return Verdict("WA", f"exit code 0, expected {codes}: this graph must be refused")
        return Verdict("RE", f"{ended_by(ending.status)}, expected exit code {codes}"
                             + last_words(ending.words))
    if ending.status != 0:
        if os.path.lexists(output):
            return Verdict("WA", f"exit code {ending.status} is right, but an output was left")
        return Verdict(ACCEPTED)
    try:
        with open_regular(output) as file:
            before = signature(output)
            found = compare(case, file)
            if found.code == ACCEPTED and signature(output) != before:
                return Verdict("MO", "output: it changed while it was compared")
            return found
    except NotRegular as error:
        return Verdict("MO", f"output: {error}")
