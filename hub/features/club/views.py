"""The views of a club: its front page, its wall, and the answer to a page that looks for its table."""

from typing import Literal

import msgspec
from msgspec import Struct

from hub.server.access.keys import banker_key
from hub.store.registry import Listed, Standing
from hub.table.wire.contract import Phase

LotKind = Literal["deed_lot", "building_lot", "estate_lot", "shares_lot"]
BoardState = Literal["none", "up", "partly", "lost"]


class AuctionStatus(Struct, frozen=True):
    """The auction at a table: of a deed, by its name, of a `building`, or of neither.

    In a `sealed` auction neither `high` nor the leader is known.
    """

    lot: LotKind
    name: str = ""
    building: str = ""
    high: int = 0
    leader: str = ""
    sealed: bool = False


class TableStatus(Struct, frozen=True):
    """The status of a table, as reported by its process. `watching` counts connected browsers.

    `leaders` have the greatest net worth, or have won; `worth` is that of each of them. `help_ms` is the time since
    when the table wants help, 0 if it wants none.
    """

    phase: Phase
    players: tuple[str, ...] = ()
    watching: int = 0
    board: BoardState = "none"
    edition: str = ""
    turn: int = 0
    leaders: tuple[str, ...] = ()
    worth: int = 0
    auction: AuctionStatus | None = None
    help_ms: int = 0


class ClubTable(Struct, frozen=True):
    """A table on the front page of a club; without `url` and `status` it is being moved to another process."""

    name: str
    url: str
    key: str
    pin: str
    status: TableStatus | None = None


class ClubView(Struct, frozen=True):
    """The front page of a club, for those who gave its PIN."""

    tables: tuple[ClubTable, ...]


class WallTable(Struct, frozen=True):
    """A table on the wall; without `url` and `status` it is being moved to another process."""

    name: str
    url: str
    status: TableStatus | None = None


class WallView(Struct, frozen=True):
    """The wall page: what everybody in the room may see of all tables."""

    tables: tuple[WallTable, ...]


class TableLocation(Struct, frozen=True):
    """Where a table is: in the process that was asked, at the address of another, or nowhere just now."""

    here: bool
    url: str | None
    others: tuple[str, ...]


class RankingRow(Struct, frozen=True, kw_only=True):
    """Somebody in a ranking. `weeks` are the points of each week of the league; who is equal shares a `place`."""

    place: int
    name: str
    points: int
    games: int
    wins: int
    weeks: tuple[int, ...]


class RankingView(Struct, frozen=True):
    """The ranking of an edition, or (empty) of all of them, after so many `games`."""

    edition: str
    games: int
    rows: tuple[RankingRow, ...]


class LeagueView(Struct, frozen=True):
    """A club's league: its weeks (`2026-W48`), the oldest first, and a ranking of each edition that was played."""

    weeks: tuple[str, ...]
    rankings: tuple[RankingView, ...]


class HelpView(Struct, frozen=True):
    """Since when a table wants help, 0 if it wants none."""

    since_ms: int


CROSSING = (ClubView, WallView, LeagueView, HelpView, TableLocation)
"""What crosses to pages as such."""


def path_of(name: str) -> str:
    return f"/t/{name}"


def club_view(standing: Standing) -> ClubView:
    """All tables, with banker's keys for somebody who has the club's PIN."""
    return ClubView(tuple(map(_shown, standing.tables)))


def wall_view(standing: Standing) -> WallView:
    return WallView(tuple(WallTable(listed.name, _url(listed), _status(listed)) for listed in standing.tables))


def _shown(listed: Listed) -> ClubTable:
    secrets = listed.secrets
    key = banker_key(secrets.server_secret, secrets.banker_pin)
    return ClubTable(listed.name, _url(listed), key, secrets.banker_pin, _status(listed))


def _url(listed: Listed) -> str:
    return listed.url + path_of(listed.name) if listed.url else ""


def _status(listed: Listed) -> TableStatus | None:
    return msgspec.json.decode(listed.status, type=TableStatus) if listed.url and listed.status else None
