"""Cards without a pile: each draw is any card, all equally likely, and it stays in the deck (mpmp-16) [P19].

A release card that is kept is a copy with a number of its own, so several people can hold one at a time.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from hub.domain.commands import Draw
from hub.domain.decks import CardDrawn, ReleaseCardMoved
from hub.domain.ids import NOBODY
from hub.domain.tasks import DrawPending
from hub.rules.answering import answer_to
from hub.rules.asking import open_of
from hub.rules.game import Game
from hub.rules.handlers import Chance, Handlers
from hub.rules.parts import part
from hub.rules.reasons import Reason, Rejected
from hub.rules.track import Track


@part(sheet="from_pool")
class FromPool:
    """Chance picks the card when somebody draws, and the command that is decided and stored names it."""

    def handlers(self) -> Handlers:
        return (answer_to(DrawPending, Draw, self.draw, self.refuse, role="ok", chance=self.with_card),)

    def piles(self, track: Track) -> Mapping[str, Iterable[int]]:
        return {}

    def release_card(self, game: Game, deck: str) -> int | None:
        kept = any(effect.kept for effect in game.rules.track.decks.get(deck, {}).values())
        return max(game.state.decks.held.get(deck, ()), default=0) + 1 if kept else None

    def left(self, game: Game, deck: str) -> Sequence[int]:
        """The cards that can be drawn now."""
        return tuple(game.rules.track.decks[deck])

    def with_card(self, game: Game, command: Draw, chance: Chance) -> Draw:
        """The draw with a random card, whatever card was sent with it: clients must not choose."""
        task = open_of(game, DrawPending, command.seat)
        if isinstance(task, Rejected):
            return command
        left = self.left(game, task.deck)
        return msgspec.structs.replace(command, card=left[chance.pick(len(left))])

    def refuse(self, game: Game, command: Draw, task: DrawPending) -> Rejected | None:
        known = not command.card or command.card in self.left(game, task.deck)
        return None if known else Rejected(Reason.NO_SUCH_CARD)

    def draw(self, game: Game, command: Draw, task: DrawPending) -> None:
        assert command.card, "the table fills in the card"
        effect = game.rules.track.decks[task.deck][command.card]
        game.emit(CardDrawn(task.seat, task.deck, command.card))
        if effect.kept:
            copy = self.release_card(game, task.deck)
            assert copy is not None, "a release card was just drawn from this deck"
            game.emit(ReleaseCardMoved(task.deck, copy, NOBODY, task.seat))
        effect.handle(game, task.seat)
