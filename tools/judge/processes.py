# SPDX-License-Identifier: MIT
"""All processes of one run, however they came to be: what memory they use, and their end.

To the run belong the process that was started, its group and its session, and every process whose
environment holds the run's token: children that made themselves a session of their own, and what
Slurm starts on this node in the name of srun."""

import os
import secrets
import signal
import time

TOKEN = "HW3_JUDGE_RUN"
PAGE = os.sysconf("SC_PAGE_SIZE")
SCAN_SHARE = 0.03  # of the time may go into looking through /proc
SCAN_PAUSE = 0.1  # seconds between two such looks, at least
SWEEPS = 200  # looks for survivors before the judge goes on without their end


def read(pid, name):
    try:
        with open(f"/proc/{pid}/{name}", "rb") as file:
            return file.read()
    except OSError:  # it has ended, or is not ours to look at
        return b""


def alive(pid):
    """False for a process that has ended, waited for or not."""
    stat = read(pid, "stat")
    return bool(stat) and stat.rpartition(b")")[2].split()[0] not in (b"Z", b"X")


class Family:
    """The processes of a run. `leader` is the first of them, and leads a session."""

    def __init__(self, leader, token):
        self.leader = leader
        self.entry = f"{TOKEN}={token}".encode()
        self.members = {leader}
        self.next_scan = time.perf_counter() + SCAN_PAUSE

    def belongs(self, pid):
        fields = read(pid, "stat").rpartition(b")")[2].split()
        if not fields or fields[0] in (b"Z", b"X"):
            return False
        group, session = int(fields[2]), int(fields[3])
        return self.leader in (group, session) or self.entry in read(pid, "environ").split(b"\0")

    def scan(self):
        began = time.perf_counter()
        self.members = {pid for pid in map(int, filter(str.isdigit, os.listdir("/proc")))
                        if self.belongs(pid)}
        now = time.perf_counter()
        self.next_scan = now + max(SCAN_PAUSE, (now - began) / SCAN_SHARE)

    def memory(self):
        """Bytes: what is resident now in all processes, or was in one of them if that was more.
        Pages that processes share count in each. Memory of a GPU does not count, nor do addresses
        without memory, of which every CUDA program has many."""
        if time.perf_counter() >= self.next_scan:
            self.scan()
        resident = most = 0
        for pid in self.members:
            statm = read(pid, "statm").split()
            if statm:
                resident += int(statm[1]) * PAGE
            _, _, peak = read(pid, "status").partition(b"VmHWM:")
            if peak:
                most = max(most, int(peak.split(None, 1)[0]) * 1024)
        return max(resident, most)

    def signal(self, number):
        """To the whole group. The leader must not have been waited for: its number could by now be
        that of somebody else's group."""
        try:
            os.killpg(self.leader, number)
        except (ProcessLookupError, PermissionError):
            pass

    def kill(self):
        """Ends every process, and looks again until none is left."""
        for _ in range(SWEEPS):
            self.signal(signal.SIGKILL)
            self.scan()
            if not self.members:
                return
            for pid in self.members:
                try:
                    os.kill(pid, signal.SIGKILL)
                except (ProcessLookupError, PermissionError):
                    pass
            time.sleep(0.005)


def new_token():
    return secrets.token_hex(12)
