"""What seats owe the bank, where the bank lends what is missing for a payment (euro-18)."""

from dataclasses import dataclass, field

from hub.domain.facts import Fact, State
from hub.domain.ids import Seat


@dataclass(slots=True)
class Credit:
    """`owed[seat]` is what a seat has borrowed from the bank and not paid back yet."""

    owed: list[int] = field(default_factory=list)


class CreditSet(Fact):
    """A seat's credit is now `owed`; the money itself was moved just before."""

    seat: Seat
    owed: int

    def fold(self, state: State) -> None:
        state.credit.owed[self.seat] = self.owed
