"""The sensible player where groups are claimed: remote purchases, building, sales, waiting in jail."""

import pytest
from helpers.scene import Scene

from hub.bots import BOTS
from hub.bots.sight import Sight
from hub.domain.commands import Build, Buy, BuyRemote, Decline, FinishPlacing, SeatCommand, SellDeed, StayInJail, Throw
from hub.domain.ledger import CreditSet
from hub.editions import EDITIONS

RULES = next(rules for rules in EDITIONS.values() if BuyRemote in rules.handlers)


@pytest.fixture
def scene() -> Scene:
    """Three players, the first about to throw; it has two plots of a group."""
    scene = Scene(RULES)
    scene.owns(0, 16, 18)
    return scene


def chosen(scene: Scene) -> SeatCommand | None:
    return BOTS["sensible"](RULES)("1").choose(Sight(scene.game, 0))


def test_it_buys_from_afar_what_completes_a_group(scene):
    """Somebody stands on the third plot; what would leave less than the reserve is not bought."""
    scene.stands(1, 19)
    assert chosen(scene) == BuyRemote(0, 19)
    scene.cash(RULES.track.deeds[19].price + RULES.track.deeds[19].commission)
    assert chosen(scene) == Throw(0)


def test_it_leaves_what_somebody_else_has_the_claim_to_by_now(scene):
    """The banker may give a deed of the group away while the question is open."""
    scene.lands(0, 21)
    assert chosen(scene) == Buy(0)
    scene.owns(1, 22)
    assert chosen(scene) == Decline(0)


def test_it_builds_from_afar_where_a_visitor_stands(scene):
    """A commission does not keep it from building."""
    scene.stands(1, 16)
    assert isinstance(chosen(scene), Build)


def test_it_does_not_ask_to_build_where_nobody_stands(scene, monkeypatch):
    """The rules would refuse each such building, at every throw."""
    asked = []
    monkeypatch.setattr(Sight, "allowed", lambda _sight, command: asked.append(command))
    scene.stands(1, 5)
    assert chosen(scene) == Throw(0)
    assert not asked


def test_it_builds_evenly_where_it_stands_and_keeps_a_reserve(scene):
    """First the plot with less on it; with little money it has enough."""
    scene.built(16, 1)
    scene.lands(0, 16)
    assert chosen(scene) == Build(0, 18)
    scene.cash(RULES.track.deeds[18].house_price)
    assert chosen(scene) == FinishPlacing(0)


def test_it_sells_a_deed_that_pays_off_a_large_debt(scene):
    """One that is no part of a whole group; small debts are left to the next income."""
    scene.owns(0, 7, 17)
    scene.cash(0)
    scene.given(CreditSet(0, 520))
    assert chosen(scene) in {SellDeed(0, 7), SellDeed(0, 17)}
    scene.owns(0, 27, 37)
    assert chosen(scene) == Throw(0), "the four are one group"
    scene.given(CreditSet(0, 50))
    assert chosen(scene) == Throw(0)


def test_it_throws_again_after_a_double(scene):
    """Another throw is another chance to buy; nobody has to (E40)."""
    scene.cash(0)
    scene.stands(0, 4)
    scene.throw(0, 3, 3)
    assert chosen(scene) == Throw(0)


def test_it_waits_in_jail_when_it_cannot_pay(scene):
    """Where nobody throws in jail it stays."""
    scene.jailed(0)
    scene.cash(300)
    assert chosen(scene) == StayInJail(0)
