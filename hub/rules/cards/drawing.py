"""Taking a card and following it at once (classic-10).

Where there is no pile each draw is any card, all equally likely, and it stays in the deck (mpmp-16) [P19]; a release
card that is kept is a copy with a number of its own, so several people can hold one at a time. Or all are used up first
(euro-14) [E1]: a drawn card goes under its pile, so the used ones are the last in it.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from hub.domain.commands import Draw
from hub.domain.decks import CardDrawn, ReleaseCardMoved
from hub.domain.ids import NOBODY
from hub.domain.tasks import DrawPending
from hub.rules.asking import answer_to, open_of
from hub.rules.game import Chance, Game, Handlers, Part, Reason, Rejected, part
from hub.rules.track import Track


@part(sheet="from_piles")
class FromPiles(Part):
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


@part(sheet="from_pool")
class FromPool(Part):
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


@part(sheet="until_used_up")
class UntilUsedUp(FromPool):
    """Chance picks among the cards that are left; no card is kept."""

    def piles(self, track: Track) -> Mapping[str, Iterable[int]]:
        return track.decks

    def release_card(self, game: Game, deck: str) -> int | None:
        return None

    def left(self, game: Game, deck: str) -> Sequence[int]:
        decks = game.state.decks
        pile = decks.piles[deck]
        return pile[: len(pile) - decks.drawn[deck] % len(pile)]
