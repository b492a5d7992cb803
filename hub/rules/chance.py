"""Chance comes with commands: the table fills it in before the rules see them."""

from __future__ import annotations

from hub.domain.commands import Command, SealBid, Throw
from hub.rules.game import Game
from hub.rules.ports import Chance
from hub.rules.throws.throwing import with_chance

CHANCY = frozenset({Throw, SealBid})
"""The commands that meet chance."""

NONCE_BITS = 128


def filled(game: Game, command: Command, chance: Chance) -> Command:
    """The command with its chance: faces of a throw that came without, and always a fresh nonce for a sealed bid."""
    match command:
        case Throw():
            return with_chance(game, command, chance)
        case SealBid(seat=seat, amount=amount):
            return SealBid(seat, amount, f"{chance.pick(1 << NONCE_BITS):0{NONCE_BITS // 4}x}")
    return command
