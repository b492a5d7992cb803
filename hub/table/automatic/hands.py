"""Hands for a simulated board: they lay an awaited piece on a reader, walk pieces to their spaces, and tap them.

They run in a separate thread and move nothing but simulated tags; the reports then arrive over the wire like any
others. `by_hand` switches them off, so that people can drag the pieces on `/device` instead.
"""

from collections.abc import Callable

from msgspec import Struct

from hub.domain.ids import Seat
from hub.domain.tasks import AdvancePending
from hub.table.automatic.threads import WakeableThread
from hub.table.board.pieces import expected_space
from hub.table.changes import pausing
from hub.table.interfaces.board import NodeStatus, Simulator
from hub.table.state import TableState

HANDS_PACE_MS, TAP_MS = 450, 250

SPARE_TAGS = tuple(f"04B0A5C0FFEE{number:02X}" for number in range(1, 9))
"""The tags that come with a simulated board, as 7-byte uids."""


class TagMove(Struct, frozen=True):
    """Put a tag on a reader; `tap` lifts it again, as on a starter board."""

    uid: str
    node: str
    reader: int
    tap: bool


class HandsThread(WakeableThread):
    """Carries out what `tag_moves` returns one at a time, `pace_ms` apart, after each `wake`."""

    def __init__(
        self, tag_moves: Callable[[], list[TagMove]], simulator: Simulator, pace_ms: int = HANDS_PACE_MS
    ) -> None:
        super().__init__("hands")
        self._tag_moves, self._simulator = tag_moves, simulator
        self._pace_s = pace_ms / 1000

    def _look(self) -> None:
        if self._simulator.by_hand or not self._tag_moves() or self._stopped.wait(self._pace_s):
            return
        for move in self._tag_moves():
            if not self._simulator.by_hand:  # somebody may have taken over during the wait
                self._simulator.place(move.uid, move.node, move.reader)
                if move.tap and not self._stopped.wait(TAP_MS / 1000):
                    self._simulator.lift(move.uid)


def tag_moves(state: TableState) -> list[TagMove]:
    """The next moves of the hands, in order. The caller holds the lock."""
    simulator = state.board.simulator
    nodes = [node for node in state.board.nodes() if node.simulated]
    if simulator is None or not nodes:
        return []
    if state.lobby.enrolling is not None:
        spare = [uid for uid in SPARE_TAGS if state.lobby.seat_of(uid) is None]
        return [TagMove(spare[0], nodes[0].node, 0, tap=True)] if spare else []
    lying = simulator.tags().items()  # also of who got another piece, or left
    left = [TagMove(uid, *place, tap=True) for uid, place in lying if state.lobby.seat_of(uid) is None]
    if state.playing is None:
        return left
    if nodes[0].kind == "starter":
        return [] if pausing.holds(state) else _tap(state, nodes[0])
    seats = range(len(state.lobby.seats))
    return [move for seat in seats if (move := _walk(state, simulator, seat)) is not None] + left


def _tap(state: TableState, node: NodeStatus) -> list[TagMove]:
    """On a starter board, tap the piece that has to move on the only reader."""
    assert state.live is not None
    task = state.live.game.state.agenda.task
    uid = state.lobby.seats[task.seat].tag if isinstance(task, AdvancePending) else None
    return [TagMove(uid, node.node, 0, tap=True)] if uid is not None else []


def _walk(state: TableState, simulator: Simulator, seat: Seat) -> TagMove | None:
    """On a full board, walk a piece to where it belongs; None if it is there already."""
    assert state.live is not None
    game, uid = state.live.game.state, state.lobby.seats[seat].tag
    if uid is None or game.turns.out[seat]:
        return None
    space = game.pieces.spaces[seat] if pausing.is_frozen(state) else expected_space(game, seat)
    reader = state.board_map.reader(space)
    if reader is None or simulator.tags().get(uid) == reader:
        return None
    return TagMove(uid, *reader, tap=False)
