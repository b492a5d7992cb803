"""A game that comes from another computer: whether a table can be opened on it, and what it needs to be at one."""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from tempfile import gettempdir

import msgspec

from hub.board.board import SerialBoard
from hub.domain.history import effective_facts
from hub.domain.turns import GameWon
from hub.interrupts import temporary_folder
from hub.rules.slots import Rules
from hub.server.access.keys import DOCUMENT as ACCESS
from hub.store.folder import DataFolder, store_errors
from hub.store.gamefile import MovedGame
from hub.store.sqlstore import open_store
from hub.table.board.board_map import BoardMap
from hub.table.changes.pausing import DOCUMENT as PAUSE
from hub.table.game.chance import Dice
from hub.table.interfaces.storage import Store, StoreError, read_document
from hub.table.lobby import Lobby
from hub.table.state import BOARD_MAP, LOBBY, Pause
from hub.table.table import Table
from hub.table.wire.audience import Audience


def open_elsewhere(moved: MovedGame, file: Path, editions: Mapping[str, Rules]) -> None:
    """Try the game in a temporary folder: one that cannot be opened and shown would keep the hub from starting.

    Raises StoreError if it cannot.
    """
    with (
        store_errors(Path(gettempdir())),
        temporary_folder() as folder,
        closing(open_store(DataFolder(folder).database_url)) as store,
    ):
        store.import_game(moved.game, moved.entries, table_documents(store, None, moved))
        try:
            table = Table(store, SerialBoard([]), editions, Dice())
            seats = (Audience("seat", seat) for seat in range(len(moved.lobby.seats)))
            for audience in (Audience("banker"), Audience("viewer"), *seats):
                table.view(audience)
        except Exception as error:
            raise StoreError("corrupt", f"{file} is damaged: the game in it cannot be continued.") from error


def table_documents(store: Store, here: Lobby | None, moved: MovedGame) -> dict[str, bytes]:
    """What to store so that it is at the table: a lobby that seats its players; those who sat here lose their keys.

    Which packages may run is decided at this table, never by a file. The wooden pieces are not set up for the
    imported game yet, so it starts with the rebuild sheet.
    """
    trusted = here.trusted if here is not None else ()
    lobby = msgspec.structs.replace(moved.lobby, game=moved.game.id, enrolling=None, trusted=trusted)
    documents = {LOBBY: msgspec.json.encode(lobby), ACCESS: b"[]", **moved.documents()}
    board_map = read_document(store.document, BOARD_MAP, BoardMap)
    if board_map is None or not board_map.spaces:
        documents[BOARD_MAP] = msgspec.json.encode(moved.board_map)
    entries = [stored.entry for stored in moved.entries]
    if not any(isinstance(fact, GameWon) for fact in effective_facts(entries)):
        documents[PAUSE] = msgspec.json.encode(Pause(moved.game.id, frozen=True))
    return documents
