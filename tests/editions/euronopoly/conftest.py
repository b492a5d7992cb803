"""The euronopoly edition on a small stage."""

import pytest
from helpers.scene import Scene

from hub.domain.facts import Fact
from hub.domain.ids import BANK
from hub.domain.ledger import CreditSet, MoneyMoved
from hub.domain.pieces import in_jail
from hub.editions.euronopoly import RULES


class EuroScene(Scene):
    """A stage on which the bank lends."""

    def owes(self, seat: int, amount: int) -> None:
        """A seat has no cash and owes the bank."""
        self.given(MoneyMoved(seat, BANK, self.balance(seat), "card_pay", {}), CreditSet(seat, amount))

    def owed(self, seat: int) -> int:
        return self.game.state.credit.owed[seat]

    def visit(self, seat: int, space: int) -> tuple[Fact, ...]:
        """A seat comes to a space in its own turn, without a double."""
        self.turn(seat)
        return self.lands(seat, space)

    def in_jail(self, seat: int) -> bool:
        return in_jail(self.game.state, seat)


@pytest.fixture
def scene() -> EuroScene:
    """Three players with 3,000 each, the first about to throw."""
    return EuroScene(RULES)
