"""Rows mpmp-10 and -11: houses without limit, evenly up and evenly down."""

from __future__ import annotations

from hub.domain.commands import Build, Mortgage, SellBuilding, Throw
from hub.domain.deeds import DeedMoved
from hub.domain.tasks import BuyPending
from hub.rules.reasons import Reason

DARK_BLUE = (37, 39)


def test_a_full_track_of_hotels_is_possible(scene):
    """The bank has as many as anybody wants: a hotel on each of the 22 streets (P13)."""
    streets = [deed.space for deed in scene.game.rules.track.deeds.values() if deed.house_price]
    scene.owns(0, *streets)
    scene.cash(10**6)
    for _ in range(5):
        for street in streets:
            scene.do(Build(0, street))
    assert [scene.game.state.deeds.stage[street] for street in streets] == [5] * 22
    assert scene.game.state.supply.stock == {}


def test_mpmp_10_houses_need_the_whole_group(scene):
    """One of two dark blue streets is not enough; both are."""
    scene.owns(0, 39)
    assert scene.refused(Build(0, 39)) == Reason.GROUP_INCOMPLETE
    scene.owns(0, 37)
    scene.do(Build(0, 39))
    assert (scene.game.state.deeds.stage[39], scene.balance(0)) == (1, 26_000)


def test_mpmp_10_evenly(scene):
    """The second house comes after the first on every street of the group."""
    scene.owns(0, *DARK_BLUE)
    scene.do(Build(0, 39))
    assert scene.refused(Build(0, 39)) == Reason.UNEVEN
    scene.do(Build(0, 37))
    scene.do(Build(0, 39))
    assert scene.game.state.deeds.stage[39] == 2


def test_mpmp_10_a_hotel_is_the_fifth_house_price(scene):
    """Four houses at 4,000 and 4,000 more are a hotel; nothing comes after it (P13)."""
    scene.cash(50_000)
    scene.owns(0, *DARK_BLUE)
    for _ in range(5):
        for street in DARK_BLUE:
            scene.do(Build(0, street))
    assert scene.balance(0) == 50_000 - 10 * 4000
    assert scene.refused(Build(0, 39)) == Reason.FULLY_BUILT


def test_mpmp_10_no_limit_on_buildings(scene):
    """When 32 houses stand already, as many as another set has, the next one is there all the same (P13)."""
    streets = (6, 8, 9, 11, 13, 14, 16, 18)
    scene.owns(0, *streets, 19, *DARK_BLUE)
    for street in streets:
        scene.built(street, 4)
    scene.do(Build(0, 39))
    assert scene.game.state.deeds.stage[39] == 1


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


def test_mpmp_10_in_jail_too(scene):
    """A player who sits in jail builds before throwing for freedom (P14, P16d)."""
    scene.owns(0, *DARK_BLUE)
    scene.jailed(0)
    scene.do(Build(0, 39))
    assert scene.stage(39) == 1


def test_mpmp_10_not_on_a_mortgaged_group(scene):
    """One mortgaged street stops building on both."""
    scene.owns(0, *DARK_BLUE)
    scene.do(Mortgage(0, 37))
    assert scene.refused(Build(0, 39)) == Reason.GROUP_MORTGAGED


def test_mpmp_11_half_the_price_back(scene):
    """A hotel gives 2,000 back for its last step and leaves four houses."""
    scene.owns(0, *DARK_BLUE)
    for street in DARK_BLUE:
        scene.built(street, 5)
    scene.do(SellBuilding(0, 39))
    assert (scene.game.state.deeds.stage[39], scene.balance(0)) == (4, 32_000)


def test_mpmp_11_evenly_down(scene):
    """The street with fewer houses waits until the other one is level."""
    scene.owns(0, *DARK_BLUE)
    scene.built(37, 1)
    scene.built(39, 2)
    assert scene.refused(SellBuilding(0, 37)) == Reason.UNEVEN
    scene.do(SellBuilding(0, 39))
    scene.do(SellBuilding(0, 37))
    assert scene.balance(0) == 34_000


def test_mpmp_11_only_ones_own_and_only_what_stands(scene):
    """Nobody sells another's houses, or none."""
    scene.owns(0, *DARK_BLUE)
    scene.built(37, 1)
    scene.built(39, 1)
    assert scene.refused(SellBuilding(1, 39)) == Reason.NOT_OWNER
    scene.given(DeedMoved(1, -1, 0))
    assert scene.refused(SellBuilding(0, 1)) == Reason.NOT_BUILT
