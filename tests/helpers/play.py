"""Random players that use only the options offered by `choices`. Used by property and table tests."""

import random

import msgspec

from hub.domain.commands import Bundle, OfferTrade, PlaceBid, SealBid, SeatCommand
from hub.domain.deeds import owned_by
from hub.domain.ids import NOBODY
from hub.domain.tasks import asked
from hub.domain.turns import solvent
from hub.rules.game import Game, choices, free_choices, with_chance
from hub.table.game.chance import Dice


def random_command(game: Game, luck: random.Random, dice: Dice) -> SeatCommand:
    """A random legal command: mostly an answer to the open task, sometimes a side option."""
    task = game.state.agenda.task
    seat = luck.choice(asked(task))
    allowed = [choice for choice, rejected in choices(game, seat) if rejected is None]
    anyone = luck.choice(solvent(game.state)) if allowed else seat
    if not allowed or luck.random() < 0.1:
        allowed += [choice for choice, rejected in free_choices(game, anyone) if rejected is None]
    choice = luck.choice(allowed)
    command = choice.command
    if isinstance(command, PlaceBid | SealBid):
        command = msgspec.structs.replace(
            command, amount=min(choice.maximum, command.amount + luck.randrange(30) * choice.step)
        )
    return with_chance(game, command, dice)


def random_offer(game: Game, luck: random.Random) -> OfferTrade | None:
    """A random trade offer of things that somebody has, not always a legal one; None if nobody has anything."""
    if game.state.turns.winner != NOBODY or len(solvent(game.state)) < 2:
        return None
    seat, to = luck.sample(solvent(game.state), 2)
    deeds = owned_by(game.state, seat)
    given = tuple(luck.sample(deeds, min(len(deeds), luck.randrange(3))))
    return OfferTrade(seat, to, Bundle(deeds=given), Bundle(money=luck.randrange(200)))
