# SPDX-License-Identifier: MIT
"""The files of packages/ say what meson.build, meson_options.txt and pyproject.toml say: version, options,
dependencies. That of Spack runs on a stand-in for Spack's own modules, with every choice of its variants.
"""

import itertools
import re
import sys
import types
import unittest

from checkout import ROOT, soversion

PACKAGES = ROOT / "packages"
SPEC, RECIPE, SPACK = (PACKAGES / name for name in ("rpm/apsp.spec", "conda/recipe.yaml", "spack/package.py"))
CONTROL, RULES, DEBIAN_CHANGELOG = (PACKAGES / "debian" / name for name in ("control", "rules", "changelog"))
CONTAINERS = [PACKAGES / "container" / name for name in ("Containerfile", "apsp.def")]
# What meson.build cannot do without, and what hw3-convert reads compressed files by: the names elsewhere.
REQUIRED = {
    "fmt": {SPEC: "fmt-devel", RECIPE: "fmt", SPACK: "fmt", None: "libfmt-dev"},
    "CLI11": {SPEC: "cli11-devel", RECIPE: "cli11", SPACK: "cli11", None: "libcli11-dev"},
    "nlohmann_json": {SPEC: "json-devel", RECIPE: "nlohmann_json", SPACK: "nlohmann-json",
                      None: "nlohmann-json3-dev"},
    "amd": {SPEC: "suitesparse-devel", RECIPE: "libamd", SPACK: "suite-sparse", None: "libsuitesparse-dev"},
}
COMPRESSION = {
    "zlib": {SPEC: "zlib-devel", RECIPE: "zlib", SPACK: "zlib-api", None: "zlib1g-dev"},
    "bzip2": {SPEC: "bzip2-devel", RECIPE: "bzip2", SPACK: "bzip2", None: "libbz2-dev"},
}


def text_of(path):
    return (ROOT / path).read_text(encoding="utf-8")


def minima(key):
    """The name and the oldest version of each package in an array of pyproject.toml."""
    array = re.search(rf"^{key} = \[(.*)\]$", text_of("pyproject.toml"), re.MULTILINE)[1]
    return re.findall(r'"([\w-]+)>=([\d.]+)', array)


VERSION = re.search(r"version: '([^']+)'", text_of("meson.build"))[1]
BUILD, RUN = minima("requires"), minima("dependencies")


class Version(unittest.TestCase):
    def test_one_version_stands_everywhere(self):
        for path, pattern in ((SPEC, r"^Version: +(.+)$"), (RECIPE, r'^  version: "(.+)"$'),
                              (SPACK, r'^    version\("([^"]+)"'), (SPACK, r"/apsp-([\d.]+)\.tar"),
                              (SPEC, r"\A[\s\S]*?^%changelog\n\* .* ([\d.]+)-\d+$"),
                              (DEBIAN_CHANGELOG, r"\Aapsp \(([\d.]+)-\d+\)")):
            with self.subTest(path.name, pattern=pattern):
                self.assertEqual(re.findall(pattern, text_of(path), re.MULTILINE), [VERSION])

    def test_packages_name_the_soname(self):
        soname = soversion(VERSION)
        self.assertIn(f"%{{_libdir}}/libapsp.so.{soname}\n", text_of(SPEC))
        self.assertIn(f"\nPackage: libapsp{soname}\n", text_of(CONTROL))
        for kind in ("install", "symbols"):
            self.assertTrue((CONTROL.parent / f"libapsp{soname}.{kind}").exists())

    def test_packages_of_the_module_hold_the_notice_of_nanobind(self):
        for path in (SPEC, RECIPE, CONTROL.parent / "python3-apsp.docs"):
            self.assertIn("python/NOTICE", text_of(path).split())

    def test_the_extra_for_gpus_is_of_the_same_version(self):
        self.assertIn(f'\ncuda = ["apsp-cuda13=={VERSION}"]\n', text_of("pyproject.toml"))


class Options(unittest.TestCase):
    def test_options_are_those_of_meson_options(self):
        known = re.findall(r"^option\('(\w+)'", text_of("meson_options.txt"), re.MULTILINE)
        for path in (SPEC, RECIPE, RULES, *CONTAINERS):
            with self.subTest(path.name):
                given = re.findall(r"-D(\w+)=", text_of(path))
                self.assertLessEqual({"tests", "cuda", "mpi"}, set(given))
                self.assertLessEqual(set(given), set(known))
        for arguments in (Spack(flags).arguments() for flags in Spack.choices()):
            for argument in arguments:
                self.assertIn(re.fullmatch(r"-D(\w+)=[\w,]+", argument)[1], known)


class Dependencies(unittest.TestCase):
    def test_the_required_ones_are_known_here(self):
        found = re.findall(r"dependency\('([^']+)', include_type: 'system', default_options: quiet\)",
                           text_of("meson.build"))
        self.assertEqual(set(found), set(REQUIRED))

    def test_each_file_lists_them(self):
        lists = {SPEC: re.findall(r"^BuildRequires: +(\S+)", text_of(SPEC), re.MULTILINE),
                 RECIPE: re.findall(r"^ +- ([\w-]+)", text_of(RECIPE), re.MULTILINE),
                 CONTROL: re.findall(r"[\w-]+", text_of(CONTROL).split("\n\n")[0]),
                 SPACK: [re.split("[@+]", spec)[0] for spec, _ in Spack(()).dependencies()]}
        for path in (SPEC, RECIPE, SPACK, CONTROL, *CONTAINERS):
            for name, names in {**REQUIRED, **COMPRESSION}.items():
                with self.subTest(path.name, dependency=name):
                    self.assertIn(names.get(path, names[None]), lists.get(path) or text_of(path).split())

    def test_the_module_and_the_library_of_conda_list_them_both(self):
        library, module = text_of(RECIPE).split("  - package:")[1:]
        for names in REQUIRED.values():
            self.assertIn(f"- {names[RECIPE]}\n", library)
            self.assertIn(f"- {names[RECIPE]}\n", module)

    def test_those_of_python_have_their_oldest_versions(self):
        """The spec and pip take them from pyproject.toml."""
        spack = [spec for spec, _ in Spack(("python",)).dependencies()]
        for name, oldest in BUILD + RUN:
            self.assertRegex(text_of(RECIPE), f" - {name} >={re.escape(oldest)}[,\n]")
            self.assertIn(f"py-{name}@{oldest}:", spack)

    def test_both_images_are_made_by_the_same_commands(self):
        images = []
        for path in CONTAINERS:
            text = re.sub(r"^ *#.*\n", "", re.sub(r" *\\\n *", " ", text_of(path)), flags=re.MULTILINE)
            text = re.sub(r"\$\{CUDA\}|\{\{ CUDA \}\}", "CUDA", text)
            images.append(re.findall(r"(?:apt-get install|meson|find|python3|ldconfig)\b[^&\n]*", text))
        self.assertEqual(len(images[0]), 8)
        self.assertEqual(*images)


class Spack:
    """Spack's file, loaded on a stand-in for Spack in which these variants are on."""

    def __init__(self, flags, arches=("none",)):
        self.flags, self.arches, self.listed, self.conditions = set(flags), arches, [], []
        self.package = self.load()

    @staticmethod
    def choices():
        names = ("cuda", "mpi", "python")
        return [tuple(itertools.compress(names, on)) for on in itertools.product((0, 1), repeat=len(names))]

    def satisfies(self, condition):
        return set(re.findall(r"\+(\w+)", condition)) <= self.flags

    def load(self):
        stand_in = self

        class When:
            def __init__(self, condition):
                self.condition = condition

            def __enter__(self):
                stand_in.conditions.append(self.condition)

            def __exit__(self, *_):
                stand_in.conditions.pop()

        def depends_on(spec, when="", type=("build", "link")):
            if stand_in.satisfies("".join([when, *stand_in.conditions])):
                stand_in.listed.append((spec, type))

        def nothing(*_, **__):
            return lambda method: method

        base, cuda = type("MesonPackage", (), {}), type("CudaPackage", (), {})
        builder = type("PythonPipBuilder", (), {"std_args": staticmethod(lambda _: ["install"])})
        place = "spack_repo.builtin.build_systems"
        modules = {name: types.ModuleType(name) for name in
                   ("spack", "spack.package", "spack_repo", "spack_repo.builtin", place, f"{place}.cuda",
                    f"{place}.meson", f"{place}.python")}
        modules[f"{place}.meson"].MesonPackage = base
        modules[f"{place}.cuda"].CudaPackage = cuda
        modules[f"{place}.python"].PythonPipBuilder = builder
        vars(modules["spack.package"]).update(
            depends_on=depends_on, when=When, run_after=nothing,
            **dict.fromkeys(("conflicts", "extends", "license", "variant", "version"), nothing))
        before = {name: sys.modules.get(name) for name in modules}
        sys.modules.update(modules)
        try:
            names = {"__file__": str(SPACK), "__name__": "package"}
            exec(compile(text_of(SPACK), SPACK, "exec"), names)
        finally:
            for name, module in before.items():
                if module is None:
                    del sys.modules[name]
                else:
                    sys.modules[name] = module
        package = names["Apsp"]()
        package.spec = types.SimpleNamespace(
            satisfies=self.satisfies, variants={"cuda_arch": types.SimpleNamespace(value=self.arches)})
        package.prefix = "/prefix"
        return package

    def arguments(self):
        return self.package.meson_args()

    def dependencies(self):
        return self.listed


class SpackTest(unittest.TestCase):
    def test_variants_decide_parts_and_what_they_take(self):
        for flags in Spack.choices():
            with self.subTest(flags):
                spack = Spack(flags)
                names = {re.split("[@+]", spec)[0] for spec, _ in spack.dependencies()}
                for part, needs in (("cuda", "cuda"), ("mpi", "mpi"), ("python", "py-nanobind")):
                    self.assertEqual(needs in names, part in flags)
                    if part != "python":  # which pip builds
                        word = "enabled" if part in flags else "disabled"
                        self.assertIn(f"-D{part}={word}", spack.arguments())
                both = {"cuda", "mpi"} <= set(flags)
                self.assertEqual("nccl" in names, both)
                self.assertIn(f"-Dnccl={'enabled' if both else 'disabled'}", spack.arguments())
                self.assertEqual("-Dgpu_arch=all" in spack.arguments(), "cuda" in flags)

    def test_architectures_are_passed_on(self):
        self.assertIn("-Dgpu_arch=80,90", Spack(("cuda",), ("80", "90")).arguments())

    def test_the_python_package_finds_the_module_of_gpus(self):
        variables = {}
        place = types.SimpleNamespace(set=variables.__setitem__)
        Spack(("python",)).package.setup_run_environment(place)
        self.assertEqual(variables, {})
        Spack(("cuda", "python")).package.setup_run_environment(place)
        self.assertEqual(variables, {"APSP_MODULE_PATH": "/prefix/lib/apsp"})


if __name__ == "__main__":
    unittest.main()
