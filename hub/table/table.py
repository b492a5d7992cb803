"""One table: the single writer between everybody who sends requests and everybody who watches.

Serial threads, socket handlers and the hands of a simulated board take turns: whoever holds the lock is the writer.
Commands are decided, stored durably and folded by `hub.table.changes`, then published here: nothing is visible before
it is stored, and what cannot be stored has not happened. Work stays in the caller's thread, because switching threads
would take as long as writing to disk (0021).

Requests are idempotent, even after a kill: the effect of one becomes durable together with its id (`Asked` in a batch).
The newest requests of each client are kept, so that no client can push out those of another. Repetitions come within
seconds; a page that was asleep for longer, while its own client sent that many others, finds that its prompt is stale.
"""

import hashlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec

from hub.feature import Feature, gathered
from hub.rules.game import Chance
from hub.rules.slots import Rules
from hub.table.automatic.auctioneer import AuctionDesk, counting
from hub.table.automatic.bots import BotDesk, MakeChooser
from hub.table.automatic.hands import SPARE_TAGS, TagMove, tag_moves
from hub.table.automatic.threads import WriterLock
from hub.table.board.lights import scenes, with_refusals, with_walk
from hub.table.changes import pausing, reports
from hub.table.changes.learning import guess_map
from hub.table.changes.leaving import document_of
from hub.table.changes.resuming import resume
from hub.table.game.live import BANKER, Played
from hub.table.interfaces.board import Board, BoardEvent, EventId, NodeScene, ReportNotStored, WireLine
from hub.table.interfaces.foreign import ForeignEdition
from hub.table.interfaces.storage import ASKED_KEPT, Asked, Batch, GameRecord, Store, StoredEntry, StoreError
from hub.table.lobby import Lobby
from hub.table.past import PlayedGames
from hub.table.requests.base import Request, Sender
from hub.table.state import TableState, ViewField
from hub.table.views.device import DeviceView, Latencies, device_view
from hub.table.views.printed import EditionView, RebuildView, edition_view, rebuild_view
from hub.table.views.rule_sheet import SheetView, sheet_view
from hub.table.views.view import ViewContext, ViewReader, board_view, card, unknown_card, view, view_context
from hub.table.wire.audience import Ack, Audience, Refusal, TableReason, is_unstored
from hub.table.wire.contract import JoinView, View, view_with

REFUSED_KEPT = 64
"""Of each client: refusals are kept in memory only, and apart, so that they push out nothing that was done."""

DIGEST_BYTES = 8
ANYTHING = ""
"""The digest of what an older version stored, which noted ids alone."""


class Answers:
    """Used under the table's lock; `stored` are the requests answered before a restart, oldest first per client."""

    def __init__(self, stored: Iterable[Asked]) -> None:
        self._numbers: dict[str, int] = {}
        self._answers: dict[tuple[str, bool], OrderedDict[str, tuple[str, Ack]]] = {}
        for asked in stored:
            self.note(asked, Ack(asked.id, True, 0))

    def asked(self, audience: Audience, request: Request) -> Asked:
        """What is stored of a request once it is answered."""
        client = audience.actor
        digest = hashlib.blake2b(repr(request.action).encode(), digest_size=DIGEST_BYTES).hexdigest()
        return Asked(client, self._numbers.get(client, -1) + 1, request.id, digest)

    def known(self, asked: Asked) -> Ack | Refusal | None:
        """The answer this request got before, None if it is new.

        A refusal if its id was used by another client or for other content.
        """
        for (client, _), answers in self._answers.items():
            if asked.id in answers:
                digest, ack = answers[asked.id]
                same = client == asked.client and digest in {asked.digest, ANYTHING}
                return ack if same else Refusal(TableReason.ID_USED)
        return None

    def note(self, asked: Asked, ack: Ack) -> None:
        answers = self._answers.setdefault((asked.client, ack.ok), OrderedDict())
        answers[asked.id] = asked.digest, ack
        if ack.ok:
            self._numbers[asked.client] = asked.number
        if len(answers) > (ASKED_KEPT if ack.ok else REFUSED_KEPT):
            answers.popitem(last=False)


D = TypeVar("D")
log = logging.getLogger(__name__)


class Table:
    """The table as browsers, boards and the terminal know it, resumed from its store.

    All methods may be called from any thread. The constructor raises StoreError.
    """

    def __init__(
        self,
        store: Store,
        board: Board,
        editions: Mapping[str, Rules],
        chance: Chance,
        bots: Mapping[str, MakeChooser] | None = None,
        foreign: Sequence[ForeignEdition] = (),
        features: Sequence[Feature] = (),
    ) -> None:
        fields: dict[str, ViewField] = dict(gathered(features, "view"))
        self._state = TableState(
            store=store,
            board=board,
            chance=chance,
            editions=editions,
            cards=(*map(card, editions.values()), *map(unknown_card, foreign)),
            foreign={found.id: found for found in foreign},
            bot_kinds=frozenset(bots or ()),
            view=view_with((name, field.type, field.usual) for name, field in fields.items()),
            fields=fields,
            lobby=Lobby(next(iter(editions))),
            positions=dict(store.positions()),
        )
        self._subscribers: list[Callable[[int, ViewReader], None]] = []
        self._shown = dict[str, NodeScene]()
        self._latencies = Latencies()
        self._lock = WriterLock()
        self.auction, self.bots = self.desk(AuctionDesk), BotDesk(self._state, self._lock, bots or {})
        resume(self._state, gathered(features, "settings"))
        self._state.count = counting(self._state, time.monotonic())
        self._answers = Answers(store.asked())

    @property
    def state(self) -> TableState:
        """What the table is; without the lock only single values of it may be read."""
        return self._state

    def desk(self, kind: Callable[[TableState, WriterLock, Callable[[], None]], D]) -> D:
        return kind(self._state, self._lock, self._publish)

    def start(self) -> None:
        """Start listening to the board; guesses the board map if it has none."""
        if self._state.live is not None:
            with self._lock:
                guess_map(self._state)
        self._state.board.start(self)

    def stop(self) -> None:
        """Stop listening, after finishing work in progress. The store is closed where it was opened."""
        self._state.board.stop()
        self._lock.close()

    def request(self, audience: Audience, request: Request, documents: Mapping[str, bytes] | None = None) -> Ack:
        """Carry out a browser's request exactly once: a repeated request gets the same answer.

        `documents` of other parts of the hub, which the request changes too, become durable together with it.
        """
        with self._lock:
            asked = self._answers.asked(audience, request)
            known = self._answers.known(asked)
            if known is None:
                return self._carry_out(Sender(audience, asked, documents or {}), request)
            return known if isinstance(known, Ack) else self._answer(audience, request, known)

    def answered(self, audience: Audience, request: Request) -> Ack | None:
        """What this audience was answered to this request, None if it never asked; changes nothing."""
        with self._lock:
            known = self._answers.known(self._answers.asked(audience, request))
            return known if isinstance(known, Ack) else None

    def board_event(self, event: BoardEvent, event_id: EventId | None) -> None:
        """Handle a report; returns when its effect is durable (`hub.table.interfaces.board.BoardListener`)."""
        at_s = time.monotonic()
        with self._lock:
            try:
                new = reports.take(self._state, event, event_id)
            except ReportNotStored:
                self._publish()
                raise
            if new:
                self._latencies.reported(self._state.version + 1, at_s)
                self._publish()
        self._latencies.stored(at_s)

    def last_event(self, node: str) -> EventId | None:
        """The last report of a node whose effect is durable."""
        return self._state.positions.get(node)

    def view(self, audience: Audience) -> View:
        with self._lock:
            return view(self._view_context(), audience)

    def device(self) -> DeviceView:
        with self._lock:
            state = self._state
            free = (uid for uid in SPARE_TAGS if state.lobby.seat_of(uid) is None and state.presence.place(uid) is None)
            shown = device_view(state, self._shown, tuple(free) if state.board.simulator else ())
            return msgspec.structs.replace(shown, latencies=self._latencies.views())

    def played(self) -> Played | None:
        """The game at the table so far, None before its start."""
        with self._lock:
            return self._state.live.played() if self._state.live is not None else None

    def past(self) -> PlayedGames:
        """The stored games, and how the names of their players are merged or forgotten."""
        with self._lock:
            state = self._state
            now = state.live.played() if state.live is not None else None
            return PlayedGames(state.store, state.editions, state.store.games(), state.hall, now)

    def reach(self, to: int) -> int:
        """How many moves an undo back to the entry `to` would take back, as the banker counts them; 0 if none.

        Maximums that it takes back as well are not counted, since only their seats may know of them.
        """
        with self._lock:
            live = self._state.live
            if live is None:
                return 0
            in_force, moves = live.effective.moves, live.reach(live.moves_since(to))
            return live.log_for(BANKER).count(in_force[len(in_force) - moves :])

    def rebuild(self) -> RebuildView | None:
        """What has to be set up on the wooden board to go on with the running game, None if none is running."""
        with self._lock:
            return rebuild_view(self._state.live) if self._state.live is not None else None

    def transcript(self) -> Sequence[WireLine]:
        """The newest lines between hub and board, without heartbeats and the like, for help files."""
        return self._state.board.transcript()

    def edition(self, edition: str) -> EditionView | None:
        """What is printed in an edition, None if there is none; the one in play with the tables of its game."""
        live, editions = self._state.live, self._state.editions
        rules = live.game.rules if live is not None and live.game.rules.id == edition else editions.get(edition)
        return edition_view(rules) if rules else None

    def sheet(self) -> SheetView:
        """The rule sheet of the game at the table, or in the lobby of the rules agreed on so far."""
        live, lobby = self._state.live, self._state.lobby
        rules = live.game.rules if live else self._state.editions[lobby.edition].with_house_rules(lobby.house_rules)
        return sheet_view(rules)

    def tag_moves(self) -> list[TagMove]:
        """What simulated hands should do on a simulated board (`hub.table.automatic.hands`)."""
        with self._lock:
            return tag_moves(self._state)

    def subscribe(self, callback: Callable[[int, ViewReader], None]) -> None:
        """Call `callback` with each new version and a reader for its views.

        It is called with the table's lock held, so it must neither block nor call methods of the table.
        """
        self._subscribers.append(callback)

    def set_online(self, seats: frozenset[int]) -> None:
        with self._lock:
            if seats != self._state.online:
                self._state.online = seats
                self._publish()

    def set_doors(self, join: JoinView) -> None:
        """Set how phones join and which have joined, as the banker sees it."""
        with self._lock:
            if join != self._state.join:
                self._state.join = join
                self._publish()

    def bids_lying(self) -> frozenset[int] | None:
        """The seats whose bids lie face down in a sealed auction, None while there is no such auction."""
        with self._lock:
            live = self._state.live
            return live.bids_lying() if live is not None else None

    def maxima_may_lie(self) -> bool:
        """Whether seats may have named maxima in an open auction."""
        with self._lock:
            return self._state.live is not None and self._state.live.maxima_may_lie()

    @property
    def lobby(self) -> Lobby:
        """Who sits at the table and which game runs, as of now. Needs no lock."""
        return self._state.lobby

    def document(self, name: str) -> bytes | None:
        """A document stored on behalf of another part of the hub, None if there is none."""
        with self._lock:
            return self._state.store.document(name)

    def put_document(self, name: str, data: bytes) -> None:
        """Store a document durably. Raises StoreError."""
        with self._lock:
            self._state.store.commit(Batch(documents={name: data}))

    def remove_games(self, games: Sequence[str]) -> None:
        """Remove all that is stored of these games, but for the one at the table. Raises StoreError."""
        with self._lock:
            gone = [game for game in games if game != self._state.lobby.game]
            if gone:
                self._state.store.commit(Batch(removed=(*gone, *map(document_of, gone))))

    def take_game(self, game: GameRecord, entries: Sequence[StoredEntry], documents: Mapping[str, bytes]) -> None:
        """Store a game from another computer, while none is at the table. Raises StoreError."""
        with self._lock:
            if self._state.lobby.game is not None:
                raise StoreError("running", "a game is at the table")
            self._state.store.import_game(game, entries, documents)

    def shown(self, version: int | None) -> None:
        """Every browser was sent this version or a newer one; None if nobody is watching."""
        self._latencies.shown(version)

    def health(self) -> dict[str, str | int | None]:
        """The state of the board and the game at the table, for `/healthz`."""
        with self._lock:
            board = board_view(self._state)
        return {"board": board.state, "game": self._state.lobby.game}

    def _view_context(self) -> ViewContext:
        return view_context(self._state, pausing.view(self._state))

    def _publish(self) -> None:
        """Publish a new version to all subscribers, and tell the board what to show."""
        state = self._state
        state.version += 1
        state.count = counting(state, time.monotonic())
        context = self._view_context()
        for callback in self._subscribers:
            callback(state.version, lambda audience: view(context, audience))
        shown = dict.fromkeys(self._shown, NodeScene())
        if state.live is not None:
            nodes = state.board.nodes()
            shown |= scenes(
                state.live.game, state.lobby, state.board_map, state.strips, nodes, state.wrong, context.pause
            )
        if (walk := state.walk) is not None:
            shown = with_walk(shown, walk.node, walk.light)
        if state.lobby.enrolling is not None:
            shown = with_refusals(shown, [node for node in state.board.nodes() if state.presence.has_random(node.node)])
        if state.live is not None or shown != self._shown:
            self._shown = shown
            state.board.show(shown)

    def _carry_out(self, sender: Sender, request: Request) -> Ack:
        refused = request.action.carry_out(self._state, sender)
        try:
            if refused is None or is_unstored(refused):  # else nothing has changed
                self._publish()
        finally:  # note the answer even if publishing fails, so that a repetition does not repeat a durable change
            ack = self._answer(sender.audience, request, refused)
            self._answers.note(sender.asked, ack)
        return ack

    def _answer(self, audience: Audience, request: Request, refused: Refusal | None) -> Ack:
        version = self._state.version_for(audience)
        if refused is None:
            return Ack(request.id, True, version)
        log.debug("refused", extra={"kind": type(request.action).__name__, "reason": refused.reason})
        return Ack(request.id, False, version, refused.reason, refused.details)
