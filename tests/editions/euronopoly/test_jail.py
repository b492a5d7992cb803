"""Rows euro-20 to -24: the ways into jail, what is impossible there, the ways out, visitors."""

import pytest

from hub.domain.commands import Build, BuyRemote, Decline, PayBail, SellBuilding, SellDeed, StayInJail, Throw
from hub.domain.pieces import SeatReleased
from hub.domain.tasks import ThrowPending
from hub.rules.game import Reason


def test_euro_20_the_same_double_twice_in_a_row(scene):
    """The first is moved, the second is not; the turn is over (E34)."""
    scene.lands(0, 10, 3, 3)
    assert scene.space(0) == 10
    scene.stands(0, 12)
    scene.do(Throw(0, (3, 3)))
    assert (scene.space(0), scene.in_jail(0), scene.on_turn) == (10, True, 1)


def test_euro_20_three_different_doubles_in_a_row(scene):
    """Two different ones are harmless, the third is not moved any more."""
    scene.owns(0, 3, 7)
    scene.stands(0, 37)
    for faces in ((3, 3), (2, 2)):
        scene.throw(0, *faces)
    assert (scene.space(0), scene.task) == (7, ThrowPending(0))
    scene.do(Throw(0, (1, 1)))
    assert (scene.space(0), scene.in_jail(0), scene.on_turn) == (10, True, 1)


def test_euro_20_doubles_of_different_turns_do_not_add_up(scene):
    """The row begins again with each turn (E33)."""
    scene.lands(0, 20, 2, 2)
    scene.turn(0)
    scene.lands(0, 30, 2, 2)
    assert (scene.space(0), scene.in_jail(0)) == (30, False)


@pytest.mark.parametrize(
    ("space", "jail"), [(1, 10), (19, 10), (21, 30), (39, 30), (0, 10), (20, 30), (10, 10), (31, 30)]
)
def test_euro_20_the_nearest_jail(scene, space, jail):
    """The fewest spaces either way; from start and risk, which are as far from both, the one ahead (E35)."""
    assert scene.game.rules.track.nearest_jail(space) == jail


def test_euro_20_no_start_money_on_the_way(scene):
    """From space 39 back to the jail at 30."""
    scene.lands(0, 39, 3, 3)
    scene.do(Decline(0))
    scene.do(Throw(0, (3, 3)))
    assert (scene.space(0), scene.balance(0)) == (30, 3000)


def test_euro_21_no_sales_and_no_remote_purchases_in_jail(scene):
    """Nothing is dealt, near or far."""
    scene.owns(0, 16, 18)
    scene.built(16, 1)
    scene.stands(1, 19)
    scene.jailed(0)
    for command in (SellDeed(0, 18), SellBuilding(0, 16), BuyRemote(0, 19), Build(0, 18)):
        assert scene.refused(command) == Reason.IN_JAIL


@pytest.mark.parametrize("deed", [16, 3, 7])
def test_euro_21_no_rent_for_who_is_in_jail(scene, deed):
    """From cities, tolls and radars alike (E36)."""
    scene.owns(1, deed)
    scene.jailed(1)
    scene.lands(0, deed)
    assert (scene.balance(0), scene.balance(1)) == (3000, 3000)


@pytest.mark.parametrize(("waited", "bail"), [(0, 600), (1, 400), (2, 200)])
def test_euro_22_paying_frees_and_one_plays_on_at_once(scene, waited, bail):
    """600, 400, 200 by the turns one has waited; then the throw, from the jail space."""
    scene.jailed(0, waited)
    scene.do(PayBail(0))
    assert (scene.in_jail(0), scene.balance(0), scene.task) == (False, 3000 - bail, ThrowPending(0))
    scene.owns(0, 17)
    scene.throw(0, 3, 4)
    assert scene.space(0) == 17


def test_euro_22_waiting_three_turns_is_free(scene):
    """Three times one stays, the fourth turn begins in freedom, and one has to throw."""
    scene.jailed(0)
    for waited in (1, 2, 3):
        scene.turn(0)
        assert scene.refused(Throw(0, (1, 1))) == Reason.IN_JAIL
        scene.do(StayInJail(0))
        assert (scene.game.state.custody.missed[0], scene.on_turn) == (waited, 1)
    scene.stands(2, 3)
    scene.turn(2)
    facts = scene.throw(2, 3, 4)
    assert SeatReleased(0, "time") in facts
    assert (scene.in_jail(0), scene.balance(0), scene.task) == (False, 3000, ThrowPending(0))
    assert scene.refused(StayInJail(0)) == Reason.NOT_IN_JAIL


def test_euro_22_no_bail_without_the_money(scene):
    """599 are one too few; a free seat pays nothing."""
    scene.jailed(0)
    scene.cash(599)
    assert scene.refused(PayBail(0)) == Reason.NOT_ENOUGH_MONEY
    scene.turn(1)
    assert scene.refused(PayBail(1)) == Reason.NOT_IN_JAIL


def test_euro_23_no_deals_in_the_turn_of_release(scene):
    """Not before its further throws either, only in the next turn (E38)."""
    scene.owns(0, 16, 3)
    scene.stands(1, 18)
    scene.jailed(0)
    scene.do(PayBail(0))
    for command in (SellDeed(0, 16), BuyRemote(0, 18)):
        assert scene.refused(command) == Reason.JUST_RELEASED
    scene.stands(0, 39)
    scene.throw(0, 2, 2)
    assert scene.refused(BuyRemote(0, 18)) == Reason.JUST_RELEASED
    scene.turn(0)
    scene.do(BuyRemote(0, 18))
    assert scene.owner(18) == 0


def test_euro_23_rent_comes_in_from_the_release_on(scene):
    """A player who comes to a deed of the released seat pays."""
    scene.owns(0, 16)
    scene.jailed(0)
    scene.do(PayBail(0))
    scene.throw(0, 4, 6)
    scene.visit(1, 16)
    assert scene.balance(1) == 2910


@pytest.mark.parametrize("jail", [10, 30])
def test_euro_24_visitors_of_the_jail_space_have_no_disadvantage(scene, jail):
    """They throw, deal and collect rent like everybody else."""
    scene.owns(0, 16)
    scene.stands(1, 18)
    scene.lands(0, jail)
    assert not scene.in_jail(0)
    scene.turn(0)
    scene.do(BuyRemote(0, 18))
    scene.visit(2, 18)
    assert scene.balance(0) == 3000 - 600 + 90
    scene.turn(0)
    scene.throw(0, 4, 5)
    assert scene.space(0) == jail + 9
