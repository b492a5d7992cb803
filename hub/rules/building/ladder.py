"""The ladder of buildings: what stands on a street at each stage, and the bank's stock of it (classic-20, -21)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Ladder:
    """`stages[n]` is what stands on a deed of stage n; `stock` what the bank starts with, only of what is limited.

    An owner may build while lacking up to `missing` deeds of the group, but needs all from stage `whole_from` on (0:
    never). If `alone`, each deed is built independently of its group. `others[n]` is the least stage that an owner's
    other deeds of the group must have for one of stage n, usually n - 1; `caps` are the highest stages for owners of 1,
    2, … deeds of the group; owners of more build up to the top. The stock is meant for a track with `deeds` of this
    kind (0: for any); a longer or shorter one has more or less of it.

    Derived are, by stage, the least one `beside` it on the owner's other deeds, the kind of building `needed`
    to come to it (none beyond the `top`), what the bank gains by `changes` from it to another, and how many `steps` up
    with each kind are left.
    """

    stages: tuple[Mapping[str, int], ...]
    stock: Mapping[str, int]
    missing: int = 0
    whole_from: int = 0
    alone: bool = False
    others: tuple[int, ...] = ()
    caps: tuple[int, ...] = ()
    deeds: int = 0
    top: int = field(init=False)
    beside: Sequence[int] = field(init=False)
    needed: Sequence[str] = field(init=False)
    changes: Sequence[Sequence[dict[str, int]]] = field(init=False)
    steps: Sequence[Mapping[str, int]] = field(init=False)

    def stock_for(self, deeds: int) -> dict[str, int]:
        """What the bank starts with where there are so many deeds to build on: in proportion, rounded up."""
        return {kind: -(-count * deeds // self.deeds) if self.deeds else count for kind, count in self.stock.items()}

    def __post_init__(self) -> None:
        top, needed = len(self.stages) - 1, (*(next(iter(standing), "") for standing in self.stages), "")
        changes = [[self._change(old, new) for new in self.stages] for old in self.stages]
        steps = [Counter(needed[stage + 1 :]) for stage in range(len(self.stages))]
        beside = self.others or range(-1, top)
        derived = {"top": top, "beside": beside, "needed": needed, "changes": changes, "steps": steps}
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def _change(self, old: Mapping[str, int], new: Mapping[str, int]) -> dict[str, int]:
        return {kind: gain for kind in self.stock if (gain := old.get(kind, 0) - new.get(kind, 0))}

    def cap(self, owned: int) -> int:
        """The highest stage for an owner of so many deeds of the group."""
        return self.caps[owned - 1] if 0 < owned <= len(self.caps) else self.top

    def fits(self, stages: Sequence[int]) -> bool:
        """Whether this is an allowed combination of stages of an owner's deeds of one group."""
        high, low = max(stages, default=0), min(stages, default=0)
        return high <= self.cap(len(stages)) and low >= self.beside[high]


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
