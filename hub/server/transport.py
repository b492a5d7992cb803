"""What Engine.IO leaves open, closed: messages without end, clients that flood, and clients that vanish without a word.

Called once by `hub.server.app` on a fresh Socket.IO server.
"""

from __future__ import annotations

import contextlib
import functools
import socket
import threading
from typing import Any

from hub.server.limits import Bucket, Limits

GRACE_S = 2.0  # for a goodbye to be read before the connection is cut


def harden(server: Any, limits: Limits) -> None:
    """Bound messages while they arrive, cut off floods, and end the connection of whoever is given up."""
    engine = server.eio
    # Engine.IO looks at the size of a message once it has arrived completely; the library below can refuse earlier.
    bounded = functools.partial(engine._async["websocket"], max_message_size=limits.message_bytes)  # noqa: SLF001
    engine._async = {**engine._async, "websocket": bounded}  # noqa: SLF001
    take, part = engine.handlers["message"], engine.handlers["disconnect"]
    buckets: dict[str, Bucket] = {}

    def message(session: str, data: Any) -> None:
        bucket = buckets.setdefault(session, Bucket(limits.flood_per_second, limits.flood_burst))
        if bucket.take():
            take(session, data)
        else:
            _cut(server.environ.get(session))

    def disconnect(session: str, reason: str) -> None:
        environ = server.environ.get(session)
        buckets.pop(session, None)
        part(session, reason)
        # A vanished phone never answers the goodbye; without this its threads and its place would stay for minutes.
        if reason == engine.reason.PING_TIMEOUT:
            _cut(environ)
        elif reason == engine.reason.SERVER_DISCONNECT:
            timer = threading.Timer(GRACE_S, _cut, (environ,))
            timer.daemon = True
            timer.start()

    engine.on("message", message)
    engine.on("disconnect", disconnect)


def _cut(environ: dict[str, Any] | None) -> None:
    """End a connection at once, whatever its threads wait for."""
    wire = (environ or {}).get("werkzeug.socket")
    if wire is not None:
        with contextlib.suppress(OSError):
            wire.shutdown(socket.SHUT_RDWR)
