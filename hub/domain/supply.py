"""The bank's stock of buildings, and how far each street is built.

What is built comes out of the stock and goes back into it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hub.domain.deeds import PRINTED
from hub.domain.facts import Fact
from hub.domain.ids import Seat, Space

if TYPE_CHECKING:
    from hub.domain.state import State


@dataclass(slots=True)
class Supply:
    """`stock[kind]` buildings of a kind lie with the bank; a kind that is not listed is unlimited."""

    stock: dict[str, int]


class StageSet(Fact, frozen=True):
    """A street went from stage `before` to `stage`; `stock` is what the bank gained (negative: gave) of each kind.

    `paid` is what each stage put up cost: the printed price, or what was bid for it in a shortage.
    """

    seat: Seat
    deed: Space
    before: int
    stage: int
    stock: dict[str, int]
    paid: int = PRINTED


def stage_set(state: State, fact: StageSet) -> None:
    deeds, raised = state.deeds, fact.stage - fact.before
    deeds.stage[fact.deed] = fact.stage
    deeds.paid[fact.deed] = (*deeds.paid[fact.deed][: fact.stage], *(fact.paid,) * raised)
    stock = state.supply.stock
    for kind, change in fact.stock.items():
        stock[kind] += change
