"""Rows classic-24 to -27: trade, mortgages, no loans."""

import pytest

from hub.domain.commands import (
    AcceptTrade,
    Build,
    Bundle,
    DeclineTrade,
    KeepMortgage,
    Mortgage,
    OfferTrade,
    Redeem,
    SellBuilding,
    Throw,
    UseReleaseCard,
    WithdrawTrade,
)
from hub.domain.corrections import CorrectDeed
from hub.domain.decks import release_cards
from hub.domain.offers import TradeClosed
from hub.domain.tasks import MortgageChoicePending, ThrowPending
from hub.rules.game import Reason

NOTHING = Bundle()


def deal(scene, seat: int, to: int, give: Bundle, take: Bundle) -> None:
    scene.do(OfferTrade(seat, to, give, take))
    scene.do(AcceptTrade(to, scene.game.state.offers.last_id))


def test_classic_24_deeds_cards_and_money_change_hands(scene):
    """Everything agreed is exchanged in one move."""
    scene.owns(1, 1)
    scene.owns(2, 5, 12)
    scene.holds_release_card(2)
    deal(scene, 1, 2, Bundle(money=100, deeds=(1,)), Bundle(deeds=(5, 12), release_cards=("chance",)))
    assert [scene.owner(deed) for deed in (1, 5, 12)] == [2, 1, 1]
    assert release_cards(scene.game.state, 1) == [("chance", 11)]
    assert (scene.balance(1), scene.balance(2)) == (1400, 1600)


def test_classic_24_counter_offer_takes_the_place_of_the_offer(scene):
    """The answered offer is off the table; the counter-offer can be accepted."""
    scene.owns(1, 1)
    scene.do(OfferTrade(2, 1, Bundle(money=50), Bundle(deeds=(1,))))
    assert scene.refused(OfferTrade(1, 0, Bundle(deeds=(1,)), Bundle(money=90), answers=1)) == Reason.OFFER_GONE
    scene.do(OfferTrade(1, 2, Bundle(deeds=(1,)), Bundle(money=90), answers=1))
    assert list(scene.game.state.offers.open) == [2]
    scene.do(AcceptTrade(2, 2))
    assert (scene.owner(1), scene.balance(1)) == (2, 1590)


def test_classic_24_declined_and_withdrawn_offers_change_nothing(scene):
    """Only the addressed declines, only the offerer withdraws."""
    scene.owns(1, 1)
    offer = OfferTrade(1, 2, Bundle(deeds=(1,)), Bundle(money=90))
    scene.do(offer)
    assert scene.refused(DeclineTrade(0, 1)) == Reason.OFFER_GONE
    assert scene.refused(WithdrawTrade(2, 1)) == Reason.OFFER_GONE
    scene.do(DeclineTrade(2, 1))
    assert scene.refused(AcceptTrade(2, 1)) == Reason.OFFER_GONE
    scene.do(offer)
    scene.do(WithdrawTrade(1, 2))
    assert (scene.owner(1), scene.balance(1)) == (1, 1500)


def test_classic_24_no_street_of_a_built_group(scene):
    """While the group has buildings none of its streets is traded; stations are never affected (K14)."""
    scene.owns(1, 1, 3, 5)
    scene.built(1, 1)
    assert scene.refused(OfferTrade(1, 2, Bundle(deeds=(3,)), Bundle(money=90))) == Reason.GROUP_BUILT
    deal(scene, 1, 2, Bundle(deeds=(5,)), Bundle(money=90))


@pytest.mark.parametrize(
    ("give", "take", "reason"),
    [
        (Bundle(deeds=(3,)), Bundle(money=5), Reason.NOT_OWNER),
        (Bundle(money=5), Bundle(deeds=(1,)), Reason.NOT_OWNER),
        (Bundle(deeds=(4,)), NOTHING, Reason.NO_SUCH_DEED),
        (Bundle(deeds=(1, 1)), NOTHING, Reason.NO_SUCH_DEED),
        (Bundle(release_cards=("community",)), Bundle(money=5), Reason.NO_RELEASE_CARD),
        (Bundle(release_cards=("chance", "chance")), Bundle(money=5), Reason.NO_RELEASE_CARD),
        (NOTHING, NOTHING, Reason.TRADE_EMPTY),
        (Bundle(money=-5, deeds=(1,)), NOTHING, Reason.TRADE_EMPTY),
        (Bundle(money=1501, deeds=(1,)), NOTHING, Reason.NOT_ENOUGH_MONEY),
        (Bundle(money=100), NOTHING, Reason.TRADE_ONLY_MONEY),
        (Bundle(money=100), Bundle(money=110), Reason.TRADE_ONLY_MONEY),
    ],
)
def test_classic_24_27_impossible_offers_are_refused(scene, give, take, reason):
    """Nobody offers or asks for what is not there; money for nothing or for money would be a loan between players."""
    scene.owns(1, 1)
    scene.holds_release_card(1)
    assert scene.refused(OfferTrade(1, 2, give, take)) == reason


def test_no_offer_to_oneself_and_not_two_to_the_same(scene):
    """One open offer from one seat to another, never to itself."""
    scene.owns(1, 1)
    assert scene.refused(OfferTrade(1, 1, Bundle(deeds=(1,)), NOTHING)) == Reason.TRADE_WITH_ONESELF
    scene.do(OfferTrade(1, 2, Bundle(deeds=(1,)), Bundle(money=1)))
    assert scene.refused(OfferTrade(1, 2, Bundle(deeds=(1,)), Bundle(money=2))) == Reason.TRADE_TWICE


def test_classic_24_an_offer_is_judged_again_when_accepted(scene):
    """Money that was spent meanwhile stops the exchange; the offer stays, for money may come again (K22)."""
    scene.owns(1, 1)
    scene.do(OfferTrade(1, 2, Bundle(deeds=(1,)), Bundle(money=90)))
    scene.cash(1500, 1500, 80)
    assert scene.refused(AcceptTrade(2, 1)) == Reason.NOT_ENOUGH_MONEY
    scene.cash(1500, 1500, 90)
    scene.do(AcceptTrade(2, 1))


class TestOffersLapse:
    """An open offer lapses as soon as what it names changes, and both are informed (K22)."""

    @pytest.fixture
    def offered(self, scene):
        """Seat 1 offers Badstrasse and a release card to seat 2 for the mortgaged deed 12."""
        scene.owns(1, 1, 3)
        scene.owns(2, 12, 5)
        scene.mortgaged(5)
        scene.holds_release_card(1)
        scene.do(OfferTrade(1, 2, Bundle(deeds=(1,), release_cards=("chance",)), Bundle(deeds=(12, 5))))
        return scene

    def lapsed(self, scene, *commands) -> bool:
        """Whether these commands end the offer, which is reported for both and cannot be accepted."""
        facts = [fact for command in commands for fact in scene.do(command)]
        shown = TradeClosed(1, 1, "lapsed", 2) in facts
        assert shown == (scene.game.state.offers.open == {})
        return shown and scene.refused(AcceptTrade(2, 1)) == Reason.OFFER_GONE

    @pytest.mark.parametrize(
        "commands",
        [
            pytest.param((Mortgage(2, 12),), id="a deed of it is mortgaged"),
            pytest.param((Redeem(2, 5),), id="a deed of it is redeemed"),
            pytest.param(
                (OfferTrade(1, 0, Bundle(deeds=(1,)), Bundle(money=10)), AcceptTrade(0, 2)), id="one is sold to another"
            ),
            pytest.param((Build(1, 3),), id="its group is built on"),
            pytest.param((UseReleaseCard(1),), id="its release card is used"),
            pytest.param((CorrectDeed(12, 0, reason="was never sold"),), id="a correction changes what it names"),
        ],
    )
    def test_classic_24_an_offer_lapses_when(self, offered, commands):
        """What is named is mortgaged, redeemed, sold, built on or used: it is worth something else now."""
        offered.jailed(1)
        offered.turn(1)
        assert self.lapsed(offered, *commands)

    def test_classic_24_a_lapsed_offer_does_not_come_back(self, offered):
        """Selling the house again changes nothing."""
        assert self.lapsed(offered, Build(1, 3))
        offered.do(SellBuilding(1, 3))
        assert offered.refused(AcceptTrade(2, 1)) == Reason.OFFER_GONE

    def test_classic_24_an_offer_outlasts_what_it_does_not_name(self, offered):
        """Another deed of the same seat may be mortgaged, and money may come and go."""
        offered.cash(1500, 20, 20)
        offered.owns(1, 15)
        assert not self.lapsed(offered, Mortgage(1, 15))
        offered.do(AcceptTrade(2, 1))
        assert (offered.owner(1), offered.owner(12)) == (2, 1)


def test_classic_24_no_trade_during_a_throw(scene):
    """While a piece is on its way the game is not interrupted (K12)."""
    scene.owns(1, 1)
    scene.do(Throw(0, (1, 2)))
    assert scene.refused(OfferTrade(1, 2, Bundle(deeds=(1,)), Bundle(money=9))) == Reason.NOT_NOW


def test_classic_25_bank_pays_half_the_price_and_the_owner_keeps_the_deed(scene):
    """Nobody mortgages what is another's, is no deed, or is mortgaged already."""
    scene.owns(1, 39)
    for command in (Mortgage(0, 39), Redeem(0, 39)):
        assert scene.refused(command) == Reason.NOT_OWNER
    assert scene.refused(Mortgage(0, 0)) == Reason.NO_SUCH_DEED
    scene.do(Mortgage(1, 39))
    assert (scene.balance(1), scene.owner(39)) == (1700, 1)
    assert scene.refused(Mortgage(1, 39)) == Reason.ALREADY_MORTGAGED


def test_classic_25_not_while_the_group_is_built(scene):
    """Buildings anywhere in the group come first."""
    scene.owns(1, 1, 3)
    scene.built(3, 1)
    assert scene.refused(Mortgage(1, 1)) == Reason.GROUP_BUILT


@pytest.mark.parametrize(("deed", "cost"), [(39, 220), (12, 83), (37, 193), (5, 110)])
def test_classic_25_redeeming_costs_the_mortgage_and_ten_percent(scene, deed, cost):
    """Ten percent interest, rounded up to whole money (K18)."""
    scene.owns(1, deed)
    scene.mortgaged(deed)
    scene.do(Redeem(1, deed))
    assert scene.balance(1) == 1500 - cost
    assert scene.refused(Redeem(1, deed)) == Reason.NOT_MORTGAGED


@pytest.fixture
def mortgaged_deal(scene):
    """Seat 1 has sold the mortgaged dark blue streets to seat 0 for 10, which is asked about each."""
    scene.owns(1, 37, 39)
    scene.mortgaged(37, 39)
    deal(scene, 1, 0, Bundle(deeds=(37, 39)), Bundle(money=10))
    assert scene.task == MortgageChoicePending(0, 39, 220, 20)
    return scene


def test_classic_26_new_owner_redeems_at_once(mortgaged_deal):
    """With ten percent; redeeming from the list of deeds answers the question that waits for that deed."""
    mortgaged_deal.do(Redeem(0, 37))
    mortgaged_deal.do(Redeem(0, 39))
    assert (mortgaged_deal.balance(0), mortgaged_deal.task) == (1500 - 10 - 193 - 220, ThrowPending(0))


def test_classic_26_or_pays_ten_percent_now_and_again_later(mortgaged_deal):
    """Keeping the mortgage costs ten percent now; redeeming later costs the full redemption."""
    for deed in (39, 37):
        mortgaged_deal.do(KeepMortgage(0, deed))
    assert mortgaged_deal.balance(0) == 1500 - 10 - 18 - 20
    mortgaged_deal.do(Redeem(0, 39))
    assert mortgaged_deal.balance(0) == 1500 - 10 - 18 - 20 - 220


def test_classic_26_a_deed_with_an_open_question_is_not_traded_on(mortgaged_deal):
    """First redeem or keep the mortgage, then trade."""
    assert mortgaged_deal.refused(OfferTrade(0, 2, Bundle(deeds=(39,)), Bundle(money=10))) == Reason.NOT_NOW
