"""Jail as in the classic text: bail, a release card or a double.

After the last miss bail is due and one moves (classic-14, -15).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hub.domain.commands import PayBail, Throw, UseReleaseCard
from hub.domain.custody import JailThrowMissed, SeatReleased, in_jail
from hub.domain.decks import ReleaseCardMoved, release_cards
from hub.domain.ids import BANK, NOBODY, Seat
from hub.domain.tasks import Task, ThrowPending
from hub.domain.turns import DiceThrown
from hub.rules.actions import Action, Choice
from hub.rules.asking import short_of
from hub.rules.game import Game
from hub.rules.jail.waiting import not_waiting_in_jail
from hub.rules.moving import go_by_faces
from hub.rules.payments import pay
from hub.rules.reasons import Reason, Rejected
from hub.rules.throws.two_dice import is_double


@dataclass(frozen=True)
class BailOrDouble:
    """`bail` before throwing frees; `throws` misses force `last_bail`, and the last throw moves [K2, K3, H4]."""

    bail: int
    last_bail: int
    throws: int = 3

    def actions(self) -> tuple[Action[Any], ...]:
        return (
            Action(PayBail, self.refuse_bail, self.pay_bail, answers=self.answers_bail),
            Action(
                UseReleaseCard,
                self.refuse_card,
                self.use_card,
                answers=self.answers_card,
            ),
        )

    def dice(self, game: Game, task: ThrowPending) -> int:
        return 2

    def thrown(self, game: Game, task: ThrowPending, command: Throw) -> None:
        seat = command.seat
        game.emit(DiceThrown(seat, command.faces, command.source, streak=0))
        if is_double(command.faces):
            game.emit(SeatReleased(seat, "double"))
            go_by_faces(game, seat, command.faces)
            return
        missed = game.state.custody.missed[seat] + 1
        game.emit(JailThrowMissed(seat, missed))
        if missed == self.throws:
            game.emit(SeatReleased(seat, "time"))
            self.after_last_miss(game, command)

    def after_last_miss(self, game: Game, command: Throw) -> None:
        """The throw that missed moves all the same, and bail is due at once."""
        go_by_faces(game, command.seat, command.faces)
        pay(game, command.seat, BANK, self.last_bail, "bail", {"missed": self.throws})

    def not_leaving(self, game: Game, seat: Seat) -> Rejected | None:
        """Refuse who cannot leave now by bail or card."""
        return not_waiting_in_jail(game, seat)

    def refuse_bail(self, game: Game, command: PayBail) -> Rejected | None:
        return self.not_leaving(game, command.seat) or short_of(game, command.seat, self.bail)

    def pay_bail(self, game: Game, command: PayBail) -> None:
        pay(
            game,
            command.seat,
            BANK,
            self.bail,
            "bail",
            {"missed": game.state.custody.missed[command.seat]},
        )
        game.emit(SeatReleased(command.seat, "bail"))

    def refuse_card(self, game: Game, command: UseReleaseCard) -> Rejected | None:
        rejected = self.not_leaving(game, command.seat)
        if rejected is None and not release_cards(game.state, command.seat):
            return Rejected(Reason.NO_RELEASE_CARD)
        return rejected

    def use_card(self, game: Game, command: UseReleaseCard) -> None:
        deck, card = release_cards(game.state, command.seat)[0]
        game.emit(ReleaseCardMoved(deck, card, command.seat, NOBODY))
        game.emit(SeatReleased(command.seat, "card"))

    def answers_bail(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, ThrowPending) and in_jail(game.state, seat):
            yield Choice(PayBail(seat), cost=self.bail)

    def answers_card(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, ThrowPending) and in_jail(game.state, seat):
            yield Choice(UseReleaseCard(seat))
