# SPDX-License-Identifier: MIT
"""Checks that the targets of the repository's pages exist: links, images, headings, and the markers
that `--update` commands name. Figures that a summary takes from a page of results must be there too,
and each page of docs/ in the navigation of the site.

Usage: links_test.py"""

import pathlib
import re
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
CODE_BLOCK = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
CODE_SPAN = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s*(\S+)", re.MULTILINE)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)  # https:, mailto:
UPDATE = re.compile(r"--update(?:-summary)? '?([^\s'`]+)")
RESULTS_LINK = re.compile(r"\]\((results/[^)#]+)")
FIGURE = re.compile(r"\d+(?:\.\d+)?")


def pages(root):
    """README.md and the other pages of the root, and all of docs/ and labs/."""
    return sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md"),
                   *(root / "labs").rglob("*.md")])


def anchors(text):
    """The names by which GitHub links to the headings of a page."""
    found = set()
    for title in re.findall(r"^#{1,6} +(.*?) *#*$", CODE_BLOCK.sub("", text), re.MULTILINE):
        title = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", title)
        name = re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")
        number = 0
        while f"{name}-{number}" in found if number else name in found:
            number += 1
        found.add(f"{name}-{number}" if number else name)
    return found


def broken_links(page, root):
    """One line for each relative link or image of `page` that leads to no file or heading below
    `root`."""
    wrong = []
    text = CODE_SPAN.sub("", CODE_BLOCK.sub("", page.read_text(encoding="utf-8")))
    for target in (inline or reference for inline, reference in LINK.findall(text)):
        if ELSEWHERE.match(target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or root not in file.parents:
            wrong.append(f"{page.relative_to(root)}: {target}: no such file")
        elif anchor and anchor not in anchors(file.read_text(encoding="utf-8")):
            wrong.append(f"{page.relative_to(root)}: {target}: no such heading")
    return wrong


def broken_updates(page, root):
    """One line for each command of `page` that would update a page without the markers it needs."""
    wrong = []
    for target in UPDATE.findall(page.read_text(encoding="utf-8")):
        path, _, name = target.partition("#")
        begin = f"<!-- bench:begin{' ' + name if name else ''} -->"
        file = root / path
        if "NAME" not in target and (not file.is_file() or
                                     begin not in file.read_text(encoding="utf-8").splitlines()):
            wrong.append(f"{page.relative_to(root)}: --update {target}: no line {begin}")
    return wrong


def strange_figures(page):
    """One line for each figure beside a link to a page of results, in a table of `page`, that no
    table of the linked page has."""
    wrong = []
    for row in re.findall(r"^\|.*\|$", page.read_text(encoding="utf-8"), re.MULTILINE):
        link = RESULTS_LINK.search(row)
        if not link or not row.startswith("| ["):
            continue
        file = page.parent / link[1]
        linked = file.read_text(encoding="utf-8") if file.is_file() else ""
        known = {figure for line in re.findall(r"^\|.*\|$", linked, re.MULTILINE)
                 for figure in FIGURE.findall(line)}
        wrong += [f"{page.name}: {figure} is not in {link[1]}"
                  for cell in row.split("|")[2:] for figure in FIGURE.findall(cell)
                  if figure not in known]
    return wrong


def not_in_the_site(navigation, root):
    """The pages of docs/ that `navigation`, mkdocs.yml, does not name."""
    named = set(re.findall(r"[\w./-]+\.md", navigation))
    found = (page.relative_to(root).as_posix() for page in (root / "docs").rglob("*.md"))
    return sorted(set(found) - named)


class PagesTest(unittest.TestCase):
    def test_links_lead_somewhere(self):
        self.assertGreaterEqual(len(pages(ROOT)), 5)
        self.assertEqual([line for page in pages(ROOT) for line in broken_links(page, ROOT)], [])

    def test_update_commands_name_markers(self):
        self.assertEqual([line for page in pages(ROOT) for line in broken_updates(page, ROOT)], [])

    def test_summaries_have_the_figures_of_the_pages_they_link_to(self):
        self.assertEqual(strange_figures(ROOT / "docs" / "performance.md"), [])

    def test_the_site_leads_to_every_page(self):
        navigation = (ROOT / "tools" / "site" / "mkdocs.yml").read_text(encoding="utf-8")
        self.assertEqual(not_in_the_site(navigation, ROOT), [])


class CheckerTest(unittest.TestCase):
    """Planted faults are found, and what only looks like one is not."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        (self.root / "docs" / "results").mkdir(parents=True)
        self.page = self.root / "docs" / "page.md"
        (self.root / "docs" / "results" / "here.md").write_text(
            "# `A` heading, of two\n\n## Twice\n\n## Twice\n\n"
            "<!-- bench:begin x -->\n| 12.5 | 84 % |\n<!-- bench:end -->\n")

    def write(self, text):
        self.page.write_text(text)
        return self.page

    def test_links(self):
        fine = ("[a](results/here.md) [b](results/here.md#a-heading-of-two) [c](#own) [two\nlines]"
                "(results/here.md#twice-1) ![d](results/here.md \"title\") "
                "[e](https://nowhere.invalid/x)\n\n# Own\n\n`[f](gone.md)`\n\n"
                "```\n[g](gone.md)\n# Gone\n```\n")
        self.assertEqual(broken_links(self.write(fine), self.root), [])
        for wrong in ("[a](gone.md)", "![a](gone.svg)", "[a](results/here.md#gone)", "[a](#gone)",
                      "[a](results/here.md#twice-2)", "[a]\n\n[a]: gone.md",
                      "[a](../../outside.md)"):
            self.assertEqual(len(broken_links(self.write(fine + wrong), self.root)), 1, wrong)

    def test_updates(self):
        fine = "`--update 'docs/results/here.md#x'`, `--update docs/results/NAME.md`\n"
        self.assertEqual(broken_updates(self.write(fine), self.root), [])
        for wrong in ("docs/results/here.md", "'docs/results/here.md#y'", "docs/results/gone.md#x"):
            page = self.write(f"{fine}--update {wrong}\n")
            self.assertEqual(len(broken_updates(page, self.root)), 1, wrong)

    def test_navigation(self):
        self.write("")
        whole = "nav:\n  - Results: [docs/page.md, docs/results/here.md]\n"
        self.assertEqual(not_in_the_site(whole, self.root), [])
        self.assertEqual(not_in_the_site(whole.replace("docs/page", "page"), self.root), ["docs/page.md"])

    def test_figures(self):
        for figure, wrong in (("12.5", 0), ("12.6", 1), ("2.5", 1)):
            page = self.write(f"| [2](results/here.md) | {figure}, 84 % |\n")
            self.assertEqual(len(strange_figures(page)), wrong, figure)


if __name__ == "__main__":
    unittest.main()
