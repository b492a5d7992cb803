"""Which sticker is which space: where a space has no reader, a player's phone reads the sticker on it.

Stickers belong to one wooden board, so they are stored by length of track, which keeps two boards apart. Unlike a
reader, a phone gets an answer: what cannot be done now is refused with a reason.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from msgspec import Struct

from hub.domain.ids import Space
from hub.table.board.intents import meant_by_place
from hub.table.board.pieces import moving
from hub.table.changes import pausing
from hub.table.changes.playing import play
from hub.table.interfaces.board import is_random
from hub.table.requests.base import BANKER, OWN_SEAT, Action, Doorkeeper, Sender
from hub.table.state import StoredSetting, TableState, ViewField
from hub.table.wire.audience import Ack, Refusal, TableReason, refusal
from hub.table.wire.contract import Misplaced

UID: Final = re.compile(r"(?:[0-9A-F]{2}){4,10}")


class Stickers(Struct, frozen=True):
    """`spaces[length][uid]` is the space of a sticker on a board with `length` spaces; at most one per space."""

    spaces: dict[int, dict[str, Space]] = {}

    def on(self, length: int) -> dict[str, Space]:
        return self.spaces.get(length, {})

    def space_of(self, uid: str, length: int) -> Space | None:
        return self.on(length).get(uid)

    def bound(self, length: int, uid: str, space: Space) -> Stickers:
        """A copy with this sticker on this space, replacing any other one there, and on no other space."""
        others = {known: at for known, at in self.on(length).items() if at != space}
        return Stickers({**self.spaces, length: {**others, uid: space}})

    def without(self, length: int, space: Space | None) -> Stickers:
        """A copy without the sticker of this space, or (None) without any sticker of this board."""
        kept = {} if space is None else {uid: at for uid, at in self.on(length).items() if at != space}
        return Stickers({**self.spaces, length: kept})

    def is_sound(self) -> bool:
        lying = ((length, *sticker) for length, stickers in self.spaces.items() for sticker in stickers.items())
        return all(UID.fullmatch(uid) and 0 <= space < length for length, uid, space in lying)


STICKERS = StoredSetting("stickers", Stickers(), Stickers.is_sound)
SETTINGS = (STICKERS,)
FIELDS = (
    (
        "stickers",
        ViewField(
            tuple[Space, ...], (), lambda table, _: tuple(sorted(STICKERS.at(table).on(table.track_length()).values()))
        ),
    ),
)
"""The spaces with a sticker, for everybody."""


StickerReason = StrEnum("StickerReason", "STICKER_UNKNOWN PIECE_AT_REST")
"""Why a sticker that was read moves no piece."""


class Stick(Action):
    """Bind a sticker to a space of the board in use, replacing any other one there. `uid` is upper-case hex."""

    who = (BANKER,)
    space: int
    uid: str

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Refused if it is bound to another space already, or is the tag of a piece."""
        length = table.track_length()
        if not 0 <= self.space < length or not UID.fullmatch(self.uid):
            return refusal(TableReason.BAD_REQUEST)
        if is_random(self.uid):
            return refusal(TableReason.TAG_RANDOM)
        if (seat := table.lobby.seat_of(self.uid)) is not None:
            return refusal(TableReason.TAG_TAKEN, seat=seat)
        if (space := STICKERS.at(table).space_of(self.uid, length)) not in {None, self.space}:
            return refusal(TableReason.STICKER_TAKEN, space=space)
        return STICKERS.change(table, STICKERS.at(table).bound(length, self.uid, self.space), sender.origin)


class Unstick(Action):
    """Forget the sticker of a space, or the stickers of all spaces (`space` None)."""

    who = (BANKER,)
    space: int | None

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Those of other boards stay."""
        return STICKERS.change(table, STICKERS.at(table).without(table.track_length(), self.space), sender.origin)


class Tap(Action):
    """A phone of this seat has read the sticker where its piece stands. Only such a phone may send this."""

    who = (OWN_SEAT,)
    seat: int
    uid: str

    def at_the_door(self, door: Doorkeeper) -> Ack:
        """A sticker that is held to a phone is read many times."""
        return door.tap(self.seat)

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """The piece is where the table waits for it, or on a wrong space."""
        live = table.live
        if live is None:
            return refusal(TableReason.NO_GAME)
        space = STICKERS.at(table).space_of(self.uid, table.track_length())
        if space is None:
            return refusal(StickerReason.STICKER_UNKNOWN)
        if pausing.is_frozen(table):
            return refusal(TableReason.FROZEN)
        if moving(live.game.state) != self.seat:
            return refusal(StickerReason.PIECE_AT_REST, space=space)
        before, meant = table.wrong, meant_by_place(live.game, self.seat, space)
        if not _is_seen(table, before):
            table.wrong = meant if isinstance(meant, Misplaced) else None
        refused = play(table, meant, sender.origin) if meant is not None and not isinstance(meant, Misplaced) else None
        if refused is not None:
            table.wrong = before
        return refused


REQUESTS = (Stick, Unstick, Tap)


def _is_seen(table: TableState, wrong: Misplaced | None) -> bool:
    """Whether a reader sees the piece on the wrong space, which outweighs what a phone says."""
    tag = table.lobby.seats[wrong.seat].tag if wrong is not None else None
    place = table.presence.place(tag) if tag is not None else None
    return wrong is not None and place is not None and table.board_map.space(*place) == wrong.found
