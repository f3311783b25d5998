# SPDX-License-Identifier: MIT
"""Configures builds on machines that seem to have GPUs, and looks for which the kernels are compiled.

Usage: gpu_arch_test.py SOURCE_FOLDER
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = None
ALL = {f"arch=compute_{arch},code=sm_{arch}" for arch in ("75", "80", "86", "89", "90")}


class InstallTest(unittest.TestCase):
    """tools/dev/install in a copy of the sources, up to the call of ninja that would compile, where one
    GPU is visible."""

    def chosen(self, meson_options):
        with tempfile.TemporaryDirectory(prefix="apsp-gpu-arch-") as folder:
            copy, tools = pathlib.Path(folder, "apsp"), pathlib.Path(folder, "tools")
            shutil.copytree(SOURCE, copy, ignore=lambda where, names:
                            {"build", "bin", ".git"} & set(names) if where == SOURCE else ())
            tools.mkdir()
            for name, script in (("nvidia-smi", "echo 9.0"),
                                 ("ninja", 'case $* in --version) echo 1.11.1 ;; *build.ninja) ;; '
                                           '*) exit 9 ;; esac')):
                (tools / name).write_text(f"#!/bin/sh\n{script}\n")
                (tools / name).chmod(0o755)
            environment = dict(os.environ, MESON_OPTIONS=meson_options)
            environment.pop("SUDO_USER", None)
            environment["PATH"] = f"{tools}{os.pathsep}{environment['PATH']}"
            done = subprocess.run([copy / "tools" / "dev" / "install", f"{folder}/prefix", ""],
                                  env=environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, check=False)
            self.assertEqual(done.returncode, 9, done.stdout)
            listed = subprocess.run(
                ["meson", "introspect", "--buildoptions", copy / "build" / "release"], check=True,
                stdout=subprocess.PIPE).stdout
        return {option["name"]: option["value"] for option in json.loads(listed)}["gpu_arch"]

    def test_installs_for_all_gpus(self):
        self.assertEqual(self.chosen(""), ["all"])

    def test_installs_for_the_gpus_that_were_named(self):
        self.assertEqual(self.chosen("-Dgpu_arch=86"), ["86"])


class GpuArchTest(unittest.TestCase):
    def compiled_for(self, nvidia_smi, *options):
        """Returns the architectures that nvcc is given where `nvidia_smi` is the script behind that name."""
        with tempfile.TemporaryDirectory(prefix="apsp-gpu-arch-") as folder:
            program = pathlib.Path(folder, "nvidia-smi")
            program.write_text("#!/bin/sh\n" + nvidia_smi)
            program.chmod(0o755)
            environment = dict(os.environ)
            environment["PATH"] = folder + os.pathsep + environment["PATH"]
            subprocess.run(["meson", "setup", f"{folder}/build", SOURCE, *options], check=True,
                           env=environment, stdout=subprocess.PIPE)
            told = pathlib.Path(folder, "build", "build.ninja").read_text()
        return set(re.findall(r"-gencode=(\S+?)'?\s", told))

    def test_the_gpus_of_this_machine_alone_by_default(self):
        # One kind twice, and one too old for any toolkit of today.
        self.assertEqual(self.compiled_for("printf '9.0\\n8.6\\n9.0\\n3.5\\n'"),
                         {"arch=compute_90,code=sm_90", "arch=compute_86,code=sm_86",
                          "arch=compute_90,code=compute_90"})

    def test_all_where_there_is_no_gpu(self):
        self.assertEqual(self.compiled_for("echo NVIDIA-SMI has failed; exit 9"),
                         ALL | {"arch=compute_90,code=compute_90"})

    def test_the_option_outweighs_the_machine(self):
        self.assertEqual(self.compiled_for("echo 9.0", "-Dgpu_arch=86"),
                         {"arch=compute_86,code=sm_86", "arch=compute_86,code=compute_86"})
        self.assertEqual(self.compiled_for("echo 9.0", "-Dgpu_arch=all"),
                         ALL | {"arch=compute_90,code=compute_90"})

    def test_the_full_gate_compiles_for_all(self):
        text = pathlib.Path(SOURCE, ".ci", "run").read_text(encoding="utf-8")
        self.assertRegex(text, r"= --full \]; then\n.*\bgpus=all\b")
        self.assertRegex(text, r'export MESON_OPTIONS="[^"]*-Dgpu_arch=\$gpus')


if __name__ == "__main__":
    SOURCE = sys.argv.pop(1)
    unittest.main()
