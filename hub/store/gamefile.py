"""One game as one file, to be moved to another computer: its whole log, including what was taken back, and its lobby.

Written by `bankhalter export --game`, read by `bankhalter import`. The file holds everything the hub knows of the game,
also sealed bids that are not revealed, and the family's tables if it is played on them. It is JSON, packed with gzip,
whose checksum notices a damaged copy.
"""

import gzip
import io
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from hub.domain.history import Entry
from hub.rules.slots import Rules
from hub.rules.track import TableError
from hub.store.database import SCHEMA_VERSION
from hub.store.folder import store_errors
from hub.store.upcasting import upcast_document, upcast_entry
from hub.table.board.board_map import BoardMap
from hub.table.changes.leaving import left_by
from hub.table.game.stored import documents_of_texts, folded, rules_at_start, tables_of
from hub.table.interfaces.storage import GameRecord, Store, StoredEntry, StoreError, read_document
from hub.table.lobby import Lobby, seated
from hub.table.names import misnamed, quoted
from hub.table.state import BOARD_MAP, LOBBY

MARK = "game of bankhalter"
BYTES_MAXIMUM = 64 * 1024 * 1024
"""Unpacked. The longest games of bots take a fortieth of it."""

PEOPLE_MAXIMUM = 2**31
GAME_ID, TAG = re.compile(r"[0-9A-Za-z][0-9A-Za-z-]{0,31}"), re.compile(r"[0-9A-Za-z]{1,32}")
TABLE, TEXT = re.compile(r"[a-z]{1,16}\.csv"), re.compile(r"[^\x00-\x1f\x7f-\x9f]{0,128}")
DESIGN, MARK_OF_DEVICE = re.compile(r"(?:[a-z0-9_]{1,32}:[0-9a-f]{1,64})?"), re.compile(r"(?:[0-9a-f]{64})?")


class Unfit(Exception):
    """Something in a file has a name that nobody could have entered at a table; the message is half a sentence."""


class MovedGame(Struct, frozen=True):
    """A game as it is moved; `board_map` is that of the board it was played on.

    `tables` are a family's own that it was begun with, by file name; there are none if it was the edition's.
    """

    game: GameRecord
    lobby: Lobby
    board_map: BoardMap
    entries: Sequence[StoredEntry]
    tables: Mapping[str, str] = {}

    def documents(self) -> dict[str, bytes]:
        """What has to be stored besides the log, so that the game can continue with its tables."""
        return documents_of_texts(self.entries[0].entry, self.tables)


class _PackedEntry(Struct, frozen=True):
    """An entry whose JSON is still that of the schema of the file; its place follows from the order."""

    entry: msgspec.Raw
    actor: str
    request: str
    at_ms: int


class _Packed(Struct, frozen=True):
    """The file unpacked, before anything in it is converted from an older schema."""

    mark: str
    schema: int
    game: GameRecord
    lobby: msgspec.Raw
    board_map: BoardMap
    entries: list[_PackedEntry]
    tables: dict[str, str] = {}


def packed(moved: MovedGame) -> bytes:
    """The content of the file; the same game always gives the same bytes."""
    whole = {"mark": MARK, "schema": SCHEMA_VERSION, **msgspec.structs.asdict(moved)}
    return gzip.compress(msgspec.json.encode(whole), mtime=0)


def moved_from(store: Store, game: GameRecord) -> MovedGame:
    """A stored game with its players as they sat there last; of older games only their names are known.

    Raises StoreError.
    """
    lobby = read_document(store.document, LOBBY, Lobby)
    board_map = read_document(store.document, BOARD_MAP, BoardMap)
    if lobby is None or lobby.game != game.id:
        left = left_by(game.id, store)
        lobby = left.lobby if left else msgspec.structs.replace(seated(game.edition, game.names), game=game.id)
    entries = store.entries(game.id)
    tables = tables_of(entries[0].entry if entries else None, store.document)
    return MovedGame(game, lobby, board_map or BoardMap(), entries, tables)


def read(path: Path, editions: Mapping[str, Rules]) -> MovedGame:
    """The game in a file. Raises StoreError with one sentence."""
    with store_errors(path), path.open("rb") as file:
        return unpacked(file.read(BYTES_MAXIMUM + 1), path, editions)


def unpacked(data: bytes, path: Path, editions: Mapping[str, Rules]) -> MovedGame:
    """The game in the content of a file, whose log can be folded with its tables. Raises StoreError."""
    if len(data) > BYTES_MAXIMUM:
        raise _too_large(path)
    try:
        found = msgspec.json.decode(_inflated(data, path), type=_Packed)
    except (OSError, EOFError, zlib.error, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise StoreError("corrupt", f"{path} is damaged, or not a game that was exported with --game.") from error
    _check(found, path, editions)
    try:
        moved, edition = _upcast(found), editions[found.game.edition]
        _check_fit(moved)
        _check_moved(moved, edition)
        folded(rules_at_start(moved.entries[0].entry, edition, moved.documents().get), moved.game, moved.entries)
    except (TableError, Unfit) as error:
        raise StoreError("unsupported", f"{path} cannot be continued here: {error}.") from error
    except (StoreError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise StoreError("corrupt", f"{path} is damaged: the game in it cannot be continued.") from error
    return moved


def _inflated(data: bytes, path: Path) -> bytes:
    """Unpack no more than a game can contain: a small file may unpack to a huge one."""
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
        content = file.read(BYTES_MAXIMUM + 1)
    if len(content) > BYTES_MAXIMUM:
        raise _too_large(path)
    return content


def _too_large(path: Path) -> StoreError:
    return StoreError("too_large", f"{path} is larger than any game.")


def _check(found: _Packed, path: Path, editions: Iterable[str]) -> None:
    if found.mark != MARK:
        raise StoreError("foreign", f"{path} is not a game that was exported with --game.")
    if found.schema > SCHEMA_VERSION:
        raise StoreError("newer", f"{path} was written by a newer Bankhalter: update this one first.")
    if found.game.edition not in editions:
        raise StoreError(
            "unsupported", f"{path} is a game of edition {quoted(found.game.edition)}, which does not exist here."
        )


def _upcast(found: _Packed) -> MovedGame:
    lobby = msgspec.json.decode(upcast_document("lobby", bytes(found.lobby).decode(), found.schema), type=Lobby)
    entries: list[StoredEntry] = []
    for seq, line in enumerate(found.entries):
        text = upcast_entry(bytes(line.entry).decode(), found.schema)
        entries.append(StoredEntry(seq, msgspec.json.decode(text, type=Entry), line.actor, line.request, line.at_ms))
    return MovedGame(found.game, lobby, found.board_map, entries, found.tables)


def _check_fit(moved: MovedGame) -> None:
    """Check that people could have typed its names and a hub made its ids. Raises Unfit."""
    game, lobby, board_map = moved.game, moved.lobby, moved.board_map
    tags = [seat.tag for seat in lobby.seats if seat.tag is not None]
    if wrong := misnamed(game.names) or misnamed([seat.name for seat in lobby.seats]):
        raise Unfit(wrong)
    for look in (tags, [seat.colour for seat in lobby.seats], [seat.shape for seat in lobby.seats]):
        if len(set(look)) < len(look):
            raise Unfit("two players have the same piece, colour or shape")
    named = [(GAME_ID, game.id), *((TAG, tag) for tag in tags), *((TABLE, name) for name in moved.tables)]
    named += [(TEXT, text) for entry in moved.entries for text in (entry.actor, entry.request)]
    named += [(TEXT, node) for node in board_map.spaces]
    named += [(DESIGN, lobby.design), *((MARK_OF_DEVICE, seat.came) for seat in lobby.seats)]
    odd = next((text for pattern, text in named if not pattern.fullmatch(text)), None)
    if odd is not None:  # which may be empty
        raise Unfit(f"{quoted(odd)} is not a name that a hub gives")


def _check_moved(moved: MovedGame, edition: Rules) -> None:
    """Check that a table could be opened on it: an import is not checked before that. Raises ValueError."""
    game, lobby = moved.game, moved.lobby
    persons = {seat.person for seat in lobby.seats}
    if not moved.entries or lobby.edition != game.edition:
        raise ValueError("a game without a beginning or of another edition")
    if not len(persons) == len(lobby.seats) == len(game.names):
        raise ValueError("a game with other players")
    if not all(0 < person <= lobby.people <= PEOPLE_MAXIMUM for person in persons):
        raise ValueError("people who never took a seat")
    try:
        edition.with_house_rules(lobby.house_rules)
    except KeyError as error:
        raise TableError(f"its edition has no house rule {error}") from error
