"""All games of a club in one archive, for anybody with its PIN: a list, the league, and a workbook of each game.

It is streamed, so that no club is too large, one at a time and with pauses, because people play meanwhile.
"""

import io
import logging
import threading
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime
from functools import partial

from flask import Response, request
from msgspec import Struct

from hub.features import offered
from hub.features.club.front import results_in, weeks_asked
from hub.features.club.league import league_of
from hub.features.club.table import OpenedTable
from hub.features.club.views import LeagueView
from hub.rules.slots import Rules
from hub.server.access.keys import is_club_key
from hub.server.http.answers import UNSTORED, HttpRefused, Routes, asked_language, bearer, refused
from hub.server.limits import Limits
from hub.server.transport.handler import GOES_ON
from hub.spreadsheet import Cell, csv_of, local_time
from hub.store.folder import Secrets
from hub.store.registry import Registry, Standing
from hub.store.sqlstore import open_to_look
from hub.table.game.live import Played
from hub.table.interfaces.storage import GameRecord, has_date, now_ms
from hub.table.past import HallNames, PlayedGames
from hub.table.wire.audience import TableReason
from hub.words import Language, Words

WEEK_MS = 7 * 24 * 3_600_000
REST_S = 0.5
"""Longest rest between two games."""

log = logging.getLogger(__name__)


class StoredGame(Struct, frozen=True):
    """A game of a table; `read` gives it with its log, None if it is damaged."""

    table: str
    record: GameRecord
    read: Callable[[], Played | None]


Games = Callable[[], Iterable[StoredGame]]
"""All games of all tables, read one by one. Raises StoreError."""


def exports(secrets: Secrets, games: Games, results: Callable[[], Mapping[str, str]], limits: Limits) -> Routes:
    """The route `/api/club/export.zip?weeks=&language=`; the club's key is sent as `Authorization: Bearer`."""
    routes = Routes("exports", limits.exports_per_minute, "the games of a club were not handed out")
    one_at_a_time = threading.Lock()

    @routes.before_request
    def keyed() -> Response | None:
        """Who has no key costs who has one none of their tries: both may come from the address of one router."""
        known = is_club_key(secrets.server_secret, secrets.banker_pin, bearer())
        return None if known else refused(TableReason.NOT_ALLOWED, 403)

    @routes.get("/api/club/export.zip")
    def exported() -> Response:
        weeks, language = weeks_asked(), asked_language()
        league = league_of(results_in(results()), now_ms(), weeks)
        if not one_at_a_time.acquire(blocking=False):  # only now: whatever fails before must not block the next one
            raise HttpRefused(TableReason.TOO_FAST, 429)
        since_ms = now_ms() - weeks * WEEK_MS
        chosen = (game for game in games() if game.record.started_ms >= since_ms)
        name = f"bankhalter-{datetime.fromtimestamp(now_ms() / 1_000):%Y-%m-%d}.zip"
        answer = Response(
            archive(chosen, league, language, request.environ.get(GOES_ON, lambda: None)),
            mimetype="application/zip",
            headers={**UNSTORED, "Content-Disposition": f'attachment; filename="{name}"'},
        )
        answer.call_on_close(one_at_a_time.release)
        return answer

    return routes


def archive(
    games: Iterable[StoredGame], league: LeagueView, language: Language, goes_on: Callable[[], object]
) -> Iterator[bytes]:
    """The chunks of the archive; `goes_on` is called before each."""
    words, rows = Words(language), list[tuple[Cell, ...]]()
    sent = _Sent()
    with zipfile.ZipFile(sent, "w", zipfile.ZIP_DEFLATED) as whole:
        for game in games:
            began = time.monotonic()
            file = f"{game.table}/{_day(game.record)}-{game.record.id}.xlsx"
            content = _workbook(game, language)
            if content is not None:
                whole.writestr(file, content, zipfile.ZIP_STORED)  # it is packed already
            rows.append(_row(game, words, file if content is not None else ""))
            goes_on()
            yield sent.taken()
            time.sleep(min(REST_S, time.monotonic() - began))
        headings = [words.text(f"club.export.{column}") for column in ("table", "began", "edition", "players", "file")]
        whole.writestr("games.csv", csv_of(headings, rows, language))
        whole.writestr("league.csv", csv_of(*_rankings(league, words), language))
    yield sent.taken()


def _workbook(game: StoredGame, language: Language) -> bytes | None:
    """The workbook of a game; None if it cannot be read, which must not affect the others."""
    try:
        played, workbook = game.read(), offered("workbook")
        return None if played is None or workbook is None else bytes(workbook(played, language))
    except Exception:
        log.exception("a game is not in the export", extra={"table": game.table})
        return None


def _row(game: StoredGame, words: Words, file: str) -> tuple[Cell, ...]:
    record = game.record
    began = local_time(record.started_ms) if has_date(record.started_ms) else ""
    return game.table, began, _edition(record.edition, words), ", ".join(record.names), file


def _rankings(league: LeagueView, words: Words) -> tuple[Sequence[str], list[tuple[Cell, ...]]]:
    columns = ("edition", "place", "name", "points", "games", "wins")
    headings = [*(words.text(f"club.league.{column}") for column in columns), *league.weeks]
    rows: list[tuple[Cell, ...]] = [
        (_edition(ranking.edition, words), row.place, row.name, row.points, row.games, row.wins, *row.weeks)
        for ranking in league.rankings
        for row in ranking.rows
    ]
    return headings, rows


def _edition(edition: str, words: Words) -> str:
    if not edition:
        return words.text("club.league.all")
    return words.text(f"edition.{edition}") if f"edition.{edition}" in words else edition


def _day(record: GameRecord) -> str:
    return f"{datetime.fromtimestamp(record.started_ms / 1_000):%Y-%m-%d}" if has_date(record.started_ms) else "0"


class _Sent(io.RawIOBase):
    """A buffer that a ZipFile writes to and from which the response takes chunks."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        piece = bytes(data)  # type: ignore[call-overload]
        self._pieces.append(piece)
        return len(piece)

    def taken(self) -> bytes:
        """Return and remove all that was written since the last call."""
        found, self._pieces = b"".join(self._pieces), []
        return found


def games_of_all(
    standing: Callable[[], Standing],
    here: Callable[[], Mapping[str, OpenedTable]],
    registry: Registry,
    editions: Mapping[str, Rules],
) -> Iterator[StoredGame]:
    """All games, table by table, oldest first. Raises StoreError."""
    for listed in standing().tables:
        with ExitStack() as closing:
            past = _past(listed.name, here(), registry, editions, closing)
            if past is None:
                continue
            for record in past.games:
                yield StoredGame(listed.name, record, partial(past.played, record))


def _past(
    name: str, here: Mapping[str, OpenedTable], registry: Registry, editions: Mapping[str, Rules], closing: ExitStack
) -> PlayedGames | None:
    """The games of one table: from this process if it has the table, else from the database server."""
    if (source := here.get(name)) is not None:
        return source.past()
    database = registry.database_of(name)
    store = open_to_look(database, closing) if database is not None else None
    return PlayedGames(store, editions, store.games(), HallNames(), None) if store is not None else None
