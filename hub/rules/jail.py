"""Jail: when a seat may choose a way out of it, and which ways there are.

Rows classic-14, -15, mega-08, -09, mpmp-13, euro-20 to -23 [E37, E39].
"""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from hub.domain.commands import PayBail, StayInJail, Throw, UseReleaseCard
from hub.domain.decks import ReleaseCardMoved, release_cards
from hub.domain.ids import BANK, NOBODY, Seat
from hub.domain.pieces import BailDeferred, JailThrowMissed, JailTurnWaited, SeatReleased, in_jail
from hub.domain.tasks import Task, ThrowPending
from hub.domain.turns import DiceThrown
from hub.rules.asking import is_free_moment, open_of, short_of
from hub.rules.game import Choice, Game, Handler, Handlers, Part, Reason, Rejected, part
from hub.rules.moving import go_by_faces
from hub.rules.payments import pay
from hub.rules.slots import Slot
from hub.rules.throws import is_double, throw_on


def not_waiting_in_jail(game: Game, seat: Seat) -> Rejected | None:
    """Refuse a seat that is not in jail, or not about to throw."""
    if isinstance(task := open_of(game, ThrowPending, seat), Rejected):
        return task
    return None if in_jail(game.state, seat) else Rejected(Reason.NOT_IN_JAIL)


def while_waiting(choice: Callable[[Game, Seat], Choice]) -> Callable[[Game, Task, Seat], Iterable[Choice]]:
    """The answers of a way out: one choice, for a seat that is in jail and about to throw."""

    def answers(game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        waiting = isinstance(task, ThrowPending) and in_jail(game.state, seat)
        return (choice(game, seat),) if waiting else ()

    return answers


@part(sheet="bail_or_double")
class BailOrDouble(Part):
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


@part(sheet="bail_ends_turn")
class BailEndsTurn(BailOrDouble):
    """A seat that pays instead of throwing goes on in its next turn, also if it pays right after being jailed (D23).

    After the last miss its piece does not move either, and bail is due when its next turn begins (D24).
    """

    def handlers(self) -> Handlers:
        bail, card = super().handlers()
        return replace(bail, free=self.free_bail), replace(card, free=self.free_card)

    def after_last_miss(self, game: Game, command: Throw) -> None:
        """The piece stays until the next turn; rents received until then may help to pay the bail."""
        game.emit(BailDeferred(command.seat, self.last_bail, self.throws))

    def not_leaving(self, game: Game, seat: Seat) -> Rejected | None:
        return None if just_jailed(game, seat) else super().not_leaving(game, seat)

    def pay_bail(self, game: Game, command: PayBail) -> None:
        instead_of_throw = not just_jailed(game, command.seat)
        super().pay_bail(game, command)
        if instead_of_throw:
            game.close_task()

    def free_bail(self, game: Game, seat: Seat) -> Iterable[Choice]:
        if just_jailed(game, seat):
            yield self.offer_bail(game, seat)

    def free_card(self, game: Game, seat: Seat) -> Iterable[Choice]:
        if just_jailed(game, seat) and release_cards(game.state, seat):
            yield self.offer_card(game, seat)


def just_jailed(game: Game, seat: Seat) -> bool:
    """Whether a seat was jailed in its turn, which is over, and no other player has thrown since (D23)."""
    state = game.state
    if seat not in state.custody.fresh or state.turns.seat == seat:
        return False
    return in_jail(state, seat) and is_free_moment(game)


@part(sheet="stay_or_double")
class StayOrDouble(Part):
    """`ways_out` are bail and release card. The double that frees is the first of the move it begins [P16, P16a]."""

    ways_out: Slot

    def handlers(self) -> Handlers:
        return self.ways_out.handlers()

    def dice(self, game: Game, task: ThrowPending) -> int:
        return 2

    def thrown(self, game: Game, task: ThrowPending, command: Throw) -> None:
        seat, double = command.seat, is_double(command.faces)
        game.emit(DiceThrown(seat, command.faces, command.source, streak=int(double)))
        if double:
            game.emit(SeatReleased(seat, "double"))
            throw_on(game, seat)
        else:
            game.emit(JailThrowMissed(seat, game.state.custody.missed[seat] + 1))


@part(sheet="falling_bail")
class FallingBail(Part):
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
