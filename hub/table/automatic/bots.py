"""Bots at a real table: they answer for the seats the banker gave them, at a human pace.

The table does not know how they choose; `hub.wiring.play` hands that in. Choosing happens under the table's lock
(`BotSeats`), pacing in a thread of its own (`BotThread`), and what was chosen comes back as a request like that of any
phone. A piece with a tag is moved by people or by the hands of a simulated board, so its bot waits for it.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol, TypeAlias

from msgspec import Struct

from hub.domain.agenda import open_task
from hub.domain.commands import SeatCommand
from hub.domain.history import Move
from hub.domain.ids import NOBODY, Seat
from hub.domain.side_questions import seats_with_side_questions
from hub.domain.tasks import AdvancePending, asked
from hub.rules.game import Game
from hub.rules.ports import Rules
from hub.table.changes import pausing
from hub.table.state import TableState
from hub.table.wire.audience import Audience
from hub.table.wire.contract import BotKind
from hub.table.wire.requests import Ack, Play, Request

Chooser: TypeAlias = Callable[[Game, Seat], SeatCommand | None]
MakeChooser: TypeAlias = Callable[[Rules, str], Chooser]
"""Makes what chooses for one seat of one game; the text names its luck."""

HESITATION = 5
"""After an undo a bot waits this many times longer, so that people can take back more."""

log = logging.getLogger(__name__)


class BotMove(Struct, frozen=True):
    """What a bot wants to do about the open question; `hesitant` after an undo."""

    seat: Seat
    command: SeatCommand
    question: str
    hesitant: bool


class BotSeats:
    """The choosers of the running game, one per seat; used only under the lock of the state."""

    def __init__(self, makers: Mapping[str, MakeChooser]) -> None:
        self._makers = makers
        self._choosers: dict[tuple[str, Seat, BotKind], Chooser] = {}

    def move(self, state: TableState) -> BotMove | None:
        """The next thing some bot wants to do, if any."""
        live = state.live
        if live is None or live.game.state.turns.winner != NOBODY or pausing.holds(state):
            return None
        hesitant = not isinstance(live.entries[-1].entry, Move)
        for seat in self._concerned(state, live.game):
            command = self._chooser(state, live.game, seat)(live.game, seat)
            if command is not None:
                return BotMove(seat, command, live.question, hesitant)
        return None

    def _concerned(self, state: TableState, game: Game) -> Iterator[Seat]:
        """Bots with an offer to answer, a rent to ask for or a report to file, then those who are asked."""
        bots = [seat for seat, seated in enumerate(state.lobby.seats) if seated.bot is not None]
        yield from [seat for seat in seats_with_side_questions(game.state) if seat in bots]
        task = open_task(game.state)
        if task is None or (isinstance(task, AdvancePending) and state.lobby.seats[task.seat].tag is not None):
            return
        yield from [seat for seat in asked(task) if seat in bots]

    def _chooser(self, state: TableState, game: Game, seat: Seat) -> Chooser:
        kind, running = state.lobby.seats[seat].bot, state.lobby.game
        assert kind is not None
        assert running is not None
        key = (running, seat, kind)
        if key not in self._choosers:
            self._choosers = {known: chooser for known, chooser in self._choosers.items() if known[0] == running}
            self._choosers[key] = self._makers[kind](game.rules, secrets.token_hex(8))
        return self._choosers[key]


class BotTable(Protocol):
    """What bots need of a table."""

    def bot_move(self) -> BotMove | None:
        """The next thing some bot wants to do, if any."""

    def request(self, audience: Audience, request: Request) -> Ack:
        """Do it, as that seat."""


class BotThread:
    """Lets bots act one by one, `pace_ms` apart, after each `wake`."""

    def __init__(self, table: BotTable, pace_ms: int = 1_200) -> None:
        self._table, self._pace_s = table, pace_ms / 1000
        self._wake, self._stopped = threading.Event(), threading.Event()
        self._refused: BotMove | None = None
        self._thread = threading.Thread(target=self._run, name="bots", daemon=True)

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()
        self.wake()

    def wake(self, *_publication: object) -> None:
        """Something changed; look again. Called by the table after each publication."""
        self._wake.set()

    def stop(self) -> None:
        """Play no more."""
        self._stopped.set()
        self._wake.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._wake.wait()
            self._wake.clear()
            wanted = None if self._stopped.is_set() else self._table.bot_move()
            if wanted is None or wanted == self._refused:
                continue
            if self._stopped.wait(self._pace_s * (HESITATION if wanted.hesitant else 1)):
                return
            self._do(wanted)

    def _do(self, wanted: BotMove) -> None:
        """Ask for it; what was refused is not asked for again until something else is wanted."""
        request = Request(f"robot-{secrets.token_hex(8)}", Play(wanted.command, wanted.question))
        ack = self._table.request(Audience("seat", wanted.seat), request)
        self._refused = None if ack.ok else wanted
        if not ack.ok:
            log.info("bot at seat %s: %s was refused: %s", wanted.seat, type(wanted.command).__name__, ack.reason)
