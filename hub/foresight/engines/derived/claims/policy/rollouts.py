"""Playing a position to its end, many times, where groups are claimed."""

from __future__ import annotations

from hub.foresight.engines.derived.claims.play.turns import richest
from hub.foresight.engines.derived.claims.policy.choosing import step
from hub.foresight.engines.derived.layout import FAULT, NUMBER, THROWS, WINNER, Vector
from hub.foresight.engines.derived.play.luck import begin_rollout

STEPS_PER_TURN = 2000


def rollouts(p: Vector, s: Vector, t: Vector, seed: int, first: int, count: int, turns: int, found: Vector) -> int:
    """The same as that of the standard rules: winner and turns of each into `found`, the throws of all returned."""
    throws = 0
    for i in range(count):
        begin_rollout(p, s, t, seed, first + i)
        found[2 * i] = play_out(s, t, turns)
        found[2 * i + 1] = s[NUMBER] - p[NUMBER]
        throws += s[THROWS] - p[THROWS]
    return throws


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
