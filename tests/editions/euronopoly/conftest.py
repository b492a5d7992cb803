"""The euronopoly edition on a small stage."""

from __future__ import annotations

import pytest
from helpers.scene import Scene

from hub.domain.credit import CreditSet
from hub.domain.ids import BANK
from hub.domain.ledger import MoneyMoved
from hub.editions.euronopoly import RULES

BALKANS = (1, 2, 4)
ORANGE = (16, 18, 19)
TOLLS = (3, 13, 23, 33)
RADARS = (7, 17, 27, 37)


class EuroScene(Scene):
    """A stage on which the bank lends."""

    def owes(self, seat: int, amount: int) -> None:
        """A seat has no cash and owes the bank."""
        self.given(MoneyMoved(seat, BANK, self.balance(seat), "card_pay", {}), CreditSet(seat, amount))

    def owed(self, seat: int) -> int:
        """What a seat owes the bank."""
        return self.game.state.credit.owed[seat]

    def stage(self, deed: int) -> int:
        """How far a plot is built."""
        return self.game.state.deeds.stage[deed]


@pytest.fixture
def scene() -> EuroScene:
    """Three players with 3,000 each, the first about to throw."""
    return EuroScene(RULES)
