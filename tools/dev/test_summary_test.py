# SPDX-License-Identifier: MIT
"""The last line of `make test` must not hide a failure."""

import unittest

from test_summary import Counts, cases_of


def cases(result, stdout="", stderr=""):
    return cases_of({"name": "t", "result": result, "stdout": stdout, "stderr": stderr})


class TestSummaryTest(unittest.TestCase):
    def test_catch2(self):
        self.assertEqual(cases("OK", "===\nAll tests passed (40 assertions in 7 test cases)\n\n"),
                         Counts(7, 0, 0))
        self.assertEqual(cases("OK", "All tests passed (1 assertion in 1 test case)"),
                         Counts(1, 0, 0))
        self.assertEqual(
            cases("FAIL", "test cases:   9 |   7 passed |  2 failed\nassertions: 99 | 1 failed\n"),
            Counts(7, 2, 0))
        self.assertEqual(
            cases("OK", "test cases: 6 | 3 passed | 1 failed as expected | 2 skipped\n"),
            Counts(4, 0, 2))

    def test_unittest(self):
        ran = "Ran 9 tests in 0.1s\n\n"
        self.assertEqual(cases("OK", stderr=ran + "OK\n"), Counts(9, 0, 0))
        self.assertEqual(cases("OK", stderr=ran + "OK (skipped=2, expected failures=1)\n"),
                         Counts(7, 0, 2))
        self.assertEqual(
            cases("FAIL", stderr=ran + "FAILED (failures=1, errors=2, skipped=3)\n"),
            Counts(3, 3, 3))

    def test_pytest(self):
        self.assertEqual(cases("OK", "=== 12 passed, 2 skipped, 1 warning in 3.40s ===\n"),
                         Counts(12, 0, 2))
        self.assertEqual(cases("FAIL", "== 1 failed, 4 passed, 2 errors in 62.10s (0:01:02) ==\n"),
                         Counts(4, 3, 0))
        self.assertEqual(cases("OK", "3 passed in 0.1s\n"), Counts(3, 0, 0))

    def test_the_last_summary_counts(self):
        child = "test cases: 3 | 1 passed | 2 failed\n"
        self.assertEqual(cases("FAIL", child + "test cases: 9 | 8 passed | 1 failed\n"),
                         Counts(8, 1, 0))

    def test_without_a_summary(self):
        self.assertEqual(cases("OK", "fine"), Counts(1, 0, 0))
        self.assertEqual(cases("FAIL", "bad"), Counts(0, 1, 0))
        self.assertEqual(cases("SKIP"), Counts(0, 0, 1))

    def test_a_bad_end_is_a_failure_whatever_was_printed(self):
        passed = "All tests passed (4 assertions in 2 test cases)\n"
        for result in ("FAIL", "TIMEOUT", "ERROR", "INTERRUPT", "UNEXPECTEDPASS"):
            self.assertEqual(cases(result, passed).failed, 1, result)
            self.assertEqual(cases(result).failed, 1, result)


if __name__ == "__main__":
    unittest.main()
