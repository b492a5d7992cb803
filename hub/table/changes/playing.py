"""Commands, undo and redo of the running game: decided, stored, then part of it."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from hub.domain.commands import Command
from hub.domain.corrections import Correction
from hub.domain.history import Entry, Move, Redone, Undone
from hub.rules.chance import with_chance
from hub.rules.reasons import Rejected
from hub.table.changes import pausing
from hub.table.changes.commits import commit
from hub.table.game.family_tables import rules_at_start
from hub.table.game.live import LiveGame
from hub.table.game.resumed import folded
from hub.table.ports.storage import Batch, GameRecord, Origin, StoredEntry, now_ms
from hub.table.state import TableState
from hub.table.wire.refusals import Refusal, TableReason, refusal

log = logging.getLogger(__name__)


def open_game(state: TableState, record: GameRecord, entries: Sequence[StoredEntry]) -> LiveGame:
    """Make a game the running one, on its own tables and house rules once it has begun.

    Raises TableError, and StoreError if its log leads nowhere.
    """
    edition = state.editions[record.edition]
    if entries:
        rules = rules_at_start(entries[0].entry, edition, state.store.document)
    else:
        rules = edition.with_house_rules(state.lobby.house_rules)
    state.live = folded(rules, record, entries)
    return state.live


def play(state: TableState, command: Command, origin: Origin) -> Refusal | None:
    """Decide a command of the running game and store its facts, or say why not."""
    live = state.live
    if live is None:
        return refusal(TableReason.NO_GAME)
    held = pausing.refuse(state, command, origin.actor)
    if held is not None:
        return held
    before = pausing.places(live.game.state) if isinstance(command, Correction) else None
    command = with_chance(live.game, command, state.chance)
    try:
        decided = live.decide(command)
    except Exception:
        log.exception("deciding %s failed", type(command).__name__)
        live.refold()
        return refusal(TableReason.INTERNAL_ERROR)
    if isinstance(decided, Rejected):
        return Refusal(decided.reason.value, decided.details)
    moved = {} if before is None else pausing.documents(state, before, live.game.state)
    return _append(state, decided, origin, moved)


def take_back(state: TableState, entry: Undone | Redone, origin: Origin) -> Refusal | None:
    """Undo or redo; the pieces that this moves have to be put back."""
    live = state.live
    assert live is not None
    before = pausing.places(live.game.state)
    return _append(state, entry, origin, pausing.documents(state, before, live.state_after(entry)))


def _append(state: TableState, entry: Entry, origin: Origin, moved: Mapping[str, bytes]) -> Refusal | None:
    """Make an entry durable, then part of the running game; if that fails, the game is as it was.

    `moved` is the pause that begins with it, if one does.
    """
    live = state.live
    assert live is not None
    stored = StoredEntry(len(live.entries), entry, origin.actor, origin.request, now_ms())
    documents = {**origin.documents, **moved}
    refused = commit(state, Batch(entry=stored, game=live.record, documents=documents, positions=origin.positions))
    if refused is None:
        log.debug("stored", extra={"game": live.record.id, "seq": stored.seq, "kind": _kind(entry)})
        live.note(stored)
        pausing.reload(state, moved)
        state.wrong = None
    else:
        live.refold()
    return refused


def _kind(entry: Entry) -> str:
    """What an entry is, without what it says."""
    return type(entry.command if isinstance(entry, Move) else entry).__name__
