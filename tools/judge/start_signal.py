# SPDX-License-Identifier: MIT
"""The moment at which a jail starts its program, reported through a socket. The kernel notes the
time at which a message is sent, so it does not matter when the judge comes to read it."""

import socket
import struct
import time

SO_TIMESTAMPNS = 35  # Python's module has no name for it
STAMP = struct.Struct("=qq")  # seconds and nanoseconds since 1970


class StartSignal:
    """The program's side is `theirs`; its first message is the signal."""

    def __init__(self):
        self.ours, self.theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.ours.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)

    def wait(self):
        """When it came, by time.perf_counter(); None where every process that had the other side
        has ended without it."""
        data, notes, _, _ = self.ours.recvmsg(1, socket.CMSG_SPACE(STAMP.size))
        if not data:
            return None
        ago = 0.0
        for level, kind, content in notes:
            if (level, kind) == (socket.SOL_SOCKET, SO_TIMESTAMPNS):
                seconds, nanoseconds = STAMP.unpack(content[:STAMP.size])
                ago = (time.time_ns() - seconds * 1_000_000_000 - nanoseconds) / 1e9
        return time.perf_counter() - max(0.0, ago)

    def started(self):
        """After the processes have theirs."""
        self.theirs.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ours.close()
        self.theirs.close()
