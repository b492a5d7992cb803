"""Rows mpmp-04 to -06 and -14: buying, selling to others, mortgages, the release card that stays."""

import pytest

from hub.domain.commands import (
    AcceptTrade,
    Bundle,
    Buy,
    Decline,
    KeepMortgage,
    Mortgage,
    OfferTrade,
    PassBid,
    PlaceBid,
    Redeem,
    UseReleaseCard,
)
from hub.domain.ids import NOBODY
from hub.domain.pieces import in_jail
from hub.domain.tasks import AuctionRunning, DeedLot, ThrowPending
from hub.rules.game import Reason

SOUTH = 5


@pytest.fixture
def at_station(scene):
    """Seat 0 stands on an unsold station for 4,000."""
    scene.throw(0, 2, 3)
    return scene


def test_mpmp_04_whoever_stands_on_an_unowned_deed_may_buy_it(at_station):
    """The printed price, 4,000, goes to the bank; nobody else is asked, and nobody buys on credit."""
    assert at_station.refused(Buy(1)) == Reason.NOT_ASKED
    at_station.cash(3999)
    assert at_station.refused(Buy(0)) == Reason.NOT_ENOUGH_MONEY
    at_station.cash(4000)
    at_station.do(Buy(0))
    assert (at_station.owner(SOUTH), at_station.balance(0)) == (0, 0)


def test_mpmp_04_otherwise_it_is_auctioned_among_all(at_station):
    """Who declined may bid too, from 1 on; the highest bid wins (P5, P6)."""
    at_station.do(Decline(0))
    assert at_station.task == AuctionRunning(DeedLot(SOUTH), (0, 1, 2))
    at_station.do(PlaceBid(1, 1))
    assert at_station.refused(PlaceBid(2, 1)) == Reason.BID_TOO_LOW
    at_station.do(PlaceBid(0, 700))
    at_station.do(PassBid(1))
    at_station.do(PassBid(2))
    assert (at_station.owner(SOUTH), at_station.balance(0)) == (0, 29_300)


def test_mpmp_04_without_a_bid_it_stays_with_the_bank(at_station):
    """Nobody has to bid, and a bid is limited by the money one has (P6)."""
    at_station.do(Decline(0))
    assert at_station.refused(PlaceBid(1, 30_001)) == Reason.NOT_ENOUGH_MONEY
    for seat in (0, 1, 2):
        at_station.do(PassBid(seat))
    assert (at_station.owner(SOUTH), at_station.task) == (NOBODY, ThrowPending(1))


def test_mpmp_05_unbuilt_deeds_are_sold_to_players_at_any_price(scene):
    """Seat 0 sells the dearest street for 1."""
    scene.owns(0, 39)
    scene.do(OfferTrade(0, 2, Bundle(deeds=(39,)), Bundle(money=1)))
    scene.do(AcceptTrade(2, 1))
    assert (scene.owner(39), scene.balance(0), scene.balance(2)) == (2, 30_001, 29_999)


def test_mpmp_05_06_not_from_a_group_with_a_building(scene):
    """One house keeps all deeds of the group in one hand (P7), and none of them can be mortgaged (P8)."""
    scene.owns(0, 37, 39)
    scene.built(39, 1)
    for deed in (37, 39):
        assert scene.refused(Mortgage(0, deed)) == Reason.GROUP_BUILT
        offer = OfferTrade(0, 1, Bundle(deeds=(deed,)), Bundle(money=9000))
        assert scene.refused(offer) == Reason.GROUP_BUILT


def test_mpmp_05_never_back_to_the_bank(scene):
    """The bank is nobody one can make an offer to."""
    scene.owns(0, 39)
    assert scene.refused(OfferTrade(0, NOBODY, Bundle(deeds=(39,)), Bundle(money=4000))) == Reason.NO_SUCH_SEAT


def test_mpmp_06_the_bank_lends_half_the_price_and_takes_ten_percent(scene):
    """On the dearest street 4,000 are lent, and 4,400 redeem it (P8)."""
    scene.owns(0, 39)
    scene.do(Mortgage(0, 39))
    assert scene.balance(0) == 34_000
    scene.do(Redeem(0, 39))
    assert (scene.balance(0), scene.game.state.deeds.mortgaged[39]) == (29_600, False)


def test_mpmp_06_no_rent_while_mortgaged(scene):
    """A visitor of a mortgaged deed pays nothing."""
    scene.owns(1, 9)
    scene.mortgaged(9)
    scene.lands(0, 9)
    assert scene.balance(1) == 30_000


def test_mpmp_06_the_buyer_of_a_mortgaged_deed_pays_no_interest(scene):
    """Seat 2 buys a mortgaged deed for 500 and pays 500; only redeeming costs the ten percent, 4,400 (P8)."""
    scene.owns(0, 39)
    scene.mortgaged(39)
    scene.do(OfferTrade(0, 2, Bundle(deeds=(39,)), Bundle(money=500)))
    scene.do(AcceptTrade(2, 1))
    assert (scene.balance(2), scene.game.state.deeds.mortgaged[39]) == (29_500, True)
    assert scene.task == ThrowPending(0)
    assert scene.refused(KeepMortgage(2, 39)) == Reason.NOT_IN_EDITION
    scene.do(Redeem(2, 39))
    assert scene.balance(2) == 25_100


def test_mpmp_14_a_release_card_is_neither_sold_nor_bought(scene):
    """It cannot be on either side of an offer, whatever else is in it (P16c)."""
    scene.holds_release_card(1)
    scene.owns(1, 39)
    card = Bundle(deeds=(39,), release_cards=("community",))
    assert scene.refused(OfferTrade(1, 0, card, Bundle(money=500))) == Reason.RELEASE_CARD_KEPT
    assert scene.refused(OfferTrade(0, 1, Bundle(money=500), card)) == Reason.RELEASE_CARD_KEPT


def test_mpmp_14_only_the_one_who_drew_it_uses_it(scene):
    """A jailed seat without a card is not helped by somebody else's."""
    scene.jailed(0)
    scene.holds_release_card(1)
    assert scene.refused(UseReleaseCard(0)) == Reason.NO_RELEASE_CARD
    assert in_jail(scene.game.state, 0)
