"""What the hands of a simulated board should do now.

Lay an awaited piece on a reader, walk pieces where they belong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hub.domain.agenda import open_task
from hub.domain.ids import NOBODY, Seat
from hub.domain.tasks import AdvancePending
from hub.table.board.drift import expected_space
from hub.table.board.hands import TagMove
from hub.table.ports.board import NodeStatus, Simulator

if TYPE_CHECKING:
    from hub.table.table import Table

SPARE_TAGS = tuple(f"04B0A5C0FFEE{number:02X}" for number in range(1, 9))
"""The tags that come with a simulated board, as 7-byte uids."""


def tag_moves(table: Table) -> list[TagMove]:
    """Called by whoever has the lock."""
    simulator = table.board.simulator
    nodes = [node for node in table.board.nodes() if node.simulated]
    if simulator is None or not nodes:
        return []
    if table.lobby.enrolling is not None:
        spare = [uid for uid in SPARE_TAGS if table.lobby.seat_of(uid) is None]
        return [TagMove(spare[0], nodes[0].node, 0, tap=True)] if spare else []
    if table.live is None or table.live.game.state.turns.winner != NOBODY:
        return []
    if nodes[0].kind == "starter":
        return [] if table.pausing.holds else _tap(table, nodes[0])
    seats = range(len(table.lobby.seats))
    return [move for seat in seats if (move := _walk(table, simulator, seat)) is not None]


def _tap(table: Table, node: NodeStatus) -> list[TagMove]:
    """On a starter board the piece that has to move is tapped on the one reader."""
    assert table.live is not None
    task = open_task(table.live.game.state)
    uid = table.lobby.seats[task.seat].tag if isinstance(task, AdvancePending) else None
    return [TagMove(uid, node.node, 0, tap=True)] if uid is not None else []


def _walk(table: Table, simulator: Simulator, seat: Seat) -> TagMove | None:
    """On a full board a piece walks to where it belongs, if it is not there."""
    assert table.live is not None
    state, uid = table.live.game.state, table.lobby.seats[seat].tag
    if uid is None or state.turns.out[seat]:
        return None
    space = state.pieces.spaces[seat] if table.pausing.frozen else expected_space(state, seat)
    reader = table.board_map.reader(space)
    if reader is None or simulator.tags().get(uid) == reader:
        return None
    return TagMove(uid, *reader, tap=False)
