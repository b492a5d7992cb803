"""Games in the middle, for rollouts."""

from collections.abc import Callable

import pytest

from hub.bots import BOTS
from hub.domain.facts import Fact
from hub.domain.state import State, fold
from hub.editions import EDITIONS
from hub.simulation.match import Player
from hub.table.game.chance import Dice

Played = Callable[..., State]


@pytest.fixture(scope="session")
def played():
    """The state of a game of bots after so many of its commands."""

    def play(edition, commands, seed="odds", seats=3, bots="sensible"):
        rules, moves = EDITIONS[edition], list[tuple[Fact, ...]]()
        make = BOTS[bots](rules)
        Player(
            rules, [make(f"{seed}/{n}") for n in range(seats)], Dice(seed), lambda _g, _c, facts: moves.append(facts)
        ).play(120)
        return fold(fact for facts in moves[:commands] for fact in facts)

    return play
