"""Rows classic-06 to -09: what a visitor owes."""

from __future__ import annotations

import pytest

from hub.domain.commands import Throw
from hub.domain.tasks import RentThrowPending, ThrowPending

BROWN = (1, 3)
LIGHT_BLUE = (6, 8, 9)
STATIONS = (5, 15, 25, 35)
UTILITIES = (12, 28)


def rent(scene, space: int, *faces: int) -> int:
    """What seat 0 pays to seat 1 for landing on `space` with these dice."""
    scene.stands(0, (space - sum(faces)) % 40)
    before = scene.balance(1)
    scene.throw(0, *faces)
    return scene.balance(1) - before


def test_classic_06_rent_goes_to_the_owner(scene):
    """The visitor pays the deed's base rent to its owner."""
    scene.owns(1, 9)
    assert rent(scene, 9, 1, 2) == 8
    assert scene.balance(0) == 1492


@pytest.mark.parametrize(("stage", "amount"), [(1, 40), (2, 100), (3, 300), (4, 450), (5, 600)])
def test_classic_06_rent_by_buildings(scene, stage, amount):
    """Each house raises the rent to the figure on the deed, a hotel to the last."""
    scene.owns(1, *LIGHT_BLUE)
    scene.built(9, stage)
    assert rent(scene, 9, 1, 2) == amount


def test_classic_06_nothing_on_a_mortgaged_deed(scene):
    """A mortgaged deed earns nothing."""
    scene.owns(1, 9)
    scene.mortgaged(9)
    assert rent(scene, 9, 1, 2) == 0


def test_classic_06_others_of_the_group_still_earn(scene):
    """A mortgage on one deed does not silence its neighbours."""
    scene.owns(1, *LIGHT_BLUE)
    scene.mortgaged(6)
    assert rent(scene, 9, 1, 2) == 8


def test_classic_06_nothing_on_ones_own_deed(scene):
    """The owner visits for free."""
    scene.owns(0, 9)
    scene.lands(0, 9)
    assert scene.balance(0) == 1500


def test_classic_07_whole_group_doubles_the_rent(scene):
    """Owning the whole unbuilt group doubles the rent."""
    scene.owns(1, *LIGHT_BLUE)
    assert rent(scene, 9, 1, 2) == 16


def test_classic_07_not_with_a_missing_deed(scene):
    """Two of three deeds are not a group."""
    scene.owns(1, 8, 9)
    assert rent(scene, 9, 1, 2) == 8


def test_classic_07_not_with_a_mortgage_in_the_group(scene):
    """One mortgaged deed ends the doubling for the whole group."""
    scene.owns(1, *BROWN)
    scene.mortgaged(1)
    assert rent(scene, 3, 1, 2) == 4


def test_classic_07_unbuilt_street_beside_built_ones_is_still_doubled(scene):
    """An unbuilt street earns double even when its neighbours are built."""
    scene.owns(1, *LIGHT_BLUE)
    scene.built(6, 1)
    assert rent(scene, 9, 1, 2) == 16


@pytest.mark.parametrize(("count", "amount"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_classic_08_station_rent_by_number_owned(scene, count, amount):
    """25, 50, 100 or 200 for one to four stations."""
    scene.owns(1, *STATIONS[:count])
    assert rent(scene, 5, 1, 2) == amount


def test_classic_08_mortgaged_station_earns_nothing_but_counts(scene):
    """A mortgaged station earns nothing itself and still counts for the others (K19)."""
    scene.owns(1, 5, 15)
    scene.mortgaged(15)
    assert rent(scene, 15, 1, 2) == 0
    scene.turn(0)
    assert rent(scene, 5, 1, 2) == 50


@pytest.mark.parametrize(("count", "amount"), [(1, 4 * 7), (2, 10 * 7)])
def test_classic_09_utility_rent_is_a_factor_on_the_dice(scene, count, amount):
    """Four times the dice with one utility, ten times with both."""
    scene.owns(1, *UTILITIES[:count])
    assert rent(scene, 12, 3, 4) == amount


def test_classic_09_after_a_card_both_dice_are_thrown_again(scene_with_card):
    """A card that leads to a utility makes the rent ten times a fresh throw, even with one utility."""
    scene = scene_with_card(chance=8)
    scene.owns(1, 12)
    scene.lands(0, 7)
    scene.draw(0)
    assert scene.task == RentThrowPending(0, 12, 10)
    scene.do(Throw(0, (6, 5)))
    assert scene.balance(1) == 1610
    assert scene.task == ThrowPending(1)


def test_classic_09_the_fresh_throw_is_no_double_of_the_turn(scene_with_card):
    """A double in the fresh throw grants no further turn, and one before it still does."""
    scene = scene_with_card(chance=8)
    scene.owns(1, 12)
    scene.lands(0, 7)
    scene.draw(0)
    scene.do(Throw(0, (3, 3)))
    assert scene.on_turn == 1

    again = scene_with_card(chance=8)
    again.owns(1, 12)
    again.stands(0, 3)
    again.throw(0, 2, 2)
    again.draw(0)
    again.do(Throw(0, (3, 4)))
    assert again.task == ThrowPending(0)
