"""The shelf over HTTP, for the banker: `/api/shelf`, and each game as a file. The page is `web/src/features/shelf`.

Whoever looks at the shelf has the bin emptied of what has lain there for long enough.
"""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, Response, request
from werkzeug.exceptions import RequestEntityTooLarge

from hub.features.shelf.contract import KeptGames
from hub.features.shelf.giving import game_file
from hub.features.shelf.shelf import KeptShelf
from hub.features.shelf.taking import FILE_BYTES_MAXIMUM, ShelfReason, reason_of, take
from hub.server.access.keys import BANKER, Access
from hub.server.http.answers import Throttled, as_json, attached, audience_of_request, refused
from hub.server.limits import Limits
from hub.store.gamefile import moved_from
from hub.table.interfaces.storage import StoreError, now_ms
from hub.table.table import Table
from hub.table.wire.refusals import TableReason

GAME_FILE = "application/gzip"


def shelf(table: Table, access: Access, limits: Limits) -> Blueprint:
    """The routes."""
    routes = Blueprint("shelf", __name__)
    looking = Throttled(limits.tellings_per_minute, "the shelf could not be shown")
    giving = Throttled(limits.exports_per_minute, "a game could not be given or taken as a file")
    shelf = KeptShelf()

    def shown() -> Response:
        found = shelf.games(table.past(), now_ms())
        overdue = [game.game for game in found if game.lies == "bin" and game.days <= 0]
        table.remove_games(overdue)
        return as_json(KeptGames(tuple(game for game in found if game.game not in overdue)))

    @routes.get("/api/shelf")
    def games() -> Response:
        if audience_of_request(access) != BANKER:
            return refused(TableReason.NOT_ALLOWED, 403)
        return looking.answer(shown)

    @routes.post("/api/shelf")
    def taken() -> Response:
        if audience_of_request(access) != BANKER:
            return refused(TableReason.NOT_ALLOWED, 403)
        return giving.answer(lambda: _taken(table) or shown())

    @routes.get("/api/shelf/<game>/file")
    def given(game: str) -> Response:
        if audience_of_request(access) != BANKER:
            return refused(TableReason.NOT_ALLOWED, 403)
        return giving.answer(lambda: _file(table, game))

    return routes


def _taken(table: Table) -> Response | None:
    """Take the file in that was sent; returns a refusal."""
    request.max_content_length = FILE_BYTES_MAXIMUM
    try:
        take(request.get_data(), table, table.past())
    except RequestEntityTooLarge:
        return refused(ShelfReason.TOO_LARGE, 413)
    except StoreError as error:
        reason = reason_of(error)
        return refused(reason or TableReason.NOT_STORED, 400 if reason else 503)
    return None


def _file(table: Table, game: str) -> Response:
    past = table.past()
    record = next((found for found in past.games if found.id == game), None)
    played = past.played(record) if record is not None else None
    if record is None or played is None:
        return refused(TableReason.NO_SUCH_GAME, 404)
    day = datetime.fromtimestamp(record.started_ms / 1_000).date().isoformat()
    return attached(game_file(played, moved_from(past.store, record)), GAME_FILE, f"bankhalter-{day}.game")
