"""The power goes, and the disk had written anything or nothing of what was not synced: a start finds all promises."""

import os
import shutil
import sqlite3
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from helpers.representative import first_stands_for
from store.lost_power import Cut, Image, Named, Operation, Promised, Recorder, Synced, Wrote, images
from store.power_evening import PLACE, Story, check, evening, restored, rows_in, upcast
from store.test_formats import FORMATS, laid
from store.watched_sqlite import can_watch

from hub.editions import EDITIONS
from hub.store import folder as module
from hub.store.folder import DATABASE, DataFolder
from hub.store.sqlstore import SqlStore, open_store

SOAK = os.environ.get("BANKHALTER_SOAK") == "full"
EVERY, TIMES = (1, 10) if SOAK else (2, 1)
"""The gate opens each second image of five ways to lose something at each sync; the soak makes ten of each way."""

pytestmark = [
    pytest.mark.gate,
    pytest.mark.timeout(1_800),
    pytest.mark.skipif(not can_watch(), reason="needs a SQLite that is a library of its own, on a POSIX system"),
]


def opened(story: Story, in_memory: Path, seed: str, every: int = EVERY, times: int = TIMES) -> int:
    """Start on the images of a story; returns on how many."""
    count = 0
    for image in islice(images(story.recorder.operations, times, seed), 0, None, every):
        (place := in_memory / "image").mkdir()
        check(image, place)
        shutil.rmtree(place)
        count += 1
    return count


@pytest.mark.parametrize("edition", first_stands_for(EDITIONS))
def test_an_evening_loses_its_power(in_memory: Path, edition: str) -> None:
    """Players, keys, moves, positions, copies, PIN and certificate are there as promised, or as about to be."""
    story = Story(in_memory / "recorded")
    evening(story, edition)
    count = opened(story, in_memory, edition)
    assert count > (2_000 if SOAK else 200)
    print(f"{edition}: {count} images")


def test_a_first_start_loses_its_power(in_memory: Path) -> None:
    """Whatever there is of a database that was being made, the next start makes one, or finds it made."""
    story = Story(in_memory / "recorded")
    with story.recorder.recording():
        story.promise()
        open_store(DataFolder(story.folder).database_url).close()
        story.promise()
    print(f"first start: {opened(story, in_memory, 'first', 1, 8 * TIMES)} images")


class Behind(sqlite3.Connection):
    """On a disk on which SQLite cannot write ahead."""

    def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
        return super().execute(sql.replace("=WAL", "=DELETE"), *given)


@pytest.mark.all
def test_a_disk_without_a_log_ahead_loses_its_power(in_memory: Path) -> None:
    """Where SQLite cannot write ahead it takes back by a journal; then, too, what was promised is there."""
    story = Story(in_memory / "recorded")
    with mock.patch.object(sqlite3, "connect", partial(sqlite3.connect, factory=Behind)):
        evening(story, "classic")
        print(f"journal: {opened(story, in_memory, 'journal', 2 * EVERY)} images")


def killed(in_memory: Path) -> Image:
    """What a hub leaves that is killed amid its second life: games that are partly in their log, and copies of them."""
    story = Story(in_memory / "killed")
    evening(story, "classic")
    found = [
        image
        for image in images(story.recorder.operations, 1, "killed")
        if image.why.startswith("everything")
        and (database := image.files.get(f"{PLACE}/{DATABASE}"))
        and image.files.get(f"{PLACE}/{DATABASE}-wal")
        and rows_in(database) != image.before["games"]
    ]
    return found[-1]


def test_a_copy_is_put_back_and_the_power_goes(in_memory: Path) -> None:
    """There are the old games with all in their log, or the copy and nothing of theirs; what it replaced is kept."""
    story = Story(in_memory / "recorded")
    restored(story, killed(in_memory), in_memory)
    print(f"restored: {opened(story, in_memory, 'restored', 1, 4 * TIMES)} images")


def test_games_of_an_older_version_are_upcast_and_the_power_goes(in_memory: Path) -> None:
    """There are the old games, or those of today and a copy of the old ones."""
    story = Story(in_memory / "recorded")
    upcast(story, lambda folder: laid(folder, FORMATS / "schema-1.sql"))
    print(f"older version: {opened(story, in_memory, 'upcast', 1, 2 * TIMES)} images")


def lazily(store: SqlStore) -> None:
    """SQLite leaves it to the disk when to write."""
    store.database.writer.cursor().execute("PRAGMA synchronous=OFF")


def test_a_store_that_does_not_sync_is_found(in_memory: Path) -> None:
    """Moves that were promised before they were durable are missed in some image."""
    story = Story(in_memory / "recorded")
    evening(story, "classic", lazily)
    with pytest.raises(AssertionError, match=r"games is neither|no start"):
        opened(story, in_memory, "lazy", 1)


class Unsynced:
    """The module `os` whose `fsync` does nothing."""

    fsync = staticmethod(lambda _handle: None)

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)


@pytest.mark.parametrize(
    ("name", "instead", "missed"),
    [("os", Unsynced(), "secrets|certificate|no start"), ("sync_folder", lambda _folder: None, "secrets|certificate")],
)
def test_key_files_that_are_not_synced_are_found(in_memory: Path, name: str, instead: object, missed: str) -> None:
    """A secret whose bytes or whose name was not durable when it was used is missed in some image."""
    story = Story(in_memory / "recorded")
    with mock.patch.object(module, name, instead):
        evening(story, "classic")
    with pytest.raises(AssertionError, match=missed):
        opened(story, in_memory, name, 1)


def test_what_sqlite_writes_is_all_recorded(in_memory: Path) -> None:
    """A write to a file of SQLite's that its layer was not asked for ends the recording."""

    def behind_its_back(store: SqlStore) -> None:
        with store.database.path.open("r+b") as file:
            file.seek(0, os.SEEK_END)
            file.write(b"more")

    with pytest.raises(AssertionError, match="not watched"):
        evening(Story(in_memory / "recorded"), "classic", behind_its_back)


def found(operations: list[Operation]) -> set[tuple[tuple[str, bytes | None], ...]]:
    return {tuple(image.files.items()) for image in images([Promised({}), *operations], 200, "few")}


def test_what_is_not_synced_may_be_there_in_any_part() -> None:
    """Of a new file: no name, or a name and any of its two sectors; a sector is whole, and one before may be empty."""
    a, b, gap = b"a" * 512, b"b" * 100, bytes(512)
    written = [Named(".", (("f", 1),)), Wrote(1, 0, a + b), Synced(1)]
    contents = {dict(image).get("f") for image in found(written)}
    assert contents == {None, b"", a, a + b, gap + b}


def test_what_is_synced_is_there() -> None:
    """After a sync of the file, of the folder, of both: the content if there is a name, the name, and both."""
    name, write, cut = Named(".", (("f", 1),)), Wrote(1, 0, b"new"), Cut(1, 1)

    def after(*operations: Operation) -> set[bytes | None]:
        return {dict(image.files).get("f") for image in images([*operations, Promised({})], 200, "few")}

    assert after(name, write, Synced(1)) == {None, b"new"}
    assert after(name, write, Synced(".")) == {b"", b"new"}
    assert after(name, write, Synced(1), Synced(".")) == {b"new"}
    assert after(name, write, Synced(1), Synced("."), cut) == {b"new", b"n"}


def test_a_rename_is_done_at_once() -> None:
    """The old content or the new one is under the name, never nothing."""
    base: list[Operation] = [Named(".", (("f", 1), ("new", 2))), Wrote(1, 0, b"old"), Wrote(2, 0, b"new")]
    renamed = Named(".", (("f", 2), ("new", None)))
    history = [*base, Synced(1), Synced(2), Synced("."), renamed, Promised({})]
    assert {tuple(image.files.items()) for image in images(history, 50, "few")} == {
        (("f", b"old"), ("new", b"new")),
        (("f", b"new"),),
    }


def test_python_and_sqlite_are_recorded_in_their_order(in_memory: Path) -> None:
    """A draft that is written, synced and renamed, and then its folder synced, is recorded as that."""
    (in_memory / "recorded").mkdir()
    recorder = Recorder(in_memory / "recorded")
    with recorder.recording():
        module.write_private(in_memory / "recorded" / "key", b"secret")
    draft, sync, rename, folder = recorder.operations[-4:]
    assert (draft, sync, folder) == (Wrote(1, 0, b"secret"), Synced(1), Synced("."))
    assert rename == Named(".", (("key", 1), ("key.new", None)))
