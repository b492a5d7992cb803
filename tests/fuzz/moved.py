"""A game that is moved, as somebody has changed it: the input is what is packed in the file."""

import contextlib
import functools
import gzip
import io
import tempfile
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from fuzz.stored import assert_sentence, memory
from helpers.stored_evening import look, opened, play_evening

from hub.commands import CannotRun, games
from hub.store.folder import DataFolder
from hub.store.gamefile import moved_from, packed
from hub.store.sqlstore import open_store
from hub.table.interfaces.storage import StoreError


def moved(data: bytes) -> None:
    """It is taken in and the table goes on with it, or one clear sentence says what is wrong with the file."""
    from hub.features.export import import_command as import_game

    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        path, there = Path(folder) / "game", Path(folder) / "there"
        path.write_bytes(gzip.compress(data, 1))
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                import_game.run(Namespace(file=path, data_dir=there, database=None, force=False))
        except (CannotRun, StoreError) as cannot:
            assert_sentence(str(cannot))
            assert not there.exists()
            return
        with contextlib.redirect_stdout(io.StringIO()):
            games.run(Namespace(data_dir=there, database=None, json=False))
        with opened(there) as table:
            look(table)
            packed(moved_from(table.state.store, table.state.live.record))


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
    yield whole()
