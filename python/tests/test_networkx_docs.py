# SPDX-License-Identifier: MIT
"""Runs the blocks of docs/python-networkx.md: each section is one session of Python."""

import doctest
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "python-networkx.md"
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def sections():
    """Returns the blocks of each section that has some, by its title."""
    parts = re.split(r"^## (.*)$", PAGE.read_text(), flags=re.MULTILINE)[1:]
    found = {title: BLOCK.findall(text) for title, text in zip(parts[::2], parts[1::2])}
    return {title: blocks for title, blocks in found.items() if blocks}


def test_the_page_has_all_its_sections():
    assert list(sections()) == ["NetworkX", "scikit-learn: Isomap", "RDKit: the distance matrix"]


@pytest.mark.parametrize("title, package", [("NetworkX", "networkx"),
                                            ("scikit-learn: Isomap", "sklearn"),
                                            ("RDKit: the distance matrix", "rdkit")])
def test_section(title, package):
    pytest.importorskip(package)
    if package == "networkx":
        import networkx

        if tuple(map(int, networkx.__version__.split(".")[:2])) < (3, 6):
            pytest.skip("the page shows the configuration and the log of NetworkX 3.6")
    names = {"apsp": pytest.importorskip("apsp")}
    runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
    report = []
    for block in sections()[title]:
        test = doctest.DocTestParser().get_doctest(block, names, title, str(PAGE), 0)
        runner.run(test, out=report.append, clear_globs=False)
        names = test.globs
    assert runner.failures == 0, "".join(report)
    assert runner.tries > 0
