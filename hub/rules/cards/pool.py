"""Cards without a pile: each draw is any card, all equally likely, and it stays in the deck (mpmp-16) [P19].

A release card that is kept is a copy with a number of its own, so several people can hold one at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from hub.domain.commands import Draw
from hub.domain.decks import CardDrawn, ReleaseCardMoved
from hub.domain.ids import NOBODY, Seat
from hub.domain.tasks import DrawPending, Task
from hub.rules.actions import Action, Choice
from hub.rules.asking import open_of
from hub.rules.game import Game
from hub.rules.ports import Chance
from hub.rules.reasons import Reason, Rejected
from hub.rules.track import Track


@dataclass(frozen=True)
class FromPool:
    """Chance picks the card when somebody draws: the command that is decided and stored names it."""

    def actions(self) -> tuple[Action[Any], ...]:
        return (Action(Draw, self.refuse, self.draw, answers=self.answers, chance=self.with_card),)

    def piles(self, track: Track) -> Mapping[str, Iterable[int]]:
        return {}

    def release_card(self, game: Game, deck: str) -> int | None:
        kept = any(effect.kept for effect in game.rules.track.decks.get(deck, {}).values())
        return max(game.state.decks.held.get(deck, ()), default=0) + 1 if kept else None

    def with_card(self, game: Game, command: Draw, chance: Chance) -> Draw:
        """The draw with a card by chance, whatever card came with it: nobody chooses his own luck."""
        task = open_of(game, DrawPending, command.seat)
        if type(task) is Rejected:
            return command
        cards = tuple(game.rules.track.decks[task.deck])
        return msgspec.structs.replace(command, card=cards[chance.pick(len(cards))])

    def refuse(self, game: Game, command: Draw) -> Rejected | None:
        task = open_of(game, DrawPending, command.seat)
        if type(task) is Rejected:
            return task
        known = not command.card or command.card in game.rules.track.decks[task.deck]
        return None if known else Rejected(Reason.NO_SUCH_CARD)

    def draw(self, game: Game, command: Draw) -> None:
        assert command.card, "the table fills in the card"
        task = game.settle()
        assert isinstance(task, DrawPending)
        effect = game.rules.track.decks[task.deck][command.card]
        game.emit(CardDrawn(task.seat, task.deck, command.card))
        if effect.kept:
            copy = self.release_card(game, task.deck)
            assert copy is not None, "a release card was just drawn from this deck"
            game.emit(ReleaseCardMoved(task.deck, copy, NOBODY, task.seat))
        effect.handle(game, task.seat)

    def answers(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, DrawPending):
            yield Choice(Draw(seat), role="ok")
