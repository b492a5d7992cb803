"""Closing a sealed auction, for all mechanisms: the highest bids, lot draws among equals, lots without a winner."""

import hashlib

from hub.domain.bidding import BidsRevealed, SealedAuctionClosed
from hub.domain.ids import BANK, NOBODY, Seat
from hub.domain.tasks import SealedAuctionRunning
from hub.rules.game import Game
from hub.rules.payments import pay


def highest(revealed: BidsRevealed) -> tuple[int, tuple[Seat, ...]]:
    most = max(revealed.amounts)
    return most, tuple([seat for seat, amount in zip(revealed.seats, revealed.amounts, strict=True) if amount == most])


def drawn_by_lot(seats: tuple[Seat, ...], revealed: BidsRevealed) -> Seat:
    """One of these seats, drawn by the nonces of all bids, which everybody can verify."""
    digest = hashlib.sha256(":".join(revealed.nonces).encode()).hexdigest()
    return seats[int(digest, 16) % len(seats)]


def leave_unsold(game: Game, task: SealedAuctionRunning) -> None:
    """The lot stays where it is; a seller whose minimum nobody met in the first round pays a fine (haustein-12)."""
    game.emit(SealedAuctionClosed(task.auction, task.lot, task.seller, NOBODY, 0))
    if task.round == 1:
        pay(game, task.seller, BANK, task.fine, "failed_auction", {"minimum": task.minimum})
