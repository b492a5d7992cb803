"""Requests that change the game: commands, corrections, undo and redo."""

from __future__ import annotations

from hub.domain.auctions import OWN_SECRETS
from hub.domain.commands import Throw
from hub.domain.history import Redone, Undone
from hub.domain.unions import AnyCorrection, AnySeatCommand
from hub.table.changes import pausing
from hub.table.changes.playing import play, take_back
from hub.table.game.live import BANKER as BANKERS_VIEW
from hub.table.game.live import LiveGame
from hub.table.game.offer_numbers import as_meant
from hub.table.requests.base import BANKER, OWN_SEAT, Action, Sender
from hub.table.state import TableState
from hub.table.wire.audience import Audience
from hub.table.wire.refusals import Refusal, TableReason, refusal


class Play(Action):
    """A game command. `prompt` is the id of the question it answers; if that is closed, it is refused as `stale`."""

    who = BANKER, OWN_SEAT
    command: AnySeatCommand
    prompt: str | None = None

    def open_to(self, audience: Audience) -> bool:
        """A seat plays for itself, the banker for everybody, but nobody else's secrets."""
        if audience.role == "seat":
            return self.command.seat == audience.seat
        return audience.role == "banker" and not isinstance(self.command, OWN_SECRETS)

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Play it; only where people throw real dice may a phone enter their faces."""
        live = table.live
        if live is None:
            return refusal(TableReason.NO_GAME)
        if self.prompt is not None and self.prompt != live.question_for(sender.audience):
            return refusal(TableReason.STALE)
        typed = isinstance(self.command, Throw) and bool(self.command.faces)
        if typed and sender.audience.role == "seat" and not table.lobby.real_dice:
            return refusal(TableReason.NOT_ALLOWED)
        return play(table, as_meant(live.game.state.shares, sender.audience, self.command), sender.origin)


class Correct(Action):
    """A correction; only the banker may make one."""

    who = (BANKER,)
    correction: AnyCorrection

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Play it like a command."""
        return play(table, self.correction, sender.origin)


class Undo(Action):
    """Take back the last move, or all moves from `to` on.

    `seen` is the view's `undo` count, so that a double tap undoes only once.
    """

    who = (BANKER,)
    seen: int
    to: int | None = None

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Append that the moves are taken back."""
        live = table.live
        if live is None:
            return refusal(TableReason.NO_GAME)
        moves = min(1, live.undoable()) if self.to is None else live.moves_since(self.to)
        return _take_back(table, live, moves, self.seen, sender)


class Redo(Action):
    """Redo the moves that were taken back last."""

    who = (BANKER,)
    seen: int

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Append that they are in force again."""
        live = table.live
        if live is None:
            return refusal(TableReason.NO_GAME)
        if pausing.is_frozen(table):
            return refusal(TableReason.FROZEN)
        waiting = live.log_for(BANKERS_VIEW).redo
        if self.seen != waiting:
            return refusal(TableReason.STALE)
        return take_back(table, Redone(), sender.origin) if waiting else refusal(TableReason.NOTHING_TO_REDO)


class RestartTurn(Action):
    """Take back all moves of the current turn."""

    who = (BANKER,)
    seen: int

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Append that they are taken back."""
        live = table.live
        if live is None:
            return refusal(TableReason.NO_GAME)
        return _take_back(table, live, live.moves_this_turn(), self.seen, sender)


def _take_back(table: TableState, live: LiveGame, moves: int, seen: int, sender: Sender) -> Refusal | None:
    if pausing.is_frozen(table):
        return refusal(TableReason.FROZEN)
    if seen != live.undoable_for(BANKERS_VIEW):
        return refusal(TableReason.STALE)
    if moves == 0:
        return refusal(TableReason.NOTHING_TO_UNDO)
    return take_back(table, Undone(live.reach(moves)), sender.origin)
