"""Detects slow tests by processor time, which does not depend on how busy the machine is."""

from __future__ import annotations

import os
from collections.abc import Set as AbstractSet

from hub.setup.gate import LONG

QUICK_S = 8.0
"""Three times the longest quick test, so that slower processors do not make one fail."""


def computed_s() -> float:
    """Processor time, in seconds, of this process and of the child processes it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def takes_long(took_s: float, folder: str, markers: AbstractSet[str]) -> bool:
    """Whether a test took more than a few seconds of processor time and neither folder nor markers allow that."""
    return took_s > QUICK_S and folder not in LONG and not markers & {"browser", "kill", "slow"}
