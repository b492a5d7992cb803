"""The shelf over HTTP, for the banker: `/api/shelf`, and each game as a file. The page is `web/src/features/shelf`.

Whoever looks at the shelf has the bin emptied of what has lain there for long enough.
"""

from datetime import datetime

from flask import Response

from hub.composition.table import AtTable, OpenTable
from hub.features.shelf.files import FILE_BYTES_MAXIMUM, ShelfReason, game_file, reason_of, take
from hub.features.shelf.shelf import KeptGames, KeptShelf
from hub.server.http.answers import HttpRefused, Routes, asked_bytes, attached
from hub.store.gamefile import moved_from
from hub.table.interfaces.storage import StoreError, now_ms
from hub.table.wire.refusals import TableReason

GAME_FILE = "application/gzip"


def at_table(opened: OpenTable) -> AtTable:
    """Its routes."""
    table, limits = opened.table, opened.setting.limits
    looking = Routes("shelf", limits.tellings_per_minute, "the shelf could not be shown", opened.access)
    files = Routes("files", limits.exports_per_minute, "a game could not be given or taken as a file", opened.access)
    shelf = KeptShelf()

    def shown() -> KeptGames:
        found = shelf.games(table.past(), now_ms())
        overdue = [game.game for game in found if game.lies == "bin" and game.days <= 0]
        table.remove_games(overdue)
        return KeptGames(tuple(game for game in found if game.game not in overdue))

    looking.get("/api/shelf")(shown)

    @files.post("/api/shelf")
    def taken() -> KeptGames:
        content = asked_bytes(FILE_BYTES_MAXIMUM, ShelfReason.TOO_LARGE)
        try:
            take(content, table, table.past())
        except StoreError as error:
            if (reason := reason_of(error)) is None:
                raise
            raise HttpRefused(reason) from error
        return shown()

    @files.get("/api/shelf/<game>/file")
    def given(game: str) -> Response:
        past = table.past()
        record = next((found for found in past.games if found.id == game), None)
        played = past.played(record) if record is not None else None
        if record is None or played is None:
            raise HttpRefused(TableReason.NO_SUCH_GAME, 404)
        day = datetime.fromtimestamp(record.started_ms / 1_000).date().isoformat()
        return attached(game_file(played, moved_from(past.store, record)), GAME_FILE, f"bankhalter-{day}.game")

    return AtTable(routes=[looking, files])
