"""How well readers hear a piece: figures of the coupled resonators in `hardware/models`, which a test compares.

The same piece is heard with other gains above each module, and never with quite the same gain twice.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from emulation.model.registers import STRONGEST

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

    `own_db`: the gain that its own piece needs, from least to most; `own`: how many times the voltage that it needs it
    gets, from least to most. `apart_db`: how much more gain a neighbour needs at least, and whoever is next to that, as
    far as they can hear it; `beside`: what the piece gets from them at most.
    """

    range_mm: float
    held: bool
    own_db: tuple[int, int]
    own: tuple[float, float]
    apart_db: tuple[int, ...] = ()
    beside: tuple[float, ...] = ()

    def rest(
        self, reader: int, readers: int, luck: random.Random
    ) -> tuple[tuple[float, float], Mapping[int, tuple[float, float]]]:
        """The gain that a piece on this reader of a row needs, and its margin; the same of the neighbours."""
        own_db = luck.uniform(*self.own_db)
        (least_db, most_db), (least, most) = self.own_db, self.own
        margin = most * (least / most) ** ((own_db - least_db) / (most_db - least_db))  # what is faint gets little
        beside = {
            reader + way * steps: (own_db + apart_db + luck.uniform(0, 10), at_most)
            for steps, (apart_db, at_most) in enumerate(zip(self.apart_db, self.beside, strict=True), 1)
            for way in (-1, 1)
        }
        heard = {near: rests for near, rests in beside.items() if 0 <= near < readers and rests[0] <= MOST_DB}
        return (own_db, margin), heard


FIELDS: Final[Mapping[str, Field]] = MappingProxyType(
    {
        "usual": Field(30.0, True, (23, 33), (1.6, 3.8)),
        "usual, lets go": Field(30.0, False, (23, 33), (1.6, 3.8), (13,), (1.1,)),
        "strong": Field(40.0, True, (13, 22), (3.0, 7.0)),
        "strong, lets go": Field(40.0, False, (13, 23), (3.0, 7.0), (13, 20), (2.0, 1.1)),
    }
)
