"""The ladder of buildings: what stands on a street at each stage, and the bank's stock of it (classic-20, -21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Ladder:
    """`stages[n]` is what stands on a deed of stage n; `stock` what the bank starts with, only of what is limited.

    An owner may build while lacking up to `missing` deeds of the group, but needs all from stage `whole_from` on (0:
    never). If `alone`, each deed is built independently of its group. `others[n]` is the least stage that an owner's
    other deeds of the group must have for one of stage n, usually n - 1; `caps` are the highest stages for owners of 1,
    2, … deeds of the group; owners of more build up to the top. The stock is meant for a track with `deeds` of this
    kind (0: for any); a longer or shorter one has more or less of it.
    """

    stages: tuple[Mapping[str, int], ...]
    stock: Mapping[str, int]
    missing: int = 0
    whole_from: int = 0
    alone: bool = False
    others: tuple[int, ...] = ()
    caps: tuple[int, ...] = ()
    deeds: int = 0

    def stock_for(self, deeds: int) -> dict[str, int]:
        """What the bank starts with where there are so many deeds to build on: in proportion, rounded up."""
        return {kind: -(-count * deeds // self.deeds) if self.deeds else count for kind, count in self.stock.items()}

    @cached_property
    def top(self) -> int:
        """The highest stage."""
        return len(self.stages) - 1

    @cached_property
    def beside(self) -> Sequence[int]:
        """By stage: the least one that the owner's other deeds of the group must have for it."""
        return self.others or range(-1, self.top)

    def cap(self, owned: int) -> int:
        """The highest stage for an owner of so many deeds of the group."""
        return self.caps[owned - 1] if 0 < owned <= len(self.caps) else self.top

    def fits(self, stages: Sequence[int]) -> bool:
        """Whether this is an allowed combination of stages of an owner's deeds of one group."""
        high, low = max(stages, default=0), min(stages, default=0)
        return high <= self.cap(len(stages)) and low >= self.beside[high]

    @cached_property
    def changes(self) -> Sequence[Sequence[dict[str, int]]]:
        """By stage before and after: what the bank gains of each limited kind. Do not modify it."""
        return [
            [
                {kind: gain for kind in self.stock if (gain := old.get(kind, 0) - new.get(kind, 0))}
                for new in self.stages
            ]
            for old in self.stages
        ]

    @cached_property
    def steps(self) -> Sequence[Mapping[str, int]]:
        """By stage: how many buildings of each kind fit on a street until it is full."""
        return [Counter(self.needed[stage + 1 :]) for stage in range(len(self.stages))]

    @cached_property
    def needed(self) -> Sequence[str]:
        """By stage: the kind of building that leads to it; none leads beyond the highest."""
        return (*(next(iter(standing), "") for standing in self.stages), "")


HOUSES_AND_HOTEL = Ladder(
    stages=({}, {"house": 1}, {"house": 2}, {"house": 3}, {"house": 4}, {"hotel": 1}),
    stock={"house": 32, "hotel": 12},
    deeds=22,
)
"""Four houses, then a hotel that replaces them."""

UNLIMITED = Ladder(HOUSES_AND_HOTEL.stages, stock={})
"""The same with an unlimited stock (mpmp-10) [P13]."""

SKYLINE = Ladder(
    stages=(*HOUSES_AND_HOTEL.stages, {"skyscraper": 1}),
    stock={**HOUSES_AND_HOTEL.stock, "skyscraper": 8},
    missing=1,
    whole_from=6,
    deeds=30,
)
"""Skyscrapers above the hotels of a whole group; up to hotels one deed may be missing (mega-11, -12, D8)."""

MALLS = Ladder(stages=({}, {"mall": 1}), stock={"mall": 4}, alone=True, deeds=4)
"""One mall on each deed of its kind, no matter who owns the others (mega-13)."""
