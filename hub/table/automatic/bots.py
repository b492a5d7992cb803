"""Bots at a real table: they play the seats that the banker assigned to them, at a human pace.

The table does not know how they choose; that is passed in. Choosing happens under the table's lock
(`BotDesk`), pacing in a separate thread (`BotThread`), and the choice comes back as a request like that of any phone.
A piece with a tag is moved by people or by the hands of a simulated board, so its bot waits for it.
"""

import logging
import secrets
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeAlias

from msgspec import Struct

from hub.domain.commands import Advance, SeatCommand
from hub.domain.history import Move
from hub.domain.ids import Seat
from hub.domain.state import seats_with_side_questions
from hub.domain.tasks import AdvancePending, asked
from hub.rules.game import Game
from hub.rules.slots import Rules
from hub.table.automatic.threads import WakeableThread, WriterLock
from hub.table.changes import pausing
from hub.table.game.live import Moment
from hub.table.game.shown import as_shown
from hub.table.requests.base import Request
from hub.table.requests.playing import Play
from hub.table.state import TableState
from hub.table.wire.audience import Ack, Audience
from hub.table.wire.contract import BotKind


class SlowChoice(Protocol):
    """A choice that takes long to compute, which is done without holding the lock."""

    def think(self, unwanted: Callable[[], bool]) -> SeatCommand | None:
        """The chosen command; None once `unwanted` returns True."""


Chooser: TypeAlias = Callable[[Game, Seat], SeatCommand | SlowChoice | None]
MakeChooser: TypeAlias = Callable[[Rules, str], Chooser]
"""Makes what chooses for one seat of one game; the text seeds its luck."""


class MoreBots(NamedTuple):
    """Kinds of bots that a feature adds to a table; `rest` is called while no bot plays."""

    makers: Mapping[str, MakeChooser] = MappingProxyType({})
    rest: Callable[[], None] = lambda: None


PACE_MS = 1_200

HESITATION = 5
"""After an undo a bot waits this many times longer, so that people can take back more."""
BY_HAND = 3
"""Somebody puts a bot's wooden piece where it goes, and no reader says when: it waits this many times longer."""

log = logging.getLogger(__name__)


class BotMove(Struct, frozen=True):
    """A bot's command for the open question; `hesitant` after an undo."""

    seat: Seat
    command: SeatCommand
    question: str
    hesitant: bool


class Thinking(Struct, frozen=True):
    """A dilemma that a bot has to think about first, at this moment of the game."""

    seat: Seat
    dilemma: SlowChoice
    moment: Moment
    question: str
    hesitant: bool


class BotDesk:
    """What bots want to do at this table: one chooser per seat of the running game. For any thread."""

    def __init__(self, state: TableState, lock: WriterLock, makers: Mapping[str, MakeChooser]) -> None:
        self._state, self._lock, self._makers = state, lock, makers
        self._choosers: dict[tuple[str, Seat, BotKind], Chooser] = {}

    def is_open(self) -> bool:
        """Whether any bot plays at all. Needs no lock."""
        return self._state.live is not None and any(seat.bot for seat in self._state.lobby.seats)

    def is_at(self, moment: Moment) -> bool:
        """Whether nothing has happened since this moment. Needs no lock."""
        return self._state.is_at(moment)

    def wanted(self) -> BotMove | Thinking | None:
        with self._lock:
            return self._wanted(self._state)

    def _wanted(self, state: TableState) -> BotMove | Thinking | None:
        live = state.playing
        if live is None or pausing.holds(state):
            return None
        hesitant = not isinstance(live.entries[-1].entry, Move)
        for seat in self._concerned(state, live.game):
            command = self._chooser(state, live.game, seat)(live.game, seat)
            if command is not None:
                audience = Audience("seat", seat)
                if not isinstance(command, SeatCommand):
                    return Thinking(seat, command, live.moment, live.question_for(audience), hesitant)
                shown = as_shown(live.game.state.shares, audience, command)
                return BotMove(seat, shown, live.question_for(audience), hesitant)
        return None

    def _concerned(self, state: TableState, game: Game) -> Iterator[Seat]:
        """Bots with an offer to answer, a rent to ask for or a report to file, then those who are asked."""
        bots = [seat for seat, seated in enumerate(state.lobby.seats) if seated.bot is not None]
        yield from [seat for seat in seats_with_side_questions(game.state) if seat in bots]
        task = game.state.agenda.task
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


class BotThread(WakeableThread):
    """Lets bots act one at a time, `pace_ms` or a few times that apart, after each `wake`, by a `request` of the table.

    `rest` is called while no bot plays. As long as `waits` returns True, they pause again before acting.
    """

    def __init__(
        self,
        desk: BotDesk,
        request: Callable[[Audience, Request], Ack],
        pace_ms: int = PACE_MS,
        rest: Callable[[], None] = lambda: None,
        waits: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__("bots", needed=desk.is_open)
        self._desk, self._request, self._pace_s, self._rest, self._waits = desk, request, pace_ms / 1000, rest, waits
        self._refused: BotMove | None = None

    def _look(self) -> None:
        if not self._desk.is_open():
            self._rest()
            return
        wanted = self._desk.wanted()
        if isinstance(wanted, Thinking):
            wanted = self._thought(wanted)
        if wanted is None or wanted == self._refused:
            return
        paces = HESITATION if wanted.hesitant else BY_HAND if isinstance(wanted.command, Advance) else 1
        if self._stopped.wait(self._pace_s * paces):
            return
        while self._waits():  # polled at each table's own pace, so that bots do not all resume at the same moment
            if self._stopped.wait(self._pace_s):
                return
        self._do(wanted)

    def _thought(self, wanted: Thinking) -> BotMove | None:
        """The move that thinking led to; None if the game went on meanwhile, which wakes this thread anyway."""
        command = wanted.dilemma.think(lambda: self._stopped.is_set() or not self._desk.is_at(wanted.moment))
        return None if command is None else BotMove(wanted.seat, command, wanted.question, wanted.hesitant)

    def _do(self, wanted: BotMove) -> None:
        """Send the request; one that was refused is not repeated until the bot wants something else."""
        request = Request(f"bot-{secrets.token_hex(8)}", Play(wanted.command, wanted.question))
        ack = self._request(Audience("seat", wanted.seat), request)
        self._refused = None if ack.ok else wanted
        if not ack.ok:
            log.info("bot at seat %s: %s was refused: %s", wanted.seat, type(wanted.command).__name__, ack.reason)
