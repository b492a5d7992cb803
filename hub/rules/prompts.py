"""What people may do now. Every option is judged by the same `refuse` that judges the command when it is sent."""

from collections.abc import Iterator

from hub.domain.commands import AcceptTrade, DeclineTrade, SeatCommand, WithdrawTrade
from hub.domain.ids import Seat
from hub.domain.share_dealing import AcceptShares, DeclineShares, WithdrawShares
from hub.domain.state import State
from hub.domain.tasks import asked
from hub.rules.game import Game
from hub.rules.handlers import Choice
from hub.rules.reasons import Rejected


def choices(game: Game, seat: Seat) -> Iterator[tuple[Choice, Rejected | None]]:
    """The answers of a seat to the open task, each with the reason for which it would be refused now, if any."""
    task = game.state.agenda.task
    if task is None or seat not in asked(task):
        return
    for handler in game.rules.answering:
        for choice in handler.answers(game, task, seat):
            yield choice, handler.refuse(game, choice.command)


def free_choices(game: Game, seat: Seat) -> Iterator[tuple[Choice, Rejected | None]]:
    """What a seat may do besides answering the prompt: side questions."""
    for handler in game.rules.offering:
        for choice in handler.free(game, seat):
            yield choice, handler.refuse(game, choice.command)


def answers_to_offers(state: State) -> Iterator[SeatCommand]:
    """The answers of both sides to each open offer, whether they are possible now or not."""
    for offer in state.offers.open.values():
        yield from (AcceptTrade(offer.to, offer.id), DeclineTrade(offer.to, offer.id))
        yield WithdrawTrade(offer.seat, offer.id)
    for shares in state.shares.offers.values():
        yield from (AcceptShares(shares.to, shares.id), DeclineShares(shares.to, shares.id))
        yield WithdrawShares(shares.seat, shares.id)
