"""Audiences, for whom views are made and in whose name requests come, and how a browser learns which one it is."""

from msgspec import Struct

from hub.domain.facts import Fact
from hub.domain.secrecy import circle_of
from hub.table.wire.contract import Role


class Audience(Struct, frozen=True):
    """A role and, for a player, the seat. Hashable, since it identifies all clients that see the same."""

    role: Role
    seat: int | None = None

    @property
    def actor(self) -> str:
        """How this audience is named in the log."""
        return self.role if self.seat is None else f"{self.role}:{self.seat}"

    def may_know(self, fact: Fact) -> bool:
        """Whether this audience may know a fact. A viewer knows what everybody knows."""
        circle = circle_of(fact)
        if circle is None:
            return True
        return circle.banker if self.role == "banker" else self.role == "seat" and self.seat in circle.seats


class Welcome(Struct, frozen=True):
    """Who the hub takes the client for, and the key to reconnect with.

    Sent on connecting, and again after a successful `join` or `pair`. `phone` is the number of this phone among those
    of its seat; `waiting` is the seat that has yet to let it in, until when it only watches.
    """

    role: Role
    seat: int | None
    key: str | None
    version: str
    phone: int | None = None
    waiting: int | None = None
