"""The generator of the derived engine: the same numbers in Python and in C."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import (
    CARDS_MAXIMUM,
    DECKS,
    LUCK,
    PILE,
    SIZE,
    UNSEEN,
    Vector,
)

# the generator of drand48: its upper bits are good, and remainders of powers of two cost nothing in C
MULTIPLIER = 25214903917
INCREMENT = 11
MASK = 281474976710655
LOWER_BITS = 16
UPPER_BITS = 32
SEED_FACTOR = 2654435761
NUMBER_FACTOR = 40503004729
MIX_FACTOR = 130587231871821


def begin_rollout(p: Vector, s: Vector, t: Vector, seed: int, number: int) -> None:
    """A copy of the position with its own random numbers; cards that nobody has seen are shuffled."""
    s[0:SIZE] = p[0:SIZE]
    begin_luck(s, seed, number)
    for deck in range(t[DECKS]):
        shuffle(s, PILE + deck * CARDS_MAXIMUM, s[UNSEEN + deck])


def begin_luck(s: Vector, seed: int, number: int) -> None:
    """The generator for one rollout: seed and number are mixed, since adjacent seeds would give similar numbers."""
    luck = seed * SEED_FACTOR + number * NUMBER_FACTOR & MASK
    luck = (luck ^ luck >> 23) * MIX_FACTOR & MASK
    luck = (luck ^ luck >> 29) * MIX_FACTOR & MASK
    s[LUCK] = luck ^ luck >> 25


def shuffle(s: Vector, pile: int, count: int) -> None:
    """Shuffle the first cards of a pile, this many."""
    for i in range(count - 1):
        k = i + draw_number(s, count - i)
        card = s[pile + i]
        s[pile + i] = s[pile + k]
        s[pile + k] = card


def draw_number(s: Vector, bound: int) -> int:
    """A random number from 0 to below `bound`."""
    s[LUCK] = s[LUCK] * MULTIPLIER + INCREMENT & MASK
    return (s[LUCK] >> LOWER_BITS) * bound >> UPPER_BITS
