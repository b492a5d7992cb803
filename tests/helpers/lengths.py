"""Detects tests too long for their rung by processor time, which does not depend on how busy the machine is."""

import os

LIMITS_S = {"quick": 8.0, "gate": 60.0}
"""Three times the longest test of a rung, so that slower processors do not make one fail."""


def computed_s() -> float:
    """Processor time, in seconds, of this process and of the child processes it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def takes_long(took_s: float, rung: str | None) -> bool:
    """Whether a test took more processor time than its rung allows."""
    return took_s > LIMITS_S.get(rung or "", float("inf"))
