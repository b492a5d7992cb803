"""Rows mpmp-12 and -13: into jail, what one may do there, and out of it."""

import pytest

from hub.domain.commands import AcceptTrade, Build, Bundle, Decline, Draw, OfferTrade, PayBail, Throw, UseReleaseCard
from hub.domain.decks import release_cards
from hub.domain.ids import BANK, POT
from hub.domain.pieces import in_jail
from hub.domain.tasks import ThrowAgainPending, ThrowPending
from hub.rules.game import Reason


def jailed(scene, seat: int) -> bool:
    return in_jail(scene.game.state, seat)


def test_mpmp_12_the_policeman_sends_to_jail_without_salary(scene):
    """Landing on the policeman's space ends in jail, and the turn is over."""
    scene.lands(0, 30, 2, 3)
    assert (scene.space(0), jailed(scene, 0), scene.balance(0), scene.on_turn) == (10, True, 30_000, 1)


@pytest.mark.parametrize(("space", "card"), [(7, 6), (36, 11), (33, 1)])
def test_mpmp_12_cards_of_both_decks_send_to_jail(scene, space, card):
    """Two chance cards and one community card do (P15)."""
    scene.lands(0, space)
    scene.do(Draw(0, card))
    assert (scene.space(0), jailed(scene, 0), scene.balance(0)) == (10, True, 30_000)


def test_mpmp_12_landing_there_otherwise_is_just_a_visit(scene):
    """A visitor is free."""
    scene.lands(0, 10)
    assert (scene.space(0), jailed(scene, 0)) == (10, False)


def test_mpmp_12_in_jail_one_collects_rent_builds_trades_and_bids(scene):
    """Only moving is impossible (P16d)."""
    scene.jailed(1)
    scene.owns(1, 1, 37, 39)
    scene.lands(0, 39)
    assert (scene.balance(1), scene.on_turn) == (31_000, 1)
    scene.do(Build(1, 39))
    scene.do(OfferTrade(1, 2, Bundle(deeds=(1,)), Bundle(money=700)))
    scene.do(AcceptTrade(2, 1))
    scene.turn(0)
    scene.lands(0, 5)
    scene.do(Decline(0))
    scene.auction(1, 400)
    assert (scene.owner(5), scene.stage(39), scene.balance(1)) == (1, 1, 31_000 - 4_000 + 700 - 400)


def test_mpmp_13_a_double_frees_and_is_the_first_of_the_move(scene):
    """3 + 3 opens the door, 1 + 4 adds to it: from jail eleven spaces on, in one move (P16a)."""
    scene.jailed(0)
    scene.throw(0, 3, 3)
    assert (jailed(scene, 0), scene.task, scene.space(0)) == (False, ThrowAgainPending(0), 10)
    scene.throw(0, 1, 4)
    assert scene.space(0) == 21


def test_mpmp_13_two_more_doubles_lead_straight_back(scene):
    """The double that frees counts: with two more it is three in a row."""
    scene.jailed(0)
    for faces in ((3, 3), (2, 2), (5, 5)):
        scene.throw(0, *faces)
    assert (scene.space(0), jailed(scene, 0), scene.on_turn) == (10, True, 1)


def test_mpmp_13_bail_of_1000_before_throwing(scene):
    """It goes to the bank, not to the pot, and a normal turn follows at once (P16b, P18)."""
    scene.jailed(0)
    bank = scene.balance(BANK)
    scene.do(PayBail(0))
    assert (scene.balance(0), scene.balance(BANK), scene.balance(POT)) == (29_000, bank + 1000, 0)
    assert scene.task == ThrowPending(0)
    scene.throw(0, 4, 6)
    assert scene.space(0) == 20


def test_mpmp_13_no_bail_without_the_money_or_between_throws(scene):
    """999 are too few; and a double from jail is a way out already."""
    scene.jailed(0)
    scene.cash(999)
    assert scene.refused(PayBail(0)) == Reason.NOT_ENOUGH_MONEY
    scene.throw(0, 2, 2)
    assert scene.refused(PayBail(0)) == Reason.NOT_NOW


def test_mpmp_13_a_release_card_frees_and_is_gone(scene):
    """It is used before throwing; what its holder had is a copy, so nothing goes back anywhere."""
    scene.jailed(0)
    scene.holds_release_card(0)
    scene.do(UseReleaseCard(0))
    assert (jailed(scene, 0), release_cards(scene.game.state, 0), scene.balance(0)) == (False, [], 30_000)


def test_mpmp_13_nobody_is_released_because_rounds_passed(scene):
    """After ten throws without a double one still sits there, has paid nothing and may go on throwing (P16)."""
    scene.jailed(0)
    for missed in range(1, 11):
        scene.turn(0)
        scene.do(Throw(0, (1, 2)))
        assert (scene.game.state.custody.missed[0], scene.on_turn) == (missed, 1)
    assert (jailed(scene, 0), scene.balance(0), scene.space(0)) == (True, 30_000, 10)
