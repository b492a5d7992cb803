"""A ring of lights round a family's track of any size: each space has a light of its own, in the order of the track."""

import pytest

from hub.simulated_board.board import lights_round
from hub.table.board.board_map import guess, lights_of
from hub.table.interfaces.board import LIGHTS_MAX

SIZES = (24, 28, 32, 36, 40, 44, 48, 52, 56)


@pytest.mark.parametrize("size", SIZES)
def test_a_usual_strip_goes_round_a_track_of_any_size(size):
    """Sixty lights a metre are enough for two on each space, and no more than a node can light."""
    assert 2 * size < lights_round(size // 4) <= LIGHTS_MAX


@pytest.mark.parametrize("size", SIZES)
def test_five_matches_light_every_space_of_a_track_of_any_size(size):
    """Start, the three other corners and the last space are matched: every other space has a light between them."""
    lights = lights_round(size // 4)
    matches = {corner * size // 4: round(lights * corner / 4) for corner in range(4)} | {size - 1: lights - 3}
    found = lights_of(matches, size)
    assert sorted(found) == list(range(size))
    in_order = [found[space] for space in range(size)]
    assert in_order == sorted(set(in_order))
    assert in_order[-1] < lights


@pytest.mark.parametrize("size", SIZES)
def test_the_next_light_is_looked_for_near_where_it_is(size):
    """While spaces are matched one after the other the guess is never further off than two spaces."""
    lights, pitch = lights_round(size // 4), lights_round(size // 4) / size
    matches: dict[int, int] = {}
    for space in range(size):
        wanted = round(space * pitch)
        assert abs(guess(matches, space, size, lights) - wanted) <= 2 * pitch
        matches[space] = wanted
