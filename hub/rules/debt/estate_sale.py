"""How the bank sells an estate: deed by deed without mortgages, or all deeds together with their mortgages."""

from collections.abc import Sequence
from typing import Protocol

from hub.domain.ids import Space
from hub.domain.tasks import EstateLot
from hub.domain.turns import seats_from
from hub.rules.game import Game
from hub.rules.parts import part

MINIMUM = 1


class EstateSale(Protocol):
    """Sells the deeds of a seat that went bankrupt to the bank."""

    def sell(self, game: Game, deeds: Sequence[Space], mortgaged: Sequence[Space]) -> None:
        """Put `deeds` up for sale; `mortgaged` are those of them on which a mortgage has just lapsed."""


@part(sheet="one_by_one")
class OneByOne:
    """Each deed is auctioned separately, without its mortgage (classic-30) [K17]."""

    def sell(self, game: Game, deeds: Sequence[Space], mortgaged: Sequence[Space]) -> None:
        game.rules.auction.open(game, deeds)


ONE_BY_ONE = OneByOne()
"""Auction one deed after another."""


@part(sheet="in_one_lot")
class InOneLot:
    """The whole estate is auctioned as one lot, with its mortgages (mpmp-18) [P17]."""

    def sell(self, game: Game, deeds: Sequence[Space], mortgaged: Sequence[Space]) -> None:
        if deeds:
            sell_together(game, EstateLot(tuple(deeds), tuple(mortgaged)))


def sell_together(game: Game, lot: EstateLot) -> None:
    """Everybody still in the game may bid, starting with the seat on turn."""
    game.rules.auction.open_lot(game, lot, tuple(seats_from(game.state, game.state.turns.seat)), MINIMUM)
