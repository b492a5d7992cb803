"""On a family's track of any size the derived engine is the same game too; what it cannot play goes the one road."""

from __future__ import annotations

import random

import pytest
from foresight.test_proof import players, side_of
from helpers.sized_tables import Plan, tables

from hub.editions import EDITIONS
from hub.simulation.match import Player
from hub.table.game.chance import Dice

PLANS = [
    Plan("classic", 24, (2, 5), 0, 0),
    Plan("classic", 28, (3, 2, 4), 2, 1),
    Plan("classic", 40, (5, 5, 5), 6, 2),
    Plan("classic", 52, (3, 4, 5, 2, 3), 4, 4),
    Plan("classic", 56, (5,) * 7, 6, 3),
    Plan("mega", 40, (3, 4, 5), 4, 2),
    Plan("mega", 56, (4,) * 8, 4, 3),
    Plan("euronopoly", 24, (3, 3), 0, 1),
    Plan("euronopoly", 56, (3,) * 8, 6, 4),
]
COMMANDS = 1_500
TURNS_MAXIMUM = 300

pytestmark = [pytest.mark.gate, pytest.mark.timeout(180)]


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.edition}-{plan.size}")
def test_games_on_other_sizes_are_the_same_in_both_engines(plan):
    """Every command of games of sensible bots leads to the same position, and both would have given it."""
    rules = EDITIONS[plan.edition].with_tables(tables(plan, random.Random(plan.size)))
    compared = number = 0
    while compared < COMMANDS:
        side = side_of(rules, "sensible")
        Player(rules, players(rules, "sensible", number), Dice(f"sizes/{number}"), side.noted).play(TURNS_MAXIMUM)
        assert side.compared == side.agreed
        compared, number = compared + sum(side.compared.values()), number + 1
