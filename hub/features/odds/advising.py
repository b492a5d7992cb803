"""Advice for the seats of a table that ask for it: the possible answers with their odds, as keys and figures.

It is computed from the position as that seat knows it, by workers, within a budget, one question after the other;
nothing of it delays the table or is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from hub.domain.commands import AcceptTrade, DeclineTrade, OfferTrade, SeatCommand
from hub.domain.ids import NOBODY, Seat
from hub.features.odds.candidates import answers_to, candidates
from hub.features.odds.comparing import Compared, InWorkers, compare
from hub.features.odds.contract import AdviceView, AdvisedAnswer, AnswerVerdict
from hub.features.odds.evaluation import is_fitted
from hub.features.odds.outlook import Budget, never
from hub.features.odds.position import Position, seen_by, unpacked
from hub.features.odds.settings import advised, may_ask, wanted_in_game
from hub.features.odds.threads import OddsThread
from hub.simulation.workers import Workers
from hub.table.automatic.threads import Desk
from hub.table.changes import pausing
from hub.table.changes.commits import Kept
from hub.table.game.live import Moment
from hub.table.state import TableState
from hub.table.wire.audience import Audience

SHOWN_MAXIMUM = 6
"""More answers than these are more than anybody reads; the others are worse."""

CLOSE = 0.02
"""Answers whose odds differ by less than this are about as good."""

JUDGED, TO_THE_END = Budget(400, seconds=1), Budget(4_000, seconds=2.5)
"""What a question may cost: no more than a child has the patience for."""


def usual_budget(position: Position) -> Budget:
    """The budget of a question; rollouts that are judged tell answers apart sooner."""
    return JUDGED if is_fitted(position.rules) else TO_THE_END


def advice(
    workers: Workers,
    position: Position,
    seat: Seat,
    offer: int,
    seed: str,
    budget: Budget | None = None,
    unwanted: Callable[[], bool] = never,
) -> tuple[AdvisedAnswer, ...]:
    """The answers of `seat` to the open question, or to an offer, best first; none if there is no choice.

    `position` is as that seat knows it; the budget is the usual one if there is none. Raises GivenUp as soon as it is
    `unwanted`, WorkersLost.
    """
    answers: list[SeatCommand] = workers.call(offered, [(position.packed, seat, offer)], unwanted)
    if len(answers) < 2:
        return ()
    arena = InWorkers(workers, position, answers, seed, unwanted)
    return answers_shown(compare(arena, answers, seat, budget or usual_budget(position)), seat, _maker(position, offer))


def offered(packed: bytes, seat: Seat, offer: int) -> list[SeatCommand]:
    """The possible answers. Runs in a worker process."""
    position = unpacked(packed)
    return [*(answers_to(position, seat, offer) if offer else candidates(position, seat))]


def answers_shown(found: Sequence[Compared], seat: Seat, maker: Seat | None = None) -> tuple[AdvisedAnswer, ...]:
    """The results of a comparison as phones show them; `maker` made the offer that is answered, if it is about one."""
    best, *others = found
    others.sort(key=lambda one: -one.odds(seat))
    return tuple([_answer(one, best, seat, maker) for one in (best, *others)[:SHOWN_MAXIMUM]])


def _answer(one: Compared, best: Compared, seat: Seat, maker: Seat | None) -> AdvisedAnswer:
    low, high = one.bounds(seat)
    other = _other(one.command, maker)
    return AdvisedAnswer(
        one.command,
        round(one.odds(seat), 3),
        round(low, 3),
        round(high, 3),
        _verdict(one, best, seat),
        other,
        0 if other is None else round(one.odds(other), 3),
    )


def _verdict(one: Compared, best: Compared, seat: Seat) -> AnswerVerdict:
    if one is best:
        return "best"
    if best.odds(seat) - one.odds(seat) < CLOSE:
        return "close"
    return "worse" if best.is_better(one, seat) else "likely_worse"


def _other(command: SeatCommand, maker: Seat | None) -> Seat | None:
    """The other side of a trade."""
    if isinstance(command, OfferTrade):
        return command.to
    return maker if isinstance(command, AcceptTrade | DeclineTrade) else None


def _maker(position: Position, offer: int) -> Seat | None:
    made = position.state.offers.open.get(offer)
    return None if made is None else made.seat


class AdviceThread(OddsThread):
    """Looks after each `wake` whether somebody asks. Processes run only while somebody may."""

    def __init__(self, desk: AdviceDesk, budget: Budget | None = None) -> None:
        super().__init__("advice", 0, desk.is_open)
        self._desk, self._budget = desk, budget

    def _compute(self) -> None:
        while not self._stopped.is_set() and (wanted := self._desk.wanted()) is not None:
            found = None
            try:
                found = self._found(wanted)
            finally:
                self._desk.answer(wanted.seat, wanted.asked, found)

    def _found(self, wanted: WantedAdvice) -> AdviceView:
        seat, asked = wanted.seat, wanted.asked
        game, _entries = asked.moment
        # all positions of a game share their luck, and it tells nothing about the game's own
        unwanted = self._unless(partial(self._desk.is_wanted, seat), asked)
        found = advice(self._workers, wanted.position, seat, asked.offer, game, self._budget, unwanted)
        return AdviceView("answered", asked.offer, found)


class AdviceAsked(Struct, frozen=True):
    """A seat's request for advice at a moment, as it sees it, about an `offer` of trade or (0) the open question.

    `found` is None until the advice is known.
    """

    moment: Moment
    offer: int = 0
    found: AdviceView | None = None


NONE_ASKED: Mapping[Seat, AdviceAsked] = {}
ADVICE = Kept("advice", NONE_ASKED)
"""The seats' latest requests, perhaps of earlier moments."""


class WantedAdvice(Struct, frozen=True):
    """What a seat asked, with the position as it knows it."""

    seat: Seat
    asked: AdviceAsked
    position: Position


class AdviceDesk(Desk):
    """Holds the questions of seats until they are answered. Methods may be called from any thread."""

    def is_open(self) -> bool:
        """Whether any seat may ask in the running game. Needs no lock."""
        return wanted_in_game(self._state) and bool(advised(self._state))

    def wanted(self) -> WantedAdvice | None:
        """The next question to answer, None if there is none."""
        with self._lock:
            live = self._state.live
            for seat, asked in ADVICE.at(self._state).items():
                if live is not None and asked.found is None and self.is_wanted(seat, asked):
                    return WantedAdvice(seat, asked, seen_by(live.game.rules, live.game.state, seat))
            return None

    def is_wanted(self, seat: Seat, asked: AdviceAsked) -> bool:
        """Whether this is the seat's latest question, it may still ask, and the position is the same. Needs no lock."""
        return asked_now(self._state, seat) is asked and not pausing.is_frozen(self._state)

    def answer(self, seat: Seat, asked: AdviceAsked, found: AdviceView | None) -> None:
        """Show the answer to that seat, unless it comes too late; if it is None, the seat may ask again."""
        with self._lock:
            state = self._state
            if self.is_wanted(seat, asked):
                others = {other: one for other, one in ADVICE.at(state).items() if other != seat}
                ADVICE.put(state, others if found is None else {**others, seat: replace(asked, found=found)})
                state.show_only(Audience("seat", seat).__eq__)
                self._publish()


def asked_now(table: TableState, seat: Seat) -> AdviceAsked | None:
    """The seat's request for advice in the present position; None if there is none, or it may not ask any more."""
    asked = ADVICE.at(table).get(seat) if _may_ask_now(table, seat) else None
    at_present = (
        asked is not None and table.live is not None and table.live.moment_for(Audience("seat", seat)) == asked.moment
    )
    return asked if at_present else None


def shown_advice(table: TableState, seat: Seat | None) -> AdviceView | None:
    """The advice known for the present position; None if this seat may not ask, or not before the end of a pause."""
    if seat is None or not _may_ask_now(table, seat) or pausing.holds(table):
        return None
    asked = asked_now(table, seat)
    if asked is None:
        return AdviceView()
    return asked.found or AdviceView("thinking", asked.offer)


def _may_ask_now(table: TableState, seat: Seat) -> bool:
    return table.live is not None and may_ask(table, seat) and table.live.game.state.turns.winner == NOBODY
