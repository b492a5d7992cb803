"""What seats owe the bank, where the bank lends what is missing for a payment (euro-18)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hub.domain.facts import Fact
from hub.domain.ids import Seat

if TYPE_CHECKING:
    from hub.domain.state import State


@dataclass(slots=True)
class Credit:
    """`owed[seat]` is what a seat has borrowed from the bank and not paid back yet."""

    owed: list[int]


class CreditSet(Fact, frozen=True):
    """A seat owes the bank `owed` by now; the money itself moved just before."""

    seat: Seat
    owed: int


def credit_set(state: State, fact: CreditSet) -> None:
    state.credit.owed[fact.seat] = fact.owed
