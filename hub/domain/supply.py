"""The bank's stock of buildings, and the fact by which streets are built and buildings sold."""

from dataclasses import dataclass, field

from hub.domain.deeds import PRINTED
from hub.domain.facts import Fact, State
from hub.domain.ids import Seat, Space


@dataclass(slots=True)
class Supply:
    """`stock[kind]` buildings of a kind lie with the bank; a kind that is not listed is unlimited."""

    stock: dict[str, int] = field(default_factory=dict)


class StageSet(Fact):
    """A street went from stage `before` to `stage`; `stock` is what the bank gained (negative: gave) of each kind.

    `paid` is what each new stage cost: the printed price, or the bid for it in a shortage.
    """

    seat: Seat
    deed: Space
    before: int
    stage: int
    stock: dict[str, int]
    paid: int = PRINTED

    def fold(self, state: State) -> None:
        deed, stage, paid, stock = self.deed, self.stage, state.deeds.paid, state.supply.stock
        state.deeds.stage[deed] = stage
        paid[deed] = paid[deed][:stage] + (self.paid,) * (stage - self.before)
        for kind, change in self.stock.items():
            stock[kind] += change


class BuildingsGranted(Fact):
    """A stock that was scarce suffices: each of `seats` may place its share of `counts` without an auction (K11)."""

    building: str
    seats: tuple[Seat, ...]
    counts: tuple[int, ...]

    def fold(self, state: State) -> None:
        """Nothing: the placing is a task."""


class WishesLapsed(Fact):
    """Of what each of `seats` wanted, so many buildings cannot be had, placed or paid for any more (K11)."""

    building: str
    seats: tuple[Seat, ...]
    counts: tuple[int, ...]

    def fold(self, state: State) -> None:
        """Nothing: what is left of the wishes is a task."""
