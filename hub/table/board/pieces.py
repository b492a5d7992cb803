"""Where pieces stand according to the readers, where they belong, and which stand somewhere else.

Where tags are now according to the readers. This is evidence only: it never changes the game by itself.

Each node resolves disputes among its own readers. At a corner the readers of two nodes may see the same piece, and
neither node knows of the other: the newest arrival counts, but a piece is where it belongs if any reader sees it there.
"""

from collections.abc import Collection, Iterable, Iterator

from hub.domain.ids import NOBODY, Holder, Seat, Space
from hub.domain.state import State
from hub.domain.tasks import AdvancePending
from hub.table.board.board_map import BoardMap
from hub.table.interfaces.board import SnapshotEvent, TagEvent, is_random
from hub.table.lobby import Lobby
from hub.table.wire.contract import Misplaced

Place = tuple[str, int]
"""A reader: (node id, reader index)."""
Known = tuple[dict[str, Place], dict[str, frozenset[Place]]]
"""What was noted, for `remember`."""


class Presence:
    """The newest place of each tag, and all readers that see it. A snapshot replaces all that a node has reported."""

    def __init__(self) -> None:
        self._places: dict[str, Place] = {}
        self._seeing: dict[str, frozenset[Place]] = {}  # only working readers of connected nodes
        self._seen: set[str] = set()

    def take(self, event: TagEvent) -> bool:
        """Note an arrival or departure; False if it says nothing new."""
        place = (event.node, event.reader)
        newest = self._places.get(event.uid) == place
        if event.on:
            self._unsee(event.uid, {each for each in self.places(event.uid) if each[0] == event.node})
            self._places[event.uid] = place
            self._seeing[event.uid] = self.places(event.uid) | {place}
            self._seen.add(event.uid)
            return not newest
        seen = place in self.places(event.uid)
        self._unsee(event.uid, {place})
        if newest:
            del self._places[event.uid]
        return newest or seen

    def arrivals(self, event: SnapshotEvent) -> list[TagEvent]:
        """Apply a snapshot; returns the arrivals in it that were not known yet."""
        self.lose(event.node)
        before = {uid for uid, (node, _) in self._places.items() if node == event.node}
        for uid in before - {uid for _, uid in event.tags}:
            del self._places[uid]
        news = [TagEvent(event.node, reader, uid, True) for reader, uid in event.tags]
        return [arrival for arrival in news if self.take(arrival)]

    def lose(self, node: str, reader: int | None = None) -> None:
        """A node or one of its readers has failed: its last sightings are kept until another reader sees the tag."""
        for uid, places in list(self._seeing.items()):
            self._unsee(uid, {each for each in places if each[0] == node and reader in {None, each[1]}})

    def _unsee(self, uid: str, gone: set[Place]) -> None:
        places = self.places(uid) - gone
        if places:
            self._seeing[uid] = places
        else:
            self._seeing.pop(uid, None)

    def known(self) -> Known:
        """A copy of everything noted so far, for `remember`."""
        return dict(self._places), dict(self._seeing)

    def remember(self, known: Known) -> None:
        self._places, self._seeing = known

    def place(self, uid: str) -> Place | None:
        """Where a tag lies: its newest arrival or, if it has left that reader, any other reader that sees it."""
        return self._places.get(uid) or min(self.places(uid), default=None)

    def places(self, uid: str) -> frozenset[Place]:
        """All readers that see a tag now."""
        return self._seeing.get(uid, frozenset())

    def seen(self, uid: str | None) -> bool:
        """Whether a tag has lain on any reader since the hub was started."""
        return uid in self._seen

    def on_node(self, node: str) -> tuple[tuple[int, str], ...]:
        """(reader, uid) of each tag on a node."""
        return tuple(sorted((reader, uid) for uid, (where, reader) in self._places.items() if where == node))

    def has_random(self, node: str) -> bool:
        return any(is_random(uid) for _, uid in self.on_node(node))

    def uids(self) -> list[str]:
        return list(self._places)


def moving(state: State) -> Holder:
    """The seat whose piece is to be advanced, `NOBODY` if there is none."""
    task = state.agenda.task
    return task.seat if isinstance(task, AdvancePending) else NOBODY


def expected_space(state: State, seat: Seat) -> Space:
    """Where the piece of a seat belongs now: its destination if it is to be advanced, else its space by the rules."""
    task = state.agenda.task
    if isinstance(task, AdvancePending) and task.seat == seat:
        return task.space
    return state.pieces.spaces[seat]


def drift(
    state: State, lobby: Lobby, board_map: BoardMap, presence: Presence, seats: Iterable[Seat] | None = None
) -> Iterator[Misplaced]:
    """Enrolled pieces that stand elsewhere, of all seats still in the game or of `seats`; never the one on its way."""
    if state.turns.winner != NOBODY:
        return
    on_its_way = moving(state)
    for seat in range(len(lobby.seats)) if seats is None else seats:
        if seat != on_its_way and (piece := _elsewhere(state, lobby, board_map, presence, seat)) is not None:
            yield piece


def missing(
    state: State, lobby: Lobby, board_map: BoardMap, presence: Presence, nodes: Collection[str]
) -> Iterator[Misplaced]:
    """Pieces that are not back where they were when the game was frozen, as far as readers of these nodes can see.

    A piece that was on its way belongs on the space it came from.
    """
    for seat in range(len(lobby.seats)):
        reader = board_map.reader(state.pieces.spaces[seat])
        if reader is None or reader[0] not in nodes:
            continue
        if (piece := _elsewhere(state, lobby, board_map, presence, seat)) is not None:
            yield piece


def _elsewhere(state: State, lobby: Lobby, board_map: BoardMap, presence: Presence, seat: Seat) -> Misplaced | None:
    uid, space = lobby.seats[seat].tag, state.pieces.spaces[seat]
    if uid is None or state.turns.out[seat] or board_map.reader(space) is None:
        return None
    if stands_on(space, uid, board_map, presence):
        return None
    place = presence.place(uid)
    return Misplaced(seat, space, board_map.space(*place) if place else None)


def stands_on(space: Space, uid: str, board_map: BoardMap, presence: Presence) -> bool:
    """Whether a reader of this space sees the piece; at a corner the reader of the next side may see it as well."""
    place = presence.place(uid)
    seeing = presence.places(uid) | ({place} if place else set())
    return any(board_map.space(*each) == space for each in seeing)
