"""The ladder of buildings: what stands on a street at each stage, and what the bank has of it (classic-20, -21)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Ladder:
    """`stages[n]` is what stands on a street of stage n; `stock` what the bank starts with, only of what is limited."""

    stages: tuple[Mapping[str, int], ...]
    stock: Mapping[str, int]

    @property
    def top(self) -> int:
        """The highest stage."""
        return len(self.stages) - 1

    def change(self, before: int, stage: int) -> dict[str, int]:
        """What the bank gains of each limited kind when a street goes from one stage to another."""
        old, new = self.stages[before], self.stages[stage]
        changes = {kind: old.get(kind, 0) - new.get(kind, 0) for kind in self.stock}
        return {kind: change for kind, change in changes.items() if change}

    def needed(self, stage: int) -> str:
        """The kind of building that leads to a stage."""
        return next(iter(self.stages[stage]))


HOUSES_AND_HOTEL = Ladder(
    stages=({}, {"house": 1}, {"house": 2}, {"house": 3}, {"house": 4}, {"hotel": 1}),
    stock={"house": 32, "hotel": 12},
)
"""Four houses, then a hotel in their place."""
