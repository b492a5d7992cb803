"""Who is connected now, as whom. Kept by `hub.server.sockets.handlers`; the publisher and the device feed read it."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from hub.server.limits import Bucket
from hub.table.wire.audience import Audience


@dataclass(slots=True, eq=False)
class Connection:
    """One socket.

    `key` is what it came with or got; `local` says that it is on the hub's own computer; `seen` is the newest version
    that was sent to it.
    """

    sid: str
    address: str
    local: bool
    bucket: Bucket
    key: str | None
    audience: Audience
    seen: int = -1
    watching: bool = False


class Connections:
    """All sockets by their session id. Thread-safe."""

    def __init__(self) -> None:
        self._of: dict[str, Connection] = {}
        self._lock = threading.Lock()

    def add(self, connection: Connection) -> None:
        """A socket came."""
        with self._lock:
            self._of[connection.sid] = connection

    def remove(self, sid: str) -> Connection | None:
        """A socket went."""
        with self._lock:
            return self._of.pop(sid, None)

    def get(self, sid: str) -> Connection | None:
        """The socket of this session, None if it is gone."""
        return self._of.get(sid)

    def all(self) -> list[Connection]:
        """Every socket."""
        with self._lock:
            return list(self._of.values())

    def online(self) -> frozenset[int]:
        """The seats with a phone connected."""
        return frozenset(one.audience.seat for one in self.all() if one.audience.seat is not None)
