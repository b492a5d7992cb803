"""Socket.IO packets as this hub takes them: JSON by msgspec, known events with arguments, nothing else.

The library would look up whatever name a client sends among its handlers, its own `connect` and `disconnect` included,
and log a traceback for each malformed packet. Here all that becomes the event `unknown`, counted and ignored.
"""

from __future__ import annotations

from typing import Any

import msgspec
from socketio import packet  # type: ignore[import-untyped]

EVENTS = frozenset({"request", "pair", "join", "refresh", "watch_device"})
UNKNOWN = "unknown"


class WireJson:
    """The two functions the library wants of a JSON module; structs are encoded as they are."""

    @staticmethod
    def dumps(value: Any, **_options: Any) -> str:
        """A value as JSON text."""
        return msgspec.json.encode(value).decode()

    @staticmethod
    def loads(text: str) -> Any:
        """JSON text as plain values. Raises msgspec.DecodeError, RecursionError."""
        return msgspec.json.decode(text)


class WirePacket(packet.Packet):  # type: ignore[misc]
    """A packet without attachments."""

    json = WireJson
    uses_binary_events = False

    def decode(self, encoded_packet: str | bytes) -> int:
        """Take a packet apart; one that does not fit becomes the event `unknown`."""
        try:
            super().decode(encoded_packet)
            fits = self._fits()
        except (ValueError, TypeError, RecursionError, msgspec.MsgspecError):
            fits = False
        if not fits:
            self.packet_type, self.namespace, self.id, self.data = packet.EVENT, None, None, [UNKNOWN]
        return 0

    def _fits(self) -> bool:
        if self.packet_type != packet.EVENT:
            return self.packet_type in {packet.CONNECT, packet.DISCONNECT}
        data: Any = self.data
        return isinstance(data, list) and bool(data) and isinstance(data[0], str) and data[0] in EVENTS
