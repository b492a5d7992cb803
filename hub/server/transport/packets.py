"""What this hub accepts over a socket: JSON by msgspec, known events with arguments, nothing else."""

from __future__ import annotations

from typing import Any

import msgspec

EVENTS = frozenset({"request", "pair", "join", "refresh", "watch_device"})
UNKNOWN = "unknown"
CLOSE, PONG, MESSAGE, NOOP = "1", "3", "4", "6"
DIGITS = frozenset("0123456789")


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
    """Whether this is an event we know, with its arguments."""
    return isinstance(data, list) and bool(data) and isinstance(data[0], str) and data[0] in EVENTS


def is_packet(data: object) -> bool:
    """Whether this is something a client may send over a WebSocket: a pong, a goodbye, a Socket.IO packet."""
    return isinstance(data, str) and (data in {PONG, CLOSE} or (data[:1] == MESSAGE and data[1:2] in DIGITS))
