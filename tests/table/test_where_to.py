"""Whoever chooses where to go knows which rent awaits them there (mega-05, -07, -18)."""

import pytest
from editions.mega.conftest import BUS
from helpers.scene import Scene

from hub.editions.mega import RULES
from hub.rules.game import Game
from hub.table.views.options import prompt_view
from hub.table.wire.audience import Audience

STREET, STATION, FREE = 27, 6, 30


@pytest.fixture
def scene() -> Scene:
    """Three players, the first about to throw."""
    return Scene(RULES)


def offered(game: Game) -> dict[int | None, int]:
    """The rent that awaits seat 0 there, by the space it may choose to go to."""
    shown = prompt_view(game, "q", Audience("seat", 0))
    assert shown is not None
    return {option.goal: option.awaits for option in shown.options if option.goal is not None}


def to_choose(scene: Scene) -> dict[int | None, int]:
    """A triple lets seat 0 choose among all spaces."""
    scene.stands(0, 20)
    scene.throw(0, 2, 2, 2)
    return offered(scene.game)


def test_another_ones_street_and_station_say_their_rent(scene: Scene) -> None:
    """As it is now, with what stands there; one's own and the bank's cost nothing."""
    scene.owns(1, STREET, STATION)
    scene.owns(0, 29)
    found = to_choose(scene)
    assert (found[STREET], found[STATION]) == (1_800, 2_500)
    assert (found[29], found[FREE]) == (0, 0)


def test_a_mortgaged_street_costs_nothing(scene: Scene) -> None:
    """Nobody is kept away by a rent that is not due."""
    scene.owns(1, STREET)
    scene.mortgaged(STREET)
    assert to_choose(scene)[STREET] == 0


def test_what_depends_on_a_throw_is_not_foretold(scene: Scene) -> None:
    """The rent of a utility follows the dice."""
    utility = next(space for space, deed in RULES.track.deeds.items() if deed.kind == "utility")
    scene.owns(1, utility)
    assert to_choose(scene)[utility] == 0


def test_who_stays_goes_nowhere(scene: Scene) -> None:
    """The own space after a triple is no goal; nothing happens there (D14)."""
    found = to_choose(scene)
    assert scene.space(0) not in found
    assert len(found) == len(RULES.track.spaces) - 1


def test_the_bus_says_to_which_card_space_it_goes(scene: Scene) -> None:
    """The next one ahead."""
    scene.stands(0, 4)
    scene.throw(0, 4, 5, BUS)
    assert offered(scene.game) == {22: 0}
