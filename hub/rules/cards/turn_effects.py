"""Cards that change a turn, and one that looks at buildings (euro-14) [E19, E20, E21]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hub.domain.deeds import owned_by
from hub.domain.ids import BANK, Seat
from hub.domain.tasks import AdvancePending
from hub.domain.turns import SkipImposed, ThrowGranted
from hub.rules.payments import pay

if TYPE_CHECKING:
    from hub.rules.game import Game


@dataclass(frozen=True)
class SkipTurns:
    """The next `turns` turns are missed."""

    turns: int
    kept: bool = False

    def handle(self, game: Game, seat: Seat) -> None:
        game.emit(SkipImposed(seat, self.turns))


@dataclass(frozen=True)
class ThrowOnceMore:
    """One throw, whatever was thrown before."""

    kept: bool = False

    def handle(self, game: Game, seat: Seat) -> None:
        game.emit(ThrowGranted(seat))


@dataclass(frozen=True)
class OppositeSide:
    """Straight across the board, without passing any space."""

    kept: bool = False

    def handle(self, game: Game, seat: Seat) -> None:
        count = len(game.rules.track.spaces)
        game.ask(AdvancePending(seat, (game.state.pieces.spaces[seat] + count // 2) % count, "card"))


@dataclass(frozen=True)
class PayPerStage:
    """The bank is paid `amount` for every stage that the seat has built."""

    amount: int
    kept: bool = False

    def handle(self, game: Game, seat: Seat) -> None:
        stages = sum(game.state.deeds.stage[space] for space in owned_by(game.state, seat))
        pay(game, seat, BANK, stages * self.amount, "card_per_stage", {"stages": stages, "each": self.amount})
