"""What a sweep says about a reader: how much gain it has to spare, and which gain is advised."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

GAINS_DB: Final = (18, 23, 33, 38, 43, 48)
POLLS: Final = 4
SPARE_STEPS: Final = 2
"""At least 10 dB, for pieces at the edge of their recess and weaker tags. More would only add noise."""


class Margin(Struct, frozen=True):
    """`heard`: of four polls with each gain. `db`: from the least sure gain to the most. `gain`: the advice."""

    heard: tuple[int, ...]
    db: int
    gain: int | None


def margin(heard: Sequence[int]) -> Margin:
    """The longest run of gains with which every poll heard the tag; None without any."""
    runs: list[list[int]] = [[]]
    for gain, polls in enumerate(heard):
        if polls == POLLS:
            runs[-1].append(gain)
        else:
            runs.append([])
    sure = max(runs, key=len)
    if not sure:
        return Margin(tuple(heard), 0, None)
    return Margin(tuple(heard), GAINS_DB[sure[-1]] - GAINS_DB[sure[0]], min(sure[0] + SPARE_STEPS, sure[-1]))
