# SPDX-License-Identifier: MIT
"""The comparison of two builds, from given seconds."""

import unittest

from hw3bench.compare import Seconds, compare


def runs_of(*seconds):
    """A repeat for each triple of compute seconds: A, B, A again."""
    return [{side: Seconds(x, 2 * x) for side, x in zip(("A", "B", "A again"), triple)}
            for triple in seconds]


class CompareTest(unittest.TestCase):
    def test_a_build_that_is_slower_in_every_repeat(self):
        # The machine gets slower by the minute; the ratio within a repeat does not.
        found = compare(runs_of((1, 1.1, 1), (2, 2.2, 2), (4, 4.4, 4)), "compute")
        self.assertAlmostEqual(found.b_over_a, 1.1)
        self.assertAlmostEqual(found.again_over_a, 1)
        self.assertAlmostEqual(found.seconds_a, 2)
        self.assertEqual(found.verdict, "slower")

    def test_a_difference_that_the_same_build_has_too_says_nothing(self):
        found = compare(runs_of((1, 1.04, 1.06), (1, 1.04, 1.06), (1, 1.04, 1.06)), "compute")
        self.assertEqual(found.verdict, "same")

    def test_one_per_cent_is_never_a_difference(self):
        self.assertEqual(compare(runs_of((1, 1.009, 1)), "whole").verdict, "same")
        self.assertEqual(compare(runs_of((1, 0.9, 1)), "whole").verdict, "faster")


if __name__ == "__main__":
    unittest.main()
