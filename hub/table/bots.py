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
from typing import TYPE_CHECKING, Protocol, TypeAlias

from msgspec import Struct

from hub.domain.agenda import open_task
from hub.domain.beside import concerned_beside
from hub.domain.commands import SeatCommand
from hub.domain.history import Move
from hub.domain.ids import NOBODY, Seat
from hub.domain.tasks import AdvancePending, asked
from hub.rules.game import Game
from hub.rules.ports import Rules
from hub.table.wire.audience import Audience
from hub.table.wire.contract import BotKind
from hub.table.wire.requests import Ack, Play, Request

if TYPE_CHECKING:
    from hub.table.table import Table

Chooser: TypeAlias = Callable[[Game, Seat], SeatCommand | None]
MakeChooser: TypeAlias = Callable[[Rules, str], Chooser]
"""Makes what chooses for one seat of one game; the text names its luck."""

HESITATION = 5
"""After an undo a robot waits this many times longer, so that people can take back more."""

log = logging.getLogger(__name__)


class BotMove(Struct, frozen=True):
    """What a robot wants to do about the open question; `hesitant` after an undo."""

    seat: Seat
    command: SeatCommand
    question: str
    hesitant: bool


class BotSeats:
    """The choosers of the running game, one per seat; used only under the lock of the table."""

    def __init__(self, makers: Mapping[str, MakeChooser]) -> None:
        self._makers = makers
        self._choosers: dict[tuple[str, Seat, BotKind], Chooser] = {}

    def knows(self, kind: str) -> bool:
        """Whether there are automatic players of a kind."""
        return kind in self._makers

    def move(self, table: Table) -> BotMove | None:
        """The next thing some robot wants to do, if any."""
        live = table.live
        if live is None or live.game.state.turns.winner != NOBODY or table.pausing.holds:
            return None
        hesitant = not isinstance(live.entries[-1].entry, Move)
        for seat in self._concerned(table, live.game):
            command = self._chooser(table, live.game, seat)(live.game, seat)
            if command is not None:
                return BotMove(seat, command, live.question, hesitant)
        return None

    def _concerned(self, table: Table, game: Game) -> Iterator[Seat]:
        """BotThread with an offer to answer, a rent to ask for or a report to file, then those who are asked."""
        robots = [seat for seat, looks in enumerate(table.lobby.seats) if looks.bot is not None]
        yield from [seat for seat in concerned_beside(game.state) if seat in robots]
        task = open_task(game.state)
        if task is None or (isinstance(task, AdvancePending) and table.lobby.seats[task.seat].tag is not None):
            return
        yield from [seat for seat in asked(task) if seat in robots]

    def _chooser(self, table: Table, game: Game, seat: Seat) -> Chooser:
        kind, running = table.lobby.seats[seat].bot, table.lobby.game
        assert kind is not None
        assert running is not None
        key = (running, seat, kind)
        if key not in self._choosers:
            self._choosers = {known: chooser for known, chooser in self._choosers.items() if known[0] == running}
            self._choosers[key] = self._makers[kind](game.rules, secrets.token_hex(8))
        return self._choosers[key]


class RobotTable(Protocol):
    """What robots need of a table."""

    def bot_move(self) -> BotMove | None:
        """The next thing some robot wants to do, if any."""

    def request(self, audience: Audience, request: Request) -> Ack:
        """Do it, as that seat."""


class BotThread:
    """Lets robots act one by one, `pace_ms` apart, after each `wake`."""

    def __init__(self, table: RobotTable, pace_ms: int = 1_200) -> None:
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
            log.info("robot at seat %s: %s was refused: %s", wanted.seat, type(wanted.command).__name__, ack.reason)
