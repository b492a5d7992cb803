"""Which names in the hall of fame are one person, and who is not shown: a small document, always replaced as a whole.

Names that are alike (`hub.table.names`) are one person anyway. The banker merges others, and says who wants to be
forgotten (`hub.table.requests.hall`); the evening reads it.
"""

from __future__ import annotations

from msgspec import Struct

from hub.table.names import likeness

HALL = "hall"
"""The document's name in the store."""


class HallNames(Struct, frozen=True):
    """`same` maps the likeness of a name to the name it is shown under; `forgotten` are likenesses.

    `changes` counts the changes, so that pages know when to fetch the hall again.
    """

    same: dict[str, str] = {}
    forgotten: tuple[str, ...] = ()
    changes: int = 0

    def shown_as(self, name: str) -> str | None:
        """The name under which somebody is shown, None if they are forgotten."""
        shown = self.same.get(likeness(name), name)
        return None if likeness(name) in self.forgotten or likeness(shown) in self.forgotten else shown

    def group(self, name: str) -> frozenset[str]:
        """The likenesses that are shown under a name, including its own."""
        own = likeness(name)
        return frozenset({own, *(other for other, shown in self.same.items() if likeness(shown) == own)})
