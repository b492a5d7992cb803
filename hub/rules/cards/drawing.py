"""Taking the top card and following it at once (classic-10)."""

from collections.abc import Iterable, Mapping

from hub.domain.commands import Draw
from hub.domain.decks import CardDrawn
from hub.domain.tasks import DrawPending
from hub.rules.answering import answer_to
from hub.rules.game import Game
from hub.rules.handlers import Handlers
from hub.rules.parts import part
from hub.rules.reasons import Reason, Rejected
from hub.rules.track import Track


@part(sheet="from_piles")
class FromPiles:
    """One pile per deck: the top card is followed and goes back under its pile, a kept card stays out of it."""

    def handlers(self) -> Handlers:
        return (answer_to(DrawPending, Draw, self.draw, self.refuse, role="ok"),)

    def piles(self, track: Track) -> Mapping[str, Iterable[int]]:
        return track.decks

    def release_card(self, game: Game, deck: str) -> int | None:
        effects, pile = game.rules.track.decks.get(deck, {}), game.state.decks.piles.get(deck, [])
        return next((card for card in pile if effects[card].kept), None)

    def refuse(self, game: Game, command: Draw, task: DrawPending) -> Rejected | None:
        """Refuse a command that names a card: the pile decides which it is."""
        return Rejected(Reason.NOT_IN_EDITION) if command.card else None

    def draw(self, game: Game, command: Draw, task: DrawPending) -> None:
        card = game.state.decks.piles[task.deck][0]
        effect = game.rules.track.decks[task.deck][card]
        game.emit(CardDrawn(task.seat, task.deck, card, effect.kept))
        effect.handle(game, task.seat)
