"""One table: the single writer between everybody who wants something and everybody who watches.

Serial threads, socket handlers and the hands of a simulated board come to it one after the other: whoever has the lock
is the writer. What they want is decided, appended durably and folded by `hub.table.changes`, then published here:
nothing is seen by anybody before it is stored, and what cannot be stored did not happen. Nothing is handed to a thread
of its own, since a change of threads would cost as much time as the disk (0021).
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence

import msgspec

from hub.rules.ports import Chance, Rules
from hub.table.automatic.bots import BotMove, BotSeats, MakeChooser
from hub.table.automatic.hands import TagMove
from hub.table.automatic.tag_moves import SPARE_TAGS, tag_moves
from hub.table.board.lights import scenes
from hub.table.changes import pausing, reports
from hub.table.changes.learning import guess_map
from hub.table.changes.request_handlers import RequestHandlers
from hub.table.changes.resuming import resume
from hub.table.game.live import Played
from hub.table.latency import Latencies
from hub.table.lobby import Lobby
from hub.table.ports.board import Board, BoardEvent, EventId, NodeScene, ReportNotStored, WireLine
from hub.table.ports.storage import Batch, Store
from hub.table.state import TableState
from hub.table.views.device import device_view
from hub.table.views.printed import edition_view
from hub.table.views.rebuild import RebuildView, rebuild_view
from hub.table.views.rule_sheet import SheetView, sheet_view
from hub.table.views.view import ViewContext, ViewReader, board_view, card, view, view_context
from hub.table.wire.audience import Audience
from hub.table.wire.contract import DeviceView, View
from hub.table.wire.printed_views import EditionView
from hub.table.wire.requests import Ack, Request
from hub.table.writer_lock import WriterLock

ACKS_KEPT = 2_000
log = logging.getLogger(__name__)


class Table:
    """The table as browsers, boards and the terminal know it, resumed where the store left off.

    All methods may be called from any thread. Raises StoreError when made.
    """

    def __init__(
        self,
        store: Store,
        board: Board,
        editions: Mapping[str, Rules],
        chance: Chance,
        bots: Mapping[str, MakeChooser] | None = None,
    ) -> None:
        self.bot_seats = BotSeats(bots or {})
        self._state = TableState(
            store=store,
            board=board,
            chance=chance,
            editions=editions,
            cards=tuple(card(rules) for rules in editions.values()),
            bot_kinds=frozenset(bots or ()),
            lobby=Lobby(next(iter(editions))),
            positions=dict(store.positions()),
        )
        self._handlers = RequestHandlers(self._state)
        self._subscribers: list[Callable[[int, ViewReader], None]] = []
        self._scenes: dict[str, NodeScene] = {}
        self._latencies = Latencies()
        self._lock = WriterLock()
        resumed = resume(self._state)[-ACKS_KEPT:]
        self._acks = OrderedDict((entry.request, Ack(entry.request, True, 0)) for entry in resumed)

    @property
    def state(self) -> TableState:
        """How the table stands, for tests and benches that know that nobody changes it meanwhile."""
        return self._state

    def start(self) -> None:
        """Listen to the board, whose readers may be known already."""
        if self._state.live is not None:
            with self._lock:
                guess_map(self._state)
        self._state.board.start(self)

    def stop(self) -> None:
        """Stop listening and finish what was begun. The store is closed by whoever opened it."""
        self._state.board.stop()
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
        return self._state.positions.get(node)

    def view(self, audience: Audience) -> View:
        """The whole view for an audience, as of now."""
        with self._lock:
            return view(self._view_context(), audience)

    def device(self) -> DeviceView:
        """What `/device` shows beside the view."""
        with self._lock:
            return self._device()

    def played(self) -> Played | None:
        """The game at the table as far as it was played, None before its start."""
        with self._lock:
            return self._state.live.played() if self._state.live is not None else None

    def reach(self, to: int) -> int:
        """How many moves an undo of all from the entry `to` on would take back, 0 if it would take back none."""
        with self._lock:
            live = self._state.live
            return live.reach(live.moves_since(to)) if live else 0

    def rebuild(self) -> RebuildView | None:
        """What has to be set up again to go on with the running game, None if none is running."""
        with self._lock:
            return rebuild_view(self._state.live) if self._state.live is not None else None

    def transcript(self) -> Sequence[WireLine]:
        """The newest lines between hub and board that say something, for help files."""
        return self._state.board.transcript()

    def edition(self, edition: str) -> EditionView | None:
        """What is printed in an edition, or None if there is no such edition; of the one in play its own tables."""
        live, editions = self._state.live, self._state.editions
        rules = live.game.rules if live is not None and live.game.rules.id == edition else editions.get(edition)
        return edition_view(rules) if rules else None

    def sheet(self) -> SheetView:
        """The rules in force: of the game in play, else as agreed on so far."""
        live, lobby = self._state.live, self._state.lobby
        rules = live.game.rules if live else self._state.editions[lobby.edition].with_house_rules(lobby.house_rules)
        return sheet_view(rules)

    def tag_moves(self) -> list[TagMove]:
        """What hands should do on a simulated board (`hub.table.automatic.hands`)."""
        with self._lock:
            return tag_moves(self._state)

    def bot_move(self) -> BotMove | None:
        """What a bot wants to do now (`hub.table.automatic.bots`)."""
        with self._lock:
            return self.bot_seats.move(self._state)

    def subscribe(self, callback: Callable[[int, ViewReader], None]) -> None:
        """Call `callback` with each new version and a way to look at it.

        It has the table's lock meanwhile: it must not block, nor ask the table for anything else.
        """
        self._subscribers.append(callback)

    def set_online(self, seats: frozenset[int]) -> None:
        """Which seats have a phone connected."""
        with self._lock:
            if seats != self._state.online:
                self._state.online = seats
                self._publish()

    def set_codes(self, url: str, codes: Mapping[str, str], urls: tuple[str, ...] = ()) -> None:
        """The address of the table; all its addresses and the join codes, which the banker sees."""
        with self._lock:
            self._state.url, self._state.codes, self._state.urls = url, codes, urls
            self._publish()

    def people(self) -> tuple[int, ...]:
        """Who sits at the table, in turn order; a person keeps their number wherever they sit."""
        return tuple(seat.person for seat in self._state.lobby.seats)

    def document(self, name: str) -> bytes | None:
        """A document stored for others beside the table's own."""
        with self._lock:
            return self._state.store.document(name)

    def put_document(self, name: str, data: bytes) -> None:
        """Store a document durably. Raises StoreError."""
        with self._lock:
            self._state.store.commit(Batch(documents={name: data}))

    def shown(self, version: int | None) -> None:
        """Every browser was sent this version or a newer one; None if nobody looks."""
        self._latencies.shown(version)

    def health(self) -> dict[str, str | int | None]:
        """Board state and open game, for `/healthz`."""
        with self._lock:
            board = board_view(self._state)
        return {"board": board.state, "game": self._state.lobby.game}

    def _view_context(self) -> ViewContext:
        return view_context(self._state, pausing.view(self._state))

    def _publish(self) -> None:
        """Tell everybody that there is something new to see, and the board what to show."""
        state = self._state
        state.version += 1
        context = self._view_context()
        for callback in self._subscribers:
            callback(state.version, lambda audience: view(context, audience))
        if state.live is not None:
            nodes = state.board.nodes()
            self._scenes = scenes(state.live.game, state.lobby, state.board_map, nodes, state.wrong, context.pause)
            state.board.show(self._scenes)

    def _request(self, audience: Audience, request: Request) -> Ack:
        known = self._acks.get(request.id)
        if known is not None:
            return known
        refused = self._handlers.do(audience, request)
        self._publish()
        if refused is None:
            ack = Ack(request.id, True, self._state.version)
        else:
            ack = Ack(request.id, False, self._state.version, refused.reason, refused.details)
            log.debug("refused", extra={"kind": type(request.action).__name__, "reason": refused.reason})
        self._acks[request.id] = ack
        if len(self._acks) > ACKS_KEPT:
            self._acks.popitem(last=False)
        return ack

    def _board_event(self, event: BoardEvent, event_id: EventId | None, at_s: float) -> None:
        try:
            new = reports.take(self._state, event, event_id)
        except ReportNotStored:
            self._publish()
            raise
        if new:
            self._latencies.reported(self._state.version + 1, at_s)
            self._publish()

    def _device(self) -> DeviceView:
        state = self._state
        spare = [uid for uid in SPARE_TAGS if state.lobby.seat_of(uid) is None and state.presence.place(uid) is None]
        tags = tuple(spare) if state.board.simulator else ()
        shown = device_view(state.board, self._scenes, state.board_map, state.presence, state.learning, tags)
        return msgspec.structs.replace(shown, latencies=self._latencies.views())
