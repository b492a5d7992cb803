"""Drift: wooden pieces that stand elsewhere than the rules say, and what each piece is expected to do next."""

from __future__ import annotations

from collections.abc import Iterator

from hub.domain.agenda import open_task
from hub.domain.ids import NOBODY, Seat, Space
from hub.domain.state import State
from hub.domain.tasks import AdvancePending
from hub.table.boardmap import BoardMap
from hub.table.contract import Misplaced
from hub.table.lobby import Lobby
from hub.table.presence import Presence


def expected_space(state: State, seat: Seat) -> Space:
    """Where the piece of a seat belongs now: its destination if it has one, else where the rules have it."""
    task = open_task(state)
    if isinstance(task, AdvancePending) and task.seat == seat:
        return task.space
    return state.pieces.spaces[seat]


def drift(state: State, lobby: Lobby, board_map: BoardMap, presence: Presence) -> Iterator[Misplaced]:
    """Enrolled pieces of seats still in the game that lie elsewhere. The piece that is being moved is not adrift."""
    if state.turns.winner != NOBODY:
        return
    task = open_task(state)
    moving = task.seat if isinstance(task, AdvancePending) else NOBODY
    for seat, look in enumerate(lobby.seats):
        if look.tag is None or seat == moving or state.turns.out[seat]:
            continue
        space = state.pieces.spaces[seat]
        if board_map.reader(space) is None:
            continue
        place = presence.place(look.tag)
        found = board_map.space(*place) if place else None
        if found != space:
            yield Misplaced(seat, space, found)
