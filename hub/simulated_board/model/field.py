"""How well readers hear a piece: figures of the coupled resonators in `hardware/models`, which a test compares.

The same piece is heard with other gains above each module, and never with quite the same gain twice.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from hub.simulated_board.model.registers import STRONGEST

FADING_DB: Final = 0.7
"""How far one answer differs from the next, as a standard deviation: supply and hands. Assumed, not calculated."""
MOST_DB: Final = 48
RESET_STRENGTH: Final = 0.86
"""The voltage that a tag gets while the drivers are as a reset leaves them, as part of the most that they can give."""


def strength(gs_n: int, cw_gs_p: int) -> float:
    """What drivers with these registers give, as part of the most that they can."""
    return 1.0 if (gs_n & 0xF0, cw_gs_p) == STRONGEST else RESET_STRENGTH


@dataclass(frozen=True, slots=True)
class Field:
    """Of a module by how far it reads and whether its drivers hold their level while it sleeps.

    `own_db`: the gain that its own piece needs, from least to most. `apart_db`: how much more a neighbour needs at
    least, and whoever is next to that, as far as they can hear it.
    """

    range_mm: float
    held: bool
    own_db: tuple[int, int]
    apart_db: tuple[int, ...] = ()

    def rest(self, reader: int, readers: int, luck: random.Random) -> tuple[float, Mapping[int, float]]:
        """What a piece on this reader of a row needs of it, and of the neighbours that hear it."""
        own = luck.uniform(*self.own_db)
        beside = {
            reader + way * steps: own + apart_db + luck.uniform(0, 10)
            for steps, apart_db in enumerate(self.apart_db, 1)
            for way in (-1, 1)
        }
        return own, {near: db for near, db in beside.items() if 0 <= near < readers and db <= MOST_DB}


FIELDS: Final[Mapping[str, Field]] = MappingProxyType(
    {
        "usual": Field(30.0, True, (23, 33)),
        "usual, lets go": Field(30.0, False, (23, 33), (13,)),
        "strong": Field(40.0, True, (13, 22)),
        "strong, lets go": Field(40.0, False, (13, 23), (13, 20)),
    }
)
