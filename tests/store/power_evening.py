"""Scenarios for power cuts: what happens to a data folder, and what a start must find afterwards.

Each scenario does what the hub does, with the hub's own store code, and states after each step what people rely on.
"""

import contextlib
import functools
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from helpers.fake_board import FakeBoard
from helpers.killed_hub import Doom, Evening
from store.lost_power import Facets, Image, Recorder

from hub.composition.serving import server_context
from hub.editions import EDITIONS
from hub.server.access.keys import Access
from hub.store.backups import FOLDER, Backups
from hub.store.database import META, TABLES
from hub.store.folder import AUTHORITY, CERTIFICATE, DATABASE, SECRETS, DataFolder
from hub.store.sqlstore import SqlStore, open_store
from hub.table.game.chance import Dice
from hub.table.interfaces.storage import Batch
from hub.table.table import Table

PLACE, REPLACED = "data", "replaced-1.sqlite3"
HOSTS = ("localhost",), ("localhost", "192.168.0.7")
"""The computer's names in the first and the second life: another address makes another certificate."""

CHECKPOINT_PAGES = 12
"""So that the log is taken over into the database several times in a short evening; SQLite waits for 1,000 pages."""

Rows = tuple[Any, ...]
NOTHING: Rows = ((),) * len(TABLES)


def rows_of(store: SqlStore) -> Rows:
    return tuple(() if table == META else tuple(store._read(f"SELECT * FROM {table}")) for table in TABLES)


@functools.lru_cache(maxsize=64)
def rows_in(content: bytes) -> Rows:
    """The same for a database file with this content, such as a backup; a write-ahead log next to it is ignored.

    An older version has fewer tables.
    """
    with NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        with contextlib.closing(sqlite3.connect(f"file:{file.name}?immutable=1", uri=True)) as reader:
            assert reader.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            there = {name for (name,) in reader.execute("SELECT name FROM sqlite_schema")} - {"meta"}
            return tuple(tuple(reader.execute(f"SELECT * FROM {table}")) if table in there else () for table in TABLES)


def rows_kept(path: Path, elsewhere: Path) -> Rows:
    """All rows of games that were replaced, part of which may still be in their write-ahead log."""
    for side in ("", "-wal"):
        if path.with_name(path.name + side).exists():
            shutil.copyfile(path.with_name(path.name + side), elsewhere / f"{DATABASE}{side}")
    with contextlib.closing(sqlite3.connect(elsewhere / DATABASE)) as taker:
        taker.execute("PRAGMA journal_mode=DELETE")
    return rows_in((elsewhere / DATABASE).read_bytes())


def files_of(folder: Path) -> Facets:
    """What people rely on besides the games: secrets, certificate, and every backup, which must be whole."""
    found: dict[str, object] = {}
    if (folder / SECRETS).exists():
        found["secrets"] = DataFolder(folder).secrets()
    found |= {name: (folder / name).read_bytes() for name in (AUTHORITY, CERTIFICATE) if (folder / name).exists()}
    for path in (*(copy.path for copy in Backups(folder).all()), *(folder / FOLDER).glob("schema-*.sqlite3")):
        found[path.name] = rows_in(path.read_bytes())
    return found


def found_in(root: Path) -> Facets:
    """What a start finds; also checks that it can resume the table."""
    folder = DataFolder(root / PLACE)
    store = open_store(folder.database_url)
    try:
        rows = rows_of(store)
        table = Table(store, FakeBoard("side", 4, 13), EDITIONS, Dice(0))
        table.start()
        table.stop()
    finally:
        store.close()
    found = files_of(folder.path)
    if CERTIFICATE in found:
        server_context(folder.path, HOSTS[0])  # makes a new one unless the authority has certified it
    return {"games": rows, **found}


def check(image: Image, root: Path) -> None:
    """Check that a start on this image finds what people rely on, as promised or as was about to be promised."""
    image.lay(root)
    try:
        found = found_in(root)
        if REPLACED in image.before:  # before it is promised it may be incomplete, since nobody looks for it
            found[REPLACED] = rows_kept(root / PLACE / FOLDER / REPLACED, root)
    except Exception as error:
        raise AssertionError(f"no start ({image.why}): {error!r}") from error
    for name in {*image.before, *found}:
        allowed = [facets.get(name) for facets in (image.before, image.after)]
        assert found.get(name) in allowed, f"{name} is neither as before nor as after ({image.why})"


class Story:
    """A recorded folder; `games` is what was last promised to be stored there."""

    def __init__(self, root: Path) -> None:
        root.mkdir()
        self.recorder, self.folder = Recorder(root), root / PLACE
        self.games: Rows = NOTHING

    def promise(self, games: Rows | None = None, more: Facets | None = None) -> None:
        """Note that people rely on these games, and on the files that exist now."""
        self.games = self.games if games is None else games
        files = files_of(self.folder) if self.folder.exists() else {}
        self.recorder.promise({"games": self.games, **files, **(more or {})})


def evening(story: Story, edition: str, spoil: Callable[[SqlStore], None] = lambda _store: None) -> None:
    """Two runs of a hub: players, keys, moves of people and board, undo, backups, a new PIN, a WAL checkpoint."""
    with story.recorder.recording():
        story.promise()
        for life in range(2):
            secrets = DataFolder(story.folder).secrets(new_pin=life > 0)
            story.promise()
            server_context(story.folder, HOSTS[life])
            story.promise()
            played = Evening(story.folder, edition, Doom(None))
            spoil(played.store)
            _promise_commits(story, played.store)
            access = Access(played.table, secrets.server_secret, secrets.banker_pin)
            access.load()
            backups = Backups(story.folder)
            for step, _ in enumerate(played.play(), 1):
                if step % 7 == 1:
                    access.follow_table()
                    assert access.join(next(iter(access.codes().values()), "")) or step == 1
                    backups.make()
                    story.promise()
                if life == 0 and step == 13:
                    break
            played.table.stop()
            played.store.close()
            backups.make()
            story.promise()


def _promise_commits(story: Story, store: SqlStore) -> None:
    store.database.writer.cursor().execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")
    commit = store.commit

    def promised(batch: Batch) -> None:
        commit(batch)
        story.promise(rows_of(store))

    store.commit = promised  # type: ignore[method-assign]
    story.promise(rows_of(store))


def restored(story: Story, killed: Image, elsewhere: Path) -> None:
    """Restore the first backup over what a killed hub left, part of which is still in its write-ahead log."""
    killed.lay(story.recorder.root)
    before = rows_kept(story.folder / DATABASE, elsewhere)
    assert rows_in((story.folder / DATABASE).read_bytes()) != before
    with story.recorder.recording():
        story.promise(before)
        backups = Backups(story.folder)
        copy = backups.all()[0]
        assert rows_in(copy.path.read_bytes()) != before
        replaced = backups.restore(copy)
        assert replaced.name == REPLACED
        story.promise(rows_in(copy.path.read_bytes()), {REPLACED: before})


def upcast(story: Story, lay: Callable[[DataFolder], object]) -> None:
    """Start on games of an older version, which are copied aside before they are converted."""
    lay(DataFolder(story.folder))
    story.games = rows_in((story.folder / DATABASE).read_bytes())
    with story.recorder.recording():
        story.promise()
        store = open_store(DataFolder(story.folder).database_url)
        story.promise(rows_of(store))
        store.close()
