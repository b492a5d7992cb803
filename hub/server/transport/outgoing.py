"""The queue of packets to one browser: sends them at once if nothing is queued and the socket has room.

Engine.IO has a thread per connection that sends what is in its queue. This is that queue. Whoever puts a packet in also
sends it as far as that does not block; only the rest waits for the thread. So a view needs no thread switch, and a
client that does not read delays nobody (0021). For a polling client, packets wait for its next poll.
"""

from __future__ import annotations

import contextlib
import queue
import socket
import ssl
import struct
import threading
from typing import Any

FINAL_TEXT = 0x81
MESSAGE = 4  # of the packets of Engine.IO
AT_ONCE: int | None = getattr(socket, "MSG_DONTWAIT", None)  # Windows has no such thing


class FrameRest:
    """The unsent rest of a frame of which only the beginning was sent."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def encode(self) -> FrameRest:
        """Unchanged: the thread asks this of every packet."""
        return self


class Outgoing(queue.Queue[Any]):
    """The queue of one connection. `waiting` counts packets that were not completely sent.

    With polling it is `overrun` if it exceeds its maximum: further packets are lost, and the connection is dropped.
    """

    def __init__(self) -> None:
        super().__init__()
        self.waiting = 0
        self.overrun = False
        self._wire: socket.socket | None = None
        self._most: int | None = None
        self._lock = threading.Lock()

    def open(self, wire: socket.socket) -> None:
        """Allow sending at once, unless the connection is encrypted, where sending may block even if there is room."""
        if AT_ONCE is not None and not isinstance(wire, ssl.SSLSocket):
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
            if self.waiting == 0 and item.packet_type == MESSAGE and (item := self._sent_at_once(item)) is None:
                return
            if self._most is not None and self.waiting >= self._most:
                self.overrun = True
                return
            self.waiting += 1
            super().put(item, block, timeout)

    def passed(self) -> None:
        """Note that the thread has sent a packet."""
        with self._lock:
            self.waiting -= 1

    def _sent_at_once(self, item: Any) -> Any:
        """What is left to send: the packet itself, the rest of it, or None."""
        if self._wire is None or AT_ONCE is None:
            return item
        try:
            frame = framed(item.encode())
            sent = self._wire.send(frame, AT_ONCE)
        except OSError:  # there is no room, or the connection is over, which the thread will find out
            return item
        return None if sent == len(frame) else FrameRest(frame[sent:])


def framed(text: str) -> bytes:
    """A whole text message as a server sends it, uncompressed (RFC 6455, 5.2)."""
    data = text.encode()
    if len(data) < 126:
        return bytes((FINAL_TEXT, len(data))) + data
    if len(data) < 1 << 16:
        return struct.pack("!BBH", FINAL_TEXT, 126, len(data)) + data
    return struct.pack("!BBQ", FINAL_TEXT, 127, len(data)) + data


def cut(wire: socket.socket) -> None:
    """End a connection at once, whatever its threads wait for."""
    with contextlib.suppress(OSError):  # it has ended already
        wire.shutdown(socket.SHUT_RDWR)
