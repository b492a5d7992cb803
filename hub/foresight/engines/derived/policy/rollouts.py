"""Playing a position to its end, many times."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    CARDS_MAXIMUM,
    DECKS,
    FAULT,
    LUCK,
    NUMBER,
    PILE,
    SIZE,
    THROWS,
    UNSEEN,
    WINNER,
    Vector,
)
from hub.foresight.engines.derived.play.turns import richest
from hub.foresight.engines.derived.policy.choosing import MASK, draw_number, step

STEPS_PER_TURN = 2000
SEED_FACTOR = 2654435761
NUMBER_FACTOR = 40503004729
MIX_FACTOR = 130587231871821


def rollouts(p: Vector, s: Vector, t: Vector, seed: int, first: int, count: int, turns: int, found: Vector) -> int:
    """Play `p` on once for each number from `first` on; `found` gets winner and turns of each, `s` is scratch paper.

    A rollout that does not end within `turns` turns goes to whoever has most; one that did not fit in has no winner
    (-1). Returns the throws.
    """
    throws = 0
    for i in range(count):
        for k in range(SIZE):
            s[k] = p[k]
        begin_luck(s, seed, first + i)
        for deck in range(t[DECKS]):
            shuffle(s, PILE + deck * CARDS_MAXIMUM, s[UNSEEN + deck])
        found[2 * i] = play_out(s, t, turns)
        found[2 * i + 1] = s[NUMBER] - p[NUMBER]
        throws += s[THROWS] - p[THROWS]
    return throws


def begin_luck(s: Vector, seed: int, number: int) -> None:
    """The generator for one rollout: seed and number are mixed, since neighbours would draw alike."""
    luck = seed * SEED_FACTOR + number * NUMBER_FACTOR & MASK
    luck = (luck ^ luck >> 23) * MIX_FACTOR & MASK
    luck = (luck ^ luck >> 29) * MIX_FACTOR & MASK
    s[LUCK] = luck ^ luck >> 25


def shuffle(s: Vector, pile: int, count: int) -> None:
    """The first so many cards of a pile in any order."""
    for i in range(count - 1):
        k = i + draw_number(s, count - i)
        card = s[pile + i]
        s[pile + i] = s[pile + k]
        s[pile + k] = card


def play_out(s: Vector, t: Vector, turns: int) -> int:
    """The winner; -1 if something did not fit in, or a turn did not end."""
    end = s[NUMBER] + turns
    steps = turns * STEPS_PER_TURN
    while s[WINNER] < 0 and s[NUMBER] < end and not s[FAULT] and steps > 0:
        step(s, t)
        steps -= 1
    if s[FAULT] or steps == 0:
        return -1
    return s[WINNER] if s[WINNER] >= 0 else richest(s, t)
