"""A table as plain data, and how it changes: first durably, then in memory; neither happens if the store refuses.

`hub.table.changes` modifies it and `hub.table.views` reads it, both only under the lock of `hub.table.table`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

import msgspec
from msgspec import Struct

from hub.domain.commands import HubCommand
from hub.domain.ids import NOBODY, Seat, Space
from hub.domain.tasks import Lot
from hub.rules.game import Chance
from hub.rules.slots import Rules
from hub.table.board.board_map import BoardMap, Strips
from hub.table.board.pieces import Presence
from hub.table.game.live import LiveGame, Moment
from hub.table.interfaces.board import Board, EventId, TagEvent
from hub.table.interfaces.foreign import ForeignEdition
from hub.table.interfaces.storage import Asked, Batch, Origin, Store, StoreError, damaged, read_document
from hub.table.lobby import Lobby
from hub.table.past import HallNames
from hub.table.wire.audience import Audience, Refusal, TableReason, refusal
from hub.table.wire.contract import EditionCard, JoinView, Misplaced, View


class Pause(Struct, frozen=True):
    """`frozen`: `game` is suspended for the evening. `astray`: seats whose pieces have to be put back first."""

    game: str = ""
    frozen: bool = False
    astray: tuple[Seat, ...] = ()


class Count(Struct, frozen=True):
    """The hub's next call in the open auction (`automatic.auctioneer`), and when it is due by the monotonic clock.

    `since` identifies the bid or call that it follows, as everybody knows it; the time changes only with it.
    """

    command: HubCommand
    since: tuple[str, str, Lot, int, int]
    due_s: float


class LightWalk(Struct, frozen=True):
    """The light of a node's strip that glows until people have said at which space it is; `space` is the next one."""

    node: str
    space: Space
    light: int


class ViewField(Struct, frozen=True):
    """A field that a feature adds to the view: its type, its value where nothing is shown, and what an audience is."""

    type: Any
    usual: Any
    shown: Callable[[TableState, Audience], Any]


@runtime_checkable
class BindsTags(Protocol):
    """What a feature keeps that binds tags to spaces: these are no pieces."""

    def space_of(self, uid: str, length: int) -> Space | None:
        """The space of this tag on a board with `length` spaces, None if it has none."""


@dataclass(slots=True, kw_only=True, eq=False)
class TableState:
    """First the table's dependencies, then who sits there and what they play, then what is known of the board.

    `kept` is what features keep here, each value under its name and never changed but replaced (`Kept`).
    `hall` says which names the hall of fame merges or forgets. `pause` is as stored, perhaps of another game
    (`changes.pausing`); `held_back` is an arrival that counts once the pause is over. `wrong` is the piece that was put
    on a wrong space, `learning` the space whose reader is being learnt, `walk` the light that is walked along a strip.
    `positions` has the last durable report of each node; `notice` says why something could not be stored. `foreign`
    are the installed editions by others; those that the banker trusts are in `editions` as well. `view` is the view
    with the `fields` that features add. `unseen` counts, by audience, the versions that showed it nothing new, because
    others dealt in private.
    """

    store: Store
    board: Board
    chance: Chance
    editions: Mapping[str, Rules]
    cards: tuple[EditionCard, ...]
    foreign: Mapping[str, ForeignEdition] = field(default_factory=dict)
    bot_kinds: frozenset[str]
    view: type[View] = View
    fields: Mapping[str, ViewField] = field(default_factory=dict)

    lobby: Lobby
    live: LiveGame | None = None
    count: Count | None = None
    hall: HallNames = field(default_factory=HallNames)
    kept: Mapping[str, Any] = field(default_factory=dict)
    pause: Pause = field(default_factory=Pause)
    held_back: TagEvent | None = None

    board_map: BoardMap = field(default_factory=BoardMap)
    strips: Strips = field(default_factory=Strips)
    presence: Presence = field(default_factory=Presence)
    positions: dict[str, EventId] = field(default_factory=dict)
    wrong: Misplaced | None = None
    learning: int | None = None
    walk: LightWalk | None = None

    speaker: str = ""
    notice: str | None = None
    online: frozenset[int] = frozenset()
    join: JoinView = field(default_factory=lambda: JoinView("", {}))
    version: int = 0
    unseen: Mapping[Audience, int] = field(default_factory=dict)

    @property
    def playing(self) -> LiveGame | None:
        """The game that is played; None while people gather, and as soon as somebody has won."""
        live = self.live  # once, because a thread may ask without the lock
        return live if live is not None and live.game.state.turns.winner == NOBODY else None

    def track_length(self) -> int:
        """The number of spaces of the track in play, or of the edition chosen in the lobby."""
        rules = self.live.game.rules if self.live is not None else self.editions[self.lobby.edition]
        return len(rules.track.spaces)

    def seats_maximum(self) -> int:
        return self.editions[self.lobby.edition].seats[1]

    def version_for(self, audience: Audience) -> int:
        """The version as this audience counts it, without those that showed it nothing new and were not sent to it."""
        return self.version - self.unseen.get(audience, 0)

    def show_only(self, concerned: Callable[[Audience], bool]) -> None:
        """Have all other audiences skip the next version, since it shows only those concerned something new."""
        seats = (Audience("seat", seat) for seat in range(len(self.lobby.seats)))
        others = [one for one in (Audience("viewer"), Audience("banker"), *seats) if not concerned(one)]
        self.unseen = {**self.unseen, **{one: self.unseen.get(one, 0) + 1 for one in others}}

    def is_at(self, moment: Moment) -> bool:
        return self.live is not None and self.live.moment == moment

    def bound_to(self, uid: str) -> Space | None:
        """The space to which something that a feature keeps binds this tag."""
        binding = (kept for kept in self.kept.values() if isinstance(kept, BindsTags))
        return next((space for one in binding if (space := one.space_of(uid, self.track_length())) is not None), None)


LOBBY, BOARD_MAP, STRIPS = "lobby", "board_map", "strips"
log = logging.getLogger(__name__)

T = TypeVar("T")


def commit(state: TableState, batch: Batch) -> Refusal | None:
    """Make a batch durable; if that fails, `notice` says why and the refusal is returned."""
    try:
        state.store.commit(batch)
    except StoreError as error:
        log.warning("not stored: %s", error)
        state.notice = error.key
        return refusal(TableReason.NOT_STORED, cause=error.key)
    state.notice = None
    state.positions.update(batch.positions)
    return None


def keep(state: TableState, origin: Origin) -> Refusal | None:
    """Make a request durable that changes only what is not the table's: documents of the site, or a node."""
    return commit(state, Batch(documents=origin.documents, asked=origin.asked))


def change(
    state: TableState,
    asked: Asked | None = None,
    documents: Mapping[str, bytes] = MappingProxyType({}),
    **parts: Lobby | BoardMap | Strips | HallNames | Pause,
) -> Refusal | None:
    """Replace parts of the state, which are documents of the same name, durably with `documents` of the site."""
    encoded = {name: msgspec.json.encode(part) for name, part in parts.items()}
    refused = commit(state, Batch(documents={**documents, **encoded}, asked=asked))
    if refused is None:
        for name, part in parts.items():
            setattr(state, name, part)
    return refused


class Kept(Generic[T]):
    """A value of a feature under its name, `first` to begin with. It never changes but is replaced as a whole."""

    def __init__(self, name: str, first: T) -> None:
        self.name, self.first = name, first

    def at(self, table: TableState) -> T:
        found: T = table.kept.get(self.name, self.first)
        return found

    def put(self, table: TableState, value: T) -> None:
        table.kept = {**table.kept, self.name: value}


class StoredSetting(Kept[T]):
    """The same, stored as the document of that name; `is_sound` says whether what was read there can be."""

    def __init__(self, name: str, first: T, is_sound: Callable[[T], bool] = lambda _value: True) -> None:
        super().__init__(name, first)
        self._is_sound = is_sound

    def load(self, table: TableState) -> None:
        """Read it when a table is resumed. Raises StoreError."""
        value = read_document(table.store.document, self.name, type(self.first)) or self.first
        if not self._is_sound(value):
            raise damaged(self.name, "it names what cannot be")
        self.put(table, value)

    def change(self, table: TableState, value: T, origin: Origin) -> Refusal | None:
        documents = {**origin.documents, self.name: msgspec.json.encode(value)}
        refused = commit(table, Batch(documents=documents, asked=origin.asked))
        if refused is None:
            self.put(table, value)
        return refused
