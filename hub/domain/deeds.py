"""Who owns which deed, what is mortgaged, how far each street is built, and the bank's stock of buildings.

A deed is named by its space.
"""

from dataclasses import dataclass, field

from hub.domain.facts import Fact, State
from hub.domain.ids import NOBODY, Holder, Seat, Space

PRINTED = -1
"""A stage that cost the price printed on the deed, which folding does not know."""


@dataclass(slots=True)
class Deeds:
    """Four lists over the spaces of the track: owner (or `NOBODY`), mortgaged, stage (0 = unbuilt), what was paid.

    `paid[space]` is what each stage cost, the lowest first, `PRINTED` where that was the price on the deed (K13).

    `hands[seat]` are the deeds of a seat in track order; the bank, `hands[NOBODY]`, has none. It repeats `owner`,
    because it is read far more often than deeds change hands; only `DeedMoved` changes either. A changed hand is a new
    tuple, so code that derives something from it can tell when to do so again.
    """

    owner: list[Holder] = field(default_factory=list)
    mortgaged: list[bool] = field(default_factory=list)
    stage: list[int] = field(default_factory=list)
    paid: list[tuple[int, ...]] = field(default_factory=list)
    hands: list[tuple[Space, ...]] = field(default_factory=list)


class DeedMoved(Fact):
    """A deed went from one owner to another; `NOBODY` is the bank."""

    deed: Space
    source: Holder
    target: Holder

    def fold(self, state: State) -> None:
        deed, target, owner, hands = self.deed, self.target, state.deeds.owner, state.deeds.hands
        source = owner[deed]
        owner[deed] = target
        if source != NOBODY:
            at = hands[source].index(deed)
            hands[source] = hands[source][:at] + hands[source][at + 1 :]
        if target != NOBODY:
            hands[target] = tuple(sorted((*hands[target], deed)))


class DeedMortgaged(Fact):
    """A deed was mortgaged."""

    deed: Space

    def fold(self, state: State) -> None:
        state.deeds.mortgaged[self.deed] = True


class RentSpared(Fact):
    """Somebody came to another's deed and owes nothing, as it is mortgaged."""

    seat: Seat
    deed: Space


class MortgageLifted(Fact):
    """A mortgage was redeemed, or lapsed when the deed fell to the bank."""

    deed: Space

    def fold(self, state: State) -> None:
        state.deeds.mortgaged[self.deed] = False


def owned_by(state: State, seat: Seat) -> tuple[Space, ...]:
    """The deeds of a seat in track order, as they are now."""
    return state.deeds.hands[seat]


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


class WishesLapsed(Fact):
    """Of what each of `seats` wanted, so many buildings cannot be had, placed or paid for any more (K11)."""

    building: str
    seats: tuple[Seat, ...]
    counts: tuple[int, ...]
