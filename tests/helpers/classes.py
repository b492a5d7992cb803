"""Which tests take long: told by what they compute, which does not depend on how busy the machine is."""

from __future__ import annotations

import os
from collections.abc import Set as AbstractSet

from hub.setup.gate import LONG

QUICK_S = 4.0


def computed_s() -> float:
    """The seconds that this process and those it has waited for have computed."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def takes_long(took_s: float, folder: str, markers: AbstractSet[str]) -> bool:
    """Whether a test computes for more than a few seconds although neither folder nor marker makes it a long one."""
    return took_s > QUICK_S and folder not in LONG and not markers & {"browser", "kill", "slow"}
