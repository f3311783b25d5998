#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a command in namespaces of its own, in a root file system of the given mounts only.

Usage: namespaces.py [OPTION...] -- COMMAND...

  --mount KIND TARGET SOURCE OPTIONAL   as view.Mount has them; OPTIONAL is 0 or 1; in this order
  --set NAME VALUE, --unset NAME        environment variables
  --work FOLDER                         where the command starts
  --end-with-parent                     everything ends when this process ends

The exit code is the command's, 128 + s after signal s. As in bubblewrap, the first process of the
new namespace stays until its last one ends, but this process ends with the command. Needs no other
file of the judge, so it can run on another machine. Imports little, for its start is timed."""

import ctypes
import fcntl
import os
import sys

CLONE_NEWUSER = 0x10000000
# Mounts, host name, System V's IPC, processes, network.
CLONE_OTHERS = 0x00020000 | 0x04000000 | 0x08000000 | 0x20000000 | 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_BIND = 1, 2, 4, 8, 32, 4096
MS_REC, MS_SLAVE = 1 << 14, 1 << 19
KEPT = {"ro": MS_RDONLY, "nosuid": MS_NOSUID, "nodev": MS_NODEV, "noexec": MS_NOEXEC,
        "noatime": 1 << 10, "nodiratime": 1 << 11, "relatime": 1 << 21}
MNT_DETACH = 2
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 4, 24, 38
CAPABILITY_VERSION_3 = 0x20080522
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41, "riscv64": 41, "ppc64le": 203, "s390x": 217}
AF_INET, SOCK_DGRAM, SIOCSIFFLAGS, IFF_UP = 2, 2, 0x8914, 1
SIGKILL, SIGPIPE, SIGXFSZ = 9, 13, 25
OLD, NEW = "/old", "/new"  # while both exist
NODES = ("null", "zero", "full", "random", "urandom", "tty")

libc = ctypes.CDLL(None, use_errno=True)


class Order:
    """The command line."""

    def __init__(self, words):
        self.mounts, self.set, self.unset = [], {}, []
        self.work, self.end_with_parent = "/", False
        words = iter(words)
        for option in iter(words.__next__, "--"):
            if option == "--mount":
                kind, target, source, optional = (next(words) for _ in range(4))
                self.mounts.append((kind, target, source, optional == "1"))
            elif option == "--set":
                name = next(words)
                self.set[name] = next(words)
            elif option == "--unset":
                self.unset.append(next(words))
            elif option == "--work":
                self.work = next(words)
            elif option == "--end-with-parent":
                self.end_with_parent = True
            else:
                sys.exit(__doc__)
        self.command = list(words)


def checked(result, what):
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error), what)


def unshare(flags):
    checked(libc.unshare(flags), "unshare")


def mount(source, target, kind=None, flags=0, options=None):
    checked(libc.mount(source and os.fsencode(source), os.fsencode(target), kind,
                       ctypes.c_ulong(flags), options), f"mount of {target}")


def pivot_root(new, old):
    number = PIVOT_ROOT.get(os.uname().machine)
    if number is None:
        raise OSError(0, "unknown here", f"pivot_root on {os.uname().machine}")
    checked(libc.syscall(ctypes.c_long(number), os.fsencode(new), os.fsencode(old)), "pivot_root")


def write(path, text):
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def enter():
    """Leaves the namespaces of the caller; of users' too, without which only root may."""
    user, group = os.getuid(), os.getgid()
    try:
        unshare(CLONE_NEWUSER | CLONE_OTHERS)
    except OSError:
        if user != 0:
            raise
        unshare(CLONE_OTHERS)
        return
    write("/proc/self/setgroups", "deny")
    write("/proc/self/uid_map", f"{user} {user} 1")
    write("/proc/self/gid_map", f"{group} {group} 1")


def make_place(target, like_folder):
    """A folder or a file to mount on."""
    if like_folder:
        os.makedirs(target, exist_ok=True)
    elif not os.path.exists(target):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        open(target, "wb").close()


def unescaped(place):
    """A path in mountinfo, where blanks are \\040 and the like."""
    first, *rest = place.split("\\")
    return first + "".join(chr(int(part[:3], 8)) + part[3:] for part in rest)


def make_read_only(target):
    """With all mounts below, each of which has flags of its own that must stay."""
    with open(f"{OLD}/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as file:
        lines = [line.split() for line in file]
    for fields in lines:
        place = unescaped(fields[4])
        if place != target and not place.startswith(target + "/"):
            continue
        flags = MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID
        for option in fields[5].split(","):
            flags |= KEPT.get(option, 0)
        try:
            mount(None, place, None, flags)
        except OSError:
            if place == target:  # a mount below may itself be covered, and not be reached
                raise


def bind(source, target, flags=0):
    """`source` is a path as the caller saw it, without symbolic links."""
    make_place(target, os.path.isdir(OLD + source))
    mount(OLD + source, target, None, MS_BIND | MS_REC | flags)


def empty_folder(target, mode, flags=0):
    make_place(target, True)
    mount("tmpfs", target, b"tmpfs", MS_NOSUID | MS_NODEV | flags, f"mode={mode}".encode())


def mount_proc(target):
    """Makes read-only all that its owner, root, could set for the whole machine."""
    make_place(target, True)
    mount("proc", target, b"proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    for name in ("sys", "sysrq-trigger", "irq", "bus", "fs"):
        path = f"{target}/{name}"
        if os.path.exists(path):
            mount(path, path, None, MS_BIND | MS_REC)
            mount(None, path, None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV |
                  MS_NOEXEC)


def mount_dev(target):
    empty_folder(target, "0755")
    for name in NODES:
        bind(f"/dev/{name}", f"{target}/{name}")
    os.symlink("/proc/self/fd", f"{target}/fd")
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        os.symlink(f"/proc/self/fd/{number}", f"{target}/{name}")


def place_mount(kind, target, source):
    if kind == "proc":
        mount_proc(target)
    elif kind == "dev":
        mount_dev(target)
    elif kind == "shared":
        empty_folder(target, "1777")
    elif kind == "empty":
        empty_folder(target, "0755", MS_RDONLY)
    elif kind == "blank":
        bind("/dev/null", target)
        mount(None, target, None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV |
              MS_NOEXEC)
    else:
        bind(source, target)
        if kind == "read":
            make_read_only(target)


def build_root(mounts):
    """Makes the mounts the whole file system. Sources are resolved before anything moves."""
    resolved = []
    for kind, target, source, optional in mounts:
        path = os.path.realpath(source) if source else ""
        if not (optional and not os.path.exists(path)):
            resolved.append((kind, NEW + target, path))
    mount(None, "/", None, MS_REC | MS_SLAVE)
    mount("tmpfs", "/tmp", b"tmpfs", MS_NOSUID | MS_NODEV, b"mode=0755")
    os.mkdir("/tmp" + OLD)
    os.mkdir("/tmp" + NEW)
    pivot_root("/tmp", "/tmp" + OLD)
    os.chdir("/")
    mount(NEW, NEW, None, MS_BIND)
    for kind, target, path in resolved:
        place_mount(kind, target, path)
    for place in (NEW + "/dev", NEW):
        mount(None, place, None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV)
    os.chdir(NEW)
    pivot_root(".", ".")
    checked(libc.umount2(b".", MNT_DETACH), "umount2")
    os.chdir("/")


def start_loopback():
    handle = libc.socket(AF_INET, SOCK_DGRAM, 0)
    checked(handle, "socket")
    fcntl.ioctl(handle, SIOCSIFFLAGS, b"lo".ljust(16, b"\0") + bytes([IFF_UP]).ljust(24, b"\0"))
    os.close(handle)


def drop_rights():
    """For good: no capability, now or from a file's setuid bit. Until it executes another program
    this process cannot be traced either."""
    checked(libc.prctl(PR_SET_DUMPABLE, ctypes.c_ulong(0), 0, 0, 0), "prctl")
    checked(libc.prctl(PR_SET_NO_NEW_PRIVS, ctypes.c_ulong(1), 0, 0, 0), "prctl")
    capability = 0
    while libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0) == 0:
        capability += 1
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    checked(libc.capset(header, bytes(24)), "capset")


def execute(order):
    """Becomes the command, in a session of its own, so that signals to its group stay inside."""
    os.setsid()
    os.chdir(order.work)
    for number in (SIGPIPE, SIGXFSZ):  # Python ignores them
        libc.signal(number, None)
    environment = {**os.environ, **order.set}
    for name in order.unset:
        environment.pop(name, None)
    try:
        os.execve(order.command[0], order.command, environment)
    except OSError as error:
        os.write(2, f"hw3-judge: {order.command[0]}: {error.strerror}\n".encode())
        os._exit(127)


def exit_code(status):
    return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def first_process(report, order):
    """Starts the command, reports its exit code, and waits until all processes have ended."""
    if order.end_with_parent:
        checked(libc.prctl(PR_SET_PDEATHSIG, ctypes.c_ulong(SIGKILL), 0, 0, 0), "prctl")
    build_root(order.mounts)
    start_loopback()
    drop_rights()
    child = os.fork()
    if child == 0:
        execute(order)
    while True:
        try:
            pid, status = os.wait()
        except ChildProcessError:
            return
        if pid == child:
            os.write(report, bytes([exit_code(status)]))


def guarded(action, *arguments):
    """The exit code 1 and a message where the jail itself fails."""
    try:
        action(*arguments)
        return 0
    except OSError as error:
        what = f"{error.filename}: " if error.filename else ""
        os.write(2, f"hw3-judge: no jail: {what}{error.strerror}\n".encode())
        return 1


def main():
    order = Order(sys.argv[1:])
    if guarded(enter):
        return 1
    answers, report = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(answers)
        os._exit(guarded(first_process, report, order))
    os.close(report)
    code = os.read(answers, 1)
    if code:
        return code[0]
    return exit_code(os.waitpid(child, 0)[1]) or 1


if __name__ == "__main__":
    os._exit(main())
