"""Requests that change the game: commands, corrections, undo and redo."""

from hub.domain.auctions import OWN_SECRETS
from hub.domain.commands import Throw
from hub.domain.history import Redone, Undone
from hub.domain.unions import AnyCorrection, AnySeatCommand
from hub.table.changes import pausing
from hub.table.changes.playing import play, take_back
from hub.table.game.live import BANKER as BANKERS_VIEW
from hub.table.game.live import LiveGame
from hub.table.game.shown import as_meant
from hub.table.requests.base import BANKER, OWN_SEAT, Action, Sender
from hub.table.state import TableState
from hub.table.wire.audience import Audience, Refusal, TableReason, refusal


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
        """Play it; only where people throw real dice may a phone enter their faces.

        A building that has just gone up is not sold, but its move taken back: the finger slipped.
        """
        live = table.live
        if live is None:
            return refusal(TableReason.NO_GAME)
        if self.prompt is not None and self.prompt != live.question_for(sender.audience):
            return refusal(TableReason.STALE)
        typed = isinstance(self.command, Throw) and bool(self.command.faces)
        if typed and sender.audience.role == "seat" and not table.lobby.real_dice:
            return refusal(TableReason.NOT_ALLOWED)
        if live.paid_just_now(self.command) and not pausing.is_frozen(table):
            return take_back(table, Undone(live.reach(1)), sender.origin)
        return play(table, as_meant(live.game.state.shares, sender.audience, self.command), sender.origin)


class Correct(Action):
    """A correction; only the banker may make one."""

    who = (BANKER,)
    correction: AnyCorrection

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        return play(table, self.correction, sender.origin)


class GameChange(Action):
    """A request that takes moves back or makes them again; not while the game is frozen."""

    seen: int

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        if table.live is None:
            return refusal(TableReason.NO_GAME)
        entry = refusal(TableReason.FROZEN) if pausing.is_frozen(table) else self.entry(table.live)
        return entry if isinstance(entry, Refusal) else take_back(table, entry, sender.origin)

    def entry(self, live: LiveGame) -> Undone | Redone | Refusal:
        raise NotImplementedError


class Undo(GameChange):
    """Take back the last move, or all moves from `to` on.

    `seen` is the view's `undo` count, so that a double tap undoes only once.
    """

    who = (BANKER,)
    to: int | None = None

    def entry(self, live: LiveGame) -> Undone | Redone | Refusal:
        return _undone(live, min(1, live.undoable()) if self.to is None else live.moves_since(self.to), self.seen)


class Redo(GameChange):
    """Redo the moves that were taken back last."""

    who = (BANKER,)

    def entry(self, live: LiveGame) -> Undone | Redone | Refusal:
        waiting = live.log_for(BANKERS_VIEW).redo
        if self.seen != waiting:
            return refusal(TableReason.STALE)
        return Redone() if waiting else refusal(TableReason.NOTHING_TO_REDO)


class RestartTurn(GameChange):
    """Take back all moves of the current turn."""

    who = (BANKER,)

    def entry(self, live: LiveGame) -> Undone | Redone | Refusal:
        return _undone(live, live.moves_this_turn(), self.seen)


def _undone(live: LiveGame, moves: int, seen: int) -> Undone | Refusal:
    if seen != live.undoable_for(BANKERS_VIEW):
        return refusal(TableReason.STALE)
    return Undone(live.reach(moves)) if moves else refusal(TableReason.NOTHING_TO_UNDO)
