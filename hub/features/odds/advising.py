"""Advice for the seats of a table that ask for it: the possible answers with their odds, as keys and figures.

It is computed from the position as that seat knows it, by workers, within a budget, one question after the other;
nothing of it delays the table or is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hub.domain.commands import AcceptTrade, DeclineTrade, OfferTrade, SeatCommand
from hub.domain.ids import Seat
from hub.features.odds.candidates import answers_to, candidates
from hub.features.odds.comparing import Arena, Compared, compare
from hub.features.odds.contract import AdviceView, AdvisedAnswer, AnswerVerdict
from hub.features.odds.outlook import Budget, never
from hub.features.odds.position import Position, is_fitted, seen_by, unpacked
from hub.features.odds.settings import advised, may_ask, wanted_in_game
from hub.features.odds.threads import OddsDesk
from hub.simulation.workers import Workers
from hub.table.changes import pausing
from hub.table.game.live import Moment
from hub.table.state import Kept, TableState
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
    arena = Arena(workers, position, answers, seed, unwanted)
    made = position.state.offers.open.get(offer)
    found = compare(arena, answers, seat, budget or usual_budget(position))
    return answers_shown(found, seat, None if made is None else made.seat)


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


class AdviceAsked(Struct, frozen=True):
    """A seat's request for advice at a moment, as it sees it, about an `offer` of trade or (0) the open question.

    `found` is None until the advice is known.
    """

    seat: Seat
    moment: Moment
    offer: int = 0
    found: AdviceView | None = None


class AdviceDesk(OddsDesk[AdviceAsked, AdviceView | None]):
    """Asks what seats have asked, one after the other. Processes are there only while somebody may ask.

    `newest` are the latest requests by seat, perhaps of earlier moments.
    """

    newest = Kept[Mapping[Seat, AdviceAsked]]("advice", {})
    budget: Budget | None = None

    @staticmethod
    def question(table: TableState) -> AdviceAsked | None:
        waiting = (asked_now(table, seat) for seat, asked in AdviceDesk.newest.at(table).items() if not asked.found)
        return next(filter(None, waiting), None)

    @classmethod
    def known(cls, _table: TableState, question: AdviceAsked) -> AdviceView | None:
        return question.found

    def is_open(self) -> bool:
        return wanted_in_game(self._state) and bool(advised(self._state))

    def is_wanted(self, question: AdviceAsked) -> bool:
        return asked_now(self._state, question.seat) is question and not pausing.is_frozen(self._state)

    def find(self, question: AdviceAsked, workers: Workers, unwanted: Callable[[], bool]) -> None:
        """Find the answer and give it; if that fails, the seat may ask again."""
        seat, offer, found = question.seat, question.offer, None
        try:
            with self._lock:
                live = self._state.live
                if live is None or not self.is_wanted(question):
                    return
                position = seen_by(live.game.rules, live.game.state, seat)
            # all positions of a game share their luck, and it tells nothing about the game's own
            answers = advice(workers, position, seat, offer, question.moment[0], self.budget, unwanted)
            found = AdviceView("answered", offer, answers)
        finally:
            self.answer(question, found)

    def answer(self, question: AdviceAsked, found: AdviceView | None) -> None:
        """Show the answer to that seat alone, unless it comes too late; if it is None, the seat may ask again."""
        with self._lock:
            state, seat = self._state, question.seat
            if self.is_wanted(question):
                others = {other: one for other, one in self.newest.at(state).items() if other != seat}
                self.newest.put(state, others if found is None else {**others, seat: replace(question, found=found)})
                state.show_only(Audience("seat", seat).__eq__)
                self._publish()


def asked_now(table: TableState, seat: Seat) -> AdviceAsked | None:
    """The seat's request for advice in the present position; None if there is none, or it may not ask any more."""
    asked, live = AdviceDesk.newest.at(table).get(seat), table.live
    if asked is None or live is None or not _may_ask_now(table, seat):
        return None
    return asked if live.moment_for(Audience("seat", seat)) == asked.moment else None


def shown_advice(table: TableState, seat: Seat | None) -> AdviceView | None:
    """The advice known for the present position; None if this seat may not ask, or not before the end of a pause."""
    if seat is None or not _may_ask_now(table, seat) or pausing.holds(table):
        return None
    asked = asked_now(table, seat)
    if asked is None:
        return AdviceView()
    return asked.found or AdviceView("thinking", asked.offer)


def _may_ask_now(table: TableState, seat: Seat) -> bool:
    return table.playing is not None and may_ask(table, seat)
