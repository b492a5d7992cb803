"""How the bench of the odds adds up what it has noted."""

from bench.bench_calibration import Asked, Said, lines


def test_moments_of_a_long_game_count_as_often_as_it_has_moves():
    """A game of three times as many moves weighs three times as much, as its moments were less likely to be drawn."""
    said = [Said(1, (0.4, 0.6))]
    games = [Asked(0, 0, said, [], moves=300), Asked(1, 1, said, [], moves=100)]
    low, high = lines(games)
    assert (low.happened, high.happened) == (0.75, 0.25)
