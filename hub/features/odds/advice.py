"""Computes advice: the possible answers with their odds, as keys and figures for the phone that asked.

It is computed from the position as that seat knows it, by workers, within a budget.
"""

from collections.abc import Callable, Sequence

from hub.domain.commands import AcceptTrade, DeclineTrade, OfferTrade, SeatCommand
from hub.domain.ids import Seat
from hub.features.odds.candidates import answers_to, candidates
from hub.features.odds.comparing import Compared, InWorkers, compare
from hub.features.odds.contract import AdvisedAnswer, AnswerVerdict
from hub.features.odds.evaluation import is_fitted
from hub.features.odds.outlook import Budget, never
from hub.features.odds.position import Position, unpacked
from hub.simulation.workers import Workers

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
    return advised(compare(arena, answers, seat, budget or usual_budget(position)), seat, _maker(position, offer))


def offered(packed: bytes, seat: Seat, offer: int) -> list[SeatCommand]:
    """The possible answers. Runs in a worker process."""
    position = unpacked(packed)
    return [*(answers_to(position, seat, offer) if offer else candidates(position, seat))]


def advised(found: Sequence[Compared], seat: Seat, maker: Seat | None = None) -> tuple[AdvisedAnswer, ...]:
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
