"""For whom a view is made and in whose name a request comes."""

from __future__ import annotations

from msgspec import Struct

from hub.table.contract import Role


class Audience(Struct, frozen=True):
    """A role, and for a player the seat. Frozen and hashable: it names the room of everybody who sees the same."""

    role: Role
    seat: int | None = None

    @property
    def actor(self) -> str:
        """How this audience is named in the log."""
        return self.role if self.seat is None else f"{self.role}:{self.seat}"
