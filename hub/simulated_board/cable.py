"""The cable between a simulated node and the hub: a pty, or a TCP socket where there are no ptys.

`PoweredNode` holds the node's end; the hub opens `name` like any port.
"""

import contextlib
import os
import select
import socket
import sys
import weakref
from typing import Final, Protocol

READ_MAX: Final = 4096


class CableEnd(Protocol):
    """The node's end of a cable; `name` is what the hub opens."""

    name: str

    def fileno(self) -> int:
        """What to `select` on until `read` has something."""

    def read(self, timeout_s: float) -> bytes:
        """Wait for bytes from the hub; empty if none came."""

    def write(self, frame: bytes) -> None:
        """Send a frame; what nobody reads is lost, as on a microcontroller."""

    def close(self) -> None:
        """Pull the plug."""


def open_cable() -> CableEnd:
    """A new cable of the kind this machine has."""
    return SocketCable() if sys.platform == "win32" else PtyCable()


class PtyCable:
    """A pty; our own open descriptor of the hub's side keeps it alive while no hub has it open.

    It stays open as long as this object is kept, also once the plug is pulled: until then the system gives the name to
    nobody else, whose board a hub that tries it again would take for this one.
    """

    name: str
    _ours: int

    def __init__(self) -> None:
        if sys.platform != "win32":  # where nobody makes one: see `open_cable`
            import tty

            self._ours, theirs = os.openpty()
            weakref.finalize(self, os.close, theirs)
            tty.setraw(theirs)
            os.set_blocking(self._ours, False)
            self.name = os.ttyname(theirs)

    def fileno(self) -> int:
        return self._ours

    def read(self, timeout_s: float) -> bytes:
        if not select.select([self._ours], [], [], timeout_s)[0]:
            return b""
        return os.read(self._ours, READ_MAX)

    def write(self, frame: bytes) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._ours, frame)

    def close(self) -> None:
        os.close(self._ours)


class SocketCable:
    """A listening socket on the loopback; one hub at a time."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=1)
        self._hub: socket.socket | None = None
        self.name = f"socket://127.0.0.1:{self._listening.getsockname()[1]}"

    def fileno(self) -> int:
        return (self._hub or self._listening).fileno()

    def read(self, timeout_s: float) -> bytes:
        waiting = self._hub or self._listening
        if not select.select([waiting], [], [], timeout_s)[0]:
            return b""
        if self._hub is None:
            self._hub = self._listening.accept()[0]
            self._hub.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._hub.setblocking(False)
            return b""
        data = b""
        with contextlib.suppress(OSError):
            data = self._hub.recv(READ_MAX)
        if not data:
            self._hub.close()
            self._hub = None
        return data

    def write(self, frame: bytes) -> None:
        with contextlib.suppress(OSError):
            if self._hub is not None:
                self._hub.send(frame)

    def close(self) -> None:
        self._listening.close()
        if self._hub is not None:
            self._hub.close()
