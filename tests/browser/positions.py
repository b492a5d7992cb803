"""Positions of a game that many tests look at, reached by legal moves only; the pieces stand where they belong."""

from __future__ import annotations

from collections.abc import Callable

from helpers.house import House, until

from hub.domain.commands import Bundle, Decline, Mortgage, OfferTrade, PlaceBid
from hub.table.requests import Hands

NAMES = ("Anna", "Björn", "Chloé", "Dilan")
ROUNDS = (
    ((1, 2), (2, 4), (3, 5), (5, 6)),
    ((6, 5), (4, 2), (3, 2), (3, 1)),
    ((4, 1), (2, 4), (4, 2), (5, 4)),
)
DEED_OFFERED = 3

Position = Callable[[House], None]


def lobby(house: House) -> None:
    """Four players with pieces, before the game."""
    house.open(*NAMES)


def lively(house: House) -> None:
    """Four players, three rounds played, deeds in all hands, one mortgaged, an offer on the table; Anna throws next."""
    _play(house)
    _walk(house)


def purchase(house: House) -> None:
    """The same, and Anna stands on a street for sale."""
    _play(house)
    house.throw(0, 4, 3)
    _walk(house)


def auction(house: House) -> None:
    """The same, and Anna left it to an auction, in which Chloé leads."""
    purchase(house)
    house.play(Decline(0), PlaceBid(2, 190))


def _play(house: House) -> None:
    lobby(house)
    house.begin()
    for throws in ROUNDS:
        for seat, faces in enumerate(throws):
            house.throw_and_buy(seat, *faces)
    house.play(Mortgage(0, DEED_OFFERED), OfferTrade(2, 0, Bundle(money=120), Bundle(deeds=(DEED_OFFERED,))))


def _walk(house: House) -> None:
    house.do(Hands(by_hand=False))
    until(lambda: not house.view().board.drift, "the pieces walked to their places")
