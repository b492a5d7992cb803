"""Jail with bail, release card or double; after the last miss bail is due and the piece moves (classic-14, -15)."""

from hub.domain.commands import PayBail, Throw, UseReleaseCard
from hub.domain.custody import JailThrowMissed, SeatReleased
from hub.domain.decks import ReleaseCardMoved, release_cards
from hub.domain.ids import BANK, NOBODY, Seat
from hub.domain.tasks import ThrowPending
from hub.domain.turns import DiceThrown
from hub.rules.asking import short_of
from hub.rules.game import Game
from hub.rules.handlers import Choice, Handler, Handlers
from hub.rules.jail.waiting import not_waiting_in_jail, while_waiting
from hub.rules.moving import go_by_faces
from hub.rules.parts import part
from hub.rules.payments import pay
from hub.rules.reasons import Reason, Rejected
from hub.rules.throws.two_dice import is_double


@part(sheet="bail_or_double")
class BailOrDouble:
    """`bail` before throwing frees; `throws` misses force `last_bail`, and the last throw moves [K2, K3, H4]."""

    bail: int
    last_bail: int
    throws: int = 3

    def handlers(self) -> Handlers:
        return (
            Handler(PayBail, self.refuse_bail, self.pay_bail, while_waiting(self.offer_bail)),
            Handler(UseReleaseCard, self.refuse_card, self.use_card, while_waiting(self.offer_card)),
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
        """Bail is due at once, and the throw moves the piece although it was no double."""
        go_by_faces(game, command.seat, command.faces)
        pay(game, command.seat, BANK, self.last_bail, "bail", {"missed": self.throws})

    def not_leaving(self, game: Game, seat: Seat) -> Rejected | None:
        """Refuse a seat that cannot leave by bail or card now."""
        return not_waiting_in_jail(game, seat)

    def refuse_bail(self, game: Game, command: PayBail) -> Rejected | None:
        return self.not_leaving(game, command.seat) or short_of(game, command.seat, self.bail)

    def pay_bail(self, game: Game, command: PayBail) -> None:
        pay(game, command.seat, BANK, self.bail, "bail", {"missed": game.state.custody.missed[command.seat]})
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

    def offer_bail(self, game: Game, seat: Seat) -> Choice:
        return Choice(PayBail(seat), cost=self.bail)

    def offer_card(self, game: Game, seat: Seat) -> Choice:
        return Choice(UseReleaseCard(seat))
