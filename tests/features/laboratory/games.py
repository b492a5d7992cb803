"""Games of a laboratory made by hand, so that what is to be found in them is known beforehand."""

from collections.abc import Mapping, Sequence

from hub.editions import EDITIONS
from hub.simulation.setting import DeedCount, LabGame, Laboratory, Variant, laboratory

CLASSIC = EDITIONS["classic"]
SEATS = 3


def lab_of(*variants: Variant, edition: str = "classic", seats: int = SEATS) -> Laboratory:
    return laboratory(EDITIONS[edition], [(), *variants], seats, "seed", 400)


def game(
    number: int = 0,
    turns: int = 100,
    place: int = 0,
    bankrupt: Sequence[int] = (),
    deeds: Mapping[int, DeedCount] | None = None,
    variant: Variant = (),
) -> LabGame:
    """A game in which only these deeds, by their spaces, were ever sold."""
    counts = tuple((deeds or {}).get(space, DeedCount()) for space in sorted(CLASSIC.track.deeds))
    return LabGame(variant, number, turns, place, tuple(bankrupt), counts)
