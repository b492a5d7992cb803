"""Many lightweight clients in one thread: raw WebSockets that only note which view arrived when."""

import json
import selectors
import socket
import time
from typing import Any

PATIENCE_S = 60.0
OPENING = (
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {host}\r\n"
    "Origin: http://{host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
VIEW = b'42["view",{"version":'


def masked(text: str) -> bytes:
    """A short text as a client's frame; the mask is zero, so the payload is unchanged."""
    data = text.encode()
    head = bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else b"\x81\xfe" + len(data).to_bytes(2, "big")
    return head + bytes(4) + data


class Watcher:
    """One client. `versions` are those of the views received, `last` is the newest, which arrived at `seen_at`."""

    def __init__(self, port: int, key: str = "") -> None:
        self._hello = "40" + json.dumps({"key": key})
        self.wire = socket.create_connection(("127.0.0.1", port), PATIENCE_S)
        self.wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.wire.sendall(OPENING.format(host=f"localhost:{port}").encode())
        self._data = bytearray()
        self._opened = False
        self.versions: list[int] = []
        self.acks = 0
        self.seen_at = 0.0
        self.last = b""

    def send(self, text: str) -> None:
        self.wire.sendall(masked(text))

    def read(self) -> None:
        data = self.wire.recv(1 << 18)
        now = time.perf_counter()
        assert data, "the server closed the line"
        self._data += data
        if not self._opened:
            end = self._data.find(b"\r\n\r\n")
            if end < 0:
                return
            assert b" 101 " in self._data[:end], bytes(self._data[:end])
            del self._data[: end + 4]
            self._opened = True
        while (message := self._message()) is not None:
            self._take(message, now)

    def view(self) -> Any:
        return json.loads(self.last[2:])[1]

    def _take(self, message: bytes, now: float) -> None:
        if message == b"2":
            self.send("3")
        elif message[:1] == b"0":
            self.send(self._hello)
        elif message.startswith(VIEW):
            self.last, self.seen_at = message, now
            self.versions.append(int(message[len(VIEW) : message.index(b",", len(VIEW))]))
        elif message.startswith(b"43"):
            self.acks += 1

    def _message(self) -> bytes | None:
        data = self._data
        if len(data) < 2:
            return None
        length, head = data[1] & 0x7F, 2
        if length == 126:
            length, head = int.from_bytes(data[2:4], "big"), 4
        elif length == 127:
            length, head = int.from_bytes(data[2:10], "big"), 10
        if len(data) < head + length:
            return None
        message = bytes(data[head : head + length])
        del data[: head + length]
        return message


AT_ONCE = 8
"""Of connections that have not shown their key yet, those that came first give way if there are too many."""


class Watchers:
    def __init__(self) -> None:
        self.all: list[Watcher] = []
        self._selector = selectors.DefaultSelector()

    def connect(self, port: int, count: int, key: str = "") -> list[Watcher]:
        """Connect `count` more clients and wait for their first views; with the banker's key they may send requests."""
        before = len(self.all)
        for first in range(0, count, AT_ONCE):
            new = [Watcher(port, key) for _ in range(min(AT_ONCE, count - first))]
            for watcher in new:
                self._selector.register(watcher.wire, selectors.EVENT_READ, watcher)
            self.all += new
            self.until(lambda new=new: all(watcher.versions for watcher in new))
        return self.all[before:]

    def listen(self, timeout_s: float) -> None:
        """Process what arrives; returns when something has arrived, or after the time-out."""
        for key, _ in self._selector.select(timeout_s):
            key.data.read()

    def until(self, holds: Any, patience_s: float = PATIENCE_S) -> None:
        deadline = time.monotonic() + patience_s
        while not holds():
            assert time.monotonic() < deadline, "waited in vain"
            self.listen(0.05)

    def quiet(self, for_s: float = 0.3) -> None:
        """Listen until nothing has arrived for `for_s` seconds."""
        count = -1
        while count != (now := sum(len(watcher.versions) for watcher in self.all)):
            count = now
            end = time.monotonic() + for_s
            while time.monotonic() < end:
                self.listen(0.05)

    def close(self) -> None:
        for watcher in self.all:
            watcher.wire.close()
        self._selector.close()
