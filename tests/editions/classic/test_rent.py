"""Rows classic-06 to -09: what a visitor owes."""

import pytest

from hub.domain.commands import Throw
from hub.domain.deeds import RentSpared
from hub.domain.tasks import RentThrowPending, ThrowPending

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
