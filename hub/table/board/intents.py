"""Interprets reports of the board: tags and buttons become commands, or a misplaced piece.

A reading is evidence, not truth: only enrolled tags count, and only the expected piece can end a move.
"""

from hub.domain.commands import Advance, SeatCommand, Throw
from hub.domain.ids import Seat, Space
from hub.domain.tasks import AdvancePending, DebtPending, asked
from hub.rules.game import Game, choices
from hub.rules.throws import dice_wanted
from hub.table.board.board_map import BoardMap
from hub.table.interfaces.board import ButtonEvent, DiceEvent, NodeKind, TagEvent
from hub.table.lobby import Lobby
from hub.table.wire.contract import Misplaced

DIE_BUTTONS = ("die1", "die2", "die3")


def meant_by_tag(
    game: Game, lobby: Lobby, board_map: BoardMap, kind: NodeKind, event: TagEvent
) -> SeatCommand | Misplaced | None:
    """A piece that arrives at its destination ends the move; if it arrives elsewhere, it is misplaced.

    On the only reader of a starter board a piece is tapped. Everything else means nothing (None).
    """
    seat = lobby.seat_of(event.uid)
    if not event.on or seat is None:
        return None
    if kind == "starter":
        return meant_by_tap(game, seat, real_dice=lobby.real_dice)
    return meant_by_place(game, seat, board_map.space(event.node, event.reader))


def meant_by_place(game: Game, seat: Seat, space: Space | None) -> SeatCommand | Misplaced | None:
    """The same for a seat's piece reported on a space by a reader or a phone; None if it has not left yet."""
    task = game.state.agenda.task
    if not isinstance(task, AdvancePending) or task.seat != seat:
        return None
    if space == task.space:
        return Advance(seat)
    back = space is None or space == game.state.pieces.spaces[seat]
    return None if back else Misplaced(seat, task.space, space)


def meant_by_tap(game: Game, seat: Seat, *, real_dice: bool) -> SeatCommand | None:
    """Tapping a piece on the only reader confirms its move, throws, or pays a debt, whichever is awaited.

    With `real_dice` it never throws.
    """
    task = game.state.agenda.task
    if task is None or seat not in asked(task):
        return None
    if isinstance(task, AdvancePending):
        return Advance(seat)
    if dice_wanted(game):
        return None if real_dice else Throw(seat)
    if isinstance(task, DebtPending):
        return next((c.command for c, rejected in choices(game, seat) if c.role == "ok" and rejected is None), None)
    return None


def meant_by_button(game: Game, event: ButtonEvent) -> SeatCommand | None:
    """A dice button throws for the seat whose throw is awaited; ok and cancel answer if only one seat is asked."""
    task = game.state.agenda.task
    if task is None or event.press == "long":
        return None
    seats = asked(task)
    if event.button in DIE_BUTTONS:
        return Throw(seats[0]) if dice_wanted(game) else None
    if len(seats) != 1:
        return None
    fitting = (c.command for c, rejected in choices(game, seats[0]) if c.role == event.button and rejected is None)
    return next(fitting, None)


def meant_by_dice(game: Game, event: DiceEvent) -> SeatCommand | None:
    """The faces of real dice, entered on the console, count for the seat whose throw is awaited."""
    task = game.state.agenda.task
    if task is None or not dice_wanted(game):
        return None
    return Throw(asked(task)[0], event.faces, "typed")
