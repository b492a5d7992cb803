"""From positions that no bot gets into both engines are the same game too: the banker puts things anywhere."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from foresight.side_by_side import SideBySide
from foresight.test_proof import CASES, FULL, players, side_of
from helpers.record_games import one_of_each

from hub.domain.commands import Command
from hub.domain.corrections import CorrectDeed, Correction, CorrectJail, CorrectMoney
from hub.domain.ids import BANK, NOBODY, POT
from hub.rules.game import Game
from hub.rules.reasons import Rejected
from hub.simulation.match import Player
from hub.table.game.chance import Dice

COMMANDS = 50_000 if FULL else 4_000
OFTEN = 0.04
"""After so many commands something is put right."""

TURNS_MAXIMUM = 150
AMOUNTS = (1, 50, 300, 1_500, 4_000)

pytestmark = [pytest.mark.gate, pytest.mark.timeout(3_600 if FULL else 180)]


def anything(luck: random.Random, game: Game) -> Sequence[Correction]:
    """What a banker puts right, and more than one ever would: fortunes, whole groups, years in jail."""
    seats = range(len(game.state.turns.out))
    seat, group = luck.choice(seats), luck.choice([*game.rules.track.groups.values()])
    payer, payee = luck.choice([*seats, BANK, POT]), luck.choice([*seats, BANK, POT])
    kinds: Sequence[Sequence[Correction]] = (
        *([correction] for correction in one_of_each(luck, game)),
        [CorrectMoney(payer=payer, payee=payee, amount=luck.choice(AMOUNTS))],
        [CorrectDeed(deed=part, owner=seat) for part in group],
        [CorrectJail(seat=seat, jailed=True, missed=luck.randrange(3))],
    )
    return luck.choice(kinds)


class Corrected(Player):
    """A match in which the banker puts something right now and then."""

    def __init__(self, side: SideBySide, kind: str, number: int) -> None:
        seed = f"corrections/{kind}/{number}"
        super().__init__(side.rules, players(side.rules, kind, number), Dice(seed), side.noted)
        self.luck, self.side, self.done = random.Random(seed), side, Counter[str]()

    def _do(self, command: Command) -> None:
        super()._do(command)
        game = self.game
        if self.luck.random() < OFTEN and game.state.turns.winner == NOBODY and game.state.agenda.task is not None:
            for correction in anything(self.luck, game):
                decided = game.decide(correction)
                if not isinstance(decided, Rejected):
                    self.done[type(correction).__name__] += 1
                    self.side.noted(game, correction, decided)


@pytest.mark.parametrize(("proof", "kind"), CASES)
def test_games_with_corrections_are_the_same_in_both_engines(proof, kind):
    """Whole groups with hotels in anybody's hand, money from nowhere, another one's turn: not one difference after."""
    done, compared, number = Counter[str](), 0, 0
    while compared < COMMANDS:
        match = Corrected(side_of(proof.rules_of(number), kind), kind, number)
        match.play(TURNS_MAXIMUM)
        assert match.side.agreed == (match.side.compared if kind == "sensible" else Counter())
        compared, done, number = compared + match.side.compared.total(), done + match.done, number + 1
    print(f"{proof.edition}, {kind}: {compared} commands compared, {done.total()} corrections")
    assert {"CorrectMoney", "CorrectDeed", "CorrectPiece", "CorrectTurn", "CorrectJail"} <= done.keys()
