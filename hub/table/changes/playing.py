"""Commands, undo and redo of the running game: decided, stored, then applied."""

import logging
from collections.abc import Mapping, Sequence

from hub.domain.auctions import OWN_SECRETS
from hub.domain.commands import Command, PlaceBid
from hub.domain.corrections import Correction
from hub.domain.history import Entry, Move, Redone, Undone
from hub.rules.game import Rejected, with_chance
from hub.table.changes import pausing
from hub.table.game.live import BANKER, LiveGame
from hub.table.game.shown import EVERYBODY
from hub.table.game.stored import folded, rules_at_start
from hub.table.interfaces.storage import Batch, GameRecord, Origin, StoredEntry, now_ms
from hub.table.state import TableState, commit
from hub.table.wire.audience import Refusal, TableReason, refusal

log = logging.getLogger(__name__)


def open_game(state: TableState, record: GameRecord, entries: Sequence[StoredEntry]) -> LiveGame:
    """Make a game the running one; if it has begun, with the tables and house rules it was begun with.

    Raises TableError, and StoreError if its log leads nowhere.
    """
    if entries:
        rules = rules_at_start(entries[0].entry, state.editions[record.edition], state.store.document)
    else:
        rules = state.editions[state.lobby.edition].with_house_rules(state.lobby.house_rules)
    state.live = folded(rules, record, entries)
    return state.live


def play(state: TableState, command: Command, origin: Origin) -> Refusal | None:
    """Decide a command of the running game and store its facts, or return why that is refused."""
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
    """Undo or redo; pieces that this moves in the rules have to be put back on the board."""
    live = state.live
    assert live is not None
    before = pausing.places(live.game.state)
    return _append(state, entry, origin, pausing.documents(state, before, live.state_after(entry)))


def _append(state: TableState, entry: Entry, origin: Origin, moved: Mapping[str, bytes]) -> Refusal | None:
    """Make an entry durable, then part of the running game; if it cannot be stored, the game is unchanged.

    `moved` holds the pause that begins with the entry, if there is one.
    """
    live = state.live
    assert live is not None
    stored = StoredEntry(len(live.entries), entry, origin.actor, origin.request, now_ms())
    documents = {**origin.documents, **moved}
    refused = commit(
        state,
        Batch(entry=stored, game=live.record, documents=documents, positions=origin.positions, asked=origin.asked),
    )
    if refused is None:
        live.note(stored)
        _say_stored(live, stored)
        if not live.log_for(EVERYBODY).shows(stored.seq):
            state.show_only(lambda audience: live.log_for(audience).shows(stored.seq))
        pausing.reload(state, moved)
        state.wrong = None
    else:
        live.refold()
    return refused


def _say_stored(live: LiveGame, stored: StoredEntry) -> None:
    """Log that an entry was stored, with what the banker may know; help files then hold no more than that either."""
    shown = live.log_for(BANKER)
    if shown.shows(stored.seq):
        extra = {"game": live.record.id, "seq": shown.number(stored.seq), "kind": _kind(stored.entry)}
        log.debug("stored", extra=extra)


def _kind(entry: Entry) -> str:
    """The kind of an entry, without its content; a bid that a maximum led to counts as an ordinary bid."""
    if isinstance(entry, Move) and isinstance(entry.command, OWN_SECRETS):
        return PlaceBid.__name__
    return type(entry.command if isinstance(entry, Move) else entry).__name__
