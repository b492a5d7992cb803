"""One table: the single writer between everybody who wants something and everybody who watches.

Serial threads, socket handlers and the hands of a simulated board come to it one after the other: whoever has the lock
is the writer. It decides, appends durably, folds, then publishes: nothing is seen by anybody before it is stored, and
what cannot be stored did not happen. Nothing is handed to a thread of its own, since a change of threads would cost as
much time as the disk (0021).
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import msgspec

from hub.domain.commands import Command
from hub.domain.corrections import Correction
from hub.domain.history import Entry, Move, Redone, Undone
from hub.rules.chance import with_chance
from hub.rules.ports import Chance, Rules
from hub.rules.reasons import Rejected
from hub.table.board.board_map import BoardMap, guessed
from hub.table.board.hands import TagMove
from hub.table.board.lights import scenes
from hub.table.board.pausing import Pausing
from hub.table.board.presence import Presence
from hub.table.board.reports import Reports
from hub.table.board.tag_moves import SPARE_TAGS, tag_moves
from hub.table.bots import BotMove, BotSeats, MakeChooser
from hub.table.game.family_tables import rules_at_start
from hub.table.game.live import LiveGame, Played
from hub.table.latency import Latencies
from hub.table.lobby import Lobby
from hub.table.ports.board import Board, BoardEvent, EventId, NodeScene, WireLine
from hub.table.ports.storage import Batch, GameRecord, Origin, Store, StoredEntry, StoreError, now_ms
from hub.table.request_handlers import RequestHandlers
from hub.table.resuming import folded, resume
from hub.table.views.device import device_view
from hub.table.views.printed import edition_view
from hub.table.views.rebuild import RebuildView, rebuild_view
from hub.table.views.rule_sheet import SheetView, sheet_view
from hub.table.views.view import ViewContext, ViewReader, board_view, card, view
from hub.table.wire.audience import Audience
from hub.table.wire.contract import BoardView, DeviceView, Misplaced, View
from hub.table.wire.printed_views import EditionView
from hub.table.wire.refusals import Refusal, TableReason, refusal
from hub.table.wire.requests import Ack, Request
from hub.table.writer_lock import WriterLock

T = TypeVar("T")

ACKS_KEPT = 2_000
log = logging.getLogger(__name__)


class Table:
    """The table as browsers, boards and the terminal know it, taken up where the store left off.

    All public methods may be called from any thread, except those marked "writer only". Raises StoreError when made.
    """

    def __init__(
        self,
        store: Store,
        board: Board,
        editions: Mapping[str, Rules],
        chance: Chance,
        bots: Mapping[str, MakeChooser] | None = None,
    ) -> None:
        self.store, self.board, self.editions, self.chance = store, board, editions, chance
        self._cards = tuple(card(rules) for rules in editions.values())
        self.bot_seats = BotSeats(bots or {})
        self.presence = Presence()
        self.learning: int | None = None
        self.speaker = ""
        self.wrong: Misplaced | None = None
        self.live: LiveGame | None = None
        self.lobby = Lobby(next(iter(editions)))
        self.board_map = BoardMap()
        self._positions = dict(store.positions())
        self._acks: OrderedDict[str, Ack] = OrderedDict()
        self._subscribers: list[Callable[[int, ViewReader], None]] = []
        self._scenes: dict[str, NodeScene] = {}
        self._codes: Mapping[str, str] = {}
        self._url = ""
        self._urls: tuple[str, ...] = ()
        self._online: frozenset[int] = frozenset()
        self._notice: str | None = None
        self._version = 0
        self._latencies = Latencies()
        self._handlers, self._reports, self.pausing = RequestHandlers(self), Reports(self), Pausing(self)
        self._lock = WriterLock()
        self._load()

    def start(self) -> None:
        """Listen to the board, whose readers may be known already."""
        if self.live is not None:
            with self._lock:
                self.guess_map()
        self.board.start(self)

    def stop(self) -> None:
        """Stop listening and finish what was begun. The store is closed by whoever opened it."""
        self.board.stop()
        self._lock.close()

    def request(self, audience: Audience, request: Request) -> Ack:
        """Do what a browser asks, once: the same request id gets the same answer again."""
        with self._lock:
            return self._request(audience, request)

    def board_event(self, event: BoardEvent, event_id: EventId | None) -> None:
        """A report of the board; returns when its effect is durable (`hub.table.ports.board.BoardListener`)."""
        at_s = time.monotonic()
        with self._lock:
            self._board_event(event, event_id, at_s)
        self._latencies.stored(at_s)

    def last_event(self, node: str) -> EventId | None:
        """The last report of a node whose effect is durable."""
        return self._positions.get(node)

    def view(self, audience: Audience) -> View:
        """The whole view for an audience, as of now."""
        with self._lock:
            return view(self.view_context(), audience)

    def device(self) -> DeviceView:
        """What `/device` shows beside the view."""
        with self._lock:
            return self._device()

    def played(self) -> Played | None:
        """The game at the table as far as it was played, None before its start."""
        with self._lock:
            return self.live.played() if self.live is not None else None

    def reach(self, to: int) -> int:
        """How many moves an undo of all from the entry `to` on would take back, 0 if it would take back none."""
        with self._lock:
            return self.live.reach(self.live.moves_since(to)) if self.live else 0

    def rebuild(self) -> RebuildView | None:
        """What has to be set up again to go on with the running game, None if none is running."""
        with self._lock:
            return rebuild_view(self.live) if self.live is not None else None

    def transcript(self) -> Sequence[WireLine]:
        """The newest lines between hub and board that say something, for help files."""
        return self.board.transcript()

    def edition(self, edition: str) -> EditionView | None:
        """What is printed in an edition, or None if there is no such edition; of the one in play its own tables."""
        live = self.live
        rules = live.game.rules if live is not None and live.game.rules.id == edition else self.editions.get(edition)
        return edition_view(rules) if rules else None

    def sheet(self) -> SheetView:
        """The rules in force: of the game in play, else as agreed on so far."""
        live, lobby = self.live, self.lobby
        rules = live.game.rules if live else self.editions[lobby.edition].with_house_rules(lobby.house_rules)
        return sheet_view(rules)

    def tag_moves(self) -> list[TagMove]:
        """What hands should do on a simulated board (`hub.table.board.hands`)."""
        with self._lock:
            return tag_moves(self)

    def bot_move(self) -> BotMove | None:
        """What an automatic player wants to do now (`hub.table.bots`)."""
        with self._lock:
            return self.bot_seats.move(self)

    def subscribe(self, callback: Callable[[int, ViewReader], None]) -> None:
        """Call `callback` with each new version and a way to look at it.

        It has the table's lock meanwhile: it must not block, nor ask the table for anything else.
        """
        self._subscribers.append(callback)

    def set_online(self, seats: frozenset[int]) -> None:
        """Which seats have a phone connected."""
        with self._lock:
            self._set_online(seats)

    def set_codes(self, url: str, codes: Mapping[str, str], urls: tuple[str, ...] = ()) -> None:
        """The address of the table; all its addresses and the join codes, which the banker sees."""
        with self._lock:
            self._set_codes(url, codes, urls)

    def people(self) -> tuple[int, ...]:
        """Who sits at the table, in turn order; a person keeps his number wherever he sits."""
        return tuple(seat.person for seat in self.lobby.seats)

    def document(self, name: str) -> bytes | None:
        """A document kept for others beside the table's own."""
        with self._lock:
            return self.store.document(name)

    def put_document(self, name: str, data: bytes) -> None:
        """Keep a document durably. Raises StoreError."""
        with self._lock:
            self.store.commit(Batch(documents={name: data}))

    def shown(self, version: int | None) -> None:
        """Every browser was sent this version or a newer one; None if nobody looks."""
        self._latencies.shown(version)

    def health(self) -> dict[str, str | int | None]:
        """Board state and open game, for `/healthz`."""
        with self._lock:
            board = self.board_view()
        return {"board": board.state, "game": self.lobby.game}

    def play(self, command: Command, origin: Origin) -> Refusal | None:
        """Writer only: decide a command of the running game and store its facts, or say why not."""
        live = self.live
        if live is None:
            return refusal(TableReason.NO_GAME)
        held = self.pausing.refuse(command, origin.actor)
        if held is not None:
            return held
        before = self.pausing.places(live.game.state) if isinstance(command, Correction) else None
        command = with_chance(live.game, command, self.chance)
        try:
            decided = live.decide(command)
        except Exception:
            log.exception("deciding %s failed", type(command).__name__)
            live.refold()
            return refusal(TableReason.INTERNAL_ERROR)
        if isinstance(decided, Rejected):
            return Refusal(decided.reason.value, decided.details)
        moved = {} if before is None else self.pausing.documents(before, live.game.state)
        return self.append(decided, origin, moved)

    def take_back(self, entry: Undone | Redone, origin: Origin) -> Refusal | None:
        """Writer only: undo or redo; the pieces that this moves have to be put back."""
        live = self.live
        assert live is not None
        before = self.pausing.places(live.game.state)
        return self.append(entry, origin, self.pausing.documents(before, live.state_after(entry)))

    def append(self, entry: Entry, origin: Origin, moved: Mapping[str, bytes]) -> Refusal | None:
        """Writer only: make an entry durable, then part of the running game; if that fails, the game is as it was.

        `moved` is the pause that begins with it, if one does.
        """
        live = self.live
        assert live is not None
        stored = StoredEntry(len(live.entries), entry, origin.actor, origin.request, now_ms())
        documents = {**origin.documents, **moved}
        refused = self.commit(Batch(entry=stored, game=live.record, documents=documents, positions=origin.positions))
        if refused is None:
            log.debug("stored", extra={"game": live.record.id, "seq": stored.seq, "kind": _kind(entry)})
            live.note(stored)
            self.pausing.reload(moved)
            self.wrong = None
        else:
            live.refold()
        return refused

    def catch_up(self) -> None:
        """Writer only: do what had to wait for a pause to end."""
        self._reports.catch_up()

    def commit(self, batch: Batch) -> Refusal | None:
        """Writer only: make something durable, or raise the banner that says why it could not be."""
        try:
            self.store.commit(batch)
        except StoreError as error:
            log.warning("not stored: %s", error)
            self._notice = error.key
            return refusal(TableReason.NOT_STORED, cause=error.key)
        self._notice = None
        self._positions.update(batch.positions)
        return None

    def change_lobby(self, lobby: Lobby) -> Refusal | None:
        """Writer only: replace the lobby, durably."""
        refused = self.commit(Batch(documents={"lobby": msgspec.json.encode(lobby)}))
        if refused is None:
            self.lobby = lobby
        return refused

    def change_map(self, board_map: BoardMap) -> Refusal | None:
        """Writer only: replace the board map, durably."""
        refused = self.commit(Batch(documents={"board_map": msgspec.json.encode(board_map)}))
        if refused is None:
            self.board_map = board_map
        return refused

    def open_game(self, record: GameRecord, entries: Sequence[StoredEntry]) -> LiveGame:
        """Writer only: make a game the running one, on its own tables and house rules once it has begun.

        Raises TableError, and StoreError if its log leads nowhere.
        """
        edition = self.editions[record.edition]
        if entries:
            rules = rules_at_start(entries[0].entry, edition, self.store.document)
        else:
            rules = edition.with_house_rules(self.lobby.house_rules)
        self.live = folded(rules, record, entries)
        return self.live

    def guess_map(self) -> None:
        """Writer only: map a complete board that nobody has taught, and one that was mapped for another track."""
        spaces, board_map = len(self.editions[self.lobby.edition].track.spaces), self.board_map
        others = {len(rules.track.spaces) for rules in self.editions.values()} - {spaces}
        if board_map.spaces and not any(board_map.complete(other) for other in others):
            return
        if (guess := guessed(self.board.nodes(), spaces)) is not None:
            self.change_map(guess)

    def board_view(self) -> BoardView:
        """Writer only: the electronics at a glance."""
        shown = board_view(self.board.nodes(), self.lobby, self.live, self.board_map, self.presence)
        simulator = self.board.simulator
        return msgspec.structs.replace(shown, wrong=self.wrong, by_hand=bool(simulator and simulator.by_hand))

    def view_context(self) -> ViewContext:
        """Writer only: what views are made from, as of now."""
        return ViewContext(
            version=self._version,
            lobby=self.lobby,
            live=self.live,
            cards=self._cards,
            tables=(self.live.game.rules if self.live else self.editions[self.lobby.edition]).track.printing.digest,
            board=self.board_view(),
            url=self._url,
            urls=self._urls,
            codes=self._codes,
            online=self._online,
            notice=self._notice,
            speaker=self.speaker,
            pause=self.pausing.view(),
        )

    def publish(self) -> None:
        """Writer only: tell everybody that there is something new to see, and the board what to show."""
        self._version += 1
        context = self.view_context()
        for callback in self._subscribers:
            callback(self._version, lambda audience: view(context, audience))
        if self.live is not None:
            nodes = self.board.nodes()
            self._scenes = scenes(self.live.game, self.lobby, self.board_map, nodes, self.wrong, context.pause)
            self.board.show(self._scenes)

    def _load(self) -> None:
        for entry in resume(self)[-ACKS_KEPT:]:
            self._acks[entry.request] = Ack(entry.request, True, 0)

    def _request(self, audience: Audience, request: Request) -> Ack:
        known = self._acks.get(request.id)
        if known is not None:
            return known
        refused = self._handlers.do(audience, request)
        self.publish()
        if refused is None:
            ack = Ack(request.id, True, self._version)
        else:
            ack = Ack(request.id, False, self._version, refused.reason, refused.details)
            log.debug("refused", extra={"kind": type(request.action).__name__, "reason": refused.reason})
        self._acks[request.id] = ack
        if len(self._acks) > ACKS_KEPT:
            self._acks.popitem(last=False)
        return ack

    def _board_event(self, event: BoardEvent, event_id: EventId | None, at_s: float) -> None:
        if self._reports.take(event, event_id):
            self._latencies.reported(self._version + 1, at_s)
            self.publish()

    def _device(self) -> DeviceView:
        spare = [uid for uid in SPARE_TAGS if self.lobby.seat_of(uid) is None and self.presence.place(uid) is None]
        tags = tuple(spare) if self.board.simulator else ()
        shown = device_view(self.board, self._scenes, self.board_map, self.presence, self.learning, tags)
        return msgspec.structs.replace(shown, latencies=self._latencies.views())

    def _set_online(self, seats: frozenset[int]) -> None:
        if seats != self._online:
            self._online = seats
            self.publish()

    def _set_codes(self, url: str, codes: Mapping[str, str], urls: tuple[str, ...]) -> None:
        self._url, self._codes, self._urls = url, codes, urls
        self.publish()


def _kind(entry: Entry) -> str:
    """What an entry is, without what it says."""
    return type(entry.command if isinstance(entry, Move) else entry).__name__
