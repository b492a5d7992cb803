"""Cards that are drawn by chance until all are used up, and then begin anew (euro-14) [E1].

A drawn card goes under its pile, so the used ones are the last of it: as many as were drawn since all were used up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec

from hub.domain.commands import Draw
from hub.domain.decks import CardDrawn
from hub.domain.tasks import DrawPending
from hub.rules.asking import open_of
from hub.rules.cards.pool import FromPool
from hub.rules.game import Game
from hub.rules.ports import Chance
from hub.rules.reasons import Reason, Rejected
from hub.rules.track import Track


@dataclass(frozen=True)
class UntilUsedUp(FromPool):
    """Chance picks among the cards that are left; there are no cards to keep."""

    def piles(self, track: Track) -> Mapping[str, Iterable[int]]:
        return track.decks

    def release_card(self, game: Game, deck: str) -> int | None:
        return None

    def with_card(self, game: Game, command: Draw, chance: Chance) -> Draw:
        task = open_of(game, DrawPending, command.seat)
        if type(task) is Rejected:
            return command
        left = unused(game, task.deck)
        return msgspec.structs.replace(command, card=left[chance.pick(len(left))])

    def refuse(self, game: Game, command: Draw) -> Rejected | None:
        task = open_of(game, DrawPending, command.seat)
        if type(task) is Rejected:
            return task
        known = not command.card or command.card in unused(game, task.deck)
        return None if known else Rejected(Reason.NO_SUCH_CARD)

    def draw(self, game: Game, command: Draw) -> None:
        assert command.card, "the table fills in the card"
        task = game.settle()
        assert isinstance(task, DrawPending)
        game.emit(CardDrawn(task.seat, task.deck, command.card))
        game.rules.track.decks[task.deck][command.card].handle(game, task.seat)


def unused(game: Game, deck: str) -> list[int]:
    """The cards that can still come before all are used up."""
    decks = game.state.decks
    pile = decks.piles[deck]
    return pile[: len(pile) - decks.drawn[deck] % len(pile)]
