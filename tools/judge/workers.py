# SPDX-License-Identifier: MIT
"""Work on programs that are not trusted, each piece in a process of its own. So every run has a
parent of its own that adopts its orphans, and a program that ends or stops its parent does not end
or stop the judge."""

import contextlib
import json
import os
import select
import signal
import time
import traceback
from typing import NamedTuple

import kernel
from processes import all_processes, end_descendants, state_and_parent

PATIENCE = 10.0  # seconds for a worker to end what it started
STOPS = (signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU)  # by a terminal, which workers lack
ASKED_TO_END = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Lost(NamedTuple):
    """In place of an answer: the worker itself was ended."""
    status: int  # exit code; -s after signal s


class Worker:
    def __init__(self, task, work):
        """Starts a process that writes what `work(task)` returns, a value for JSON, to a pipe."""
        self.task, self.answer = task, b""
        self.pipe, theirs = os.pipe()
        parent = os.getpid()
        # A signal that came between would run the parent's handler in the child.
        signal.pthread_sigmask(signal.SIG_BLOCK, ASKED_TO_END)
        self.pid = os.fork()
        if self.pid == 0:
            os._exit(self.serve(theirs, work, parent))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ASKED_TO_END)
        os.close(theirs)

    def serve(self, pipe, work, parent):
        def end(number, _):
            for each in ASKED_TO_END:  # once is enough: what follows cleans up
                signal.signal(each, signal.SIG_IGN)
            raise SystemExit(128 + number)

        try:
            os.setsid()  # Ctrl-C is for the judge, which tells its workers
            for number in ASKED_TO_END:
                signal.signal(number, end)
            for number in STOPS:  # what is ignored would be ignored by every program, too
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ASKED_TO_END)
            kernel.end_with_parent(parent)
            kernel.adopt_orphans()
            kernel.refuse_to_stop()
            with open(pipe, "w", encoding="ascii") as file:
                json.dump(work(self.task), file)
            return 0
        except SystemExit as request:
            return request.code
        except BaseException:  # nothing of the parent's stack may run here
            traceback.print_exc()
            return 1
        finally:  # a signal may come when a program has started and is not yet looked after
            end_descendants()

    def read(self):
        """Takes what there is; False at the end."""
        piece = os.read(self.pipe, 1 << 16)
        self.answer += piece
        return bool(piece)

    def finish(self):
        """The answer, after its end."""
        os.close(self.pipe)
        _, status = os.waitpid(self.pid, 0)
        try:
            return json.loads(self.answer)
        except ValueError:
            return Lost(-os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))

    def end(self):
        """Asks it to end, and insists after a while."""
        os.kill(self.pid, signal.SIGTERM)
        deadline = time.monotonic() + PATIENCE
        while True:
            found, _ = os.waitpid(self.pid, os.WNOHANG)
            if found:
                return
            if time.monotonic() > deadline:
                os.kill(self.pid, signal.SIGKILL)
            time.sleep(0.005)


class Crew:
    """Workers, up to `jobs` at a time. This process must adopt orphans."""

    def __init__(self, work, jobs):
        self.work, self.jobs = work, jobs
        self.workers = []

    def end_strays(self):
        """Ends the processes that a killed worker has left to this one."""
        known = {worker.pid for worker in self.workers}
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            strays = [pid for pid in all_processes()
                      if pid not in known and state_and_parent(pid)[1] == os.getpid()]
            if not strays:
                return
            for pid in strays:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)
            time.sleep(0.002)

    def answers(self, tasks, begun):
        """Yields (task, answer or Lost) as they come; calls `begun(task)` as each begins. The end
        of this generator, by an exception too, ends all workers."""
        waiting = list(tasks)[::-1]
        try:
            while waiting or self.workers:
                while waiting and len(self.workers) < self.jobs:
                    task = waiting.pop()
                    begun(task)
                    self.workers.append(Worker(task, self.work))
                ready, _, _ = select.select([worker.pipe for worker in self.workers], [], [])
                for worker in [worker for worker in self.workers if worker.pipe in ready]:
                    if worker.read():
                        continue
                    answer = worker.finish()
                    self.workers.remove(worker)
                    if isinstance(answer, Lost):
                        self.end_strays()
                    yield worker.task, answer
        finally:
            for worker in self.workers:
                worker.end()
            self.end_strays()
