"""What becomes of a bankrupt seat's belongings: to the creditor (classic-29), or to the bank, which auctions the deeds (classic-30)."""

from __future__ import annotations

from hub.domain.decks import ReleaseCardMoved, release_cards
from hub.domain.deeds import DeedMoved, MortgageLifted, owned_by
from hub.domain.ids import NOBODY, Account, Seat
from hub.domain.offers import TradeClosed
from hub.domain.turns import SeatBankrupted, solvent
from hub.rules.game import Game
from hub.rules.payments import pay


def hand_over(game: Game, seat: Seat, creditor: Account) -> None:
    """Money, release cards and deeds leave the seat; the seat is out, and nothing waits for it any more."""
    heir = creditor if creditor >= 0 else NOBODY
    pay(game, seat, creditor, game.state.ledger.balances[seat], "estate", {"seat": seat})
    for deck, card in release_cards(game.state, seat):
        game.emit(ReleaseCardMoved(deck, card, seat, heir))
    deeds = owned_by(game.state, seat)
    for deed in deeds:
        game.emit(DeedMoved(deed, seat, heir))
    _withdraw_offers(game, seat)
    game.emit(SeatBankrupted(seat, creditor))
    game.drop_tasks(seat)
    if len(solvent(game.state)) > 1:
        for deed in reversed(deeds):
            _pass_on(game, deed, heir)


def _pass_on(game: Game, deed: int, heir: Seat) -> None:
    """A mortgage goes to the heir with its interest; with the bank it lapses, and the deed is auctioned [K17]."""
    mortgaged = game.state.deeds.mortgaged[deed]
    if heir != NOBODY:
        if mortgaged:
            game.rules.mortgages.inherit(game, deed, heir)
        return
    if mortgaged:
        game.emit(MortgageLifted(deed))
    game.rules.auction.open(game, deed)


def _withdraw_offers(game: Game, seat: Seat) -> None:
    for offer in list(game.state.offers.open.values()):
        if seat in (offer.seat, offer.to):
            game.emit(TradeClosed(offer.id, seat, "void"))
