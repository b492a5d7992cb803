"""Detects tests too long for their rung by processor time, which does not depend on how busy the machine is."""

import os
import time
from collections.abc import Callable

LIMITS_S = {"quick": 8.0, "gate": 60.0}
"""Three times the longest test of a rung, on a usual computer."""
USUAL_S = 0.025
"""How long a usual computer adds a million numbers."""


def computed_s() -> float:
    """Processor time, in seconds, of this process and of the child processes it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def slowness(clock: Callable[[], float] = time.process_time) -> float:
    """How many times longer than usual this computer takes just now, by a clock in seconds; at least once."""
    before_s = clock()
    total = 0
    for number in range(1_000_000):
        total += number
    return max(1.0, (clock() - before_s) / USUAL_S)


def takes_long(took_s: float, rung: str | None, slowness: Callable[[], float] = slowness) -> bool:
    """Whether a test took more processor time than its rung allows on a computer like this one."""
    limit_s = LIMITS_S.get(rung or "", float("inf"))
    return took_s > limit_s and took_s > limit_s * slowness()
