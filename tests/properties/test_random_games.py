"""Random play: what belongs to nobody."""

import random

import msgspec
import pytest
from helpers.play import random_command, random_offer
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.domain.ids import NOBODY, POT
from hub.domain.turns import solvent
from hub.editions import EDITIONS
from hub.rules.game import Game, choices, free_choices, with_chance
from hub.rules.slots import Rules
from hub.table.game.chance import Dice

EXAMPLES = 12
"""Per edition, few enough that a busy computer still has the time for all of them."""


def seats_and_seed() -> st.SearchStrategy[tuple[int, int]]:
    """How many play (at most as many as the edition takes), and the seed of their luck."""
    return st.tuples(st.integers(2, 8), st.integers(0, 2**32))


def play(rules: Rules, seats: int, seed: int, commands: int) -> Game:
    """A game of as many random players as can play, after so many commands."""
    luck, dice, game = random.Random(seed), Dice(seed), Game(rules)
    game.decide(rules.opening.set_up(game, min(seats, rules.seats[1]), dice))
    for _ in range(commands):
        offer = random_offer(game, luck) if luck.random() < 0.05 else None
        if game.state.turns.winner != NOBODY:
            break
        game.decide(offer or random_command(game, luck, dice))
    return game


@pytest.mark.parametrize("rules", EDITIONS.values(), ids=list(EDITIONS))
@given(start=seats_and_seed(), length=st.integers(0, 200))
@settings(max_examples=EXAMPLES)
def test_who_is_nobody_can_do_nothing(rules, start, length):
    """Whatever a seat can do now is refused to nobody, to the accounts (their numbers come before) and to strangers."""
    game = play(rules, *start, length)
    dice, state = Dice(start[1]), game.state
    for seat in solvent(state):
        for choice, _ in [*choices(game, seat), *free_choices(game, seat)]:
            for stranger in (NOBODY, POT, len(state.turns.out)):
                command = msgspec.structs.replace(choice.command, seat=stranger)
                assert game.refuse(with_chance(game, command, dice)) is not None
