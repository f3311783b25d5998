# SPDX-License-Identifier: MIT
"""Scripts that stand in for programs: those that need a GPU or MPI, and those that are wrong."""

WRONG_BYTES = "printf '\\001\\002\\003\\004' | dd of=\"$last\" bs=4 seek=1 conv=notrunc 2>/dev/null"

# Passes everything on to hw3-1, and spoils the last distance.
WRONG = f"""#!/bin/sh
case "$*" in *--help*) exec REAL --help ;; esac
REAL "$@" || exit
for last; do :; done
{WRONG_BYTES}
"""

# Spoils the output or the summary of the dense method, or the output of every run.
WRONG_METHOD = f"""#!/bin/sh
REAL "$@" || exit
for last; do :; done
case "SPOILT, $*" in
  all,*.bin|output,*"--method dense"*.bin) {WRONG_BYTES} ;;
  summary,*"--method dense"*"--summary"*) echo >> "${{last%/*}}/summary.json" ;;
esac
"""

# Spoils the largest distance of the first row in the summaries of runs that the words match.
WRONG_SUMMARY = """#!/bin/sh
REAL "$@" || exit
case "$*" in WORDS) sed -i 's/"eccentricity": \\[/&7/' FOLDER/summary.json ;; esac
"""

# Spoils the sparse rows of runs with the option ASKED.
WRONG_ROWS = """#!/usr/bin/env python3
import pathlib, subprocess, sys
code = subprocess.run(["REAL", *sys.argv[1:]]).returncode
if "ASKED" in sys.argv:
    ran = pathlib.Path(sys.argv[0] + ".ran")
    again = ran.exists()
    ran.touch()
    answer = pathlib.Path(sys.argv[-1])
    data = bytearray(answer.read_bytes())
    CHANGE
    answer.write_bytes(data)
sys.exit(code)
"""

CEILING = """#!/bin/sh
echo '{"device": "Some GPU", "unit": "T relax/s", "s32": 16.50, "u16": 32.25,
 "f32": 15.50, "f64": 5.25, "copy_GB_per_s": 4000}'
"""

# hw3-1 with the options and the facts of hw3-2, and of hw3-3 on two GPUs.
SOLVER = """#!/usr/bin/env python3
import json, os, subprocess, sys
words = sys.argv[1:]
for name in ("--devices", "--route", "--transfer", "--memory"):
    if name in words:
        del words[words.index(name):words.index(name) + 2]
code = subprocess.run(["REAL", "--threads", "1", *words]).returncode
if code == 0 and "hw3-3" in sys.argv[0]:
    file = words[words.index("--report") + 1]
    report = json.load(open(file))
    report.update(devices="0,1", exchange_bytes=10**9, exchange_seconds=0.001, exchange="NCCL")
    json.dump(report, open(file, "w"))
if os.environ.get("BROKEN") and os.environ["BROKEN"] in sys.argv:
    if "--summary" in words:
        open(words[words.index("--summary") + 1], "a").write("broken")
    else:
        with open(words[-1], "r+b") as file:
            file.write(b"x")
sys.exit(code)
"""

# hw3-real-rate on a GPU: by processors.
REAL_RATE = """#!/bin/sh
[ "$1 $2" = "--device gpu" ] && shift 2 && exec REAL "$@"
"""

# mpirun -n N program ...: one process, with a report as that of two.
LAUNCHER = """#!/usr/bin/env python3
import json, os, subprocess, sys
assert sys.argv[1] == "2", sys.argv
words = sys.argv[2:]
code = subprocess.run(words).returncode
if code == 0:
    file = words[words.index("--report") + 1]
    report = json.load(open(file))
    rank = {"compute_seconds": 50.5, "waiting_seconds": 0.01, "sending_seconds": 0.02,
            "bytes_received": 10**9}
    report["by_rank"] = [rank, {**rank, "waiting_seconds": 0.03, "compute_seconds": 0.25}]
    json.dump(report, open(file, "w"))
sys.exit(code)
"""

# Runs the program and tells of two kernels. One metric is unknown to it, another has no value.
NCU = """#!/usr/bin/env python3
import subprocess, sys
words = sys.argv[1:]
names = words[words.index("--metrics") + 1].split(",")
if "smsp__cycles_active.avg.pct_of_peak_sustained_elapsed" in names:
    sys.exit("==ERROR== Failed to find metric smsp__cycles_active")
while words[0].startswith("--"):
    del words[:1 if words[0] == "--csv" else 2]
subprocess.run(words, check=True)
tell = lambda *cells: print(",".join(f'"{cell}"' for cell in cells))
tell("ID", "Kernel Name", *names)
tell("", "", *(("Gbyte" if "bytes" in name else "us") for name in names))
for number, kernel in enumerate(("product_kernel", "close_pivot_kernel")):
    tell(number, f"void (anonymous namespace)::{kernel}<1>(int *)",
         *("n/a" if "_op_st.sum" in name else "1,000.5" for name in names))
"""

BROKEN_NCU = """#!/bin/sh
echo '==PROF== Connected'
echo '==ERROR== ERR_NVGPUCTRPERM - no permission.'
exit 1
"""

START = """#!/usr/bin/env python3
import json, sys, time
began = time.monotonic()
print(json.dumps({"device": "Some GPU", "began": began,
                  "steps": {"driver": 0.25, "first solve": 0.5 if "--lazy" in sys.argv else 0.125},
                  "ended": time.monotonic()}))
"""

NO_GPU = """#!/bin/sh
echo "$(basename "$0"): no usable GPU" >&2
exit 6
"""
