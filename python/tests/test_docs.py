# SPDX-License-Identifier: MIT
"""Every block of Python in docs/python.md runs, in their order; a block of text is its output."""

import pathlib
import re

import matplotlib

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", re.DOTALL | re.MULTILINE)


def test_every_block_runs(tmp_path, monkeypatch, capsys):
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "docs"}
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) >= 8
    for code, expected in blocks:
        exec(compile(code, str(PAGE), "exec"), names)
        printed = capsys.readouterr().out
        assert not expected or printed == expected, code
    assert (tmp_path / "distances.png").stat().st_size > 1000
