# SPDX-License-Identifier: MIT
"""SciPy's own tests of shortest paths, with our functions in the place of SciPy's."""

import importlib.util
import re
import subprocess
import sys

# The second takes the package sparse. Old versions of SciPy have the first alone.
SUITES = ("scipy.sparse.csgraph.tests.test_shortest_path", "scipy.sparse.csgraph.tests.test_pydata_sparse")
PLUGIN = '''
import apsp, scipy.sparse.csgraph
calls = 0
def counted(function):
    def count(*arguments, **options):
        global calls
        calls += 1
        return function(*arguments, **options)
    return count
for name in ("shortest_path", "floyd_warshall", "dijkstra", "johnson", "bellman_ford"):
    setattr(scipy.sparse.csgraph, name, counted(getattr(apsp, name)))
scipy.sparse.csgraph.NegativeCycleError = apsp.NegativeCycleError
def pytest_terminal_summary(terminalreporter):
    terminalreporter.write_line(f"calls of apsp: {calls}")
'''


def test_scipy_passes_its_own_tests_with_our_functions(tmp_path, note):
    (tmp_path / "apsp_in_scipy.py").write_text(PLUGIN)
    run = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "apsp_in_scipy",
                          "-p", "no:cacheprovider", "--pyargs", *filter(importlib.util.find_spec, SUITES)],
                         cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert run.returncode == 0, run.stdout[-4000:]
    passed = int(re.search(r"(\d+) passed", run.stdout)[1])
    calls = int(re.search(r"calls of apsp: (\d+)", run.stdout)[1])
    assert passed >= 30 and calls > passed, run.stdout[-400:]
    note(f"SciPy's own tests with our functions: {passed} passed, in {calls} calls")
