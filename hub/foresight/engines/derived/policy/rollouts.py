"""Playing a position to its end, many times."""

from __future__ import annotations

from hub.foresight.engines.derived.layout import FAULT, NUMBER, THROWS, WINNER, Vector
from hub.foresight.engines.derived.play.luck import begin_rollout
from hub.foresight.engines.derived.play.turns import richest
from hub.foresight.engines.derived.policy.choosing import step

STEPS_PER_TURN = 2000


def rollouts(p: Vector, s: Vector, t: Vector, seed: int, first: int, count: int, turns: int, found: Vector) -> int:
    """Play `p` on once for each number from `first`; `found` gets winner and turns of each, `s` is scratch space.

    A rollout that does not end within `turns` turns is won by whoever has the most assets; one that did not fit has
    no winner (-1). Returns the number of throws.
    """
    throws = 0
    for i in range(count):
        begin_rollout(p, s, t, seed, first + i)
        found[2 * i] = play_out(s, t, turns)
        found[2 * i + 1] = s[NUMBER] - p[NUMBER]
        throws += s[THROWS] - p[THROWS]
    return throws


def play_out(s: Vector, t: Vector, turns: int) -> int:
    """The winner; -1 if something did not fit, or a turn did not end."""
    end = s[NUMBER] + turns
    for _ in range(turns * STEPS_PER_TURN):
        if s[WINNER] >= 0 or s[NUMBER] == end or s[FAULT]:
            return outcome(s, t)
        step(s, t)
    return -1


def outcome(s: Vector, t: Vector) -> int:
    """The seat that has won, or has the most assets; -1 if something did not fit."""
    if s[FAULT]:
        return -1
    return s[WINNER] if s[WINNER] >= 0 else richest(s, t)
