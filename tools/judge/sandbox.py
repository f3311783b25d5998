# SPDX-License-Identifier: MIT
"""One run of a program that is not trusted: bounded in time, memory and output, and ended with all
its children. It is no jail: the program runs as the judge's user and could read that user's files.

Memory is polled from /proc, because a limit of address space (RLIMIT_AS) ends every CUDA program:
they reserve hundreds of GiB of addresses. A peak between two polls can be missed; the kernel's own
number at the end (ru_maxrss) catches it for the largest process, if it is above the judge's own,
which the kernel takes for the start of every child's."""

import os
import resource
import select
import signal
import stat
import subprocess
import threading
import time
from typing import NamedTuple

from processes import TOKEN, Family, new_token

GRACE = 2.0  # seconds between SIGTERM and SIGKILL; srun needs some to end its tasks
PAUSES = (0.002, 0.05)  # seconds between polls: the first, the longest
WORDS = (1000, 3000)  # bytes of standard error that are kept: first ones, last ones
OVERRUN = 1 << 20  # bytes beyond the output's size at which a run is ended; fewer show at its end
SPARE = 64 << 20  # bytes on disk beside twice the output
FILE_SPARE = 1 << 30  # bytes a single file may be larger than the output: caches, shared memory
ENTRIES = 1000  # files of the run's folder that are looked at in a poll
KEPT_NAMES = ("PATH", "HOME", "USER", "LOGNAME", "LD_LIBRARY_PATH", "KRB5CCNAME",
              "XDG_RUNTIME_DIR")
KEPT_PREFIXES = ("CUDA_", "NVIDIA_", "NCCL_", "OMP_", "GOMP_", "SLURM", "SRUN_")


class Stopped(Exception):
    """The judge itself was asked to end."""


class Limits(NamedTuple):
    seconds: float
    memory: int  # bytes; 0 for no limit
    output: int  # bytes


class Ending(NamedTuple):
    seconds: float
    status: int = 0   # exit code; -s after signal s
    killed: str = ""  # "TLE", "MLE" or "OLE" where the judge ended it
    peak: int = 0     # bytes
    words: str = ""   # of standard error, the first and the last
    error: str = ""   # why it could not be started


class Words:
    """The beginning and the end of all that comes through a pipe."""

    def __init__(self, pipe):
        self.pipe = pipe
        self.first = self.last = b""
        self.left_out = 0
        os.set_blocking(pipe, False)

    def read(self):
        """Takes what there is; False at the pipe's end."""
        try:
            piece = os.read(self.pipe, 1 << 16)
        except BlockingIOError:
            return True
        room = WORDS[0] - len(self.first)
        self.first += piece[:room]
        self.last += piece[room:]
        self.left_out += max(0, len(self.last) - WORDS[1])
        self.last = self.last[-WORDS[1]:]
        return bool(piece)

    def text(self):
        for _ in range(64):  # what is still in the pipe, but no more: a survivor may hold it open
            before = len(self.first) + len(self.last) + self.left_out
            if not self.read() or len(self.first) + len(self.last) + self.left_out == before:
                break
        gap = f"\n[{self.left_out} bytes left out]\n".encode() if self.left_out else b""
        return (self.first + gap + self.last).decode("utf-8", "replace").strip()


def environment(token, temporary):
    """What the program sees: where things are and what was granted, not how the judge's user likes
    to work."""
    kept = {name: value for name, value in os.environ.items()
            if name in KEPT_NAMES or name.startswith(KEPT_PREFIXES)}
    kept.setdefault("PATH", os.defpath)
    return {**kept, "LC_ALL": "C", "TMPDIR": str(temporary), TOKEN: token}


def disk_use(folder):
    """Bytes on the disk below the folder."""
    total = seen = 0
    for path, _, names in os.walk(folder):
        for name in names:
            seen += 1
            if seen > ENTRIES:
                return total
            try:
                total += os.lstat(os.path.join(path, name)).st_blocks * 512
            except OSError:
                pass
    return total


class Run:
    def __init__(self, process, family, folder, output, limits):
        self.process, self.family = process, family
        self.folder, self.output, self.limits = folder, output, limits
        self.words = Words(process.stderr.fileno())
        self.peak = 0
        self.ended = None  # when
        self.done, self.wake = os.pipe()
        self.waiter = threading.Thread(target=self.wait, daemon=True)
        self.waiter.start()

    def wait(self):
        """Notes the moment of the end. The process is left a zombie, whose number nobody gets."""
        os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT)
        self.ended = time.perf_counter()
        os.close(self.wake)

    def excess(self, began):
        """The verdict on a run that is beyond a limit, or nothing."""
        self.peak = max(self.peak, self.family.memory())
        if self.limits.memory and self.peak > self.limits.memory:
            return "MLE"
        try:
            found = os.lstat(self.output)
            written = found.st_size if stat.S_ISREG(found.st_mode) else 0
        except OSError:
            written = 0
        if (written > self.limits.output + OVERRUN
                or disk_use(self.folder) > 2 * self.limits.output + SPARE):
            return "OLE"
        return "TLE" if time.perf_counter() - began > self.limits.seconds else ""

    def watch(self, began, stop):
        """Until the process has ended by itself or by force; the verdict if by force."""
        pause, kill_at = PAUSES[0], None
        excess = self.excess(began)
        pipes = [self.done, self.words.pipe]
        while True:
            # A poll comes soon, but the time limit is met to the point.
            left = began + self.limits.seconds - time.perf_counter()
            ready, _, _ = select.select(pipes, [], [], min(pause, left) if left > 0 else pause)
            if self.words.pipe in ready and not self.words.read():
                pipes.remove(self.words.pipe)
            if self.done in ready:
                return excess
            if stop.is_set():
                raise Stopped
            excess = excess or self.excess(began)
            if excess == "TLE" and kill_at is None:
                self.family.signal(signal.SIGTERM)
                kill_at = time.perf_counter() + GRACE
            elif excess and (kill_at is None or time.perf_counter() > kill_at):
                self.family.kill()
            pause = min(pause * 1.5, PAUSES[1])

    def finish(self):
        """Ends what is left, waits for the process. Its exit code or -signal."""
        self.family.kill()
        self.waiter.join()
        _, status, usage = os.wait4(self.process.pid, 0)
        os.close(self.done)
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        if usage.ru_maxrss > own:
            self.peak = max(self.peak, usage.ru_maxrss * 1024)
        self.process.returncode = (-os.WTERMSIG(status) if os.WIFSIGNALED(status)
                                   else os.WEXITSTATUS(status))
        return self.process.returncode


def run(command, folder, temporary, output, limits, stop):
    """Runs the command in the folder and returns its Ending. Raises Stopped once `stop` is set."""
    token = new_token()
    began = time.perf_counter()
    try:
        process = subprocess.Popen(command, cwd=folder, env=environment(token, temporary),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, start_new_session=True)
    except OSError as error:
        return Ending(0.0, error=f"{error.filename or command[0]}: {error.strerror}")
    with process.stderr:
        try:
            for what, most in ((resource.RLIMIT_FSIZE, limits.output + FILE_SPARE),
                               (resource.RLIMIT_CORE, 0)):
                _, hard = resource.prlimit(process.pid, what)
                allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
                resource.prlimit(process.pid, what, (allowed, hard))
        except (OSError, ValueError):
            pass  # it has ended already; the size is looked at anyway
        watched = Run(process, Family(process.pid, token), folder, output, limits)
        try:
            excess = watched.watch(began, stop)
        finally:
            status = watched.finish()
        seconds = watched.ended - began
        if not excess and seconds > limits.seconds:
            excess = "TLE"
        if not excess and status == -signal.SIGXFSZ:
            excess = "OLE"
        return Ending(seconds, status, excess, watched.peak, watched.words.text())
