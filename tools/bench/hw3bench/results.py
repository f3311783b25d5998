# SPDX-License-Identifier: MIT
"""Results that every script has. They are a dict: date, repeats, machine, left_out, sampled, and what
the script measures. `left_out` holds lines, or lists of lines by section; `sampled` a line for each
graph whose distances were not proven in every row."""

import csv
import datetime
import json
import os


def started(programs, repeats, left_out, **machine):
    """Results without measurements."""
    return {"date": datetime.date.today().isoformat(), "repeats": repeats,
            "machine": {**machine, "processors": len(os.sched_getaffinity(0))},
            "left_out": left_out, "sampled": programs.sampled}


def sampled(results):
    """Lines about graphs whose distances were not proven in every row."""
    return [f"Checked by a sample: {line}." for line in dict.fromkeys(results.get("sampled", []))]


def closing(results, sections=()):
    """The last lines of a report: what was left out, by section if it is so kept, and what was
    checked by a sample."""
    left_out = results["left_out"]
    if sections:
        left_out = sum((left_out.get(section, []) for section in sections), [])
    return [*(f"Left out: {line}." for line in dict.fromkeys(left_out)), *sampled(results)]


def sectioned(heading, results, texts):
    """A report of sections: `texts` maps each to its text and to the function that makes its table."""
    parts = [heading]
    for section, (text, make_table) in texts.items():
        if results.get(section):
            parts += [text, make_table(results[section])]
    return "\n\n".join(parts + closing(results))


def save(results, folder, name, write_csv):
    """Writes NAME.json and NAME.csv. `write_csv` writes the results to a file."""
    (folder / f"{name}.json").write_text(json.dumps(results, indent=1) + "\n")
    with open(folder / f"{name}.csv", "w", encoding="utf-8", newline="") as file:
        write_csv(results, file)


def write_sections(results, sections, file):
    """CSV, one line a row of any section, each phase in a column of its own. Columns that a section
    does not have stay empty."""
    rows = []
    for section in sections:
        for row in results.get(section, []):
            flat = {key: value for key, value in row.items() if key != "phases"}
            flat.update({f"{name}_seconds": s for name, s in row.get("phases", {}).items()})
            rows.append({"section": section, **flat})
    columns = list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.DictWriter(file, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
