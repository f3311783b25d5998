# SPDX-License-Identifier: MIT
"""Every block of docs/apsp.md runs, in their order; a block of text is what it prints, seconds left out."""

import os
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "apsp.md"
BLOCK = re.compile(r"^```sh( \w+)?\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", re.DOTALL | re.MULTILINE)


def plain(text):
    lines = [line.rstrip() for line in text.splitlines()]
    return [re.sub(r"(?<=^seconds ) .*", "", line) for line in lines]


def test_every_block_runs(tmp_path):
    shim = tmp_path / "bin" / "apsp"
    shim.parent.mkdir()
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m apsp "$@"\n')
    shim.chmod(0o755)
    folder = tmp_path / "folder"
    folder.mkdir()
    environment = {**os.environ, "PATH": f"{shim.parent}:{os.environ['PATH']}", "COLUMNS": "80"}
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert sum(word != " nothing" for word, _, _ in blocks) >= 8
    for word, code, expected in blocks:
        if word == " nothing":
            continue
        done = subprocess.run(["bash", "-euc", code], cwd=folder, env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert (done.returncode != 0) == (word == " fails"), f"{code}\n{done.stdout}"
        assert not expected or plain(done.stdout) == plain(expected), f"{code}\n{done.stdout}"
