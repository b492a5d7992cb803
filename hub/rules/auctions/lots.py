"""What the winner of an auction receives, and what happens to lots without a winner."""

from collections.abc import Mapping

from hub.domain.deeds import DeedMortgaged, DeedMoved
from hub.domain.ids import BANK, NOBODY, Account, Holder, Seat, holder_of
from hub.domain.shares import SharesMoved
from hub.domain.tasks import BuildingLot, DeedLot, EstateLot, Lot, SharesLot, ShortageOpen
from hub.rules.game import Game
from hub.rules.payments import pay

PURPOSES: Mapping[type, str] = {BuildingLot: "building_auction", EstateLot: "estate_auction"}


def purpose_of(lot: Lot) -> str:
    """The purpose of the winner's payment in an ascending auction."""
    return PURPOSES.get(type(lot), "auction")


def award(game: Game, lot: Lot, winner: Holder, amount: int) -> None:
    """The winner pays the bank and gets the lot. Without a winner deeds stay unsold and a shortage is over."""
    if isinstance(lot, BuildingLot):
        if winner != NOBODY:
            game.rules.scarcity.award(game, lot.building, winner, amount)
        else:
            task = game.close_task()
            assert isinstance(task, ShortageOpen)
    elif winner != NOBODY and isinstance(lot, EstateLot):
        _award_estate(game, lot, winner, amount)
    elif winner != NOBODY:
        assert isinstance(lot, DeedLot)
        pay(game, winner, BANK, amount, "auction", {"deed": lot.deed})
        deliver(game, lot, BANK, winner)


def deliver(game: Game, lot: Lot, seller: Account, winner: Seat) -> None:
    """The winner of a deed or of shares gets them; a mortgage comes with its choice (classic-26)."""
    if isinstance(lot, DeedLot):
        game.emit(DeedMoved(lot.deed, holder_of(seller), winner))
        if game.state.deeds.mortgaged[lot.deed]:
            game.rules.mortgages.inherit(game, lot.deed, winner)
    elif isinstance(lot, SharesLot):
        game.emit(SharesMoved(lot.issuer, seller, winner, lot.count, "purchase"))


def _award_estate(game: Game, lot: EstateLot, winner: Seat, amount: int) -> None:
    """All deeds of an estate; the mortgaged ones stay mortgaged (mpmp-18) [P17]."""
    pay(game, winner, BANK, amount, "estate_auction", {"count": len(lot.deeds)})
    for deed in lot.deeds:
        game.emit(DeedMoved(deed, NOBODY, winner))
    for deed in lot.mortgaged:
        game.emit(DeedMortgaged(deed))
