"""Rows classic-14 to -17: out of jail, and what one may do inside."""

from hub.domain.commands import (
    AcceptTrade,
    Bundle,
    Decline,
    Mortgage,
    OfferTrade,
    PayBail,
    PayDebt,
    PlaceBid,
    Throw,
    UseReleaseCard,
)
from hub.domain.pieces import in_jail
from hub.domain.tasks import AdvancePending, DebtPending, ThrowPending
from hub.rules.game import Reason


def test_classic_14_bail_of_50_before_throwing(scene):
    """Who pays 50 throws and moves as usual in the same turn, doubles included."""
    scene.jailed(0)
    scene.do(PayBail(0))
    assert scene.balance(0) == 1450
    assert scene.task == ThrowPending(0)
    scene.throw(0, 5, 5)
    assert (scene.space(0), scene.task) == (20, ThrowPending(0))


def test_classic_14_bail_only_in_jail_and_with_the_money(scene):
    """A visitor pays nothing and uses no card; 49 are no bail."""
    scene.stands(0, 10)
    assert scene.refused(PayBail(0)) == Reason.NOT_IN_JAIL
    assert scene.refused(UseReleaseCard(0)) == Reason.NOT_IN_JAIL
    scene.jailed(0)
    scene.cash(49)
    assert scene.refused(PayBail(0)) == Reason.NOT_ENOUGH_MONEY


def test_classic_14_release_card_frees_and_goes_back(scene):
    """The card is used before throwing and goes back under its pile."""
    scene.jailed(0)
    assert scene.refused(UseReleaseCard(0)) == Reason.NO_RELEASE_CARD
    scene.holds_release_card(0)
    scene.do(UseReleaseCard(0))
    assert not in_jail(scene.game.state, 0)
    assert scene.balance(0) == 1500
    assert scene.game.state.decks.piles["chance"][-1] == 11


def test_classic_14_release_card_bought_from_another_player(scene):
    """A jailed player buys another's card at an agreed price and uses it."""
    scene.jailed(0)
    scene.holds_release_card(2)
    scene.do(OfferTrade(0, 2, Bundle(money=30), Bundle(release_cards=("chance",))))
    scene.do(AcceptTrade(2, 1))
    scene.do(UseReleaseCard(0))
    assert not in_jail(scene.game.state, 0)
    assert (scene.balance(0), scene.balance(2)) == (1470, 1530)


def test_classic_14_double_frees_and_moves_without_another_throw(scene):
    """A double moves out of jail; the double grants nothing more."""
    scene.jailed(0, missed=1)
    scene.throw(0, 5, 5)
    assert not in_jail(scene.game.state, 0)
    assert (scene.space(0), scene.balance(0), scene.on_turn) == (20, 1500, 1)


def test_classic_15_two_misses_stay(scene):
    """Without a double one stays, one throw a turn."""
    scene.jailed(0)
    for missed in (1, 2):
        scene.turn(0)
        scene.throw(0, 1, 2)
        assert scene.game.state.custody.missed[0] == missed
        assert (scene.space(0), scene.on_turn) == (10, 1)


def test_classic_15_third_miss_pays_50_and_moves_at_once(scene):
    """The third miss costs 50 and moves by that throw."""
    scene.jailed(0, missed=2)
    scene.throw(0, 4, 6)
    assert (scene.space(0), scene.balance(0), scene.on_turn) == (20, 1450, 1)


def test_classic_15_who_cannot_pay_raises_money_first_and_then_moves(scene):
    """The 50 are owed before the piece moves (K3)."""
    scene.jailed(0, missed=2)
    scene.cash(10)
    scene.owns(0, 39)
    scene.do(Throw(0, (4, 6)))
    assert isinstance(scene.task, DebtPending)
    scene.do(Mortgage(0, 39))
    scene.do(PayDebt(0))
    assert scene.task == AdvancePending(0, 20, "throw")
    scene.arrive()
    assert (scene.space(0), scene.balance(0)) == (20, 160)


def test_classic_16_in_jail_one_collects_rent_bids_trades_and_mortgages(scene):
    """A jailed player does business and takes part in auctions (K4)."""
    scene.jailed(1)
    scene.owns(1, 9)
    scene.lands(0, 9)
    assert scene.balance(1) == 1508
    scene.owns(1, 1)
    scene.do(OfferTrade(1, 2, Bundle(deeds=(1,)), Bundle(money=70)))
    scene.do(AcceptTrade(2, 1))
    scene.owns(1, 3)
    scene.do(Mortgage(1, 3))
    scene.turn(0)
    scene.lands(0, 5)
    scene.do(Decline(0))
    scene.do(PlaceBid(1, 20))
    assert scene.balance(1) == 1508 + 70 + 30


def test_classic_17_landing_on_jail_is_just_visiting(scene):
    """A visitor is not jailed and throws normally in their next turn."""
    scene.lands(0, 10)
    assert (scene.space(0), in_jail(scene.game.state, 0)) == (10, False)
    scene.turn(0)
    scene.throw(0, 4, 6)
    assert scene.space(0) == 20
