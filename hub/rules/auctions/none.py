"""No auctions: what nobody buys stays with the bank (euro-06) [E15]."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hub.domain.ids import Seat, Space
from hub.domain.tasks import Lot
from hub.rules.actions import Action
from hub.rules.game import Game


@dataclass(frozen=True)
class NoAuctions:
    """Nothing is ever put up for sale."""

    def actions(self) -> tuple[Action[Any], ...]:
        return ()

    def open(self, game: Game, deeds: Sequence[Space]) -> None:
        raise AssertionError("nothing is auctioned")

    def open_lot(self, game: Game, lot: Lot, bidders: tuple[Seat, ...], minimum: int) -> None:
        raise AssertionError("nothing is auctioned")
