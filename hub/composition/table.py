"""Puts a table together: the core, and whatever features add to it. `play`, clubs and tests open their tables here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from flask import Blueprint
from msgspec import Struct, field
from msgspec.structs import replace

from hub.bots import BOTS
from hub.bots.sight import Bot, Sight
from hub.composition.awake import AwakeThread
from hub.feature import Feature, gathered
from hub.features import features, offered
from hub.pages import pages_dir
from hub.rules.game import Chance
from hub.rules.slots import Rules
from hub.server.access.addresses import url_of
from hub.server.access.keys import Access
from hub.server.access.request_filter import ALONE, Neighbours
from hub.server.access.shown_address import ShownAddress
from hub.server.http.pages import SCREENS
from hub.server.limits import Limits
from hub.server.listener import ANY_ADDRESS, Listener
from hub.server.site import Site
from hub.simulation.pace import PaceHere
from hub.store.folder import Secrets
from hub.table.automatic.auctioneer import Auctioneer
from hub.table.automatic.bots import PACE_MS, BotThread, Chooser, MakeChooser, MoreBots
from hub.table.automatic.hands import HANDS_PACE_MS, HandsThread
from hub.table.automatic.threads import WakeableThread
from hub.table.changes.pausing import is_frozen
from hub.table.game.chance import Dice
from hub.table.interfaces.board import Board
from hub.table.interfaces.foreign import ForeignEdition
from hub.table.interfaces.storage import Store
from hub.table.requests import REQUESTS
from hub.table.table import Table


class AtTable(Struct, frozen=True, kw_only=True):
    """What a feature adds to a table: routes of its pages, and workers that are woken after each publication.

    `probes` are as for `Neighbours`.
    """

    routes: Sequence[Blueprint] = ()
    workers: Sequence[WakeableThread] = ()
    probes: frozenset[tuple[str, str]] = frozenset()


class TableSetting(Struct, frozen=True, kw_only=True):
    """What a table is put together from; what has a usual value is overridden by clubs and tests.

    `folder` is where features store files, `shared` where those are that all tables of a process share (None: in
    `folder`, too). `pages` is the folder of the built pages, `log_lines` gives the end of the log. `path` and `public`
    are as for `ShownAddress`, `neighbours` as for `RequestFilter`. A table that is not `alone` shares its process with
    others. `bots_wait` returns whether bots should pause; `falls_asleep` is called once if this computer cannot be kept
    awake while a game is played. `end` ends the program; None: whoever started it does. `more` is like the function
    `at_table` of a feature.
    """

    folder: Path
    shared: Path | None = None
    store: Store
    board: Board
    listener: Listener
    secrets: Secrets
    version: str
    pages: Path = field(default_factory=pages_dir)
    editions: Mapping[str, Rules]
    foreign: Sequence[ForeignEdition] = ()
    chance: Chance = field(default_factory=Dice)
    host: str = ANY_ADDRESS
    path: str = ""
    public: str | None = None
    neighbours: Neighbours = ALONE
    limits: Limits = field(default_factory=Limits)
    log_lines: Callable[[], Sequence[str]] = tuple
    alone: bool = True
    bots_wait: Callable[[], bool] = lambda: False
    falls_asleep: Callable[[], None] = lambda: None
    end: Callable[[], None] | None = None
    bots_pace_ms: int = PACE_MS
    hands_pace_ms: int = HANDS_PACE_MS
    features: Mapping[str, Feature] = field(default_factory=features)
    more: Callable[[OpenTable], AtTable] = lambda _table: AtTable()


class OpenTable:
    """A table with its pages and all that acts at it: resumed on construction, at work from `start` on.

    Everything ends with `closing`. With a `table` that was resumed elsewhere none is made. The constructor raises
    StoreError.
    """

    def __init__(self, setting: TableSetting, closing: ExitStack, table: Table | None = None) -> None:
        self.setting, self._closing = setting, closing
        self.afterwards = closing.enter_context(ExitStack())
        """What is done once the table is closed."""
        self._bots = MoreBots() if (more := offered("table bots")) is None else more(self.afterwards)
        makers = {**{kind: chooser_of(make) for kind, make in BOTS.items()}, **self._bots.makers}
        features = tuple(setting.features.values())
        self.table = table or Table(
            setting.store, setting.board, setting.editions, setting.chance, makers, setting.foreign, features
        )
        closing.callback(self.table.stop)
        self.pace = PaceHere(self.table.past)
        self.access = Access(self.table, setting.secrets.server_secret, setting.secrets.banker_pin)
        doors = [feature.load(feature.at_table) for feature in features if feature.at_table]
        added = [*(door.at_table(self) for door in doors), setting.more(self)]
        listener = setting.listener
        self.site = Site(
            self.table,
            self.access,
            ShownAddress(self.table, setting.host, listener.port, listener.scheme, setting.path, setting.public),
            setting.version,
            pages=setting.pages,
            screens=(*SCREENS, *(screen for feature in features for screen in feature.screens)),
            polls=(setting.public or listener.scheme).startswith("https"),
            requests=(*REQUESTS, *gathered(features, "requests")),
            limits=setting.limits,
            neighbours=replace(setting.neighbours, probes=frozenset().union(*(one.probes for one in added))),
            routes=[routes for one in added for routes in one.routes],
        )
        if setting.alone:
            listener.serve(self.site.app, setting.limits, self.site.paired)
        self.workers = (*self._own_workers(), *(worker for one in added for worker in one.workers))
        self.site.load()  # before the board reports: damaged data is refused while nothing has been written

    def start(self) -> None:
        """Let the board report, answer browsers, and start everything that acts on its own. Raises StoreError."""
        self.table.start()
        self._closing.callback(self.site.stop)
        self.site.start()
        if self.setting.alone:
            self._closing.callback(self.setting.listener.stop)
            self.setting.listener.start()  # before the threads below: people see a change before these do
        for worker in self.workers:
            self.table.subscribe(worker.wake)
            worker.start()
            self._closing.callback(worker.stop)

    @property
    def way_in(self) -> str:
        """The address for the terminal: the first browser that opens it banks without the PIN."""
        listener = self.setting.listener
        return f"{url_of(listener.scheme, 'localhost', listener.port)}/table#code={self.access.terminal_code}"

    def _own_workers(self) -> Sequence[WakeableThread]:
        setting, table = self.setting, self.table
        bots = BotThread(table.bots, table.request, setting.bots_pace_ms, self._bots.rest, setting.bots_wait)
        awake = AwakeThread(self._is_played, setting.falls_asleep)
        simulator = setting.board.simulator
        hands = () if simulator is None else (HandsThread(table.tag_moves, simulator, setting.hands_pace_ms),)
        return bots, Auctioneer(table.auction), awake, *hands

    def _is_played(self) -> bool:
        return self.table.state.playing is not None and not is_frozen(self.table.state)


def chooser_of(make: Callable[[Rules], Callable[[str], Bot]]) -> MakeChooser:
    """Adapt a bot to the interface of the table, which passes in a seat of a game to choose for."""

    def made(rules: Rules, seed: str) -> Chooser:
        bot = make(rules)(seed)
        return lambda game, seat: bot.choose(Sight(game, seat))

    return made
