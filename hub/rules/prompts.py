"""What people may do now. Every option is judged by the same `refuse` that judges the command when it is sent."""

from __future__ import annotations

from collections.abc import Iterator

from hub.domain.agenda import open_task
from hub.domain.ids import Seat
from hub.domain.tasks import asked
from hub.rules.actions import Choice
from hub.rules.game import Game
from hub.rules.reasons import Rejected


def choices(game: Game, seat: Seat) -> Iterator[tuple[Choice, Rejected | None]]:
    """The answers a seat has to the open task, each with why it is refused just now, if it is."""
    task = open_task(game.state)
    if task is None or seat not in asked(task):
        return
    for action in game.rules.answering:
        for choice in action.answers(game, task, seat):
            yield choice, action.refuse(game, choice.command)


def free_choices(game: Game, seat: Seat) -> Iterator[tuple[Choice, Rejected | None]]:
    """What a seat may do beside the prompt."""
    for action in game.rules.offering:
        for choice in action.free(game, seat):
            yield choice, action.refuse(game, choice.command)
