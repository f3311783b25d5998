# SPDX-License-Identifier: MIT
"""Every block of Python in docs/python.md and docs/prepared.md runs, in their order; a block of text is
its output. A word beside "python" is a package that the block takes, or gpu."""

import importlib.util
import pathlib
import re

import matplotlib
import pytest

import apsp

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
BLOCK = re.compile(r"^```python( \w+)?\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", re.DOTALL | re.MULTILINE)


def has_gpu():
    """Whether the blocks of GPUs can run."""
    try:
        return bool(apsp.devices()) and importlib.util.find_spec("cupy") is not None
    except RuntimeError:
        return False


@pytest.mark.parametrize("page, least", [("python.md", 8), ("prepared.md", 3)])
def test_every_block_runs(page, least, tmp_path, monkeypatch, capsys, note):
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "docs"}
    blocks = BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))
    assert len(blocks) >= least
    for word, code, expected in blocks:
        package = word.strip()
        if package == "gpu" and not has_gpu():
            note(f"docs/{page}: the block of GPUs is skipped, because there is no GPU with CuPy")
            continue
        if package not in ("", "gpu") and importlib.util.find_spec(package) is None:
            note(f"docs/{page}: a block is skipped, because {package} is not installed")
            continue
        exec(compile(code, page, "exec"), names)
        printed = capsys.readouterr().out
        assert not expected or printed == expected, code
    if page == "python.md":
        assert (tmp_path / "distances.png").stat().st_size > 1000
