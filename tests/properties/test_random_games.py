"""Random play: what belongs to nobody, and the same seed in another process."""

import random
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from helpers.play import random_command, random_offer
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.domain.ids import NOBODY, POT
from hub.domain.turns import solvent
from hub.domain.unions import AnyFact
from hub.editions import EDITIONS
from hub.rules.chance import with_chance
from hub.rules.game import Game
from hub.rules.prompts import choices, free_choices
from hub.rules.slots import Rules
from hub.table.game.chance import Dice

COMMANDS_MAXIMUM = 600
EXAMPLES = 12
"""Per edition, few enough that a busy computer still has the time for all of them."""

FACTS = msgspec.json.Decoder(tuple[AnyFact, ...])


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


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_a_seeded_game_is_the_same_in_another_process(edition):
    """Two processes with different hash seeds play the same facts from the same seed."""
    script = Path(__file__).with_name("seeded_game.py")
    digests = {
        subprocess.run(
            [sys.executable, script, edition, "7"],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(script.parents[1])},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(digests) == 1
    assert len(digests.pop().strip()) == 64
