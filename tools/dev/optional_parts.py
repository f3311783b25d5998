# SPDX-License-Identifier: MIT
"""The optional parts of the build that this machine has. Meson looks for them once, when a build
folder is configured. configure_anew() has it look again, where one came or went since."""

import configparser
import json
import os
import shlex
import shutil
import subprocess
import sysconfig

from checkout import ROOT, build_folder, introspect

# Parts by what tells that they are here. optional_parts_test.py compares with the meson.build files.
PACKAGES = {"zlib": ["zlib"], "MPI": ["ompi-cxx", "ompi"]}  # of pkg-config
HEADERS = {"zlib": "zlib.h", "bzip2": "bzlib.h", "NCCL": "nccl.h",
           "AMD of the system": "suitesparse/amd.h"}  # else a copy of AMD is compiled
PROGRAMS = {"CUDA": ["nvcc"], "NVIDIA's driver": ["nvidia-smi"],
            "MPI": ["mpicxx", "mpic++", "mpiCC"], "Python of the system": ["/usr/bin/python3"]}


def packages_here():
    def known(package):
        return subprocess.run(["pkg-config", "--exists", package], stderr=subprocess.DEVNULL,
                              check=False).returncode == 0
    if not shutil.which("pkg-config"):
        return {}
    return {part: list(filter(known, packages)) for part, packages in PACKAGES.items()}


def headers_here():
    """As the compiler says, in one run."""
    question = "\n".join(f"#if __has_include(<{header}>)\nhas {header}\n#endif"
                         for header in HEADERS.values())
    try:
        said = subprocess.run([*shlex.split(os.environ.get("CXX") or "c++"), "-E", "-P", "-x", "c++",
                               "-"], input=question, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, check=False).stdout.split()
    except OSError:  # Meson has more to say of a compiler that is not there
        said = []
    return {part: [header] for part, header in HEADERS.items() if header in said}


def programs_here():
    """With their versions, where those are in the path."""
    return {part: [os.path.realpath(path) for path in map(shutil.which, names) if path]
            for part, names in PROGRAMS.items()}


def here():
    """{part: what of it this machine has}; takes some milliseconds."""
    found = {}
    headers = os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h"))
    for parts in (packages_here(), headers_here(), programs_here(),
                  {"Python's headers": ["Python.h"] if headers else []}):
        for part, what in parts.items():
            if what:
                found[part] = sorted({*found.get(part, []), *what})
    return found


def record(name):
    return build_folder(name) / "optional-parts.json"


def remember(name, parts):
    record(name).write_text(json.dumps(parts, indent=1) + "\n")


def difference(name, parts):
    """Names of parts that came and went since the folder was configured; nothing where none did."""
    try:
        before = json.loads(record(name).read_text())
    except (OSError, ValueError):  # configured by others, or by an older version of this
        return "not known before: " + (", ".join(sorted(parts)) or "nothing")
    kinds = {"new": parts.keys() - before.keys(), "gone": before.keys() - parts.keys(),
             "changed": {part for part in parts.keys() & before.keys() if parts[part] != before[part]}}
    return "; ".join(f"{kind}: {', '.join(sorted(which))}" for kind, which in kinds.items() if which)


def options_given(name):
    """All options that the folder was given: by this, and by `meson configure`."""
    given = configparser.ConfigParser(interpolation=None, delimiters=["="])
    given.optionxform = str
    given.read(build_folder(name) / "meson-private" / "cmd_line.txt")
    # CXXFLAGS and LDFLAGS of the environment are options of no command line.
    flags = {option["name"]: str(option["value"]) for option in introspect(name, "buildoptions")
             if option["name"] in ("cpp_args", "cpp_link_args") and option["value"]}
    return [f"-D{option}={value}" for option, value in {**flags, **given["options"]}.items()]


def compiler_of(name):
    """The compiler that the folder is configured for, as CXX has it."""
    (command, *_) = (source["compiler"] for target in introspect(name, "targets")
                     for source in target["target_sources"] if source.get("language") == "cpp")
    if not shutil.which(command[0]):  # a ccache that went
        command = command[1:]
    return shlex.join(command)


def configure_anew(name, first, last):
    """Has Meson forget all that it found, but no option: `first` count less than those that the
    folder was given, `last` count more. Objects stay. Meson's --reconfigure would keep compilers
    that went, its --wipe no object."""
    given, compiler = options_given(name), compiler_of(name)
    memory = build_folder(name) / "meson-private" / "coredata.dat"
    kept = memory.with_suffix(".kept")
    memory.replace(kept)
    try:
        subprocess.run(["meson", "setup", build_folder(name), ROOT, *first, *given, *last],
                       env={**os.environ, "CXX": compiler}, check=True)
    except BaseException:
        kept.replace(memory)
        raise
    kept.unlink()
