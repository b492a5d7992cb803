"""How the dice fell: the faces of each kind of dice, real ones and the hub's apart, and the sums of a throw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hub.domain.turns import DiceThrown, OpeningThrown, RentThrown
from hub.features.evening.chi_square import by_chance, deviation, verdict
from hub.features.evening.contract import DieView, SumsView
from hub.records.story import Story
from hub.rules.slots import Printed

FACES = range(1, 7)
PAIR = 2
"""The dice of a throw whose sum and doubles are counted; a speed die comes after them."""


def throws(story: Story) -> Iterator[DiceThrown | OpeningThrown | RentThrown]:
    """Every throw, for the first turn and for rents too."""
    for shown in story.facts:
        if isinstance(shown.fact, DiceThrown | OpeningThrown | RentThrown):
            yield shown.fact


def dice(story: Story) -> tuple[DieView, ...]:
    """One per kind of dice and source, as first thrown; dice alike are one, since nobody can tell them apart."""
    counts: dict[tuple[Printed, str], Counter[int]] = {}
    found: list[DieView] = []
    for fact in throws(story):
        for printed, face in zip(story.rules.dice, fact.faces, strict=False):
            counts.setdefault((printed, fact.source), Counter())[face] += 1
    for (printed, source), counter in counts.items():
        figures = tuple(counter[face] for face in FACES)
        found.append(_die(printed, source, figures))
    return tuple(found)


def sums(story: Story) -> SumsView:
    """Sums and doubles of all throws with two dice or more."""
    pairs = [fact.faces[:PAIR] for fact in throws(story) if len(fact.faces) >= PAIR]
    counter = Counter(map(sum, pairs))
    doubles = sum(first == second for first, second in pairs)
    return SumsView(throws=len(pairs), doubles=doubles, counts=tuple(counter[total] for total in range(2, 13)))


def _die(printed: Printed, source: str, counts: tuple[int, ...]) -> DieView:
    figure = deviation(counts)
    return DieView(
        printed=printed,
        source=source,  # type: ignore[arg-type]  # as the fact has it
        counts=counts,
        chi=round(figure * 100),
        permille=round(by_chance(figure, len(counts) - 1) * 1000),
        verdict=verdict(counts),
    )
