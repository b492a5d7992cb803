"""Fills in the random parts of a command (faces, a card from a deck without a pile) before it is judged."""

from typing import TypeVar

from hub.rules.game import Game
from hub.rules.handlers import Chance

C = TypeVar("C")


def with_chance(game: Game, command: C, chance: Chance) -> C:
    """The command with its random parts filled in; most commands have none and are unchanged."""
    fill = game.rules.chances.get(type(command))
    filled: C = command if fill is None else fill(game, command, chance)
    return filled
