"""Hands for a simulated board: they lay an awaited piece on a reader, walk pieces to their spaces, and tap them.

They run in a separate thread and move nothing but simulated tags; the reports then arrive over the wire like any
others. `by_hand` switches them off, so that people can drag the pieces on `/device` instead.
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from hub.table.automatic.wakeable_thread import WakeableThread
from hub.table.interfaces.board import Simulator

HANDS_PACE_MS, TAP_MS = 450, 250


class TagMove(Struct, frozen=True):
    """Put a tag on a reader; `tap` lifts it again, as on a starter board."""

    uid: str
    node: str
    reader: int
    tap: bool


class TagMoves(Protocol):
    """Whatever knows where pieces belong: the table."""

    def tag_moves(self) -> list[TagMove]:
        """What the hands should do now."""


class HandsThread(WakeableThread):
    """Carries out tag moves one at a time, `pace_ms` apart, after each `wake`."""

    def __init__(self, table: TagMoves, simulator: Simulator, pace_ms: int = HANDS_PACE_MS) -> None:
        super().__init__("hands")
        self._table, self._simulator = table, simulator
        self._pace_s = pace_ms / 1000

    def _look(self) -> None:
        if self._simulator.by_hand or not self._table.tag_moves() or self._stopped.wait(self._pace_s):
            return
        for move in self._table.tag_moves():
            if not self._simulator.by_hand:  # somebody may have taken over during the wait
                self._do(move)

    def _do(self, move: TagMove) -> None:
        self._simulator.place(move.uid, move.node, move.reader)
        if move.tap and not self._stopped.wait(TAP_MS / 1000):
            self._simulator.lift(move.uid)
