"""Rows haustein-13 to -15: shares, their trade among players, and the guide price."""

import pytest

from hub.domain.auctions import SealedAuctionOpened
from hub.domain.commands import Throw
from hub.domain.ids import BANK
from hub.domain.ledger import MoneyMoved
from hub.domain.secrecy import Circle, circle_of
from hub.domain.shares import (
    AcceptShares,
    DeclineShares,
    OfferShares,
    SellShares,
    ShareOfferClosed,
    SharesMoved,
    SharesOffered,
    WithdrawShares,
)
from hub.domain.tasks import DebtPending
from hub.domain.turns import SeatBankrupted
from hub.rules.assets import guide_price, price_inputs
from hub.rules.game import Reason


def test_haustein_13_everybody_is_25_shares_all_their_own(scene):
    """At the start nobody holds shares of another, and the bank holds none."""
    assert [scene.shares(issuer) for issuer in range(3)] == [[25, 0, 0, 0], [0, 25, 0, 0], [0, 0, 25, 0]]


def test_haustein_14_shares_change_hands_at_any_price(scene):
    """Four own shares for 1, and two for nothing."""
    scene.do(OfferShares(0, 1, 0, 4, 1))
    scene.do(AcceptShares(1, 1))
    scene.do(OfferShares(0, 2, 0, 2, 0))
    scene.do(AcceptShares(2, 2))
    assert scene.shares(0) == [19, 4, 2, 0]
    assert [scene.balance(seat) for seat in range(3)] == [1501, 1499, 1500]


def test_haustein_14_shares_of_a_third_player_too(scene):
    """What one holds in somebody else can be sold on."""
    scene.passes_shares(2, 2, 0, 5)
    scene.do(OfferShares(1, 0, 2, 3, 200, selling=False))
    scene.do(AcceptShares(0, 1))
    assert (scene.shares(2), scene.balance(0), scene.balance(1)) == ([2, 3, 20, 0], 1700, 1300)


def test_haustein_14_buyer_or_seller_must_be_on_turn(scene):
    """The issuer being on turn is not enough (H16)."""
    scene.passes_shares(0, 0, 1, 5)
    assert scene.refused(OfferShares(1, 2, 0, 3, 100)) == Reason.NOT_YOUR_TURN
    scene.do(OfferShares(1, 0, 0, 1, 100))
    scene.do(OfferShares(0, 2, 0, 1, 100))
    scene.turn(1)
    assert scene.refused(AcceptShares(2, 2)) == Reason.NOT_YOUR_TURN
    scene.do(AcceptShares(0, 1))
    assert scene.shares(0) == [21, 4, 0, 0]


def test_haustein_14_number_and_kind_are_public_the_price_is_not(scene):
    """The supervision tells everybody who got how many; offer and payment are known to the two and the banker (H33)."""
    facts = (*scene.do(OfferShares(0, 1, 0, 4, 250)), *scene.do(AcceptShares(1, 1)))
    circles = {type(fact): circle_of(fact) for fact in facts}
    two = Circle((0, 1), banker=True)
    assert circles[SharesOffered] == circles[ShareOfferClosed] == two
    assert circles[MoneyMoved] == Circle((1, 0), banker=True)
    assert circles[SharesMoved] is None
    assert SharesMoved(0, 0, 1, 4, "trade") in facts


def test_haustein_14_an_offer_lapses_when_the_seller_has_not_as_many_any_more(scene):
    """Both are informed, and only they; an offer of what is still there stays, whatever else is sold (K22)."""
    scene.passes_shares(2, 2, 0, 1)
    scene.do(OfferShares(0, 1, 0, 22, 100))
    scene.do(OfferShares(0, 2, 0, 21, 100))
    scene.do(SellShares(0, 2, 1))
    assert len(scene.game.state.shares.offers) == 2
    facts = scene.do(SellShares(0, 0, 4))
    lapsed = ShareOfferClosed(1, 0, 1, "lapsed")
    assert lapsed in facts
    assert circle_of(lapsed) == Circle((0, 1), banker=True)
    assert scene.refused(AcceptShares(1, 1)) == Reason.OFFER_GONE
    scene.do(AcceptShares(2, 2))


@pytest.mark.parametrize(
    ("offer", "reason"),
    [
        (OfferShares(0, 1, 1, 1, 10), Reason.NO_SHARES_HELD),
        (OfferShares(0, 1, 0, 26, 10), Reason.NO_SHARES_HELD),
        (OfferShares(0, 1, 0, 0, 10), Reason.NO_SHARES_HELD),
        (OfferShares(0, 1, 7, 1, 10), Reason.NO_SUCH_SEAT),
        (OfferShares(0, 1, 1, 1, 1501, selling=False), Reason.NOT_ENOUGH_MONEY),
        (OfferShares(0, 1, 0, 1, -1), Reason.AMOUNT_UNFIT),
        (OfferShares(0, 0, 0, 1, 10), Reason.TRADE_WITH_ONESELF),
        (OfferShares(0, 2, 0, 1, 10), Reason.TRADE_TWICE),
    ],
)
def test_haustein_14_only_what_one_has_for_what_one_can_pay(scene, offer, reason):
    """More than one holds, more than the buyer has, less than nothing, with oneself, twice: refused."""
    scene.do(OfferShares(0, 2, 0, 1, 1501))
    assert scene.refused(AcceptShares(2, 1)) == Reason.NOT_ENOUGH_MONEY
    assert scene.refused(offer) == reason


def test_haustein_14_an_offer_of_shares_in_somebody_who_is_out_is_void(scene):
    """Between two who go on playing: there are no such shares any more."""
    scene.passes_shares(2, 2, 0, 5)
    scene.do(OfferShares(0, 1, 2, 3, 10))
    scene.happens(SeatBankrupted(2, BANK))
    assert scene.game.state.shares.offers == {}


def test_haustein_14_offers_are_answered_by_those_concerned(scene):
    """The other accepts or declines, one's own is withdrawn, nobody else can do anything."""
    scene.do(OfferShares(0, 1, 0, 1, 10))
    for command in (AcceptShares(2, 1), DeclineShares(2, 1), WithdrawShares(1, 1), AcceptShares(0, 1)):
        assert scene.refused(command) == Reason.OFFER_GONE
    scene.do(DeclineShares(1, 1))
    scene.do(OfferShares(0, 1, 0, 1, 10))
    scene.do(WithdrawShares(0, 2))
    assert scene.game.state.shares.offers == {}


def test_haustein_14_not_during_a_throw_or_an_auction(scene):
    """As with any business, a pause is needed."""
    scene.do(Throw(0, (2, 3)))
    assert scene.refused(OfferShares(0, 1, 0, 1, 10)) == Reason.NOT_NOW
    assert any(isinstance(fact, SealedAuctionOpened) for fact in scene.arrive())
    assert scene.refused(OfferShares(0, 1, 0, 1, 10)) == Reason.NOT_NOW


def test_haustein_14_a_debtor_sells_and_does_not_buy(scene):
    """Money that is raised goes to the creditor."""
    scene.owns(1, 39)
    scene.cash(10)
    scene.lands(0, 39)
    assert isinstance(scene.task, DebtPending)
    assert scene.refused(OfferShares(0, 1, 1, 1, 5, selling=False)) == Reason.OWES_MONEY
    scene.do(OfferShares(0, 1, 0, 5, 100))
    scene.do(AcceptShares(1, 1))
    assert scene.balance(0) == 110


def test_haustein_15_cash_and_real_estate_by_25(scene):
    """1,500 in cash, a deed of 200: 1,700 / 25 = 68; shares held in others do not count."""
    scene.passes_shares(1, 1, 0, 20)
    assert guide_price(scene.game, 0) == 60
    scene.owns(0, 5)
    assert guide_price(scene.game, 0) == 68
    assert price_inputs(scene.game, 0) == {"cash": 1500, "estate": 200, "shares": 25}


def test_haustein_15_buildings_at_cost_mortgages_off(scene):
    """60 + 60 and a hotel and four houses at 50: 570; a mortgaged station is 200 - 100 (H17)."""
    scene.owns(0, 1, 3, 5)
    scene.built(1, 5)
    scene.built(3, 4)
    scene.mortgaged(5)
    assert price_inputs(scene.game, 0)["estate"] == 120 + 9 * 50 + 100
    scene.cash(0)
    assert guide_price(scene.game, 0) == 27  # 670 / 25 = 26.8


@pytest.mark.parametrize(("cash", "price"), [(0, 0), (12, 0), (13, 1), (37, 1), (38, 2), (1487, 59), (1488, 60)])
def test_haustein_15_a_half_is_rounded_up(scene, cash, price):
    """12 / 25 is 0.48, 13 / 25 is 0.52 (H18)."""
    scene.cash(cash)
    assert guide_price(scene.game, 0) == price
