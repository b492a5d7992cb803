"""Rows mpmp-10 and -11: houses without limit, evenly up and evenly down."""

import pytest

from hub.domain.commands import Build, Mortgage, Redeem, SellBuilding, Throw
from hub.domain.tasks import BuyPending
from hub.rules.game import Reason

DARK_BLUE = (37, 39)


@pytest.fixture
def owner(scene):
    """Seat 0 owns the dark blue streets, whose houses cost 4,000."""
    scene.owns(0, *DARK_BLUE)
    return scene


def test_mpmp_10_no_limit_on_buildings(scene):
    """The bank has as many as anybody wants: a hotel on each of the 22 streets is possible (P13)."""
    streets = [deed.space for deed in scene.game.rules.track.deeds.values() if deed.house_price]
    scene.owns(0, *streets)
    scene.cash(10**6)
    for _ in range(5):
        for street in streets:
            scene.do(Build(0, street))
    assert [scene.stage(street) for street in streets] == [5] * 22
    assert scene.game.state.supply.stock == {}


def test_mpmp_10_houses_need_the_whole_group(scene):
    """One of two dark blue streets is not enough, nor are both with a mortgage on one."""
    scene.owns(0, 39)
    assert scene.refused(Build(0, 39)) == Reason.GROUP_INCOMPLETE
    scene.owns(0, 37)
    scene.do(Mortgage(0, 37))
    assert scene.refused(Build(0, 39)) == Reason.GROUP_MORTGAGED
    scene.do(Redeem(0, 37))
    scene.cash(30_000)
    scene.do(Build(0, 39))
    assert (scene.stage(39), scene.balance(0)) == (1, 26_000)


def test_mpmp_10_evenly(owner):
    """The second house comes after the first on every street of the group."""
    owner.do(Build(0, 39))
    assert owner.refused(Build(0, 39)) == Reason.UNEVEN
    owner.do(Build(0, 37))
    owner.do(Build(0, 39))
    assert owner.stage(39) == 2


def test_mpmp_10_a_hotel_is_the_fifth_house_price(owner):
    """Four houses at 4,000 and 4,000 more are a hotel; nothing comes after it (P13)."""
    owner.cash(50_000)
    for street in 5 * DARK_BLUE:
        owner.do(Build(0, street))
    assert owner.balance(0) == 50_000 - 10 * 4000
    assert owner.refused(Build(0, 39)) == Reason.FULLY_BUILT


def test_mpmp_10_whoever_completes_a_group_by_buying_builds_until_the_next_player_throws(scene):
    """The turn is over with the purchase, and there is time to build until the next throw, not beyond (P14, K5)."""
    scene.owns(0, 37)
    scene.lands(0, 39)
    scene.buy(0)
    assert scene.on_turn == 1
    scene.do(Build(0, 39))
    assert scene.balance(0) == 30_000 - 8_000 - 4_000
    scene.do(Throw(1, (1, 2)))
    assert scene.refused(Build(0, 37)) == Reason.NOT_NOW
    scene.arrive()
    assert scene.refused(Build(0, 37)) == Reason.NOT_YOUR_TURN


def test_mpmp_10_not_during_the_turn_of_another(scene):
    """While another decides about a purchase nobody else builds; between turns everybody does (P14, K5)."""
    scene.owns(1, *DARK_BLUE)
    scene.do(Build(1, 39))
    scene.throw(0, 1, 2)
    assert scene.task == BuyPending(0, 3, 1_200)
    assert scene.refused(Build(1, 37)) == Reason.NOT_YOUR_TURN
    scene.buy(0)
    scene.do(Build(1, 37))
    assert scene.balance(1) == 30_000 - 2 * 4_000


def test_mpmp_11_half_the_price_back(owner):
    """A hotel gives 2,000 back for its last step and leaves four houses."""
    for street in DARK_BLUE:
        owner.built(street, 5)
    owner.do(SellBuilding(0, 39))
    assert (owner.stage(39), owner.balance(0)) == (4, 32_000)


def test_mpmp_11_evenly_down(owner):
    """The street with fewer houses waits until the other one is level; nobody sells another's houses, or none."""
    owner.built(37, 1)
    owner.built(39, 2)
    assert owner.refused(SellBuilding(1, 39)) == Reason.NOT_OWNER
    assert owner.refused(SellBuilding(0, 37)) == Reason.UNEVEN
    owner.do(SellBuilding(0, 39))
    owner.do(SellBuilding(0, 37))
    assert owner.balance(0) == 34_000
    assert owner.refused(SellBuilding(0, 37)) == Reason.NOT_BUILT
