"""Taking the top card and following it at once (classic-10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hub.domain.commands import Draw
from hub.domain.decks import CardDrawn
from hub.domain.ids import Seat
from hub.domain.tasks import DrawPending, Task
from hub.rules.actions import Action, Choice
from hub.rules.asking import open_of
from hub.rules.game import Game
from hub.rules.reasons import Reason, Rejected
from hub.rules.track import Track


@dataclass(frozen=True)
class FromPiles:
    """One pile per deck: the top card is followed and goes back under its pile, a kept card stays out of it."""

    def actions(self) -> tuple[Action[Any], ...]:
        return (Action(Draw, self.refuse, self.draw, answers=self.answers),)

    def piles(self, track: Track) -> Mapping[str, Iterable[int]]:
        return track.decks

    def release_card(self, game: Game, deck: str) -> int | None:
        effects, pile = game.rules.track.decks.get(deck, {}), game.state.decks.piles.get(deck, [])
        return next((card for card in pile if effects[card].kept), None)

    def refuse(self, game: Game, command: Draw) -> Rejected | None:
        """The pile says which card it is; a command that names one is none of this edition."""
        task = open_of(game, DrawPending, command.seat)
        if type(task) is Rejected:
            return task
        return Rejected(Reason.NOT_IN_EDITION) if command.card else None

    def draw(self, game: Game, command: Draw) -> None:
        task = game.settle()
        assert isinstance(task, DrawPending)
        card = game.state.decks.piles[task.deck][0]
        effect = game.rules.track.decks[task.deck][card]
        game.emit(CardDrawn(task.seat, task.deck, card, effect.kept))
        effect.handle(game, task.seat)

    def answers(self, game: Game, task: Task, seat: Seat) -> Iterable[Choice]:
        if isinstance(task, DrawPending):
            yield Choice(Draw(seat), role="ok")
