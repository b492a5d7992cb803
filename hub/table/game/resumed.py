"""Folds and checks a stored game, so that damage is noticed before anybody plays on."""

from __future__ import annotations

from collections.abc import Sequence

from hub.domain.history import Move
from hub.domain.state import GameStarted
from hub.rules.slots import Rules
from hub.table.game.live import LiveGame
from hub.table.interfaces.storage import GameRecord, StoredEntry, StoreError, has_date


def folded(rules: Rules, record: GameRecord, entries: Sequence[StoredEntry]) -> LiveGame:
    """A stored game with its log folded. Raises StoreError `corrupt` if the log cannot be folded."""
    try:
        _check_sizes(rules, record, entries)
        live = LiveGame(rules, record, entries)
        _check(live)
    except Exception as error:
        raise leads_nowhere(record) from error
    return live


def _check_sizes(rules: Rules, record: GameRecord, entries: Sequence[StoredEntry]) -> None:
    """Check the sizes in the first entry before folding: huge ones would exhaust the memory. Raises ValueError."""
    sizes = len(record.names), len(rules.track.spaces)
    moves = (stored.entry for stored in entries if isinstance(stored.entry, Move))
    starts = (fact for move in moves for fact in move.facts if isinstance(fact, GameStarted))
    if any((start.seats, start.spaces) != sizes for start in starts):
        raise ValueError("it begins with other players or another track")


def _check(live: LiveGame) -> None:
    """Check for damage that folding would not notice. Raises ValueError."""
    if live.entries and len(live.game.state.pieces.spaces) != len(live.record.names):
        raise ValueError("it has other players than its log")
    if not all(map(has_date, (live.record.started_ms, *(stored.at_ms for stored in live.entries)))):
        raise ValueError("a moment of it has no date")


def leads_nowhere(record: GameRecord) -> StoreError:
    """The error for a game that cannot be resumed; raise it `from` the cause, which the hub logs."""
    return StoreError(
        "corrupt",
        f"Game {record.id} cannot be resumed, because what is stored of it is damaged: "
        "`bankhalter restore` restores a backup, and `bankhalter helpfile` says where it failed.",
    )
