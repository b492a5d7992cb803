"""What the winner of an auction receives, and what happens to what nobody wanted."""

from __future__ import annotations

from hub.domain.deeds import DeedMortgaged, DeedMoved
from hub.domain.ids import BANK, NOBODY, Seat
from hub.domain.tasks import DeedLot, EstateLot, Lot, ShortageOpen
from hub.rules.game import Game
from hub.rules.payments import pay


def award(game: Game, lot: Lot, winner: Seat, amount: int) -> None:
    """The winner pays the bank and gets the lot. Without a winner deeds stay unsold and a shortage is over."""
    if isinstance(lot, DeedLot):
        if winner != NOBODY:
            pay(game, winner, BANK, amount, "auction", {"deed": lot.deed})
            game.emit(DeedMoved(lot.deed, NOBODY, winner))
    elif isinstance(lot, EstateLot):
        if winner != NOBODY:
            _award_estate(game, lot, winner, amount)
    elif winner != NOBODY:
        game.rules.scarcity.award(game, lot.building, winner, amount)
    else:
        task = game.settle()
        assert isinstance(task, ShortageOpen)


def _award_estate(game: Game, lot: EstateLot, winner: Seat, amount: int) -> None:
    """All deeds at once; the bank lends on the mortgaged ones as before (mpmp-18) [P17]."""
    pay(game, winner, BANK, amount, "estate_auction", {"count": len(lot.deeds)})
    for deed in lot.deeds:
        game.emit(DeedMoved(deed, NOBODY, winner))
    for deed in lot.mortgaged:
        game.emit(DeedMortgaged(deed))
