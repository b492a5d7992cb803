"""What Engine.IO leaves open, closed: messages without end, packets that break it, floods, vanished clients.

Called once by `hub.server.app` on a fresh Socket.IO server.
"""

from __future__ import annotations

import contextlib
import functools
import socket
import threading
from typing import Any

from engineio.async_drivers.threading import SimpleWebSocketWSGI  # type: ignore[import-untyped]
from simple_websocket import ConnectionClosed  # type: ignore[import-untyped]
from wsproto.utilities import LocalProtocolError

from hub.server.limits import Bucket, Limits
from hub.server.transport.outgoing import Outgoing, Rest, framed

LOOK_UP_S = 1.0
GRACE_S = 2.0  # for a goodbye to be read before the connection is cut
CLOSE, PONG, MESSAGE, NOOP = "1", "3", "4", "6"
DIGITS = frozenset("0123456789")


def harden(server: Any, limits: Limits) -> None:
    """Guard what comes in on each connection, and end the connection of whoever is given up."""
    engine = server.eio
    part = engine.handlers["disconnect"]
    guarded = functools.partial(GuardedWebSocket, limits)
    # There is no other way to choose them.
    engine._async = {**engine._async, "websocket": guarded, "queue": Outgoing}  # noqa: SLF001

    def disconnect(session: str, reason: str) -> None:
        environ = server.environ.get(session)
        part(session, reason)
        wire = (environ or {}).get("werkzeug.socket")
        # A vanished phone never answers the goodbye; without this its threads and its place would stay for minutes.
        if reason == engine.reason.PING_TIMEOUT:
            cut(wire)
        elif reason == engine.reason.SERVER_DISCONNECT:
            timer = threading.Timer(GRACE_S, cut, (wire,))
            timer.daemon = True
            timer.start()

    engine.on("disconnect", disconnect)


class GuardedWebSocket(SimpleWebSocketWSGI):  # type: ignore[misc]
    """One connection: long messages are refused as they arrive, what is no packet is not passed on, floods end.

    Engine.IO looks at the size of a message when it has it all, and dies of a packet that does not begin with a digit.
    """

    def __init__(self, limits: Limits, handler: Any, server: Any) -> None:
        super().__init__(self._opened, server, max_message_size=limits.message_bytes)
        self._bucket = Bucket(limits.flood_per_second, limits.flood_burst)
        self._handler = handler
        self._outgoing: Outgoing = handler.__self__.queue

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        """The whole life of the connection. Nothing is compressed: in one house that costs more time than it saves."""
        environ.pop("HTTP_SEC_WEBSOCKET_EXTENSIONS", None)
        return super().__call__(environ, start_response)

    def send(self, message: str | Rest) -> None:
        """What the thread of the connection found in the queue; all of it, however long the client takes to read."""
        if not self.ws.connected:
            raise OSError
        self.ws.sock.sendall(message.data if isinstance(message, Rest) else framed(message))
        self._outgoing.passed()

    def wait(self) -> Any:
        """The next packet, or None when the connection is over."""
        data = None
        while data is None:
            try:
                # Not for ever: when the library ends a connection by itself, its wake-up can come too early.
                data = self.ws.receive(timeout=LOOK_UP_S)
            except ConnectionClosed:
                return None
        if not self._bucket.take():
            cut(self.ws.sock)
            return None
        return data if isinstance(data, str) and is_packet(data) else NOOP

    def close(self) -> None:
        """Say goodbye, unless the connection ends at this very moment: the library looks first and closes then.

        Its other thread may have noticed the end by then, have closed the socket, or have said another goodbye.
        """
        with contextlib.suppress(ConnectionClosed, LocalProtocolError, OSError):
            super().close()

    def _opened(self, wire: Any) -> Any:
        self._outgoing.open(self.ws.sock)
        return self._handler(wire)


def is_packet(data: str) -> bool:
    """Whether this is something a client may send over a WebSocket: a pong, a goodbye, a Socket.IO packet."""
    return data in {PONG, CLOSE} or (data[:1] == MESSAGE and data[1:2] in DIGITS)


def cut(wire: socket.socket | None) -> None:
    """End a connection at once, whatever its threads wait for."""
    if wire is not None:
        with contextlib.suppress(OSError):
            wire.shutdown(socket.SHUT_RDWR)
