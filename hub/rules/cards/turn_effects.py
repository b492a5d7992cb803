"""Cards that change a turn, and one that counts buildings (euro-14) [E19, E20, E21]."""

from hub.domain.deeds import owned_by
from hub.domain.ids import BANK, Seat
from hub.domain.tasks import AdvancePending
from hub.domain.turns import SkipImposed, ThrowGranted
from hub.rules.cards.effects import Effect
from hub.rules.game import Game
from hub.rules.payments import pay


class SkipTurns(Effect):
    """The seat misses its next `turns` turns."""

    turns: int

    def handle(self, game: Game, seat: Seat) -> None:
        game.emit(SkipImposed(seat, self.turns))


class ThrowOnceMore(Effect):
    """The seat throws again, whatever it threw before."""

    def handle(self, game: Game, seat: Seat) -> None:
        game.emit(ThrowGranted(seat))


class OppositeSide(Effect):
    """Straight across the board, without passing any space."""

    def handle(self, game: Game, seat: Seat) -> None:
        count = len(game.rules.track.spaces)
        game.ask(AdvancePending(seat, (game.state.pieces.spaces[seat] + count // 2) % count, "card"))


class PayPerStage(Effect):
    """The seat pays the bank `amount` for every stage that it has built."""

    amount: int

    def handle(self, game: Game, seat: Seat) -> None:
        stages = sum(game.state.deeds.stage[space] for space in owned_by(game.state, seat))
        pay(game, seat, BANK, stages * self.amount, "card_per_stage", {"stages": stages, "each": self.amount})
