"""What the spaces earned: rent per deed, the landings on it, and the biggest single rents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hub.domain.ledger import MoneyMoved
from hub.domain.pieces import PieceMoved
from hub.features.evening.contract import RentView, SpaceRentView
from hub.records.story import Story

BIGGEST = 5
RENT = "rent_"
"""How the purpose of every payment of rent begins."""


def rents(story: Story) -> Iterator[RentView]:
    """Every payment of rent, in order."""
    for shown in story.facts:
        fact = shown.fact
        if isinstance(fact, MoneyMoved) and fact.purpose.startswith(RENT):
            yield RentView(fact.inputs["deed"], fact.payer, fact.payee, fact.amount, shown.turn, shown.move)


def biggest_rents(story: Story) -> tuple[RentView, ...]:
    """The highest first; of equal ones the earlier first."""
    return tuple(sorted(rents(story), key=lambda rent: -rent.amount)[:BIGGEST])


def rents_by_space(story: Story) -> tuple[SpaceRentView, ...]:
    """Every deed of the track, also those that earned nothing."""
    earned: Counter[int] = Counter()
    times: Counter[int] = Counter()
    for rent in rents(story):
        earned[rent.deed] += rent.amount
        times[rent.deed] += 1
    landed = Counter(fact.space for fact in _landings(story))
    return tuple(SpaceRentView(deed, earned[deed], times[deed], landed[deed]) for deed in story.rules.track.deeds)


def _landings(story: Story) -> Iterator[PieceMoved]:
    for shown in story.facts:
        if isinstance(shown.fact, PieceMoved) and shown.fact.by != "correction":
            yield shown.fact
