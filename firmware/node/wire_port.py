"""The node's end of the USB cable: standard input and output, without blocking on a hub that does not read.

On the chip `read(n)` blocks until n bytes are there, and a write that the host does not take blocks for half a second
and drops the rest: hence reads of one byte and small writes, each only when `poll` says that the port is ready.
"""

import select
import sys

from micropython import const

_READ_MAX = const(64)
_PIECE = const(64)
_PATIENCE_MS = const(10)  # grace for a hub that is only busy


class WirePort:
    """Reads and writes bytes."""

    def __init__(self):
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._buffer = bytearray(_READ_MAX)
        self._torn = False

    def read(self):
        """The bytes that have arrived, at most 64, as a memoryview that the next call overwrites."""
        count = 0
        while count < _READ_MAX and self._readable.poll(0):
            byte = self._in.read(1)
            if not byte:
                break
            self._buffer[count] = byte[0]
            count += 1
        return memoryview(self._buffer)[:count]

    def write(self, frame):
        """Send a frame, or abandon it where the port takes no more: the link will resend it."""
        if self._torn:
            frame = b"\n" + frame  # ends the broken frame, so that it does not swallow the next one
        self._torn = False
        for start in range(0, len(frame), _PIECE):
            piece = frame[start : start + _PIECE]
            if not self._can_write() or self._out.write(piece) != len(piece):
                self._torn = True
                return

    def _can_write(self):
        return any(events & select.POLLOUT for _, events in self._writable.poll(_PATIENCE_MS))
