"""The shelf at a table: all stored games, for the banker, and games given and taken as files.

A file is for another hub. Unlike that of `bankhalter export --game` it holds only what is in force: no bid that was not
revealed, and no maximum. When it is looked at, the bin is emptied of what has lain there for long enough.
"""

import secrets
from datetime import datetime
from pathlib import Path

import msgspec
from flask import Response
from msgspec.structs import replace

from hub.composition.moving import open_elsewhere
from hub.composition.table import AtTable, OpenTable
from hub.domain.history import Move
from hub.domain.secrecy import without_maxima, without_unseen_bids
from hub.features.shelf.shelf import KeptGames, KeptShelf, ShelfReason
from hub.records.story import moves_of
from hub.server.http.answers import HttpRefused, Routes, asked_bytes, attached
from hub.store.gamefile import MovedGame, moved_from, packed, unpacked
from hub.table.changes.leaving import document_of, how_it_stands
from hub.table.game.live import Played
from hub.table.game.stored import folded, rules_at_start
from hub.table.interfaces.storage import HUB, StoredEntry, StoreError, now_ms, with_date
from hub.table.past import PlayedGames
from hub.table.requests.evening import ID_BYTES
from hub.table.table import Table

FILE_BYTES_MAXIMUM = 4_000_000
"""Packed. The longest games of bots take a twentieth of it."""


def game_file(played: Played, moved: MovedGame) -> bytes:
    """The file that `bankhalter import` reads."""
    entries = [StoredEntry(seq, move, HUB, "", at_ms) for seq, (move, at_ms) in enumerate(given_moves(played))]
    return packed(msgspec.structs.replace(moved, entries=entries))


def given_moves(played: Played) -> list[tuple[Move, int]]:
    """The moves that are in a file, each with its time."""
    moves = moves_of(played)
    known = {id(move) for move in without_unseen_bids([move for _, move in moves])}
    return [(one, stored.at_ms) for stored, move in moves if id(move) in known for one in without_maxima([move])]


def take(content: bytes, table: Table, past: PlayedGames) -> None:
    """Store the game in this file as one more, if it is not here as far along; all of it or nothing. Raises StoreError.

    It may have begun here, and have gone on elsewhere.
    """
    file = Path("the file")
    moved = unpacked(content, file, past.editions)
    rules = rules_at_start(moved.entries[0].entry, past.editions[moved.game.edition], moved.documents().get)
    moves = given_moves(Played(moved.game, moved.entries, rules))
    for record in past.games:
        same = record.started_ms == moved.game.started_ms and record.names == moved.game.names
        here = past.played(record) if same else None
        if here is not None and given_moves(here)[: len(moves)] == moves:
            raise StoreError("known", "it is here")
    open_elsewhere(moved, file, past.editions)
    game = moved.game
    if any(record.id == game.id for record in past.games):
        game = replace(game, id=secrets.token_hex(ID_BYTES))
    left = how_it_stands(moved.lobby, folded(rules, game, moved.entries), resting=True)
    noted = msgspec.json.encode(replace(left, moved=True))
    table.take_game(game, moved.entries, {document_of(game.id): noted, **moved.documents()})


def reason_of(error: StoreError) -> str | None:
    """What is wrong with the file, None if it is not the file's fault."""
    return ShelfReason.__members__.get(error.key.upper())


GAME_FILE = "application/gzip"


def at_table(opened: OpenTable) -> AtTable:
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
            raise HttpRefused(ShelfReason.NO_SUCH_GAME, 404)
        day = datetime.fromtimestamp(with_date(record.started_ms) / 1_000).date().isoformat()
        return attached(game_file(played, moved_from(past.store, record)), GAME_FILE, f"bankhalter-{day}.game")

    return AtTable(routes=[looking, files])
