"""What the winner of an auction receives, and what happens to what nobody wanted."""

from __future__ import annotations

from hub.domain.deeds import DeedMoved
from hub.domain.ids import BANK, NOBODY, Seat
from hub.domain.tasks import DeedLot, Lot, ShortageOpen
from hub.rules.game import Game
from hub.rules.payments import pay


def award(game: Game, lot: Lot, winner: Seat, amount: int) -> None:
    """The winner pays the bank and gets the lot. Without a winner a deed stays unsold and a shortage is over."""
    if isinstance(lot, DeedLot):
        if winner != NOBODY:
            pay(game, winner, BANK, amount, "auction", {"deed": lot.deed})
            game.emit(DeedMoved(lot.deed, NOBODY, winner))
    elif winner != NOBODY:
        game.rules.scarcity.award(game, lot.building, winner, amount)
    else:
        task = game.settle()
        assert isinstance(task, ShortageOpen)
