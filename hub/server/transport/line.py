"""The way down to the browsers: one encoding for all who see the same. Implements the publisher's `Line`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engineio import packet as engine_packet  # type: ignore[import-untyped]
from socketio import packet  # type: ignore[import-untyped]

NAMESPACE = "/"


class SocketLine:
    """Sends through a Socket.IO server, past two things of its own that do more than send.

    `emit` would stop at the first of many sockets that has just gone. `send_packet` ends a connection that has fallen
    silent, which the table is told of, and it may be the table that sends; Engine.IO looks for silent ones by itself.
    """

    def __init__(self, server: Any) -> None:
        self._server = server

    def send(self, event: str, data: object, sids: Sequence[str]) -> None:
        """Queue an event for these sockets; never blocks, encodes once. Sockets that are gone are passed over."""
        encoded = self._server.packet_class(packet.EVENT, data=[event, data], namespace=NAMESPACE).encode()
        message = engine_packet.Packet(engine_packet.MESSAGE, encoded)
        for sid in sids:
            connection = self._connection(sid)
            if connection is not None and not connection.closed:
                connection.queue.put(message)

    def backlog(self, sid: str) -> int:
        """How many packets wait to be sent to a socket."""
        connection = self._connection(sid)
        return 0 if connection is None else int(connection.queue.waiting)

    def _connection(self, sid: str) -> Any:
        """Engine.IO's side of a socket, None if it is gone."""
        return self._server.eio.sockets.get(self._server.manager.eio_sid_from_sid(sid, NAMESPACE))
