# SPDX-License-Identifier: MIT
# Imports as Spack has them: its names come by a star, and last.
# ruff: noqa: F403, F405, I001
import os

from spack_repo.builtin.build_systems.cuda import CudaPackage
from spack_repo.builtin.build_systems.meson import MesonPackage
from spack_repo.builtin.build_systems.python import PythonPipBuilder

from spack.package import *


class Apsp(MesonPackage, CudaPackage):
    """Exact all-pairs shortest paths, as fast as the machine allows: programs, a library for C++20, and a
    Python package."""

    # The project names no home yet, so there is neither homepage nor git. The archive that `meson dist` makes
    # stands beside this file; without a digest it takes `spack install --no-checksum`.
    url = f"file://{os.path.dirname(os.path.abspath(__file__))}/apsp-1.0.0.tar.xz"

    license("MIT")

    version("1.0.0")

    variant("mpi", default=True, description="One solve by several processes")
    variant("python", default=False, description="The Python package and the command apsp")

    depends_on("cxx", type="build")
    depends_on("meson@1:", type="build")
    depends_on("python@3.9:", type=("build", "run"))  # scripts, and manual pages
    depends_on("bzip2")
    depends_on("cli11")
    depends_on("fmt")
    depends_on("nlohmann-json")
    depends_on("suite-sparse@7.4:")  # from there on its headers are in a folder
    depends_on("zlib-api")
    depends_on("mpi", when="+mpi")

    with when("+cuda"):
        depends_on("cuda@12:")
        depends_on("nccl@2.17:", when="+mpi")

    with when("+python"):
        extends("python")
        depends_on("py-pip", type="build")
        depends_on("py-meson-python@0.18:", type="build")
        depends_on("py-nanobind@2.1:", type="build")
        depends_on("py-click@8.1:", type="run")
        depends_on("py-numpy@1.23:", type="run")
        depends_on("py-rich@12:", type="run")
        depends_on("py-scipy@1.8:", type="run")
        conflicts("^py-nanobind@2.5.0")

    conflicts("%gcc@:10")
    conflicts("%clang@:12")

    def meson_args(self):
        def feature(name, wanted):
            return f"-D{name}={'enabled' if wanted else 'disabled'}"

        spec = self.spec
        args = [
            "-Dtests=false",
            "-Dzlib=enabled",
            "-Dbzip2=enabled",
            feature("cuda", spec.satisfies("+cuda")),
            feature("mpi", spec.satisfies("+mpi")),
            feature("nccl", spec.satisfies("+cuda+mpi")),
        ]
        if spec.satisfies("+cuda"):
            # Without one the programs serve all, whatever GPU the machine that builds has.
            known = [arch for arch in spec.variants["cuda_arch"].value if arch != "none"]
            args.append(f"-Dgpu_arch={','.join(known) or 'all'}")
        return args

    @run_after("install")
    def install_python(self):
        # By pip, because only a wheel has the command apsp and what NetworkX looks for.
        if self.spec.satisfies("+python"):
            pip = self.spec["python"].command
            pip.add_default_arg("-m", "pip")
            with working_dir(self.stage.source_path):
                pip(*PythonPipBuilder.std_args(self), f"--prefix={self.prefix}", ".")

    def setup_run_environment(self, env):
        # The module of GPUs that the programs have serves the Python package, too.
        if self.spec.satisfies("+cuda+python"):
            env.set("APSP_MODULE_PATH", os.path.join(self.prefix, "lib", "apsp"))
