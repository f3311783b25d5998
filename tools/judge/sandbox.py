# SPDX-License-Identifier: MIT
"""One run of a program that is not trusted: bounded in time, memory and output, and ended with all
its processes. The jail bounds its view of the machine (jail.py).

Memory is polled from /proc, because a limit of address space (RLIMIT_AS) ends every CUDA program:
they reserve hundreds of GiB of addresses. A peak between two polls can be missed. The kernel's own
number at the end (ru_maxrss) catches it for the largest process, if it is above the judge's own: the
kernel starts every child's number with that."""

import contextlib
import os
import resource
import select
import signal
import stat
import subprocess
import threading
import time
from typing import NamedTuple, Optional

from processes import TOKEN, Family, new_token
from start_signal import StartSignal
from text import printable

GRACE = 2.0  # seconds between SIGTERM and SIGKILL; srun needs some to end its tasks
PAUSES = (0.002, 0.05)  # seconds between polls: the first, the longest
WORDS = (1000, 3000)  # bytes of standard error that are kept: first ones, last ones
OVERRUN = 1 << 20  # bytes beyond the output's size at which a run is ended; fewer show at its end
SPARE = 64 << 20  # bytes on disk beside twice the output
FILE_SPARE = 1 << 30  # bytes a single file may be larger than the output: caches, shared memory
ENTRIES = 10_000  # files that a run may keep
KEPT_NAMES = ("PATH", "HOME", "USER", "LOGNAME", "LD_LIBRARY_PATH", "KRB5CCNAME",
              "XDG_RUNTIME_DIR")
KEPT_PREFIXES = ("CUDA_", "NVIDIA_", "NCCL_", "OMP_", "GOMP_", "SLURM", "SRUN_")


class Limits(NamedTuple):
    seconds: float
    memory: int  # bytes; 0 for no limit
    output: int  # bytes


class Call(NamedTuple):
    """One call of a program. It may write to `work`, where it starts, and to `temporary`; `output`
    is the file below `work` that it is to write."""
    command: list[str]
    work: os.PathLike
    temporary: os.PathLike
    output: os.PathLike
    launched: bool  # by a launcher such as srun, which may have others start processes
    jailed: bool


class Ending(NamedTuple):
    seconds: float
    status: int = 0   # exit code; -s after signal s
    killed: str = ""  # "TLE", "MLE" or "OLE" where the judge ended it
    peak: int = 0     # bytes
    words: str = ""   # of standard error, the first and the last, without control characters
    error: str = ""   # why it could not be started
    left: int = 0     # processes that outlived it and were ended
    unended: bool = False  # processes of it live on


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
        text = (self.first + gap + self.last).decode("utf-8", "backslashreplace")
        return printable(text.strip(), keep="\n\t")


def environment(token, temporary):
    """The environment of the program: paths and grants, and none of the habits of the judge's
    user."""
    kept = {name: value for name, value in os.environ.items()
            if name in KEPT_NAMES or name.startswith(KEPT_PREFIXES)}
    kept.setdefault("PATH", os.defpath)
    if token:
        kept[TOKEN] = token
    return {**kept, "LC_ALL": "C", "TMPDIR": str(temporary)}


def disk_use(folders):
    """Bytes on the disk below the folders; without end where the files are too many to look at."""
    total = seen = 0
    for folder in folders:
        for path, inner, names in os.walk(folder):
            seen += len(inner) + len(names)
            if seen > ENTRIES:
                return float("inf")
            for name in names:
                with contextlib.suppress(OSError):
                    total += os.lstat(os.path.join(path, name)).st_blocks * 512
    return total


@contextlib.contextmanager
def inherited_limits(largest_file):
    """Limits of this process for as long as a child starts: they hold in it from its first step,
    and in all of its children."""
    before = {}
    for what, most in ((resource.RLIMIT_FSIZE, largest_file), (resource.RLIMIT_CORE, 0)):
        before[what] = soft, hard = resource.getrlimit(what)
        known = [limit for limit in (most, soft, hard) if limit != resource.RLIM_INFINITY]
        resource.setrlimit(what, (min(known), hard))
    try:
        yield
    finally:
        for what, limits in before.items():
            resource.setrlimit(what, limits)


class Run:
    def __init__(self, process, family, call, limits, began, start):
        """`start` is the StartSignal of a jail, otherwise None."""
        self.process, self.family, self.call, self.limits = process, family, call, limits
        self.earliest, self.start = began, start
        self.began = began  # later, when a jail has started the program
        self.words = Words(process.stderr.fileno())
        self.peak = 0
        self.ended: Optional[float] = None  # when
        self.done, self.wake = os.pipe()
        self.waiter = threading.Thread(target=self.wait, daemon=True)
        self.waiter.start()

    def wait(self):
        """Notes the moments of the start and the end. The process is left a zombie, whose number is
        not given away."""
        moment = self.start and self.start.wait()
        if moment:  # the clock may have been set meanwhile
            self.began = max(moment, self.earliest)
        os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT)
        self.ended = time.perf_counter()
        os.close(self.wake)

    def excess(self):
        """The verdict on a run that is beyond a limit, or nothing."""
        self.peak = max(self.peak, self.family.memory())
        if self.limits.memory and self.peak > self.limits.memory:
            return "MLE"
        try:
            found = os.lstat(self.call.output)
            written = found.st_size if stat.S_ISREG(found.st_mode) else 0
        except OSError:
            written = 0
        if (written > self.limits.output + OVERRUN
                or disk_use((self.call.work, self.call.temporary))
                > 2 * self.limits.output + SPARE):
            return "OLE"
        return "TLE" if time.perf_counter() - self.began > self.limits.seconds else ""

    def watch(self):
        """Until the process has ended by itself or by force; the verdict if by force."""
        pause, kill_at = PAUSES[0], None
        excess = self.excess()
        pipes = [self.done, self.words.pipe]
        while True:
            # A poll comes soon, but the time limit is met to the point.
            left = self.began + self.limits.seconds - time.perf_counter()
            ready, _, _ = select.select(pipes, [], [], min(pause, left) if left > 0 else pause)
            if self.words.pipe in ready and not self.words.read():
                pipes.remove(self.words.pipe)
            if self.done in ready:
                return excess
            excess = excess or self.excess()
            if excess == "TLE" and kill_at is None:
                self.family.signal(signal.SIGTERM)
                kill_at = time.perf_counter() + GRACE
            elif excess and (kill_at is None or time.perf_counter() > kill_at):
                self.family.signal(signal.SIGKILL)
                self.family.kill()
            pause = min(pause * 1.5, PAUSES[1])

    def finish(self):
        """Ends what is left, waits for all: (exit code or -signal, processes that outlived it,
        whether some still do)."""
        left = self.family.left(self.call.jailed) if self.ended else 0
        self.family.kill()
        self.waiter.join()
        _, status, usage = os.wait4(self.process.pid, 0)
        os.close(self.done)
        unended = not self.family.end()
        if left:  # they may have worked on the output until now
            self.ended = time.perf_counter()
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        for most in (usage.ru_maxrss * 1024, self.family.peak):
            if most > own:
                self.peak = max(self.peak, most)
        self.process.returncode = (-os.WTERMSIG(status) if os.WIFSIGNALED(status)
                                   else os.WEXITSTATUS(status))
        return self.process.returncode, left, unended


def run(call, limits):
    """Runs the command and returns its Ending. This process must adopt orphans (kernel.py) and have
    no other children. An exception, such as that of a signal's handler, ends all processes too.
    A jail's start does not count, except behind a launcher: see view.STARTER."""
    token = new_token() if call.launched else None
    start = StartSignal() if call.jailed and not call.launched else None
    with start or contextlib.nullcontext():
        return run_watched(call, limits, token, start)


def run_watched(call, limits, token, start):
    began = time.perf_counter()
    try:
        with inherited_limits(limits.output + FILE_SPARE):
            process = subprocess.Popen(call.command, cwd=call.work,
                                       env=environment(token, call.temporary),
                                       stdin=subprocess.DEVNULL,
                                       stdout=start.theirs if start else subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, start_new_session=True)
    except OSError as error:
        return Ending(0.0, error=f"{error.filename or call.command[0]}: {error.strerror}")
    if start:
        start.started()
    with process.stderr:
        watched = Run(process, Family(process.pid, token), call, limits, began, start)
        excess = ""
        try:
            excess = watched.watch()
        finally:
            status, left, unended = watched.finish()
        seconds = watched.ended - watched.began
        if not excess and seconds > limits.seconds:
            excess = "TLE"
        if not excess and status in (-signal.SIGXFSZ, 128 + signal.SIGXFSZ):
            excess = "OLE"
        return Ending(seconds, status, excess, watched.peak, watched.words.text(), "",
                      0 if excess else left, unended)
