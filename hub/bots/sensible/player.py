"""The sensible player: hands each question to the adviser who knows about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from hub.bots.sensible.chart import Chart
from hub.bots.sensible.debts import Purse
from hub.bots.sensible.holdings import Holdings
from hub.bots.sensible.investing import Investor
from hub.bots.sensible.market import Market
from hub.bots.sensible.obligations import catch_up, claimed
from hub.bots.sensible.scatter import Scatter
from hub.bots.sensible.sealed import SealedBidder
from hub.bots.sensible.settling import Settler
from hub.bots.sensible.trading import Trader
from hub.bots.sensible.travel import Traveller
from hub.bots.sensible.works import Works
from hub.bots.sight import Sight
from hub.domain.commands import (
    Advance,
    AuctionDeed,
    Draw,
    OfferTrade,
    PayBail,
    SeatCommand,
    Throw,
    UseReleaseCard,
    UseTicket,
)
from hub.domain.custody import FREE
from hub.domain.dealing import BuyRemote
from hub.domain.share_dealing import BuyShares, WithdrawShares
from hub.domain.tasks import (
    AdvancePending,
    AuctionRunning,
    BuildPending,
    BusPending,
    BuyPending,
    CatchUpPending,
    DebtPending,
    DrawPending,
    GiftPending,
    InterestPending,
    MortgageChoicePending,
    OpeningThrowPending,
    PlacingPending,
    RentThrowPending,
    SealedAuctionRunning,
    ShortagePending,
    SpacePending,
    Task,
    ThrowAgainPending,
    ThrowPending,
    TicketPending,
    asked,
)

Idea: TypeAlias = Callable[[Sight], SeatCommand | None]
"""Something to do in one's own turn before throwing, if it is a good time for it."""

LEAVE_JAIL_UNSOLD = 6
"""While more deeds than this are to be had, jail costs more than bail; later it is a safe place."""


class Sensible:
    """Buys, bids, builds, trades and mortgages with a reserve in mind; leaves jail early and stays in it late."""

    __slots__ = (
        "_answers",
        "_chart",
        "_holdings",
        "_ideas",
        "_investor",
        "_market",
        "_purse",
        "_sealed",
        "_settler",
        "_trader",
        "_traveller",
        "_works",
    )

    def __init__(self, chart: Chart, seed: str = "") -> None:
        self._chart = chart
        self._holdings = Holdings(self._chart)
        scatter = Scatter(seed)
        self._sealed, self._investor = SealedBidder(chart, scatter), Investor(chart)
        self._market, self._purse = Market(self._chart), Purse(self._chart, self._holdings, self._investor)
        self._works = Works(self._chart, self._holdings)
        self._trader = Trader(self._chart, self._holdings)
        self._settler = Settler(self._chart)
        self._traveller = Traveller(self._chart, self._holdings)
        self._answers: Mapping[type[Task], Callable[[Sight, Any], SeatCommand]] = {
            OpeningThrowPending: _throw,
            ThrowPending: self._turn,
            ThrowAgainPending: _throw,
            AdvancePending: _advance,
            DrawPending: _draw,
            BuyPending: self._market.buy,
            AuctionRunning: self._market.bid,
            RentThrowPending: _throw,
            DebtPending: self._purse.settle,
            MortgageChoicePending: self._purse.inherited,
            ShortagePending: self._want,
            PlacingPending: self._works.place,
            BuildPending: self._settler.build,
            SpacePending: self._traveller.choose,
            BusPending: self._traveller.take,
            GiftPending: self._traveller.unwrap,
            TicketPending: self._traveller.ride_at_once,
            CatchUpPending: catch_up,
            SealedAuctionRunning: self._sealed.bid,
            InterestPending: self._investor.interest,
        }
        ideas: tuple[tuple[type, Idea], ...] = (
            (BuyRemote, self._settler.deal),
            (UseTicket, self._traveller.ride),
            (OfferTrade, self._trader.propose),
            (AuctionDeed, self._sealed.put_up),
            (WithdrawShares, self._investor.withdraw),
            (BuyShares, self._investor.invest),
        )
        self._ideas = tuple([idea for kind, idea in ideas if kind in chart.commands])

    def choose(self, sight: Sight) -> SeatCommand | None:
        task = sight.agenda.task
        if task is None:
            return None
        seat, shares = sight.seat, sight.shares
        if sight.offers.open or sight.claims.open or shares.owed or shares.offers:
            side_question = self._side_question(sight)
            if side_question is not None:
                return side_question
        if task.seat != seat and seat not in asked(task):
            return None
        answer_to = self._answers.get(type(task))
        return answer_to(sight, task) if answer_to else sight.answers()[0].command

    def _turn(self, sight: Sight, _task: ThrowPending) -> SeatCommand:
        """Out of jail or not, then whatever improves the position, then throw."""
        seat = sight.seat
        if sight.custody.missed[seat] != FREE:
            way_out = self._leave_jail(sight) or self._settler.wait(sight)
            if way_out is not None:
                return way_out
        if sight.offers.open and (stale := self._trader.withdraw(sight)) is not None:
            return stale
        self._holdings.look(sight)
        if sight.ledger.balances[seat] > self._chart.reserve and (better := self._works.improve(sight)) is not None:
            return better
        for idea in self._ideas:
            if (command := idea(sight)) is not None:
                return command
        return Throw(seat)

    def _side_question(self, sight: Sight) -> SeatCommand | None:
        """Answers, rents and reports do not wait for one's own turn."""
        shares = self._investor
        return self._trader.answer(sight) or claimed(sight) or shares.report(sight) or shares.answer(sight)

    def _leave_jail(self, sight: Sight) -> SeatCommand | None:
        self._holdings.look(sight)
        if self._holdings.unsold <= LEAVE_JAIL_UNSOLD:
            return None
        for kind in (UseReleaseCard, PayBail):
            choice = sight.answer_of(kind)
            if choice is not None and sight.money - choice.cost >= self._chart.reserve:
                return choice.command
        return None

    def _want(self, sight: Sight, _task: ShortagePending) -> SeatCommand:
        self._holdings.look(sight)
        return self._works.want(sight)


def _throw(sight: Sight, _task: Task) -> SeatCommand:
    return Throw(sight.seat)


def _advance(sight: Sight, _task: Task) -> SeatCommand:
    return Advance(sight.seat)


def _draw(sight: Sight, _task: Task) -> SeatCommand:
    return Draw(sight.seat)
