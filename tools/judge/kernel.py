# SPDX-License-Identifier: MIT
"""Calls of the Linux kernel that Python's library lacks."""

import ctypes
import os
import signal

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
SIGEV_SIGNAL = 0
CLOCK_MONOTONIC = 1
CONTINUED_EVERY = 100_000_000  # nanoseconds

libc = ctypes.CDLL(None, use_errno=True)


class SignalEvent(ctypes.Structure):
    """struct sigevent, which has 64 bytes."""
    _fields_ = [("value", ctypes.c_void_p), ("signal", ctypes.c_int), ("notify", ctypes.c_int),
                ("rest", ctypes.c_char * (56 - ctypes.sizeof(ctypes.c_void_p)))]


class TimerSetting(ctypes.Structure):
    """struct itimerspec"""
    _fields_ = [(name, ctypes.c_long) for name in ("every_s", "every_ns", "first_s", "first_ns")]


def checked(result):
    if result != 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))


def prctl(option, value):
    checked(libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0))


def adopt_orphans():
    """Makes this process the parent of every descendant whose own parent ends. Not inherited."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)


def end_with_parent(parent):
    """Has this process get SIGTERM when its parent, of this number, ends."""
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)


def timer_functions():
    """Before version 2.34 of the GNU C library they are in a library of their own."""
    library = libc if hasattr(libc, "timer_create") else ctypes.CDLL("librt.so.1", use_errno=True)
    return library.timer_create, library.timer_settime


def refuse_to_stop():
    """Has a timer of the kernel continue this process ten times a second, whoever stops it. The
    signal needs a handler: since Linux 6.13 a timer whose signal is ignored does not start again.
    Not inherited."""
    signal.signal(signal.SIGCONT, lambda number, frame: None)
    create, settime = timer_functions()
    event = SignalEvent(signal=signal.SIGCONT, notify=SIGEV_SIGNAL)
    timer = ctypes.c_void_p()
    checked(create(CLOCK_MONOTONIC, ctypes.byref(event), ctypes.byref(timer)))
    checked(settime(timer, 0, ctypes.byref(
        TimerSetting(0, CONTINUED_EVERY, 0, CONTINUED_EVERY)), None))
