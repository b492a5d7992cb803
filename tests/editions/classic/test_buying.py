"""Row classic-05: buying a deed, or the auction at once."""

from __future__ import annotations

import pytest

from hub.domain.auctions import AuctionClosed
from hub.domain.commands import Advance, Bundle, Buy, Decline, Mortgage, OfferTrade, PassBid, PlaceBid, Throw
from hub.domain.ids import NOBODY
from hub.domain.tasks import AuctionRunning, BuyPending, DeedLot, ThrowPending
from hub.rules.reasons import Reason, Rejected

SOUTH = 5


@pytest.fixture
def at_station(scene):
    """Seat 0 stands on the unowned southern station."""
    scene.throw(0, 2, 3)
    assert scene.task == BuyPending(0, SOUTH, 200)
    return scene


def test_classic_05_lander_buys_at_the_printed_price(at_station):
    """Buying costs the printed price and brings the deed."""
    at_station.do(Buy(0))
    assert at_station.balance(0) == 1300
    assert at_station.owner(SOUTH) == 0
    assert at_station.task == ThrowPending(1)


def test_classic_05_nobody_else_may_buy(at_station):
    """The deed is offered to the lander alone."""
    assert at_station.refused(Buy(1)) == Reason.NOT_ASKED


def test_classic_05_too_little_money_cannot_buy(at_station):
    """Who cannot pay the price cannot buy, but may raise money first."""
    at_station.cash(199)
    at_station.owns(0, 1)
    assert at_station.refused(Buy(0)) == Reason.NOT_ENOUGH_MONEY
    at_station.do(Mortgage(0, 1))
    at_station.do(Buy(0))
    assert at_station.balance(0) == 29


def test_classic_05_declining_starts_an_auction_for_everybody(at_station):
    """The decliner may bid too."""
    at_station.do(Decline(0))
    assert at_station.task == AuctionRunning(DeedLot(SOUTH), (0, 1, 2))


def test_classic_05_highest_bidder_gets_the_deed_and_pays_the_bid(at_station):
    """Any start price; the last one left pays what they bid."""
    at_station.do(Decline(0))
    at_station.do(PlaceBid(1, 1))
    at_station.do(PlaceBid(0, 20))
    at_station.do(PassBid(2))
    at_station.do(PlaceBid(1, 21))
    facts = at_station.do(PassBid(0))
    assert AuctionClosed(DeedLot(SOUTH), 1, 21) in facts
    assert at_station.owner(SOUTH) == 1
    assert (at_station.balance(0), at_station.balance(1)) == (1500, 1479)


def test_classic_05_without_a_bid_the_deed_stays_unsold(at_station):
    """When everybody passes, nobody pays and nobody owns."""
    at_station.do(Decline(0))
    for seat in (2, 0, 1):
        at_station.do(PassBid(seat))
    assert at_station.owner(SOUTH) == NOBODY
    assert [at_station.balance(seat) for seat in range(3)] == [1500] * 3
    assert at_station.task == ThrowPending(1)


def test_classic_05_a_bid_must_top_the_highest(at_station):
    """The same amount again is too low; whoever bids it hears who was faster."""
    at_station.do(Decline(0))
    at_station.do(PlaceBid(1, 30))
    faster = {"minimum": 31, "leader": 1, "high": 30}
    assert at_station.game.decide(PlaceBid(2, 30)) == Rejected(Reason.BID_TOO_LOW, faster)
    at_station.do(PlaceBid(2, 31))


def test_classic_05_bids_are_limited_by_cash(at_station):
    """Nobody bids money they do not have."""
    at_station.do(Decline(0))
    assert at_station.refused(PlaceBid(0, 1501)) == Reason.NOT_ENOUGH_MONEY


def test_classic_05_a_mortgage_in_the_auction_raises_the_limit(at_station):
    """Money may be raised from the bank while an auction runs."""
    at_station.owns(1, 39)
    at_station.do(Decline(0))
    at_station.do(Mortgage(1, 39))
    at_station.do(PlaceBid(1, 1700))


def test_classic_05_the_leader_neither_bids_again_nor_leaves(at_station):
    """The player who bid highest waits for the others."""
    at_station.do(Decline(0))
    at_station.do(PlaceBid(1, 30))
    assert at_station.refused(PlaceBid(1, 40)) == Reason.ALREADY_LEADING
    assert at_station.refused(PassBid(1)) == Reason.ALREADY_LEADING


def test_classic_05_who_passed_is_out(at_station):
    """Passing is for good."""
    at_station.do(Decline(0))
    at_station.do(PassBid(2))
    assert at_station.refused(PlaceBid(2, 30)) == Reason.NOT_ASKED


def test_classic_05_no_trade_during_an_auction(at_station):
    """Trade waits until the auction is over (K12)."""
    at_station.owns(1, 1)
    at_station.do(Decline(0))
    assert at_station.refused(OfferTrade(1, 2, Bundle(deeds=(1,)), Bundle(money=5))) == Reason.NOT_NOW


def test_classic_05_after_a_double_the_throw_comes_after_the_auction(scene):
    """The auction is resolved before the same seat throws again."""
    scene.stands(0, 1)
    scene.do(Throw(0, (2, 2)))
    scene.do(Advance(0))
    scene.do(Decline(0))
    scene.auction(2, 50)
    assert scene.owner(SOUTH) == 2
    assert scene.task == ThrowPending(0)
