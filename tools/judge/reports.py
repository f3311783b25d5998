# SPDX-License-Identifier: MIT
"""The results as files for other programs: JSON, CSV, JUnit's XML. They are written as results
come, so that whatever ends the judge loses at most a second of them."""

import contextlib
import csv
import hashlib
import io
import json
import os
import re
import tempfile
import time
import xml.etree.ElementTree as xml

from cases import CaseError
from contest import entry, from_entry
from scoreboard import places
from text import printable

FORMAT = 2
PAUSE = 1.0  # seconds between two writes
COLUMNS = ("program", "case", "vertices", "edges", "verdict", "best_seconds", "median_seconds",
           "peak_memory_bytes", "exit", "reason")


def state(path):
    """Differs once the file does; None without one."""
    with contextlib.suppress(OSError):
        found = os.stat(path)
        return [found.st_size, found.st_mtime_ns]
    return None


def fingerprint(program, case):
    """Differs once the program, the case's files or its limits change."""
    facts = [state(program.path), program.defect, state(case.graph),
             case.expected and state(case.expected), case.sha256, case.exits, case.time_limit,
             case.memory]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]


def settings(rules, jail):
    """All that results depend on, beside program and case."""
    return {"launcher": rules.launcher, "repeats": rules.repeats, "warm_up": rules.warm_up,
            "jobs": rules.jobs, "limit_seconds": rules.seconds, "memory_mib": rules.memory or None,
            "jail": jail.name if jail else None}


def json_text(results, how, complete):
    programs = [{"name": place.name, "accepted": place.passed, "seconds": place.seconds}
                for place in places(results)]
    listed = [{**entry(result), "fingerprint": fingerprint(result.program, result.case)}
              for result in results]
    content = {"format": FORMAT, "complete": complete, **how, "programs": programs,
               "results": listed}
    return json.dumps(content, indent=1) + "\n"


def csv_text(results):
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for result in results:
        values = entry(result)
        writer.writerow({**values, "program": printable(values["program"]),
                         "case": printable(values["case"])})
    return file.getvalue()


def xml_text(text):
    """Without what XML cannot hold, not even as a reference."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?",
                  printable(text, keep="\n\t"))


def junit_text(results):
    """A suite for each program, a test for each case."""
    root = xml.Element("testsuites", name="hw3-judge")
    for name in dict.fromkeys(result.program.name for result in results):
        own = [result for result in results if result.program.name == name]
        suite = xml.SubElement(root, "testsuite", name=xml_text(name), tests=str(len(own)),
                               failures=str(sum(not result.accepted for result in own)),
                               errors="0", skipped="0",
                               time=f"{sum(result.last for result in own):.6f}")
        for result in own:
            spent = result.best if result.accepted else result.last
            test = xml.SubElement(suite, "testcase", classname=xml_text(name),
                                  name=xml_text(result.case.name), time=f"{spent:.6f}")
            if not result.accepted:
                failure = xml.SubElement(test, "failure", type=result.verdict.code,
                                         message=xml_text(result.verdict.reason))
                failure.text = f"{result.verdict.code}: {xml_text(result.verdict.reason)}"
            if result.words:
                xml.SubElement(test, "system-err").text = xml_text(result.words)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + xml.tostring(root, encoding="unicode")


def is_plain(path):
    """A file, or none yet; no device and no pipe."""
    return os.path.isfile(path) or not os.path.exists(path)


def replace(path, text):
    """Writes a file that appears whole or not at all."""
    if not is_plain(path):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return
    path = os.path.realpath(path)
    try:
        handle, made = tempfile.mkstemp(prefix=".hw3-judge-", dir=os.path.dirname(path))
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
    try:
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(made, 0o666 & ~umask)
        os.replace(made, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):  # a signal may come after the last step
            os.unlink(made)
        raise


class Reports:
    """The files that were asked for; each path may be None."""

    def __init__(self, json_path, csv_path, junit_path, how):
        self.how = how
        self.files = [(path, make) for path, make in (
            (json_path, self.as_json), (csv_path, lambda results, _: csv_text(results)),
            (junit_path, lambda results, _: junit_text(results))) if path]
        self.next = 0.0

    def as_json(self, results, complete):
        return json_text(results, self.how, complete)

    def write(self, results, complete):
        for path, make in self.files:
            replace(path, make(results, complete))

    def keep_up(self, results):
        """Writes what there is, if the last time was a while ago."""
        if time.monotonic() >= self.next:
            for path, make in self.files:
                if is_plain(path):
                    replace(path, make(results, False))
            self.next = time.monotonic() + PAUSE


def known_results(path, pairs, how):
    """{number of a pair: Result} of what an earlier run wrote to `path` and still holds. Raises
    CaseError where it ran otherwise than `how`."""
    try:
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        if content["format"] != FORMAT:
            raise CaseError(f"{path}: format {content['format']}, expected {FORMAT}")
        for name, value in how.items():
            if name != "jobs" and content[name] != value:
                raise CaseError(f"{path}: {name} was {json.dumps(content[name])}, now "
                                f"{json.dumps(value)}; --resume takes the same options")
        entries = {(values["program"], values["case"]): values for values in content["results"]}
        known = {}
        for number, (program, case) in enumerate(pairs):
            values = entries.get((program.name, case.name))
            if values and values["fingerprint"] == fingerprint(program, case):
                known[number] = from_entry(program, case, values)
        return known
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise CaseError(f"{path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise CaseError(f"{path}: no results of hw3-judge: {type(error).__name__}: "
                        f"{error}") from None
