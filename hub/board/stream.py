"""Bytes in and out of one open port, without ever blocking on a node that has stopped reading.

`port` opens one. On POSIX it waits with `select` and moves bytes with `os.read` and `os.write` on pyserial's
descriptor: reading a line with `Serial.readline()` costs fourteen times as much. Where a port has no descriptor to
wait on (Windows, some pyserial URLs), `BlockingStream` does the same job with short blocking reads.
"""

import contextlib
import errno
import os
import re
import select
import socket
import sys
import threading
import time
from typing import Any, Final, Protocol

import serial

READ_MAX: Final = 4096
PENDING_MAX: Final = 16384  # bytes, four times a window of 8 full frames; more means that nobody reads
LAST_S: Final = 0.2  # for what was written last
BAUD: Final = 115200  # USB ignores it
GONE: Final = "unplugged"
CAUSES: Final = {
    **dict.fromkeys((errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ECONNREFUSED), "port_missing"),
    **dict.fromkeys((errno.EACCES, errno.EPERM), "port_forbidden"),
    **dict.fromkeys((errno.EBUSY, errno.EAGAIN), "port_busy"),
}
ON_WINDOWS: Final = {"2": "port_missing", "5": "port_busy"}
WRITTEN: Final = re.compile(r", None, (\d+)\)$")
"""How pyserial's sentence ends on Windows, the only place where it has the system's number."""
ADVICE: Final = {
    "port_missing": "is not there: plug the node in, or see `bankhalter ports`",
    "port_forbidden": "cannot be opened by you: `bankhalter doctor` says how to change that",
    "port_busy": "is used by another program: stop that first",
    "port_failed": "cannot be opened: see `bankhalter doctor`",
    GONE: "is unplugged",
    "closed": "is closed",
    "listener_failed": "delivers a report that could not be stored; it will come again",
}
"""What the terminal shows after the name of the port, by the key of what is wrong with it."""


class PortError(Exception):
    """A port cannot be used; `why` is the key shown in a status."""

    def __init__(self, message: str, why: str = "port_failed") -> None:
        super().__init__(message)
        self.why = why


class Stream(Protocol):
    """An open port. Only `wake` may be called from another thread."""

    def read(self, timeout_s: float) -> bytes:
        """Wait for bytes, a wake-up or the timeout, and return what is there. Raises PortError."""

    def write(self, frame: bytes) -> None:
        """Send a frame, or drop all of it if the node has stopped reading; the link sends it again."""

    def wake(self) -> None:
        """Make a blocked `read` return."""

    def close(self) -> None:
        """Close the port."""


def open_stream(name: str) -> Stream:
    """Open a port (device name or pyserial URL) for exclusive use. Raises PortError."""
    try:
        exclusive = None if "://" in name else True
        port = serial.serial_for_url(name, BAUD, timeout=0.02, write_timeout=0.2, exclusive=exclusive)
    except (OSError, ValueError) as error:  # SerialException is an OSError
        raise _by_cause(name, error) from error
    except Exception as error:  # termios.error, which is only an Exception and does not exist on Windows
        raise PortError(f"{name}: {error}") from error
    return _stream_of(port)


def _by_cause(name: str, error: Exception) -> PortError:
    cause = error
    while getattr(cause, "errno", None) is None and isinstance(cause.__context__, Exception):
        cause = cause.__context__  # pyserial wraps refused connections without their number
    why, written = CAUSES.get(getattr(cause, "errno", None) or 0), WRITTEN.search(str(error))
    return PortError(f"{name}: {error}", why or (written and ON_WINDOWS.get(written[1])) or "port_failed")


def _stream_of(port: Any) -> Stream:
    if sys.platform != "win32":
        try:
            return SelectStream(port, port.fileno())
        except (AttributeError, OSError):  # a URL handler without a descriptor; UnsupportedOperation is an OSError
            pass
    return BlockingStream(port)


class SelectStream:
    """A port with a descriptor that `select` understands."""

    def __init__(self, port: Any, descriptor: int) -> None:
        self._port = port
        self._descriptor = descriptor
        self._pending = bytearray()
        self._lock = threading.Lock()
        self._waker, self._wakened = socket.socketpair()
        self._waker.setblocking(False)
        self._wakened.setblocking(False)
        if sys.platform != "win32":  # where nobody makes one: see `_stream_of`
            os.set_blocking(descriptor, False)

    def read(self, timeout_s: float) -> bytes:
        readers: list[Any] = [self._descriptor, self._wakened]
        writers = [self._descriptor] if self._pending else []
        readable, writable, _ = select.select(readers, writers, [], timeout_s)
        if self._wakened in readable:
            self._wakened.recv(READ_MAX)
        if writable:
            self._flush()
        return self._receive() if self._descriptor in readable else b""

    def _receive(self) -> bytes:
        try:
            data = os.read(self._descriptor, READ_MAX)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise PortError(str(error), GONE) from error
        if not data:
            raise PortError("end of file", GONE)
        return data

    def write(self, frame: bytes) -> None:
        if len(self._pending) + len(frame) <= PENDING_MAX:
            self._pending += frame
            self._flush()

    def _flush(self) -> None:
        try:
            del self._pending[: os.write(self._descriptor, self._pending)]
        except BlockingIOError:
            pass
        except OSError as error:
            raise PortError(str(error), GONE) from error

    def wake(self) -> None:
        # It may be closed, or so many wake-ups are waiting that one more adds nothing.
        with self._lock, contextlib.suppress(OSError):
            self._waker.send(b"w")

    def close(self) -> None:
        with self._lock:
            self._waker.close()
            self._wakened.close()
            _close(self._port)


class BlockingStream:
    """A port without such a descriptor: reads return after at most 20 ms, so a wake-up takes no longer than that."""

    def __init__(self, port: Any) -> None:
        self._port = port

    def read(self, timeout_s: float) -> bytes:
        try:
            data: bytes = self._port.read(1)
            while data and len(data) < READ_MAX and (waiting := self._port.in_waiting):
                data += self._port.read(min(waiting, READ_MAX - len(data)))
        except OSError as error:
            raise PortError(str(error), GONE) from error
        return data

    def write(self, frame: bytes) -> None:
        try:
            self._port.write(frame)
        except serial.SerialTimeoutException:
            pass
        except OSError as error:
            raise PortError(str(error), GONE) from error

    def wake(self) -> None:
        """See Stream: nothing to do."""

    def close(self) -> None:
        _close(self._port)


def _close(port: Any) -> None:
    # A goodbye may still be on its way; but nobody waits for a node that does not read it, as the system would for half
    # a minute. Some ports cannot say what is left, and termios.error is only an Exception.
    with contextlib.suppress(Exception):
        deadline_s = time.monotonic() + LAST_S
        while port.out_waiting and time.monotonic() < deadline_s:
            time.sleep(LAST_S / 20)
        if port.out_waiting:
            port.reset_output_buffer()
    wire = getattr(port, "_socket", None)
    with contextlib.suppress(OSError):  # it is gone already
        port.close()
    if wire is not None:  # which pyserial leaves open if the other end went first
        wire.close()
