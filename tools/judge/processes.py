# SPDX-License-Identifier: MIT
"""All processes of one run, however they came to be: what memory they use, and their end.

All descendants of this process belong to the run, for it runs one program at a time and adopts
every orphan (kernel.adopt_orphans). No double fork and no session of its own lets a process escape.
Behind a launcher, processes whose environment holds the run's token belong to it too, since Slurm
starts them on this node in the name of srun."""

import contextlib
import os
import secrets
import signal
import time

TOKEN = "HW3_JUDGE_RUN"
SHARED = "/dev/shm"
PAGE = os.sysconf("SC_PAGE_SIZE")
SCAN_SHARE = 0.03  # of the time may go into looking through /proc
SCAN_PAUSE = 0.1  # seconds between two such looks, at least
SWEEPS = 500  # looks for survivors before the judge goes on without their end
SWEEP_PAUSE = 0.004  # seconds


def read(pid, name):
    try:
        with open(f"/proc/{pid}/{name}", "rb") as file:
            return file.read()
    except OSError:  # it has ended, or is not ours to look at
        return b""


def state_and_parent(pid):
    """("R", 1) or, without such a process, ("X", 0)."""
    fields = read(pid, "stat").rpartition(b")")[2].split()
    return (fields[0].decode(), int(fields[1])) if fields else ("X", 0)


def alive(pid):
    """False for a process that has ended, waited for or not."""
    return state_and_parent(pid)[0] not in "ZX"


def all_processes():
    return map(int, filter(str.isdigit, os.listdir("/proc")))


def depths(root):
    """{pid: generations below `root`} of the descendants that have not ended."""
    table = {pid: state_and_parent(pid) for pid in all_processes()}
    found = {root: 0}

    def depth(pid):
        chain = []
        while pid not in found and pid in table:
            chain.append(pid)
            found[pid] = None  # a parent's number may be in use again: no circle may hold us
            pid = table[pid][1]
        base = found.get(pid)
        for member in reversed(chain):
            base = base + 1 if base is not None else None
            found[member] = base
        return base

    return {pid: below for pid, below in ((pid, depth(pid)) for pid in table)
            if below and table[pid][0] not in "ZX"}


def kibibytes(status, name):
    """Bytes of a line of /proc/PID/status; 0 without such a line."""
    _, _, rest = status.partition(name)
    return int(rest.split(None, 1)[0]) * 1024 if rest else 0


def shared_files(pids):
    """Bytes of all files in the /dev/shm that the processes have for themselves; 0 if they have
    this process's."""
    with contextlib.suppress(OSError):
        own = os.stat(SHARED).st_dev
        for pid in pids:
            with contextlib.suppress(OSError):
                path = f"/proc/{pid}/root{SHARED}"
                if os.stat(path).st_dev != own:
                    found = os.statvfs(path)
                    return (found.f_blocks - found.f_bfree) * found.f_frsize
    return 0


class Family:
    """The processes of a run. `token` is None, or what the environment of its processes holds."""

    def __init__(self, leader, token=None):
        self.leader = leader
        self.entry = f"{TOKEN}={token}".encode() if token else None
        self.members = {leader}
        self.peak = 0  # bytes, the highest of one process of those that were waited for
        self.next_scan = time.perf_counter() + SCAN_PAUSE

    def scan(self):
        began = time.perf_counter()
        self.members = set(depths(os.getpid()))
        if self.entry:
            self.members.update(pid for pid in all_processes() if pid != os.getpid()
                                and self.entry in read(pid, "environ").split(b"\0")
                                and alive(pid))
        now = time.perf_counter()
        self.next_scan = now + max(SCAN_PAUSE, (now - began) / SCAN_SHARE)
        return self.members

    def memory(self):
        """Bytes: what is resident now in all processes and in files of a jail's /dev/shm, or was in
        one of them if that was more. Pages that processes share count in each. Memory of a GPU does
        not count, nor do addresses without memory, of which every CUDA program has many."""
        if time.perf_counter() >= self.next_scan:
            self.scan()
        resident = mapped = most = 0
        for pid in self.members:
            statm = read(pid, "statm").split()
            if statm:
                resident += int(statm[1]) * PAGE
            status = read(pid, "status")
            mapped += kibibytes(status, b"RssShmem:")
            most = max(most, kibibytes(status, b"VmHWM:"))
        return max(resident + max(0, shared_files(self.members) - mapped), most)

    def left(self, jailed):
        """How many processes live though the leader has ended. A jail's own first process, which
        this process has adopted, does not count."""
        return sum(1 for below in depths(os.getpid()).values() if below > (1 if jailed else 0))

    def signal(self, number):
        """To the leader's whole group. The leader must not have been waited for: its number could
        by now be that of another group."""
        try:
            os.killpg(self.leader, number)
        except (ProcessLookupError, PermissionError):
            pass

    def kill(self):
        """Stops every process, then kills each: none has time to act on the end of another."""
        members = self.scan()
        for number in signal.SIGSTOP, signal.SIGKILL:
            for pid in members:
                try:
                    os.kill(pid, number)
                except (ProcessLookupError, PermissionError):
                    pass

    def reap(self):
        """Waits for every child that has ended, except for the leader. False if none is left."""
        while True:
            try:
                found = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
                if found is None:
                    return True
                _, _, usage = os.wait4(found.si_pid, 0)
            except ChildProcessError:
                return False
            self.peak = max(self.peak, usage.ru_maxrss * 1024)

    def end(self):
        """Ends every process after the leader was waited for. True once this process has no child
        any more, and so no descendant: the kernel's word, not that of a look through /proc."""
        for _ in range(SWEEPS):
            self.kill()
            if not self.reap() and not self.members:
                return True
            time.sleep(SWEEP_PAUSE)
        return False


def end_descendants():
    """Ends all descendants of this process, which must adopt orphans."""
    Family(0).end()


def new_token():
    return secrets.token_hex(12)
