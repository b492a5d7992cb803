"""The way down to the browsers: one encoding for all who see the same. Implements `hub.server.publisher.Line`."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from engineio import exceptions  # type: ignore[import-untyped]
from engineio import packet as engine_packet
from socketio import packet  # type: ignore[import-untyped]

NAMESPACE = "/"


class SocketLine:
    """Sends through a Socket.IO server. Its own `emit` would stop at the first of many sockets that has just gone."""

    def __init__(self, server: Any) -> None:
        self._server = server

    def send(self, event: str, data: object, sids: Sequence[str]) -> None:
        """Queue an event for these sockets; never blocks, encodes once. Sockets that are gone are passed over."""
        encoded = self._server.packet_class(packet.EVENT, data=[event, data], namespace=NAMESPACE).encode()
        message = engine_packet.Packet(engine_packet.MESSAGE, encoded)
        for sid in sids:
            session = self._server.manager.eio_sid_from_sid(sid, NAMESPACE)
            if session is not None:
                with contextlib.suppress(exceptions.SocketIsClosedError):
                    self._server.eio.send_packet(session, message)

    def backlog(self, sid: str) -> int:
        """How many packets wait to be sent to a socket."""
        session = self._server.manager.eio_sid_from_sid(sid, NAMESPACE)
        waiting = self._server.eio.sockets.get(session)
        return 0 if waiting is None else int(waiting.queue.waiting)
