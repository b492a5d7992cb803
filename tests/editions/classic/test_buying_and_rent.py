"""Rows classic-05 to -09: buying a deed or the auction at once, and what a visitor owes."""

import pytest

from hub.domain.auctions import AuctionClosed
from hub.domain.commands import Bundle, Buy, Decline, Mortgage, OfferTrade, PassBid, PlaceBid, Throw
from hub.domain.deeds import RentSpared
from hub.domain.ids import NOBODY
from hub.domain.tasks import AuctionRunning, BuyPending, DeedLot, RentThrowPending, ThrowPending
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


BROWN = (1, 3)
LIGHT_BLUE = (6, 8, 9)
STATIONS = (5, 15, 25, 35)
UTILITIES = (12, 28)


def rent(scene, space: int, *faces: int) -> int:
    """What seat 0 pays to seat 1 for landing on `space`, with these dice if any are given."""
    before = scene.balance(1)
    scene.lands(0, space, *faces)
    return scene.balance(1) - before


@pytest.mark.parametrize(
    ("owned", "mortgaged", "amount"),
    [
        pytest.param((9,), (), 8, id="the base rent"),
        pytest.param((9,), (9,), 0, id="nothing on a mortgaged deed"),
        pytest.param(LIGHT_BLUE, (6,), 8, id="a mortgage does not silence the neighbours"),
    ],
)
def test_classic_06_rent_goes_to_the_owner(scene, owned, mortgaged, amount):
    """The visitor pays it to seat 1; a mortgaged deed earns nothing, said so; the others still do."""
    scene.owns(1, *owned)
    scene.mortgaged(*mortgaged)
    facts = scene.lands(0, 9)
    assert (scene.balance(1) - 1500, scene.balance(0)) == (amount, 1500 - amount)
    assert (RentSpared(0, 9) in facts) == (amount == 0)


@pytest.mark.parametrize(("stage", "amount"), [(1, 40), (2, 100), (3, 300), (4, 450), (5, 600)])
def test_classic_06_rent_by_buildings(scene, stage, amount):
    """Each house raises the rent to the figure on the deed, a hotel to the last."""
    scene.owns(1, *LIGHT_BLUE)
    scene.built(9, stage)
    assert rent(scene, 9) == amount


@pytest.mark.parametrize(
    ("owned", "built", "amount"),
    [
        pytest.param(LIGHT_BLUE, (), 16, id="the whole unbuilt group"),
        pytest.param(LIGHT_BLUE, (6,), 16, id="an unbuilt street beside a built one"),
        pytest.param((8, 9), (), 8, id="not with a missing deed"),
    ],
)
def test_classic_07_whole_group_doubles_the_rent(scene, owned, built, amount):
    """Two of three deeds are not a group; an unbuilt street earns double even when its neighbours are built."""
    scene.owns(1, *owned)
    for deed in built:
        scene.built(deed, 1)
    assert rent(scene, 9) == amount


def test_classic_06_nothing_on_ones_own_deed(scene):
    """The owner visits for free."""
    scene.owns(0, 9)
    scene.lands(0, 9)
    assert scene.balance(0) == 1500


def test_classic_07_not_with_a_mortgage_in_the_group(scene):
    """One mortgaged deed ends the doubling for the whole group."""
    scene.owns(1, *BROWN)
    scene.mortgaged(1)
    assert rent(scene, 3) == 4


@pytest.mark.parametrize(("count", "amount"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_classic_08_station_rent_by_number_owned(scene, count, amount):
    """25, 50, 100 or 200 for one to four stations."""
    scene.owns(1, *STATIONS[:count])
    assert rent(scene, 5) == amount


def test_classic_08_mortgaged_station_earns_nothing_but_counts(scene):
    """A mortgaged station earns nothing itself and still counts for the others (K19)."""
    scene.owns(1, 5, 15)
    scene.mortgaged(15)
    assert rent(scene, 15) == 0
    scene.turn(0)
    assert rent(scene, 5) == 50


@pytest.mark.parametrize(("count", "amount"), [(1, 4 * 7), (2, 10 * 7)])
def test_classic_09_utility_rent_is_a_factor_on_the_dice(scene, count, amount):
    """Four times the dice with one utility, ten times with both."""
    scene.owns(1, *UTILITIES[:count])
    assert rent(scene, 12, 3, 4) == amount


@pytest.mark.parametrize(
    ("led", "fresh", "following"),
    [
        pytest.param((1, 2), (6, 5), 1, id="one rent, and the turn is over"),
        pytest.param((1, 2), (3, 3), 1, id="a fresh double grants no further turn"),
        pytest.param((2, 2), (3, 4), 0, id="a double before it still does"),
    ],
)
def test_classic_09_after_a_card_both_dice_are_thrown_again(scene_of, led, fresh, following):
    """A card that leads to a utility makes the rent ten times a fresh throw, even with one utility."""
    scene = scene_of(chance=8)
    scene.owns(1, 12)
    scene.lands(0, 7, *led)
    scene.draw(0)
    assert scene.task == RentThrowPending(0, 12, 10)
    scene.do(Throw(0, fresh))
    assert (scene.balance(1), scene.task) == (1500 + 10 * sum(fresh), ThrowPending(following))
