"""Rows haustein-01 to -03, -06 and -07: what stays, what goes to the middle, the start, buildings, no mergers."""

import pytest

from hub.domain.commands import AcceptTrade, Build, Bundle, Buy, OfferTrade, PayBail, SellBuilding
from hub.domain.ids import BANK, POT
from hub.domain.tasks import ThrowPending
from hub.editions import classic, haustein
from hub.rules.game import Reason


def test_haustein_01_the_track_is_the_standard_one():
    """Spaces, deeds, groups and cards are those of the standard rules."""
    assert haustein.RULES.track == classic.RULES.track


def test_haustein_01_money_throw_and_rent_as_usual(scene):
    """1,500 each; a visitor pays the printed rent, a double throws again."""
    assert [scene.balance(seat) for seat in range(3)] == [1500] * 3
    scene.owns(1, 6)
    scene.throw(0, 3, 3)
    assert (scene.balance(0), scene.balance(1)) == (1494, 1506)
    assert scene.task == ThrowPending(0)


@pytest.mark.parametrize(("space", "amount"), [(4, 200), (38, 100)])
def test_haustein_02_taxes_go_to_the_middle(scene, space, amount):
    """Both taxes, not one of them to the bank."""
    bank = scene.balance(BANK)
    scene.lands(0, space)
    assert [scene.balance(account) for account in (0, POT, BANK)] == [1500 - amount, amount, bank]


def test_haustein_02_fines_of_cards_and_bail_go_to_the_middle(scene_of):
    """A card of 15 and bail of 50."""
    scene = scene_of(chance=14)
    scene.lands(0, 7)
    scene.draw(0)
    assert scene.balance(POT) == 15
    scene.jailed(1)
    scene.do(PayBail(1))
    assert scene.balance(POT) == 65


def test_haustein_02_free_parking_collects_it(scene):
    """A player who lands there gets all of it."""
    scene.lands(0, 4)
    scene.lands(1, 20)
    assert (scene.balance(POT), scene.balance(1)) == (0, 1700)


@pytest.mark.parametrize(
    ("space", "faces", "ends", "balance"),
    [
        pytest.param(0, (2, 3), 0, 1900, id="400 in all for landing on it"),
        pytest.param(7, (1, 2), 0, 1900, id="400 by a card that leads onto it"),
        pytest.param(4, (6, 1), 4, 1500, id="200 for passing it, which a tax takes again"),
    ],
)
def test_haustein_03_the_start_pays(scene_of, space, faces, ends, balance):
    """Twice as much for landing exactly on it as for passing it (H2)."""
    scene = scene_of(chance=1)
    scene.lands(0, space, *faces)
    if space == 7:
        scene.draw(0)
    assert (scene.space(0), scene.balance(0)) == (ends, balance)


def test_haustein_06_buildings_back_at_half(scene):
    """A house for 50 brings 25."""
    scene.owns(0, 1, 3)
    scene.do(Build(0, 1))
    scene.do(SellBuilding(0, 1))
    assert scene.balance(0) == 1500 - 50 + 25


@pytest.mark.rule("haustein-11")
def test_haustein_07_nothing_hands_a_player_over(scene):
    """There is no command by which a player could give themselves, their deeds or their money to another (H12)."""
    scene.owns(0, 1)
    assert scene.refused(OfferTrade(0, 1, Bundle(1500, (1,)), Bundle())) == Reason.NOT_IN_EDITION
    assert scene.refused(AcceptTrade(1, 1)) == Reason.NOT_IN_EDITION
    assert scene.refused(Buy(0)) == Reason.NOT_IN_EDITION
    known = {command.__name__ for command in haustein.RULES.handlers}
    assert not [name for name in known if "Merge" in name or "TakeOver" in name]
