"""One table of a club in this process: opened like a table alone, and with what its club shows of it.

For the front page and the wall that is who plays, who leads, what is auctioned, and whether the table wants help: its
banker and players say so at `/api/help` (`web/src/features/club/HelpWanted.svelte`). That is stored with its games, so
that it moves along with the table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from hub.board.board import SerialBoard
from hub.composition.table import AtTable, OpenTable, TableSetting
from hub.diagnostics.logs import TABLE, newest_lines
from hub.domain.ids import NOBODY, Holder
from hub.domain.tasks import AuctionRunning, BuildingLot, DeedLot, EstateLot, Lot, SealedAuctionRunning, SharesLot
from hub.features import offered
from hub.features.club.views import AuctionStatus, HelpView, LotKind, TableStatus, path_of
from hub.rules.assets import net_worth
from hub.rules.track import Space
from hub.server.access.keys import VIEWER, Access
from hub.server.http.answers import HttpRefused, Routes, asked, asked_id, audience_of_request
from hub.server.limits import Limits
from hub.store.folder import DataFolder
from hub.store.registry import TABLES, Listed, Registry
from hub.store.sqlstore import open_stored
from hub.table.interfaces.storage import now_ms, read_document
from hub.table.past import PlayedGames
from hub.table.requests.base import BANKER, Action, Request, Sender
from hub.table.state import TableState, keep
from hub.table.table import Table
from hub.table.wire.audience import Ack, Audience, Refusal, TableReason
from hub.table.wire.contract import SeatView, View

DOCUMENT = "help_wanted"


class CallHelp(Action, frozen=True):
    """Call for help, or withdraw the call; no socket may send it."""

    who = (BANKER,)
    wanted: bool

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        return keep(table, sender.origin)


class HelpWanted:
    """The call for help of one table. `changed` is called after each change. The constructor raises StoreError."""

    def __init__(self, table: Table, changed: Callable[[], None]) -> None:
        self._table, self._changed = table, changed
        self.since_ms = self._stored()
        """Since when it wants help, 0 if it wants none."""

    def want(self, wanted: bool, audience: Audience, request: str) -> Ack:
        """Call for help, or end the call; of repeated calls the time of the first one counts.

        The request becomes durable together with its effect, so that a late repetition does not call helpers again.
        """
        documents = {}
        if wanted != bool(self.since_ms):
            documents[DOCUMENT] = msgspec.json.encode(max(1, now_ms()) if wanted else 0)
        ack = self._table.request(audience, Request(request, CallHelp(wanted)), documents)
        if ack.ok and self.since_ms != (since_ms := self._stored()):
            self.since_ms = since_ms
            self._changed()
        return ack

    def _stored(self) -> int:
        return read_document(self._table.document, DOCUMENT, int) or 0


class Wanted(msgspec.Struct, frozen=True):
    """What a page sends."""

    wanted: bool


def help_wanted(port: HelpWanted, access: Access, limits: Limits) -> Routes:
    """The route; viewers can neither ask whether help is wanted nor call for it."""
    routes = Routes("help_wanted", limits.edits_per_minute, "whether help is wanted could not be said")

    @routes.get("/api/help")
    def shown() -> HelpView:
        _player()
        return HelpView(port.since_ms)

    @routes.post("/api/help")
    def said() -> HelpView:
        ack = port.want(asked(Wanted).wanted, _player(), asked_id())
        if not ack.ok:
            raise HttpRefused(ack.reason or "", 503 if ack.reason == TableReason.NOT_STORED else 409)
        return HelpView(port.since_ms)

    def _player() -> Audience:
        audience = audience_of_request(access)
        if audience == VIEWER:
            raise HttpRefused(TableReason.NOT_ALLOWED, 403)
        return audience

    return routes


LOG_LINES = 20_000

LOTS: Mapping[type[Lot], LotKind] = {
    DeedLot: "deed_lot",
    BuildingLot: "building_lot",
    EstateLot: "estate_lot",
    SharesLot: "shares_lot",
}


class TablePlace(Struct, frozen=True):
    """The process of a table: its folder, the tables that have nodes, each with a port, and what all settings share."""

    folder: Path
    registry: Registry
    boards: tuple[tuple[str, str], ...]
    shared: partial[TableSetting]


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
        return self._site.app

    @property
    def codes(self) -> tuple[str, ...]:
        """The secrets that must not be logged."""
        return (*self._opened.access.all_codes(), *self._secrets)

    @property
    def watching(self) -> int:
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
        """A value that changes whenever its results may have changed: game, winner, names in the hall."""
        return self._played

    def past(self) -> PlayedGames:
        return self._table.past()

    def figures(self) -> TableFigures:
        return TableFigures(self._phase, self.watching, self._published)

    def look(self) -> None:
        self._site.address.look()

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
        board = SerialBoard([port for table, port in place.boards if table == listed.name], renew=offered("renewal"))
        self._store, read = open_stored(folder, place.registry.database_of(listed.name), closing)
        setting = place.shared(
            folder=folder.path,
            store=self._store,
            board=board,
            secrets=secrets,
            path=path_of(listed.name),
            log_lines=lambda: own_lines(place.folder, listed.name),
            more=self._helped,
        )
        self._opened = OpenTable(setting, closing)
        self._table, self._site = self._opened.table, self._opened.site
        self._look_again()
        self._table.subscribe(self._happened)
        self._opened.start()
        read()  # only after everything was read

    def _helped(self, opened: OpenTable) -> AtTable:
        """What a club adds to each of its tables."""
        self._help = HelpWanted(opened.table, self._tell)
        return AtTable(routes=[help_wanted(self._help, opened.access, opened.setting.limits)])

    def _happened(self, _version: int, _read_view: object) -> None:
        self._look_again()
        self._published = self._table.state.version_for(VIEWER)
        self._tell()

    def _look_again(self) -> None:
        """The caller holds the lock of the table."""
        live, figures = self._table.state.live, WallFigures()
        if live is not None:
            worths = tuple(net_worth(live.game, seat) for seat in range(len(live.game.state.turns.out)))
            figures = WallFigures(worths, live.game.rules.track.spaces)
        self._figures = figures

    def _tell(self) -> None:
        self._changed = True


def own_lines(folder: Path, name: str) -> list[str]:
    """The end of the log, restricted to lines about this table, since its banker may not know of others."""
    mark = f'"table":{msgspec.json.encode(name).decode()}'
    return [line for line in newest_lines(folder, LOG_LINES) if mark in line]


class TableFigures(Struct, frozen=True):
    """A table of this process: browsers connected, and publications since it was opened here.

    Only publications that show onlookers something new count: even the number of private ones must not be revealed.
    """

    phase: str
    watching: int
    published: int


class WallFigures(Struct, frozen=True):
    """What a view does not contain of a game: the net worth of each seat, and the track."""

    worths: tuple[int, ...] = ()
    spaces: Sequence[Space] = ()


def status_of(view: View, figures: WallFigures, watching: int, help_ms: int) -> TableStatus:
    """The status as everybody in the room may know it: `view` is that of a viewer."""
    leaders, worth = _leaders(view, figures)
    own = (card.names for card in view.editions if card.id == view.edition and card.own_tables)
    return TableStatus(
        phase=view.phase,
        players=tuple(seat.name for seat in view.seats),
        watching=watching,
        board=view.board.state,
        edition=next((name for names in own for name in names.values()), view.edition),
        turn=view.turn,
        leaders=leaders,
        worth=worth,
        auction=_auction(view, figures),
        help_ms=help_ms,
    )


def _leaders(view: View, figures: WallFigures) -> tuple[tuple[str, ...], int]:
    """The winner or the richest players, and their net worth; nobody in the lobby."""
    playing = [seat for seat in view.seats if not seat.out and seat.seat < len(figures.worths)]
    if view.phase == "lobby" or not playing:
        return (), 0
    if view.winner != NOBODY:
        playing = [seat for seat in playing if seat.seat == view.winner]
    most = max((figures.worths[seat.seat] for seat in playing), default=0)
    return tuple(seat.name for seat in playing if figures.worths[seat.seat] == most), most


def _auction(view: View, figures: WallFigures) -> AuctionStatus | None:
    match view.prompt.task if view.prompt is not None else None:
        case AuctionRunning(lot=lot, high=high, leader=leader):
            return _of_lot(lot, view.seats, figures, high, leader)
        case SealedAuctionRunning(lot=lot):
            return _of_lot(lot, view.seats, figures)
    return None


def _of_lot(
    lot: Lot, seats: Sequence[SeatView], figures: WallFigures, high: int | None = None, leader: Holder = NOBODY
) -> AuctionStatus:
    """The status of an auction; `high` is None where bids are sealed."""
    name = building = ""
    if isinstance(lot, DeedLot) and lot.deed < len(figures.spaces):
        name = figures.spaces[lot.deed].name
    elif isinstance(lot, BuildingLot):
        building = lot.building
    leads = next((seat.name for seat in seats if seat.seat == leader), "")
    return AuctionStatus(LOTS[type(lot)], name, building, high or 0, leads, high is None)
