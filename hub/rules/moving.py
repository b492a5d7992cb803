"""Sending pieces on their way, used by throws, cards and jail."""

from typing import Literal

from hub.domain.ids import Seat, Space
from hub.domain.pieces import MovedBy, SeatJailed
from hub.domain.tasks import AdvancePending
from hub.rules.game import Game


def go_forward(
    game: Game, seat: Seat, target: Space, by: MovedBy, rent_factor: int = 1, rent_throw_factor: int = 0
) -> None:
    """Ask for the piece to be put on `target`, with the salary that is due on the way."""
    rules = game.rules
    salary = rules.salary.due(rules.track, game.state.pieces.spaces[seat], target)
    game.ask(AdvancePending(seat, target, by, salary, rent_factor, rent_throw_factor))


def pips_of_move(game: Game) -> int:
    """The pips of the move that the last throw belongs to; 0 before the first throw of a turn."""
    turns = game.state.turns
    return sum(turns.passed) + game.rules.throw.pips(turns.faces)


def go_backward(game: Game, seat: Seat, target: Space, by: MovedBy) -> None:
    """Ask for the piece to be put on `target`; going back earns nothing, or only landing on the start does (D18)."""
    game.ask(AdvancePending(seat, target, by, game.rules.salary.backward(target)))


def go_by_faces(game: Game, seat: Seat, faces: tuple[int, ...]) -> None:
    """Go forward by the sum of the dice."""
    rules, origin = game.rules, game.state.pieces.spaces[seat]
    target = (origin + rules.throw.pips(faces)) % len(rules.track.spaces)
    game.ask(AdvancePending(seat, target, "throw", rules.salary.due(rules.track, origin, target)))


def go_to_jail(game: Game, seat: Seat, by: Literal["space", "card", "doubles"]) -> None:
    """Straight to the nearest jail: no salary on the way, and the turn is over."""
    game.emit(SeatJailed(seat, game.rules.track.nearest_jail(game.state.pieces.spaces[seat]), by))
