"""Where tags are now, as far as the readers say. Evidence only: it never changes the game by itself."""

from __future__ import annotations

from hub.table.ports.board import SnapshotEvent, TagEvent

Place = tuple[str, int]
"""A reader: (node id, reader index)."""


class Presence:
    """The newest place of each tag. A snapshot replaces all a node said before."""

    def __init__(self) -> None:
        self._places: dict[str, Place] = {}
        self._seen: set[str] = set()

    def take(self, event: TagEvent) -> bool:
        """Note an arrival or departure; False if it says nothing new."""
        place = (event.node, event.reader)
        if event.on:
            known = self._places.get(event.uid) == place
            self._places[event.uid] = place
            self._seen.add(event.uid)
            return not known
        if self._places.get(event.uid) != place:
            return False
        del self._places[event.uid]
        return True

    def arrivals(self, event: SnapshotEvent) -> list[TagEvent]:
        """Take a snapshot; returns what it shows that was not known, as arrivals."""
        before = {uid for uid, (node, _) in self._places.items() if node == event.node}
        for uid in before - {uid for _, uid in event.tags}:
            del self._places[uid]
        news = [TagEvent(event.node, reader, uid, True) for reader, uid in event.tags]
        return [arrival for arrival in news if self.take(arrival)]

    def known(self) -> dict[str, Place]:
        """All places, so that what is noted next can be forgotten."""
        return dict(self._places)

    def remember(self, known: dict[str, Place]) -> None:
        """Go back to what was `known`."""
        self._places = known

    def place(self, uid: str) -> Place | None:
        """Where a tag lies."""
        return self._places.get(uid)

    def seen(self, uid: str | None) -> bool:
        """Whether a tag has lain on any reader since the hub was started."""
        return uid in self._seen

    def on_node(self, node: str) -> tuple[tuple[int, str], ...]:
        """(reader, uid) of each tag on a node."""
        return tuple(sorted((reader, uid) for uid, (where, reader) in self._places.items() if where == node))

    def uids(self) -> list[str]:
        """All tags that lie on a reader."""
        return list(self._places)
