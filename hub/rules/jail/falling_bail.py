"""Jail in which players pay or wait; waiting lowers the bail until it is free (euro-20 to -23) [E37, E39]."""

from hub.domain.commands import PayBail, Throw
from hub.domain.custody import JailTurnWaited, SeatReleased
from hub.domain.dealing import StayInJail
from hub.domain.ids import BANK, Seat
from hub.domain.tasks import ThrowPending
from hub.rules.asking import short_of
from hub.rules.game import Game
from hub.rules.handlers import Choice, Handler, Handlers
from hub.rules.jail.waiting import not_waiting_in_jail, while_waiting
from hub.rules.parts import part
from hub.rules.payments import pay
from hub.rules.reasons import Rejected


@part(sheet="falling_bail")
class FallingBail:
    """`bails` are due after 0, 1, … turns of waiting, never on credit; after the last, the seat is released [E29]."""

    bails: tuple[int, ...]

    def handlers(self) -> Handlers:
        return (
            Handler(PayBail, self.refuse_bail, self.pay_bail, while_waiting(self.offer_bail)),
            Handler(StayInJail, self.refuse_stay, self.stay, while_waiting(self.offer_stay)),
        )

    def dice(self, game: Game, task: ThrowPending) -> int:
        return 0

    def thrown(self, game: Game, task: ThrowPending, command: Throw) -> None:
        raise AssertionError("nobody throws in jail")

    def refuse_bail(self, game: Game, command: PayBail) -> Rejected | None:
        return not_waiting_in_jail(game, command.seat) or short_of(game, command.seat, self._bail(game, command.seat))

    def pay_bail(self, game: Game, command: PayBail) -> None:
        seat = command.seat
        pay(game, seat, BANK, self._bail(game, seat), "bail", {"missed": game.state.custody.missed[seat]})
        game.emit(SeatReleased(seat, "bail"))

    def refuse_stay(self, game: Game, command: StayInJail) -> Rejected | None:
        return not_waiting_in_jail(game, command.seat)

    def stay(self, game: Game, command: StayInJail) -> None:
        game.close_task()
        game.emit(JailTurnWaited(command.seat, game.state.custody.missed[command.seat] + 1))

    def offer_bail(self, game: Game, seat: Seat) -> Choice:
        return Choice(PayBail(seat), role="ok", cost=self._bail(game, seat))

    def offer_stay(self, game: Game, seat: Seat) -> Choice:
        return Choice(StayInJail(seat), role="cancel")

    def _bail(self, game: Game, seat: Seat) -> int:
        return self.bails[min(game.state.custody.missed[seat], len(self.bails) - 1)]
