"""Hands for a simulated board: they lay an awaited piece on a reader, walk pieces to where they belong, and tap them.

Runs in a thread of its own beside the table and moves nothing but simulated tags; the reports then come over the
wire like any others. `by_hand` stops them, and people drag the pieces on `/device` instead.
"""

from __future__ import annotations

import threading
from typing import Protocol

from msgspec import Struct

from hub.table.ports.board import Simulator

TAP_MS = 250


class TagMove(Struct, frozen=True):
    """Put a tag on a reader; `tap` lifts it again, as on a starter board."""

    uid: str
    node: str
    reader: int
    tap: bool


class TagMoves(Protocol):
    """Whoever knows where pieces belong."""

    def tag_moves(self) -> list[TagMove]:
        """What the hands should do now."""


class Hands:
    """Carries out tag_moves one by one, `pace_ms` apart, after each `wake`."""

    def __init__(self, table: TagMoves, simulator: Simulator, pace_ms: int = 450) -> None:
        self._table, self._simulator = table, simulator
        self._pace_s = pace_ms / 1000
        self._wake, self._stopped = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="hands", daemon=True)

    def start(self) -> None:
        """Begin to look after the pieces."""
        self._thread.start()

    def wake(self, *_publication: object) -> None:
        """Something changed; look again. Called by the table after each publication."""
        self._wake.set()

    def stop(self) -> None:
        """Leave the pieces where they are."""
        self._stopped.set()
        self._wake.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._wake.wait()
            self._wake.clear()
            if self._simulator.by_hand or self._stopped.is_set() or not self._table.tag_moves():
                continue
            if self._stopped.wait(self._pace_s):
                return
            for move in self._table.tag_moves():
                if not self._simulator.by_hand:  # somebody may have taken over while they waited
                    self._do(move)

    def _do(self, move: TagMove) -> None:
        self._simulator.place(move.uid, move.node, move.reader)
        if move.tap and not self._stopped.wait(TAP_MS / 1000):
            self._simulator.lift(move.uid)
