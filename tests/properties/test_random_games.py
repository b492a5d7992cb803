"""Invariants over random play: money constant, each deed in one place, replay equals live."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from helpers.play import random_command, random_offer
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, POT
from hub.domain.ledger import MoneyMoved
from hub.domain.state import State, fold
from hub.domain.tasks import CatchUpPending
from hub.domain.turns import solvent
from hub.domain.unions import AnyFact
from hub.editions import EDITIONS
from hub.rules.chance import with_chance
from hub.rules.game import Game
from hub.rules.prompts import choices, free_choices
from hub.rules.reasons import Rejected
from hub.rules.slots import Rules
from hub.table.game.chance import Dice

COMMANDS_MAXIMUM = 600
EXAMPLES = 12
"""Per edition, few enough that a busy computer still has the time for all of them."""

FACTS = msgspec.json.Decoder(tuple[AnyFact, ...])


def seats_and_seed() -> st.SearchStrategy[tuple[int, int]]:
    """How many play (at most as many as the edition takes), and the seed of their luck."""
    return st.tuples(st.integers(2, 8), st.integers(0, 2**32))


def assert_sound(rules: Rules, state: State) -> None:
    """What holds in every position."""
    assert sum(state.ledger.balances) == 0
    assert all(balance >= 0 for balance in state.ledger.balances[:-1])
    for deed, owner in enumerate(state.deeds.owner):
        assert owner == NOBODY or deed in rules.track.deeds
        assert owner == NOBODY or not state.turns.out[owner]
        assert owner != NOBODY or not state.deeds.mortgaged[deed]
    assert not any(state.ledger.balances[seat] for seat, out in enumerate(state.turns.out) if out)
    assert_supply(rules, state)
    for deck, pile in state.decks.piles.items():
        assert sorted([*pile, *state.decks.held[deck]]) == sorted(rules.track.decks[deck])
    assert bool(state.agenda.tasks) == (state.turns.winner == NOBODY)


def assert_supply(rules: Rules, state: State) -> None:
    """Every building lies with the bank or stands on a deed; groups are built evenly by who owns enough of them."""
    stages = [
        rules.ladders[deed.kind].stages[state.deeds.stage[space]]
        for space, deed in rules.track.deeds.items()
        if state.deeds.stage[space]
    ]
    for kind, total in rules.stock.items():
        standing = sum(standing.get(kind, 0) for standing in stages)
        assert state.supply.stock[kind] >= 0
        assert state.supply.stock[kind] + standing == total
    catching_up = {task.deed for task in state.agenda.tasks if isinstance(task, CatchUpPending)}
    for spaces in rules.track.groups.values():
        ladder = rules.ladders.get(rules.track.deeds[spaces[0]].kind)
        for owner in {state.deeds.owner[space] for space in spaces if state.deeds.stage[space]}:
            assert ladder is not None
            own = [space for space in spaces if state.deeds.owner[space] == owner]
            assert ladder.alone or len(own) >= len(spaces) - ladder.missing
            stages = [state.deeds.stage[space] for space in own]
            # a deed that completes a built group is stages behind (mega-15), and each mall stands for itself
            assert ladder.alone or (ladder.missing and not ladder.others) or ladder.fits(stages)
            assert ladder.alone or not any(state.deeds.mortgaged[space] for space in own if space not in catching_up)


def play(rules: Rules, seats: int, seed: int, commands: int = COMMANDS_MAXIMUM) -> tuple[Game, list[Fact]]:
    """A game of as many random players as can play, checked after every command; its state and all its facts."""
    luck, dice, game = random.Random(seed), Dice(seed), Game(rules)
    decided = game.decide(rules.opening.set_up(game, min(seats, rules.seats[1]), dice))
    assert not isinstance(decided, Rejected)
    facts = list(decided)
    for _ in range(commands):
        offer = random_offer(game, luck) if luck.random() < 0.05 else None
        if game.state.turns.winner != NOBODY:
            break
        decided = game.decide(offer or random_command(game, luck, dice))
        if not isinstance(decided, Rejected):
            facts.extend(decided)
        assert_sound(rules, game.state)
    return game, facts


@pytest.mark.parametrize("rules", EDITIONS.values(), ids=list(EDITIONS))
@given(start=seats_and_seed())
@settings(max_examples=EXAMPLES)
def test_random_games_stay_sound_and_replay_to_the_same_state(rules, start):
    """After every random command money and deeds are conserved, and the stored facts fold to the same state."""
    game, facts = play(rules, *start)
    stored = FACTS.decode(msgspec.json.encode(facts))
    assert fold(stored) == game.state
    assert {fact.purpose for fact in facts if isinstance(fact, MoneyMoved)} <= set(rules.rows)


@pytest.mark.parametrize("rules", EDITIONS.values(), ids=list(EDITIONS))
@given(start=seats_and_seed(), length=st.integers(0, 200))
@settings(max_examples=EXAMPLES)
def test_who_is_nobody_can_do_nothing(rules, start, length):
    """Whatever a seat can do now is refused to nobody, to the accounts (their numbers come before) and to strangers."""
    game, _ = play(rules, *start, commands=length)
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
