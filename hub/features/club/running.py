"""Wires a club: many tables in one process, and perhaps many processes on one database. Called by `bankhalter club`.

`tables` decides which tables a process has; `table` has the parts of one of them.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from hub.composition import CannotRun
from hub.composition.editions import foreign_editions
from hub.composition.reachable import Reachable
from hub.composition.serving import ServingOptions, keep_open, listening, logged, seldom_searched
from hub.composition.table import TableSetting
from hub.composition.welcome import Terminal
from hub.editions import EDITIONS
from hub.editions.coverage import complete
from hub.features import offered
from hub.features.club.exports import exports, games_of_all
from hub.features.club.front import Dispatcher, front, league, operations
from hub.features.club.league import Results
from hub.features.club.table import OpenedTable, TablePlace
from hub.features.club.tables import ClubTables
from hub.pages import pages_dir
from hub.rules.slots import Rules
from hub.server.access.addresses import url_of
from hub.server.access.request_filter import Neighbours
from hub.server.access.shown_address import OwnAddresses
from hub.server.limits import Limits, PairedAddresses
from hub.server.listener import ANY_ADDRESS, Listener
from hub.store.database import kind_of, without_password
from hub.store.folder import DataFolder
from hub.store.postgres.registry import PostgresRegistry
from hub.store.registry import FolderRegistry, Registry
from hub.table.interfaces.storage import StoreError

SWITCH_S = 0.05
"""How often a thread that waits for the interpreter checks whether it may run: at the usual 5 ms, hundreds of waiting
threads (a process has one for each browser's connection, and more for each table) use up the processor (0064).
"""

CLUB_FORMS = "use postgresql://USER@HOST/DATABASE, or no database for a folder of this computer."


class ClubOptions(ServingOptions, frozen=True, kw_only=True):
    """The options of the command line.

    `tables` are the names of tables to be created, `boards` those that have nodes, each with a port. `url` is the
    address at which browsers reach this process, if it is not this computer's own; `names` are further host names.
    """

    tables: tuple[str, ...] = ()
    boards: tuple[tuple[str, str], ...] = ()
    url: str | None = None
    names: tuple[str, ...] = ()


def club(options: ClubOptions) -> None:
    """Run a club until SIGINT or SIGTERM, which take effect at once while it is opening. Raises CannotRun."""
    sys.setswitchinterval(SWITCH_S)
    seldom_searched()
    keep_open(partial(open_club, options))


def pin_of(database: str | None, data_dir: Path | None) -> str:
    """The PIN of a club, which may be running. Raises StoreError."""
    folder = DataFolder(data_dir)
    if database is None:
        return folder.secrets().banker_pin
    with closing(_registry(database, folder)) as registry:
        return registry.secrets().banker_pin


def open_club(options: ClubOptions, ending: ExitStack) -> str:
    """Open everything, registered with `ending` in order; returns the welcome for the terminal."""
    terminal, editions, pages = Terminal(options.language), complete(EDITIONS), pages_dir()
    home = folder = DataFolder(options.data_dir)
    listener, certified = listening(options, home, ending)
    if options.database is not None:  # each of several processes on one computer has its own folder
        folder = DataFolder(folder.path / f"club-{listener.port}")
    registry = _registry(options.database, folder)
    ending.callback(registry.close)
    secrets = registry.secrets(new_pin=options.new_pin)
    registry.add(options.tables)
    redaction = logged(options, folder, secrets, ending)
    address = ClubAddress(options.url, listener, registry.enter, lambda: list(tables.here.values()))
    registry.enter(url := address.url)
    names = frozenset({name for name in (urlsplit(url).hostname, *options.names) if name})
    neighbours = Neighbours(frozenset(options.proxies), names, lambda: tables.standing.addresses)
    tables = _tables(options, registry, folder, listener, neighbours, editions, pages)
    redaction.also(lambda: tables.codes)
    limits, paired = Limits(), PairedAddresses()
    games = partial(games_of_all, lambda: tables.standing, lambda: tables.here, registry, editions)
    routes = [operations(tables.figures, options.version), league(registry.results, limits)]
    routes.append(exports(secrets, games, registry.results, limits))
    if certified and (trust := offered("trust")):
        routes.append(trust(home.path))
    first = front(lambda: tables.standing, secrets, pages, limits, paired, neighbours, routes)
    listener.serve(Dispatcher(first, tables.app, lambda: tables.standing, limits), limits, paired)
    ending.callback(tables.stop)
    tables.enter()
    if not tables.standing.tables:
        raise CannotRun("this club has no tables yet: name some (`--tables 20`, or `--tables oak,ash`)")
    results = Results(registry, lambda: tables.here, tables.returning.goes_on)
    ending.callback(results.thread.stop)
    ending.callback(listener.stop)
    listener.start()  # each table answers as soon as it is open, and does not wait for the last one
    tables.start()
    results.thread.start()
    Reachable(address, listener, terminal, certified).start(ending)
    here = url_of(listener.scheme, "localhost", listener.port)
    where = str(folder.path) if options.database is None else without_password(options.database)
    return terminal.club(options.version, here, url, secrets.banker_pin, where)


def _tables(
    options: ClubOptions,
    registry: Registry,
    folder: DataFolder,
    listener: Listener,
    neighbours: Neighbours,
    editions: Mapping[str, Rules],
    pages: Path,
) -> ClubTables:
    """The tables of this process, which opens each with its own part of the registry and the same setting."""
    tables = ClubTables(registry, lambda listed: OpenedTable(listed, place))
    setting = partial(
        TableSetting,
        shared=folder.path,
        version=options.version,
        pages=pages,
        editions=editions,
        foreign=foreign_editions(),  # once: looking for packages takes longer than reading a table's games
        listener=listener,
        public=options.url,
        neighbours=neighbours,
        alone=False,
        bots_wait=tables.returning.goes_on,
    )
    place = TablePlace(folder.path, registry, options.boards, setting)
    return tables


def _registry(database: str | None, folder: DataFolder) -> Registry:
    if database is None:
        return FolderRegistry(folder)
    if kind_of(database) != "postgresql":
        raise StoreError("unsupported", f"{without_password(database)} cannot hold a club: {CLUB_FORMS}")
    return PostgresRegistry(database)


class ClubAddress(OwnAddresses):
    """The addresses of a process of a club, kept by `hub.composition.reachable`; `public` is the only one if given.

    When they change, `enter` reports it to the club, and each of the `tables` looks again.
    """

    def __init__(
        self,
        public: str | None,
        listener: Listener,
        enter: Callable[[str], None],
        tables: Callable[[], Iterable[OpenedTable]],
    ) -> None:
        super().__init__(ANY_ADDRESS, listener.port, listener.scheme, public=public)
        self._enter, self._every_table = enter, tables

    def look(self) -> None:
        before = self._addresses
        super().look()
        if before != self._addresses:
            self._enter(self.url)
            for table in self._every_table():
                table.look()
