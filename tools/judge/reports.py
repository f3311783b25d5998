# SPDX-License-Identifier: MIT
"""The results as files for other programs: JSON, CSV, JUnit's XML."""

import csv
import json
import re
import xml.etree.ElementTree as xml

from scoreboard import places

FORMAT = 1
COLUMNS = ("program", "case", "vertices", "edges", "verdict", "best_seconds", "median_seconds",
           "peak_memory_bytes", "exit", "reason")


def entry(result):
    """A result as plain values. A negative exit is a signal; times are of accepted runs only."""
    return {"program": result.program.name, "case": result.case.name,
            "vertices": result.case.vertices, "edges": result.case.edges,
            "verdict": result.verdict.code, "reason": result.verdict.reason,
            "best_seconds": result.best, "median_seconds": result.median,
            "seconds": result.seconds, "last_run_seconds": result.ending.seconds,
            "peak_memory_bytes": result.peak,
            "exit": None if result.ending.error else result.ending.status,
            "stderr": result.ending.words}


def write_json(path, results, rules, launcher):
    programs = [{"name": place.name, "accepted": place.passed, "seconds": place.seconds}
                for place in places(results)]
    content = {"format": FORMAT, "launcher": launcher, "repeats": rules.repeats,
               "warm_up": rules.warm_up, "jobs": rules.jobs, "limit_seconds": rules.seconds,
               "memory_mib": rules.memory or None, "programs": programs,
               "results": list(map(entry, results))}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(content, file, indent=1)
        file.write("\n")


def write_csv(path, results):
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(map(entry, results))


def xml_text(text):
    """Without what XML cannot hold, not even as a reference."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)


def write_junit(path, results):
    """A suite for each program, a test for each case."""
    root = xml.Element("testsuites", name="hw3-judge")
    for name in dict.fromkeys(result.program.name for result in results):
        own = [result for result in results if result.program.name == name]
        suite = xml.SubElement(root, "testsuite", name=xml_text(name), tests=str(len(own)),
                               failures=str(sum(not result.accepted for result in own)),
                               errors="0", skipped="0",
                               time=f"{sum(result.ending.seconds for result in own):.6f}")
        for result in own:
            spent = result.best if result.accepted else result.ending.seconds
            test = xml.SubElement(suite, "testcase", classname=xml_text(name),
                                  name=xml_text(result.case.name), time=f"{spent:.6f}")
            if not result.accepted:
                failure = xml.SubElement(test, "failure", type=result.verdict.code,
                                         message=xml_text(result.verdict.reason))
                failure.text = f"{result.verdict.code}: {xml_text(result.verdict.reason)}"
            if result.ending.words:
                xml.SubElement(test, "system-err").text = xml_text(result.ending.words)
    xml.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)
