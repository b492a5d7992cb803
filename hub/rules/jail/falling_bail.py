"""Jail in which one pays or waits, and waiting makes it cheaper until it is free (euro-20 to -23) [E37, E39]."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hub.domain.commands import PayBail, Throw
from hub.domain.custody import JailTurnWaited, SeatReleased, in_jail
from hub.domain.dealing import StayInJail
from hub.domain.ids import BANK, Seat
from hub.domain.tasks import Task, ThrowPending
from hub.rules.actions import Action, Choice
from hub.rules.asking import short_of
from hub.rules.game import Game
from hub.rules.jail.waiting import not_waiting_in_jail
from hub.rules.payments import pay
from hub.rules.reasons import Rejected


@dataclass(frozen=True)
class FallingBail:
    """`bails` are what it costs after 0, 1, … turns of waiting; after as many as there are the time is up.

    Bail is never on credit [E29].
    """

    bails: tuple[int, ...]

    def actions(self) -> tuple[Action[Any], ...]:
        return (
            Action(PayBail, self.refuse_bail, self.pay_bail, answers=self.answers_bail),
            Action(StayInJail, self.refuse_stay, self.stay, answers=self.answers_stay),
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
        game.settle()
        game.emit(JailTurnWaited(command.seat, game.state.custody.missed[command.seat] + 1))

    def answers_bail(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, ThrowPending) and in_jail(game.state, seat):
            yield Choice(PayBail(seat), role="ok", cost=self._bail(game, seat))

    def answers_stay(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, ThrowPending) and in_jail(game.state, seat):
            yield Choice(StayInJail(seat), role="cancel")

    def _bail(self, game: Game, seat: Seat) -> int:
        return self.bails[min(game.state.custody.missed[seat], len(self.bails) - 1)]
