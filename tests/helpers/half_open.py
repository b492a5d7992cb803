"""Slow requests that are never completed (Slowloris), as an attacker sends them to exhaust a server's connections."""

import contextlib
import socket
import threading
import time

from helpers.own_name import OWN_NAME

BEGINNING = "GET /table HTTP/1.1\r\nHost: {host}\r\nX-Slow: "
PATIENCE_S = 60.0


def cut_off_after_s(wire: socket.socket, said: bytes) -> float:
    """How long a request may drip that begins so."""
    began = time.monotonic()
    wire.sendall(said)
    wire.settimeout(0.1)
    with contextlib.suppress(ConnectionError):
        while time.monotonic() - began < PATIENCE_S:
            with contextlib.suppress(TimeoutError):
                wire.sendall(b"x")
                if not wire.recv(4096):
                    break
    return time.monotonic() - began


class Drip:
    """Incomplete requests from one address, each of which sends another byte now and then."""

    def __init__(self, port: int, source: str, target: str, count: int, every_s: float) -> None:
        beginning = BEGINNING.format(host=f"{OWN_NAME}:{port}").encode()
        self.wires: list[socket.socket] = []
        for _ in range(count):
            wire = socket.create_connection((target, port), PATIENCE_S, source_address=(source, 0))
            self.wires.append(wire)
            with contextlib.suppress(OSError):
                wire.sendall(beginning)
        self._every_s, self._ended = every_s, threading.Event()
        self._thread = threading.Thread(target=self._drip, daemon=True)
        self._thread.start()

    def open(self) -> int:
        """How many the hub has not closed yet."""
        return sum(map(_is_open, self.wires))

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        for wire in self.wires:
            wire.close()

    def _drip(self) -> None:
        while not self._ended.wait(self._every_s):
            for wire in self.wires:
                with contextlib.suppress(OSError):
                    wire.send(b"x")


def _is_open(wire: socket.socket) -> bool:
    wire.setblocking(False)
    try:
        return wire.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False
