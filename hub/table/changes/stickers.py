"""Binds stickers to spaces, and handles taps: a phone that reads a sticker says where its piece stands, like a reader.

Unlike a reader, a phone gets an answer, so nothing is held back: what cannot be done now is refused with a reason.
"""

from __future__ import annotations

import msgspec

from hub.table.board.drift import moving
from hub.table.board.intents import meant_by_place
from hub.table.board.stickers import UID, Stickers
from hub.table.changes import pausing
from hub.table.changes.commits import STICKERS, commit
from hub.table.changes.playing import play
from hub.table.interfaces.board import is_random
from hub.table.interfaces.storage import Batch, Origin
from hub.table.state import TableState
from hub.table.wire.contract import Misplaced
from hub.table.wire.refusals import Refusal, TableReason, refusal
from hub.table.wire.requests import Stick, Tap, Unstick


def stick(state: TableState, action: Stick, origin: Origin) -> Refusal | None:
    """Bind a sticker to a space; refused if it is bound to another space already, or is the tag of a piece."""
    length = state.track_length()
    if not 0 <= action.space < length or not UID.fullmatch(action.uid):
        return refusal(TableReason.BAD_REQUEST)
    if is_random(action.uid):
        return refusal(TableReason.TAG_RANDOM)
    if (seat := state.lobby.seat_of(action.uid)) is not None:
        return refusal(TableReason.TAG_TAKEN, seat=seat)
    if (space := state.stickers.on(length).get(action.uid, action.space)) != action.space:
        return refusal(TableReason.STICKER_TAKEN, space=space)
    return _change(state, state.stickers.bound(length, action.uid, action.space), origin)


def unstick(state: TableState, action: Unstick, origin: Origin) -> Refusal | None:
    """Forget the sticker of a space, or all stickers of this board."""
    return _change(state, state.stickers.without(state.track_length(), action.space), origin)


def tap(state: TableState, action: Tap, origin: Origin) -> Refusal | None:
    """A phone of this seat has read the sticker where its piece stands now."""
    live = state.live
    if live is None:
        return refusal(TableReason.NO_GAME)
    space = state.stickers.on(state.track_length()).get(action.uid)
    if space is None:
        return refusal(TableReason.STICKER_UNKNOWN)
    if pausing.is_frozen(state):
        return refusal(TableReason.FROZEN)
    if moving(live.game.state) != action.seat:
        return refusal(TableReason.PIECE_AT_REST, space=space)
    before, meant = state.wrong, meant_by_place(live.game, action.seat, space)
    if not _is_seen(state, before):
        state.wrong = meant if isinstance(meant, Misplaced) else None
    refused = play(state, meant, origin) if meant is not None and not isinstance(meant, Misplaced) else None
    if refused is not None:
        state.wrong = before
    return refused


def _is_seen(state: TableState, wrong: Misplaced | None) -> bool:
    """Whether a reader sees the piece on the wrong space, which outweighs what a phone says."""
    tag = state.lobby.seats[wrong.seat].tag if wrong is not None else None
    place = state.presence.place(tag) if tag is not None else None
    return wrong is not None and place is not None and state.board_map.space(*place) == wrong.found


def _change(state: TableState, stickers: Stickers, origin: Origin) -> Refusal | None:
    refused = commit(state, Batch(documents={STICKERS: msgspec.json.encode(stickers)}, asked=origin.asked))
    if refused is None:
        state.stickers = stickers
    return refused
