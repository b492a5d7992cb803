"""A seat that is out issues no more shares, holds none and offers none (haustein-24) [H31, H32]."""

from typing import Literal

from hub.domain.ids import BANK, Account, Seat
from hub.domain.shares import SeatTakenOver, ShareOfferClosed, SharesMoved, SharesVoided, held_by
from hub.domain.turns import SeatBankrupted
from hub.rules.game import Game
from hub.rules.parts import part


@part(sheet=None)
def wind_up_bankrupt(game: Game, fact: SeatBankrupted) -> None:
    """Reaction to a bankruptcy: the seat's shares in others go to the creditor, or to the bank."""
    _wind_up(game, fact.seat, fact.creditor if fact.creditor >= 0 else BANK, "estate")


@part(sheet=None)
def wind_up_taken_over(game: Game, fact: SeatTakenOver) -> None:
    """Reaction to a takeover: the seat's shares in others go where its deeds go."""
    _wind_up(game, fact.seat, fact.heir, "takeover")


def _wind_up(game: Game, seat: Seat, heir: Account, by: Literal["estate", "takeover"]) -> None:
    game.emit(SharesVoided(seat))
    for issuer, count in held_by(game.state, seat):
        game.emit(SharesMoved(issuer, seat, heir, count, by))
    for offer in list(game.state.shares.offers.values()):
        if seat in (offer.seat, offer.to, offer.issuer):
            game.emit(ShareOfferClosed(offer.id, offer.seat, offer.to, "void"))
