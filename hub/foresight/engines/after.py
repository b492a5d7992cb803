"""Rollouts from a position after one answer to its question, even if chance is involved in that answer."""

from __future__ import annotations

from hub.domain.commands import SeatCommand, Throw
from hub.domain.state import State
from hub.foresight.engines import engine_for
from hub.foresight.engines.interfaces import Engine
from hub.foresight.engines.one_road import OneRoad
from hub.foresight.position import Position
from hub.rules.game import Game
from hub.rules.reasons import Rejected


def engine_after(position: Position, command: SeatCommand) -> Engine:
    """The engine for the position after an answer. Rollouts of the same number have the same chance as far as possible.

    If the answer itself involves chance (a throw, a card, a ticket), that is drawn separately in each rollout.
    """
    position_after = _led_to(position, command)
    if position_after is not None:
        return engine_for(position_after)
    if isinstance(command, Throw):
        from hub.foresight.engines.derived.engine import Derived  # as in `engine_for`
        from hub.foresight.engines.derived.tables import NotCovered

        try:
            return Derived(position, command)
        except NotCovered:
            pass
    return OneRoad(position, command)


def _led_to(position: Position, command: SeatCommand) -> Position | None:
    """The position that an answer leads to; None if chance is involved in that."""
    if type(command) in position.rules.chances:
        return None
    game = Game(position.rules, position.copied())
    before = _piles(game.state)
    decided = game.decide(command)
    assert not isinstance(decided, Rejected), "it was offered as an answer"
    return Position(position.rules, game.state) if _piles(game.state) == before else None


def _piles(state: State) -> tuple[dict[str, list[int]], list[int]]:
    return {deck: [*pile] for deck, pile in state.decks.piles.items()}, [*state.tickets.pile]
