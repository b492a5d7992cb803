"""A game that is moved, as somebody has changed it: the input is what is packed in the file."""

from __future__ import annotations

import functools
import gzip
import tempfile
from collections.abc import Iterator
from pathlib import Path

from fuzz.stored import assert_sentence, memory
from helpers.stored_evening import play_evening

from hub.editions import EDITIONS
from hub.store.folder import DataFolder
from hub.store.gamefile import moved_from, packed, unpacked
from hub.store.sqlstore import open_store
from hub.table.kept_tables import begun_with
from hub.table.storage import StoreError
from hub.table.taking_up import folded


def moved(data: bytes) -> None:
    """It is a game that can be gone on with, or one clear sentence says what is wrong with the file."""
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        path = Path(folder) / "game"
        path.write_bytes(gzip.compress(data, 1))
        try:
            game = unpacked(path, EDITIONS)
        except StoreError as error:
            assert_sentence(str(error))
            return
    packed(game)
    edition = EDITIONS[game.game.edition]
    live = folded(begun_with(game.entries[0].entry, edition, game.documents().get), game.game, game.entries)
    assert sum(live.game.state.ledger.balances) == 0


@functools.cache
def whole() -> bytes:
    """An evening on a family's tables, unpacked."""
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        play_evening(Path(folder))
        store = open_store(DataFolder(Path(folder)).database_url)
        content = gzip.decompress(packed(moved_from(store, store.games()[0])))
        store.close()
    return content


def seeds() -> Iterator[bytes]:
    """One whole game."""
    yield whole()
