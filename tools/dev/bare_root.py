# SPDX-License-Identifier: MIT
"""Bare root file systems of Debian and Ubuntu, made by debootstrap. They take root. Nothing is mounted
outside of a mount namespace of its own, which ends with the command that runs in it."""

import os
import pathlib
import re
import shutil
import subprocess

COMPONENTS = {"debian": "main", "ubuntu": "main,universe"}
SCRIPTS = {"debian": "sid", "ubuntu": "gutsy"}  # of debootstrap, for suites newer than it is
SCRIPT_FOLDER = pathlib.Path("/usr/share/debootstrap/scripts")
UBUNTU_KEYS = pathlib.Path("/usr/share/keyrings/ubuntu-archive-keyring.gpg")

# In a mount namespace: what a machine has and a folder has not, then the command.
ENTER = """set -eu
mount -t proc proc "$1/proc"
mount --rbind /sys "$1/sys"
mount --rbind /dev "$1/dev"
if [ -n "$3" ]; then mkdir -p "$1/ccache" && mount --bind "$3" "$1/ccache"; fi
exec chroot "$1" env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \\
  LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive ${http_proxy+http_proxy="$http_proxy"} \\
  ${3:+CCACHE_DIR=/ccache} sh -c "$2"
"""


class Unavailable(Exception):
    """No root file system of this distribution can be made here."""


def logged(command, log):
    """Runs it with its output added to the file; the exit code."""
    with open(log, "ab") as file:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=file,
                              stderr=subprocess.STDOUT).returncode


def inside(root, command, log, ccache=None):
    return logged(["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, "sh",
                   root, command, ccache or ""], log)


def text_inside(root, command):
    return subprocess.run(["chroot", root, "sh", "-c", command], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True).stdout.strip()


def mirror_of(system):
    """The archive: this machine's own where apt knows one, else debootstrap's."""
    if shutil.which("apt-get"):
        known = subprocess.run(["apt-get", "indextargets", "--format", "$(ORIGIN) $(REPO_URI)"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
        for line in known.splitlines():
            origin, _, address = line.partition(" ")
            if origin.lower() == system and not re.search("security|ports", address):
                return address
    architecture = subprocess.run(["dpkg", "--print-architecture"], check=True, text=True,
                                  stdout=subprocess.PIPE).stdout.strip()
    question = 'default_mirror() { echo "$1"; exit; }; . "$1"'
    return subprocess.run(["sh", "-c", question, "sh", SCRIPT_FOLDER / SCRIPTS[system]],
                          env={**os.environ, "ARCH": architecture, "SUITE": ""}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.strip()


def ubuntu_keys(folder, log):
    """The keys of Ubuntu's archive. Debian 12 has no package of them: that of Debian 13 serves, which
    is signed by Debian."""
    if UBUNTU_KEYS.exists():
        return UBUNTU_KEYS
    lists, unpacked = folder / "lists", folder / "unpacked"
    keys = unpacked / UBUNTU_KEYS.relative_to("/")
    if keys.exists():
        return keys
    lists.mkdir()
    sources = folder / "sources.list"
    sources.write_text(f"deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] "
                       f"{mirror_of('debian')} trixie main\n")
    apt = ["apt-get", "-o", f"Dir::Etc::SourceList={sources}", "-o", "Dir::Etc::SourceParts=-",
           "-o", f"Dir::State::Lists={lists}", "-o", f"Dir::Cache={folder}", "-o",
           "APT::Sandbox::User=root"]
    for package in ("ubuntu-archive-keyring", "ubuntu-keyring"):  # the first may be an empty one
        logged(["sh", "-c", 'cd "$1" && shift && "$@" update && "$@" download "$0"', package, folder,
                *apt], log)
    for package in folder.glob("*.deb"):
        logged(["dpkg-deb", "--extract", package, unpacked], log)
    if not keys.exists():
        raise Unavailable("the keys of Ubuntu's archive are missing: package ubuntu-archive-keyring")
    return keys


def bootstrap(system, suite, root, log, packages):
    """Makes the root file system in the folder, with these packages. Raises Unavailable."""
    script = SCRIPT_FOLDER / suite
    if not script.exists():
        script = SCRIPT_FOLDER / SCRIPTS[system]
    keys = [f"--keyring={ubuntu_keys(root.parent, log)}"] if system == "ubuntu" else []
    code = logged(["debootstrap", "--variant=minbase", "--force-check-gpg", *keys,
                   f"--components={COMPONENTS[system]}", suite, root, mirror_of(system), script], log)
    if code != 0:
        said = [line for line in log.read_text(errors="replace").splitlines()
                if line.startswith(("E:", "W:"))]
        raise Unavailable(said[-1] if said else f"debootstrap ended with exit code {code}")
    shutil.copyfile("/etc/resolv.conf", root / "etc" / "resolv.conf", follow_symlinks=True)
    if inside(root, "apt-get -qq update && apt-get -qq install -y --no-install-recommends "
                    + " ".join(packages), log) != 0:
        raise Unavailable("apt-get does not work in there")


def last_lines(log, count=40):
    return "\n".join(log.read_text(errors="replace").splitlines()[-count:])
