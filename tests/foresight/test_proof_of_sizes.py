"""On a family's track of any size the derived engine is the same game too; what it cannot play goes the one road."""

from __future__ import annotations

import random

import pytest
from foresight.side_by_side import SideBySide
from foresight.test_proof import players, think
from helpers.sized_tables import Plan, tables

from hub.editions import EDITIONS
from hub.foresight.engines.derived.tables import tables_of
from hub.simulation.match import Player
from hub.table.game.chance import Dice

PLANS = [
    Plan("classic", 24, (2, 5), 0, 0),
    Plan("classic", 28, (3, 2, 4), 2, 1),
    Plan("classic", 40, (5, 5, 5), 6, 2),
    Plan("classic", 52, (3, 4, 5, 2, 3), 4, 4),
    Plan("classic", 56, (5,) * 7, 6, 3),
]
COMMANDS = 1_500
TURNS_MAXIMUM = 300

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.size}")
def test_games_on_other_sizes_are_the_same_in_both_engines(plan):
    """Every command of games of sensible bots leads to the same position, and both would have given it."""
    rules = EDITIONS["classic"].with_tables(tables(plan, random.Random(plan.size)))
    tables_of(rules, 1)
    compared = number = 0
    while compared < COMMANDS:
        side = SideBySide(rules, think())
        Player(rules, players(rules, "sensible", number), Dice(f"sizes/{number}"), side.noted).play(TURNS_MAXIMUM)
        assert side.compared == side.agreed
        compared, number = compared + sum(side.compared.values()), number + 1
