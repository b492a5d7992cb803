"""A game without watchers is the game with them: the same state in the end, whoever had played before."""

import pytest

from hub.bots import sensible
from hub.bots.interfaces import Bot
from hub.domain.state import State
from hub.editions import EDITIONS
from hub.features.odds.position import Position
from hub.features.odds.unwatched import Unwatched, play_on
from hub.rules.slots import Rules
from hub.simulation.match import BotFault, Player
from hub.table.game.chance import Dice

TURNS = 150


def watched(rules: Rules, state: State, luck: str) -> tuple[State, str]:
    """A match as tables and simulations play it; where it ends, and why it could not go on."""
    player = Player(rules, bots(rules, state, luck), Dice(luck), state=state)
    try:
        player.play_on(state.turns.number + TURNS)
    except BotFault as fault:
        return player.game.state, str(fault)
    return player.game.state, ""


def unwatched(rules: Rules, state: State, luck: str) -> tuple[State, str]:
    game = Unwatched(rules, Dice(luck), state)
    try:
        play_on(game, bots(rules, state, luck), state.turns.number + TURNS)
    except BotFault as fault:
        return game.state, str(fault)
    return game.state, ""


def bots(rules: Rules, state: State, luck: str) -> list[Bot]:
    make = sensible(rules)
    return [make(f"{luck}/{seat}") for seat in range(len(state.turns.out))]


@pytest.mark.parametrize("before", ["sensible", "random"])
@pytest.mark.parametrize("edition", list(EDITIONS))
def test_the_same_luck_leads_to_the_same_state(played, edition, before):
    """From positions with whatever is open: throws, auctions, debts, offers, requests, reports."""
    rules = EDITIONS[edition]
    for commands in (0, 9, 33, 70, 140, 210, 350):
        position = Position(rules, played(edition, 3 + commands, bots=before))
        luck = f"{before}/{commands}"
        assert unwatched(rules, position.copied(), luck) == watched(rules, position.copied(), luck)
