"""One table of a club in this process: the counterpart of `hub.wiring.play` for each table of a club."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from hub.board.board import SerialBoard
from hub.diagnostics.logs import TABLE, newest_lines
from hub.helpfile import transcript
from hub.rules.slots import Rules
from hub.server.access.keys import VIEWER
from hub.server.access.neighbours import Neighbours
from hub.server.access.shown_address import ShownAddress
from hub.server.club.operations import TableFigures
from hub.server.club.views import TableStatus, path_of
from hub.server.listener import ANY_ADDRESS, Listener
from hub.server.site import Site
from hub.store.folder import DataFolder
from hub.store.folder_registry import TABLES
from hub.store.registry import Listed, Registry
from hub.table.interfaces.foreign import ForeignEdition
from hub.table.past import PlayedGames
from hub.wiring.club_help import HelpWanted
from hub.wiring.club_status import WallFigures, figures_of, status_of
from hub.wiring.renewing import node_file, renew
from hub.wiring.stored import open_stored
from hub.wiring.table_parts import begin_automatic, table_parts

LOG_LINES = 20_000
IMAGES_FOLDER, LAB_FOLDER = "images", "laboratory"


@dataclass(frozen=True)
class TablePlace:
    """What the tables of a process share: its folder, its port, and its options.

    `boards` are the tables that have nodes, each with a port; `public` is the address at which browsers reach this
    process, if it is not this computer's own. `bots_wait` returns whether bots should pause.
    """

    folder: Path
    registry: Registry
    editions: Mapping[str, Rules]
    foreign: Sequence[ForeignEdition]
    pages: Path
    listener: Listener
    neighbours: Neighbours
    version: str
    boards: tuple[tuple[str, str], ...]
    public: str | None
    bots_wait: Callable[[], bool]


class OpenedTable:
    """An open table. The constructor opens it completely or not at all, and raises StoreError."""

    def __init__(self, listed: Listed, place: TablePlace) -> None:
        self.name = listed.name
        self._changed, self._said, self._status = True, "", TableStatus("lobby")
        self._phase, self._published = "lobby", 0
        self._figures = WallFigures()
        self._played: Hashable = None
        context = TABLE.set(listed.name)
        try:
            with ExitStack() as closing:
                self._open(listed, place, closing)
                self._closing = closing.pop_all()
        finally:
            TABLE.reset(context)

    @property
    def app(self) -> Any:
        """The WSGI application of the table."""
        return self._site.app

    @property
    def codes(self) -> tuple[str, ...]:
        """The secrets that must not be logged."""
        return (*self._site.codes, *self._secrets)

    @property
    def watching(self) -> int:
        """How many browsers are connected."""
        return self._site.watching

    @property
    def lost(self) -> bool:
        """Whether it can no longer be played until it is opened again, here or elsewhere."""
        return self._store.lost

    def status(self) -> str:
        """Its status for the club, as JSON; only after changes at the table is it made of a view, not for screens."""
        changed, self._changed = self._changed, False
        watching = self.watching
        if changed:
            view = self._table.view(VIEWER)
            self._phase = view.phase
            self._played = view.game, view.winner, view.hall
            self._status = status_of(view, self._figures, watching, self._help.since_ms)
        if changed or watching != self._status.watching:
            self._status = msgspec.structs.replace(self._status, watching=watching)
            self._said = msgspec.json.encode(self._status).decode()
        return self._said

    def played(self) -> Hashable:
        """As `hub.wiring.club_results.Source` says: the game at the table, its winner, the names in the hall."""
        return self._played

    def past(self) -> PlayedGames:
        """All its games, for the league and for the download."""
        return self._table.past()

    def figures(self) -> TableFigures:
        """The figures for its metrics."""
        return TableFigures(self._phase, self.watching, self._published)

    def look(self) -> None:
        """As `hub.wiring.club_tables.Opened` says."""
        self._site.look()

    def close(self) -> None:
        """Close it, so that another process can have it; everything acknowledged is stored."""
        context = TABLE.set(self.name)
        try:
            self._closing.close()
        finally:
            TABLE.reset(context)

    def _open(self, listed: Listed, place: TablePlace, closing: ExitStack) -> None:
        secrets = listed.secrets
        self._secrets = secrets.server_secret, secrets.banker_pin
        folder = DataFolder(place.folder / TABLES / listed.name)
        board = SerialBoard([port for table, port in place.boards if table == listed.name], renew=renew)
        self._store, opened = open_stored(folder, place.registry.database_of(listed.name), closing)
        closing.callback(lambda: transcript.store(folder.path, board.transcript()))
        parts = table_parts(self._store, board, place.editions, place.foreign, folder.path / LAB_FOLDER, closing)
        table = self._table = parts.table
        self._help = HelpWanted(table, self._tell)
        port, scheme = place.listener.port, place.listener.scheme
        self._site = Site(
            table,
            ShownAddress(table, ANY_ADDRESS, port, scheme, path_of(listed.name), place.public),
            secrets.server_secret,
            secrets.banker_pin,
            place.version,
            pages=place.pages,
            polls=(place.public or f"{scheme}:").startswith("https:"),
            noted=lambda: own_lines(place.folder, listed.name),
            neighbours=place.neighbours,
            node_file=node_file(place.folder / IMAGES_FOLDER),
            lab_page=parts.lab.page,
            help_table=self._help,
        )
        self._site.load()  # before the board reports: damaged data is refused while nothing has been written
        self._look_again()
        table.start()
        table.subscribe(self._happened)
        self._site.start()
        closing.callback(self._site.stop)
        begin_automatic(parts, None, closing, place.bots_wait)
        opened()  # only after everything was read

    def _happened(self, _version: int, _read_view: object) -> None:
        """Note that there is a new version. The caller holds the table's lock."""
        self._look_again()
        self._published = self._table.state.version_for(VIEWER)
        self._tell()

    def _look_again(self) -> None:
        live = self._table.state.live
        self._figures = figures_of(live.game) if live is not None else WallFigures()

    def _tell(self) -> None:
        self._changed = True


def own_lines(folder: Path, name: str) -> list[str]:
    """The end of the log, restricted to lines about this table, since its banker may not know of others."""
    mark = f'"table":{msgspec.json.encode(name).decode()}'
    return [line for line in newest_lines(folder, LOG_LINES) if mark in line]
