# SPDX-License-Identifier: MIT
"""hw3-plot: its bars, its pictures, its messages.

Usage: plot_test.py HW3_PLOT HW3_STATS
"""

import html
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

PLOT = STATS = plot = None
MATPLOTLIB = importlib.util.find_spec("matplotlib")


def summary(counts, bin_width=1, **more):
    """The parts of a summary that are drawn. `counts`: pairs by distance."""
    starts = sorted(counts)
    return {"source": "d", "vertices": 9, "reachable_pairs": sum(counts.values()),
            "unreachable_pairs": 2, "mean_distance": 2.5, "diameter": 4, "radius": 1,
            "percentiles": {"exact": bin_width == 1, "90": 4},
            "histogram": {"bin_width": bin_width, "from": starts,
                          "pairs": [counts[start] for start in starts]}, **more}


EMPTY = {"mean_distance": None, "diameter": None, "radius": None,
         "percentiles": {"exact": True, "90": None}}


def load(path):
    loader = importlib.machinery.SourceFileLoader("hw3_plot", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("hw3_plot", loader))
    loader.exec_module(module)
    return module


class BarsTest(unittest.TestCase):
    def bars(self, counts, most, bin_width=1):
        one = summary(counts, bin_width)
        width = plot.common_width([one], most)
        starts, pairs = plot.bars(one, width)
        return width, dict(zip(starts, pairs))

    def test_few_distances_have_a_bar_each_the_empty_ones_between_them_too(self):
        self.assertEqual(self.bars({4: 2, 7: 1}, 20), (1, {4: 2, 5: 0, 6: 0, 7: 1}))
        self.assertEqual(self.bars({-1: 1, 0: 1}, 20), (1, {-1: 1, 0: 1}))

    def test_many_distances_share_bars_of_round_widths(self):
        self.assertEqual(self.bars({3: 1, 4: 1, 9: 1}, 4), (2, {2: 1, 4: 1, 6: 0, 8: 1}))
        self.assertEqual(self.bars({3: 1, 4: 1, 12: 1}, 4), (5, {0: 2, 5: 0, 10: 1}))
        self.assertEqual(self.bars({-7: 1, 4: 1, 12: 1}, 3), (10, {-10: 1, 0: 1, 10: 1}))
        self.assertEqual(self.bars({0: 1, 60000: 1}, 20)[0], 5000)

    def test_wide_bins_stay_whole(self):
        width, bars = self.bars({0: 2, 99984: 1, 1000000: 2}, 20, bin_width=16)
        self.assertEqual(width & (width - 1), 0)
        self.assertLessEqual(len(bars), 20)
        self.assertEqual((sum(bars.values()), bars[0]), (5, 2))

    def test_several_summaries_have_the_width_that_all_can_have(self):
        self.assertEqual(plot.common_width([summary({0: 1, 5: 1}), summary({0: 1, 64: 1}, 32)]), 32)

    def test_shares_end_at_all(self):
        self.assertEqual(plot.shares([1, 0, 3]), ([25, 0, 75], [25, 25, 100]))

    def test_text_is_printable_and_no_formula(self):
        self.assertEqual(plot.plain("a\x01$b\\$"), "a?\\$b\\$")
        self.assertEqual(plot.plain("abcdefgh", 6), "...fgh")


class PlotCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="apsp-plot-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        (self.folder / name).write_text(content if isinstance(content, str) else json.dumps(content))

    def run_plot(self, *arguments, code=0, **options):
        done = subprocess.run([sys.executable, PLOT, *arguments], capture_output=True, timeout=60,
                              cwd=self.folder, text=True, **options)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stdout, "")
        return done.stderr


@unittest.skipUnless(MATPLOTLIB, "matplotlib is not installed")
class PictureTest(PlotCase):
    def texts(self, name):
        """The texts of an SVG: matplotlib draws them as shapes, each below a comment."""
        found = []

        def walk(node):
            if node.nodeType == node.COMMENT_NODE:
                found.append(html.unescape(node.data.strip()))
            for child in node.childNodes:
                walk(child)

        walk(xml.dom.minidom.parse(str(self.folder / name)))
        return found

    def test_one_summary_has_title_axes_and_legend(self):
        self.write("s", summary({1: 1, 3: 3}, source="a<b>&c\u00e9\x01 $x$"))
        self.run_plot("--unit", "km", "s", "p.svg")
        texts = self.texts("p.svg")
        for part in ("a<b>&c\u00e9? $x$", "distance, km", "ordered pairs", "pairs", "cumulative",
                     "V = 9, 4 of 6 ordered pairs reachable, mean 2.5, radius 1, diameter 4, "
                     "90 % within 4"):
            self.assertIn(part, texts)

    def test_several_summaries_share_axes(self):
        self.write("s", summary({1: 1, 3: 3}))
        self.write("t", summary({2: 1, 4000: 3}))
        self.write("u", summary({}, **EMPTY))
        self.run_plot("--log", "--title", "Three", "s", "t", "u", "p.svg")
        texts = self.texts("p.svg")
        for part in ("Three", "s", "t", "u: no pairs", "distance, in steps of 50", "Pairs by distance",
                     "share of reachable pairs, %", "Pairs within a distance"):
            self.assertIn(part, texts)
        self.run_plot("u", "u", "p.svg")

    def test_a_picture_of_nothing(self):
        self.write("s", summary({}, **EMPTY))
        self.run_plot("s", "p.svg")
        self.assertIn("no vertex reaches another", self.texts("p.svg"))

    def test_formats_and_the_same_bytes_twice(self):
        self.write("s", summary({1: 1, 3: 3}))
        for name, magic in (("p.png", b"\x89PNG\r\n\x1a\n"), ("p.pdf", b"%PDF-"), ("p.svg", b"<?xml")):
            self.run_plot("s", name)
            first = (self.folder / name).read_bytes()
            self.assertTrue(first.startswith(magic), name)
            self.run_plot("s", name)
            self.assertEqual((self.folder / name).read_bytes(), first)
        width, height = struct.unpack(">II", (self.folder / "p.png").read_bytes()[16:24])
        self.assertEqual((width, height), (1080, 600))

    def test_what_hw3_stats_writes(self):
        numbers = struct.pack("<9i", 0, 4, 6, 2**30 - 1, 0, 2, 2**30 - 1, 2**30 - 1, 0)
        (self.folder / "d").write_bytes(numbers)
        said = subprocess.run([STATS, "--json", "-", "d"], check=True, capture_output=True,
                              cwd=self.folder, text=True).stdout
        self.run_plot("-", "p.svg", input=said)
        self.assertIn("d", self.texts("p.svg"))

    def test_a_picture_appears_whole_or_not_at_all(self):
        self.write("s", summary({1: 1}))
        self.assertIn("missing/p.svg: No such file", self.run_plot("s", "missing/p.svg", code=7))
        self.write("p.svg", "before")
        self.write("broken", "{")
        self.run_plot("broken", "p.svg", code=3)
        self.assertEqual((self.folder / "p.svg").read_text(), "before")
        (self.folder / "link.svg").symlink_to("p.svg")
        self.run_plot("s", "link.svg")
        self.assertTrue((self.folder / "link.svg").is_symlink())
        self.assertIn("<svg", (self.folder / "p.svg").read_text())
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ["broken", "link.svg", "p.svg", "s"])

    def test_files_that_are_no_summary(self):
        damaged = summary({1: 1, 3: 3})
        damaged["histogram"]["pairs"] = [1, 2]
        for content, part in (("", "no: Expecting value"), ([1], "no: found list"),
                              ({}, 'no: found no "source"'),
                              (summary({1: 1}, vertices="3"), '"vertices" is of another type'),
                              (summary({1: 1}, 0), '"histogram" is damaged'),
                              (damaged, '"histogram" has 3 pairs, "reachable_pairs" is 4')):
            with self.subTest(part):
                self.write("no", content)
                self.assertIn(part, self.run_plot("no", "p.svg", code=3))
        self.assertIn("gone: No such file", self.run_plot("gone", "p.svg", code=3))


class UsageTest(PlotCase):
    def test_usage(self):
        self.assertIn("PICTURE is 'p.gif', expected a name that ends in .svg, .png or .pdf",
                      self.run_plot("s", "p.gif", code=2))
        self.write("s.svg", summary({1: 1}))
        self.assertIn("are the same file", self.run_plot("s.svg", "s.svg", code=2))
        with open(self.folder / "s.svg") as stdin:
            self.assertIn("SUMMARY - and PICTURE s.svg are the same file",
                          self.run_plot("-", "s.svg", code=2, stdin=stdin))
        self.run_plot("p.svg", code=2)

    def test_without_matplotlib(self):
        self.write("s", summary({1: 1}))
        self.write("matplotlib.py", "raise ImportError\n")
        said = self.run_plot("s", "p.svg", code=1,
                             env={**os.environ, "PYTHONPATH": str(self.folder)})
        self.assertIn("hw3-plot: matplotlib is not installed", said)
        self.assertIn("apt-get install python3-matplotlib", said)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    PLOT, STATS = (str(pathlib.Path(program).resolve()) for program in sys.argv[1:])
    plot = load(PLOT)
    unittest.main(argv=sys.argv[:1])
