"""Row classic-05: buying a deed, or the auction at once."""

import pytest

from hub.domain.auctions import AuctionClosed
from hub.domain.commands import Bundle, Buy, Decline, Mortgage, OfferTrade, PassBid, PlaceBid
from hub.domain.ids import NOBODY
from hub.domain.tasks import AuctionRunning, BuyPending, DeedLot, ThrowPending
from hub.rules.game import Reason, Rejected

SOUTH = 5


@pytest.fixture
def at_station(scene):
    """Seat 0 stands on the unowned southern station."""
    scene.throw(0, 2, 3)
    assert scene.task == BuyPending(0, SOUTH, 200)
    return scene


@pytest.fixture
def auctioned(at_station):
    """Seat 0 has declined, so that the station is auctioned."""
    at_station.do(Decline(0))
    return at_station


def test_classic_05_lander_alone_buys_at_the_printed_price(at_station):
    """Buying costs the printed price and brings the deed; it is offered to nobody else."""
    assert at_station.refused(Buy(1)) == Reason.NOT_ASKED
    at_station.do(Buy(0))
    assert (at_station.balance(0), at_station.owner(SOUTH), at_station.task) == (1300, 0, ThrowPending(1))


def test_classic_05_too_little_money_cannot_buy(at_station):
    """Who cannot pay the price cannot buy, but may raise money first."""
    at_station.cash(199)
    at_station.owns(0, 1)
    assert at_station.refused(Buy(0)) == Reason.NOT_ENOUGH_MONEY
    at_station.do(Mortgage(0, 1))
    at_station.do(Buy(0))
    assert at_station.balance(0) == 29


def test_classic_05_highest_bidder_gets_the_deed_and_pays_the_bid(auctioned):
    """Everybody may bid, the decliner too, from any start price; the last one left pays what they bid."""
    assert auctioned.task == AuctionRunning(DeedLot(SOUTH), (0, 1, 2))
    auctioned.do(PlaceBid(1, 1))
    auctioned.do(PlaceBid(0, 20))
    auctioned.do(PassBid(2))
    auctioned.do(PlaceBid(1, 21))
    assert AuctionClosed(DeedLot(SOUTH), 1, 21) in auctioned.do(PassBid(0))
    assert (auctioned.owner(SOUTH), auctioned.balance(0), auctioned.balance(1)) == (1, 1500, 1479)


def test_classic_05_without_a_bid_the_deed_stays_unsold(auctioned):
    """When everybody passes, nobody pays and nobody owns."""
    for seat in (2, 0, 1):
        auctioned.do(PassBid(seat))
    assert (auctioned.owner(SOUTH), auctioned.task) == (NOBODY, ThrowPending(1))
    assert [auctioned.balance(seat) for seat in range(3)] == [1500] * 3


def test_classic_05_a_bid_must_top_the_highest(auctioned):
    """The same amount again is too low; whoever bids it hears who was faster."""
    auctioned.do(PlaceBid(1, 30))
    faster = {"minimum": 31, "leader": 1, "high": 30}
    assert auctioned.game.decide(PlaceBid(2, 30)) == Rejected(Reason.BID_TOO_LOW, faster)
    auctioned.do(PlaceBid(2, 31))


def test_classic_05_the_leader_waits_and_who_passed_is_out(auctioned):
    """The player who bid highest neither bids again nor leaves; passing is for good."""
    auctioned.do(PlaceBid(1, 30))
    auctioned.do(PassBid(2))
    assert auctioned.refused(PlaceBid(1, 40)) == Reason.ALREADY_LEADING
    assert auctioned.refused(PassBid(1)) == Reason.ALREADY_LEADING
    assert auctioned.refused(PlaceBid(2, 40)) == Reason.NOT_ASKED


def test_classic_05_bids_are_limited_by_cash(auctioned):
    """Nobody bids money they do not have; a mortgage while the auction runs brings some, a trade does not (K12)."""
    auctioned.owns(1, 39)
    assert auctioned.refused(PlaceBid(1, 1501)) == Reason.NOT_ENOUGH_MONEY
    assert auctioned.refused(OfferTrade(1, 2, Bundle(deeds=(39,)), Bundle(money=5))) == Reason.NOT_NOW
    auctioned.do(Mortgage(1, 39))
    auctioned.do(PlaceBid(1, 1700))


def test_classic_05_after_a_double_the_throw_comes_after_the_auction(scene):
    """The auction is resolved before the same seat throws again."""
    scene.lands(0, SOUTH, 2, 2)
    scene.do(Decline(0))
    scene.auction(2, 50)
    assert (scene.owner(SOUTH), scene.task) == (2, ThrowPending(0))
