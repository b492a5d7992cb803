"""Jail in which paying bail ends the turn, and the seat goes on in its next one (mega-08, -09)."""

from collections.abc import Iterable
from dataclasses import replace

from hub.domain.commands import PayBail, Throw
from hub.domain.custody import BailDeferred, in_jail
from hub.domain.decks import release_cards
from hub.domain.ids import Seat
from hub.rules.asking import is_free_moment
from hub.rules.game import Game
from hub.rules.handlers import Choice, Handlers
from hub.rules.jail.bail_or_double import BailOrDouble
from hub.rules.parts import part
from hub.rules.reasons import Rejected


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
