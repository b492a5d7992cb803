"""Packets of a connection: what is accepted from it, the queue of those to it, and its pings.

Engine.IO has a thread per connection that sends what is in its queue. This is that queue. Whoever puts a packet in also
sends it as far as that does not block; only the rest waits for the thread. So a view needs no thread switch, and a
client that does not read delays nobody (0021). For a polling client, packets wait for its next poll.

One thread times the pings of all: one for each would wake together with those that connected together.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import queue
import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable
from typing import Any

import msgspec

EVENTS = frozenset({"request", "pair", "join", "refresh", "watch_device"})
UNKNOWN = "unknown"
CLOSE, PONG, MESSAGE, NOOP = "1", "3", "4", "6"
DIGITS = frozenset("0123456789")

FINAL_TEXT = 0x81
MESSAGE_TYPE = 4  # of the packets of Engine.IO
AT_ONCE: int | None = getattr(socket, "MSG_DONTWAIT", None)  # Windows has no such thing

SPREAD = 0.2
"""Calls are made earlier by up to this share of their delay."""

GOLDEN = 0.618
log = logging.getLogger(__name__)


class WireJson:
    """The two functions that Socket.IO needs of a JSON module; structs are encoded directly."""

    @staticmethod
    def dumps(value: Any, **_options: Any) -> str:
        return msgspec.json.encode(value).decode()

    @staticmethod
    def loads(text: str) -> Any:
        """JSON text as plain values. Raises msgspec.DecodeError, RecursionError."""
        return msgspec.json.decode(text)


def is_event(data: Any) -> bool:
    return isinstance(data, list) and bool(data) and isinstance(data[0], str) and data[0] in EVENTS


def is_packet(data: object) -> bool:
    """Whether this is something a client may send over a WebSocket: a pong, a goodbye, a Socket.IO packet."""
    return isinstance(data, str) and (data in {PONG, CLOSE} or (data[:1] == MESSAGE and data[1:2] in DIGITS))


class FrameWire:
    """The socket of a WebSocket connection: frames go out whole, one after the other, and nothing after a goodbye.

    Whoever has news sends it, the connection's thread what had no room, and a thread of the library answers pings and
    goodbyes. On a plain socket these would write into each other's frames. `is_open` says that no goodbye was said.
    """

    def __init__(self, wire: socket.socket, is_open: Callable[[], bool]) -> None:
        self._wire, self._is_open, self._rest, self._lock = wire, is_open, b"", threading.Lock()
        self._may_block = AT_ONCE is None or isinstance(wire, ssl.SSLSocket)  # encryption may have to wait
        self.recv, self.close = wire.recv, wire.close

    def send(self, data: bytes) -> None:
        """Send the library's own frames: answers to pings, goodbyes."""
        with self._lock:
            self._send_all(data)

    def send_text(self, text: str) -> None:
        """Send a message, or with none what is left of one. Raises OSError, also after a goodbye."""
        with self._lock:
            if not self._is_open():
                raise OSError
            self._send_all(framed(text) if text else b"")

    def sent_at_once(self, text: str) -> bool | None:
        """Send what there is room for; returns whether that was all, None if it was nothing or others are sending."""
        if self._may_block or not self._lock.acquire(blocking=False):
            return None
        try:
            if self._rest or not self._is_open():
                return None
            frame = framed(text)
            self._rest = frame[self._wire.send(frame, AT_ONCE or 0) :]
            return not self._rest
        except OSError:  # there is no room, or the connection is over, which the thread will find out
            return None
        finally:
            self._lock.release()

    def _send_all(self, data: bytes) -> None:
        data, self._rest = self._rest + data, b""
        self._wire.sendall(data)


class FrameRest:
    """In the queue, the rest of a frame of which only the beginning was sent; the wire has it."""

    def encode(self) -> str:
        """Nothing new: the thread asks this of every packet."""
        return ""


class Outgoing(queue.Queue[Any]):
    """The queue of one connection. `waiting` counts packets that were not completely sent.

    With polling it is `overrun` if it exceeds its maximum: further packets are lost, and the connection is dropped.
    """

    def __init__(self) -> None:
        super().__init__()
        self.waiting = 0
        self.overrun = False
        self._wire: FrameWire | None = None
        self._most: int | None = None
        self._lock = threading.Lock()

    def open(self, wire: FrameWire) -> None:
        """Allow sending at once."""
        self._wire = wire

    def be_polled(self, most: int) -> None:
        """Switch to polling, where packets are fetched from the queue; at most `most` wait."""
        self._most = most

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """The next packet, or None at the end. Raises queue.Empty."""
        item = super().get(block, timeout)
        if self._most is not None and item is not None:
            self.passed()
        return item

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        """Send a packet, or queue it; None ends the thread."""
        if item is None:
            super().put(None)
            return
        with self._lock:
            # The thread gives up if it gets nothing for some seconds, so pings are always its own.
            if self.waiting == 0 and item.packet_type == MESSAGE_TYPE and (item := self._sent_at_once(item)) is None:
                return
            if self._most is not None and self.waiting >= self._most:
                self.overrun = True
                return
            self.waiting += 1
            super().put(item, block, timeout)

    def passed(self) -> None:
        with self._lock:
            self.waiting -= 1

    def _sent_at_once(self, item: Any) -> Any:
        """What is left to send: the packet itself, the rest of it, or None."""
        all_of_it = None if self._wire is None else self._wire.sent_at_once(item.encode())
        if all_of_it is None:
            return item
        return None if all_of_it else FrameRest()


def framed(text: str) -> bytes:
    """A whole text message as a server sends it, uncompressed (RFC 6455, 5.2)."""
    data = text.encode()
    if len(data) < 126:
        return bytes((FINAL_TEXT, len(data))) + data
    if len(data) < 1 << 16:
        return struct.pack("!BBH", FINAL_TEXT, 126, len(data)) + data
    return struct.pack("!BBQ", FINAL_TEXT, 127, len(data)) + data


class SharedTimer:
    """Calls functions after a delay, or slightly earlier. They must not block."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def after(self, seconds: float, call: Callable[[], None]) -> None:
        with self._changed:
            number = next(self._numbers)
            due = time.monotonic() + seconds * (1 - SPREAD * (number * GOLDEN % 1))
            heapq.heappush(self._due, (due, number, call))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="pings", daemon=True)
                self._thread.start()
            elif self._due[0][1] == number:
                self._changed.notify()

    def _run(self) -> None:
        while True:
            call = self._next()
            try:
                call()
            except Exception:
                log.exception("a connection could not be pinged")

    def _next(self) -> Callable[[], None]:
        with self._changed:
            while True:
                wait_s = self._due[0][0] - time.monotonic() if self._due else None
                if wait_s is not None and wait_s <= 0:
                    return heapq.heappop(self._due)[2]
                self._changed.wait(wait_s)
