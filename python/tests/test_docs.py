# SPDX-License-Identifier: MIT
"""Every block of Python in docs/python.md runs, in their order; a block of text is its output."""

import importlib.util
import pathlib
import re

import matplotlib

import apsp

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md"
BLOCK = re.compile(r"^```python( gpu)?\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", re.DOTALL | re.MULTILINE)


def has_gpu():
    """Whether the blocks of GPUs can run."""
    try:
        return bool(apsp.devices()) and importlib.util.find_spec("cupy") is not None
    except RuntimeError:
        return False


def test_every_block_runs(tmp_path, monkeypatch, capsys, note):
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "docs"}
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) >= 8
    for gpu, code, expected in blocks:
        if gpu and not has_gpu():
            note("docs/python.md: the block of GPUs is skipped, because there is no GPU with CuPy")
            continue
        exec(compile(code, str(PAGE), "exec"), names)
        printed = capsys.readouterr().out
        assert not expected or printed == expected, code
    assert (tmp_path / "distances.png").stat().st_size > 1000
