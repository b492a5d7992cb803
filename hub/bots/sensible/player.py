"""The sensible bot: delegates each question to an adviser."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import TypeAlias

from hub.bots.sensible.chart import Chart
from hub.bots.sensible.claims import ClaimHolder
from hub.bots.sensible.debts import Purse, catch_up, requested_rent
from hub.bots.sensible.investing import Investor
from hub.bots.sensible.market import Market, Scatter, SealedBidder
from hub.bots.sensible.trading import Trader
from hub.bots.sensible.travel import Traveller
from hub.bots.sensible.works import Holdings, Works
from hub.bots.sight import Answer, Bot, Sight
from hub.domain import commands, tasks
from hub.domain.commands import BuyRemote, SeatCommand
from hub.domain.pieces import FREE
from hub.domain.shares import BuyShares
from hub.domain.tasks import ShortagePending, Task, ThrowPending, asked

Idea: TypeAlias = Callable[[Sight], SeatCommand | None]
"""Something to do in one's own turn before throwing, if it is a good time for it."""


def _simply(command: type[SeatCommand]) -> Answer:
    """The answer to tasks without a choice."""
    return lambda sight, _task: command(sight.seat)


ONE_ANSWER: Mapping[type[Task], type[SeatCommand]] = {
    tasks.ThrowAgainPending: commands.Throw,
    tasks.RentThrowPending: commands.Throw,
    tasks.AdvancePending: commands.Advance,
    tasks.DrawPending: commands.Draw,
}
"""Tasks that ask one seat and have a single answer."""

SIMPLE: dict[type[Task], Answer] = {
    tasks.OpeningThrowPending: _simply(commands.Throw),
    **{task: _simply(command) for task, command in ONE_ANSWER.items()},
}

LEAVE_JAIL_UNSOLD = 6
"""While more deeds than this are for sale, jail costs more than bail; later it is a safe place."""


class Sensible(Bot):
    """Buys, bids, builds, trades and mortgages with a reserve in mind; leaves jail early and stays in it late."""

    def __init__(self, chart: Chart, seed: str = "") -> None:
        self._chart = chart
        self._holdings = Holdings(self._chart)
        scatter = Scatter(seed)
        self._sealed, self._investor = SealedBidder(chart, scatter), Investor(chart)
        self._market, self._purse = Market(self._chart), Purse(self._chart, self._holdings, self._investor)
        self._works = Works(self._chart, self._holdings)
        self._trader = Trader(self._chart)
        self._claim_holder = ClaimHolder(self._chart)
        self._traveller = Traveller(self._chart)
        known = SIMPLE | {
            ThrowPending: self._turn,
            tasks.BuyPending: self._market.buy,
            tasks.AuctionRunning: self._market.bid,
            tasks.DebtPending: self._purse.settle,
            tasks.MortgageChoicePending: self._purse.inherited,
            ShortagePending: self._want,
            tasks.PlacingPending: self._works.place,
            tasks.BuildPending: self._claim_holder.build,
            tasks.SpacePending: self._traveller.choose,
            tasks.BusPending: self._traveller.take,
            tasks.GiftPending: self._traveller.unwrap,
            tasks.TicketPending: self._traveller.ride_at_once,
            tasks.CatchUpPending: catch_up,
            tasks.SealedAuctionRunning: self._sealed.bid,
            tasks.InterestPending: self._investor.interest,
        }
        self._answers = defaultdict(_otherwise, known)
        ideas: tuple[tuple[type, Idea], ...] = (
            (BuyRemote, self._claim_holder.deal),
            (commands.UseTicket, self._traveller.ride),
            (commands.OfferTrade, self._trader.propose),
            (commands.AuctionDeed, self._sealed.put_up),
            (BuyShares, self._investor.invest),
        )
        self._ideas = tuple([idea for kind, idea in ideas if kind in chart.commands])

    def choose(self, sight: Sight) -> SeatCommand | None:
        task = sight.agenda.task
        if task is None:
            return None
        seat, shares = sight.seat, sight.shares
        if sight.offers.open or sight.rent_requests.open or shares.owed or shares.offers:
            side_question = self._side_question(sight)
            if side_question is not None:
                return side_question
        return self._answers[type(task)](sight, task) if seat in asked(task) else None

    def by_task(self) -> Mapping[type[Task], Answer]:
        return self._answers

    def _turn(self, sight: Sight, _task: ThrowPending) -> SeatCommand:
        """Decide about jail, then improve the position, then throw."""
        seat = sight.seat
        if sight.custody.missed[seat] != FREE:
            way_out = self._leave_jail(sight) or self._claim_holder.wait(sight)
            if way_out is not None:
                return way_out
        if sight.offers.open and (stale := self._trader.withdraw(sight)) is not None:
            return stale
        self._holdings.look(sight)
        spare = sight.ledger.balances[seat] - self._chart.reserve
        if spare > 0 and (better := self._works.improve(sight, spare)) is not None:
            return better
        for idea in self._ideas:
            if (command := idea(sight)) is not None:
                return command
        return commands.Throw(seat)

    def _side_question(self, sight: Sight) -> SeatCommand | None:
        """Answer an offer, ask for a rent or file a report, which does not depend on whose turn it is."""
        shares = self._investor
        return self._trader.answer(sight) or requested_rent(sight) or shares.report(sight) or shares.answer(sight)

    def _leave_jail(self, sight: Sight) -> SeatCommand | None:
        if sight.unsold <= LEAVE_JAIL_UNSOLD:
            return None
        for kind in (commands.UseReleaseCard, commands.PayBail):
            choice = sight.answer_of(kind)
            if choice is not None and sight.money - choice.cost >= self._chart.reserve:
                return choice.command
        return None

    def _want(self, sight: Sight, _task: ShortagePending) -> SeatCommand:
        self._holdings.look(sight)
        return self._works.want(sight)


def _otherwise() -> Answer:
    """The first of the answers, to whatever nobody has thought of."""
    return lambda sight, _task: sight.answers()[0].command
