"""Drift: where each piece is expected, and which wooden pieces stand somewhere else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from hub.domain.ids import NOBODY, Holder, Seat, Space
from hub.domain.state import State
from hub.domain.tasks import AdvancePending
from hub.table.board.board_map import BoardMap
from hub.table.board.presence import Presence
from hub.table.lobby import Lobby
from hub.table.wire.contract import Misplaced


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
