"""The cable between a simulated node and the hub: a pty, or a TCP socket where there are no ptys.

`PoweredNode` holds the node's end; the hub opens `name` like any port.
"""

import contextlib
import os
import select
import socket
import sys
from collections.abc import Callable
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


def other_cable(cables: Callable[[], CableEnd], last_port: str) -> CableEnd:
    """A cable with another name than the last: the system tends to hand out the same one again."""
    cable = cables()
    if cable.name == last_port:
        taken, cable = cable, cables()
        taken.close()
    return cable


class PtyCable:
    """A pty; our own open descriptor of the hub's side keeps it alive while no hub has it open."""

    name: str
    _ours: int
    _theirs: int

    def __init__(self) -> None:
        if sys.platform != "win32":  # where nobody makes one: see `open_cable`
            import tty

            self._ours, self._theirs = os.openpty()
            tty.setraw(self._theirs)
            os.set_blocking(self._ours, False)
            self.name = os.ttyname(self._theirs)

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
        os.close(self._theirs)


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
        return self._receive(self._hub)

    def _receive(self, hub: socket.socket) -> bytes:
        try:
            data = hub.recv(READ_MAX)
        except OSError:
            data = b""
        if not data:
            hub.close()
            self._hub = None
        return data

    def write(self, frame: bytes) -> None:
        try:
            if self._hub is not None:
                self._hub.send(frame)
        except OSError:
            pass

    def close(self) -> None:
        self._listening.close()
        if self._hub is not None:
            self._hub.close()
