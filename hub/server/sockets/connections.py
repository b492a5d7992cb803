"""Who is connected now, as whom. Updated by `hub.server.sockets.handlers`; publisher and device feed read it."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from hub.server.limits import Bucket
from hub.table.requests.base import Action
from hub.table.requests.phones import SignOut
from hub.table.wire.audience import Audience
from hub.table.wire.contract import PhoneKind


@dataclass(slots=True, eq=False)
class Connection:
    """One socket.

    `key` is what it came with or got; `phone` is its number among those of its seat, `waiting` the seat whose yes it
    waits for, `left` the seat it was signed out of; `kind` is what it runs on. `admitted` is what it got in with last,
    and the key it got for it. `seen` is the newest version that was sent to it. `keep` is called when it has
    shown a good key: from then on it gives way to nobody (`hub.server.access.request_filter`).
    """

    sid: str
    address: str
    bucket: Bucket
    key: str | None
    audience: Audience
    seen: int = -1
    watching: bool = False
    kind: PhoneKind = "other"
    phone: int | None = None
    waiting: int | None = None
    left: int | None = None
    admitted: tuple[str, str] | None = None
    keep: Callable[[], None] = lambda: None

    def gives_up(self, action: Action) -> bool:
        """Whether a phone that waits takes itself out."""
        return isinstance(action, SignOut) and (action.seat, action.phone) == (self.waiting, self.phone)

    def described(self) -> dict[str, object]:
        """Who it is, for the log, without its secrets."""
        return {"address": self.address, "role": self.audience.role, "seat": self.audience.seat}

    @property
    def place(self) -> tuple[Audience, int | None]:
        return self.audience, self.waiting


class Connections:
    """All sockets by their session id. Thread-safe."""

    def __init__(self) -> None:
        self._of: dict[str, Connection] = {}
        self._lock = threading.Lock()

    def add(self, connection: Connection) -> None:
        with self._lock:
            self._of[connection.sid] = connection

    def remove(self, sid: str) -> Connection | None:
        with self._lock:
            return self._of.pop(sid, None)

    def get(self, sid: str) -> Connection | None:
        return self._of.get(sid)

    def all(self) -> list[Connection]:
        with self._lock:
            return list(self._of.values())

    def online(self) -> frozenset[int]:
        return frozenset(one.audience.seat for one in self.all() if one.audience.seat is not None)

    def phones(self) -> frozenset[tuple[int | None, int | None]]:
        """The phones connected, each as its seat and number."""
        return frozenset((one.audience.seat if one.waiting is None else one.waiting, one.phone) for one in self.all())
