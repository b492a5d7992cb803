"""What the front page of a club shows, and what a page learns that looks for its table."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from hub.server.access.keys import banker_key
from hub.store.registry import Listed, Standing
from hub.table.wire.contract import Phase

BoardState = Literal["none", "up", "partly", "lost"]


class TableStatus(Struct, frozen=True):
    """What the process that has a table says of it. `watching` are the browsers that are connected."""

    phase: Phase
    players: tuple[str, ...] = ()
    watching: int = 0
    board: BoardState = "none"


class ClubTable(Struct, frozen=True):
    """A table on the front page of a club; without `url` and `status` it is on its way to another process."""

    name: str
    url: str
    key: str
    pin: str
    status: TableStatus | None = None


class ClubView(Struct, frozen=True):
    """The front page of a club, for whoever gave its PIN."""

    tables: tuple[ClubTable, ...]


class Where(Struct, frozen=True):
    """Where a table is: in the process that was asked, at the address of another, or nowhere just now."""

    here: bool
    url: str | None
    others: tuple[str, ...]


def path_of(name: str) -> str:
    """Where a table lies below the address of its process."""
    return f"/t/{name}"


def club_view(standing: Standing) -> ClubView:
    """All tables, with what lets whoever gave the club's PIN bank at them."""
    return ClubView(tuple(map(_shown, standing.tables)))


def _shown(listed: Listed) -> ClubTable:
    secrets = listed.secrets
    url = listed.url + path_of(listed.name) if listed.url else ""
    key = banker_key(secrets.server_secret, secrets.banker_pin)
    status = msgspec.json.decode(listed.status, type=TableStatus) if listed.url and listed.status else None
    return ClubTable(listed.name, url, key, secrets.banker_pin, status)
