"""A hub whose disk makes trouble in the middle of a game: the banner says why, nothing is half done, and it goes on."""

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.hub_process import HubProcess, bankhalter
from server.browser import Browser

from hub.records.help_files import RECORD
from hub.store.folder import DATABASE

LINUX = sys.platform == "linux"
pytestmark = [pytest.mark.skipif(not LINUX, reason="limits of a running process are Linux's")]


class Evening:
    """A hub whose banker has begun a game."""

    def __init__(self, folder: Path) -> None:
        self.hub = HubProcess(folder, "--simulated=starter")
        self.browser = Browser(self.hub.port, key=self.hub.key)
        self.browser.begin()

    def throw(self) -> dict[str, Any]:
        """Whoever is asked throws for the first turn, as often as it takes; the answer of the hub."""
        self.view = self.browser.seen()
        seat = self.view["prompt"]["seats"][0]
        return self.browser.ask({"do": "play", "command": {"command": "throw", "seat": seat, "faces": [1, 1 + seat]}})

    def refused(self, *causes: str) -> None:
        """Throws are refused because they cannot be stored, a banner says why, and the table is as it was."""
        before = self.browser.seen()
        for _ in range(2):
            ack = self.throw()
            assert (ack["ok"], ack["reason"]) == (False, "not_stored")
            assert ack["details"]["cause"] in causes
            after = self.browser.seen()
            assert after["notice"] == ack["details"]["cause"]
            assert all(after[name] == before[name] for name in ("undo", "prompt", "seats"))

    def goes_on(self) -> None:
        """The same throw is taken now, and the banner is gone."""
        before = self.browser.seen()["undo"]
        assert self.throw()["ok"]
        after = self.browser.seen()
        assert (after["undo"], after["notice"]) == (before + 1, None)
        self.undo = after["undo"]

    def end(self) -> None:
        self.browser.close()
        self.hub.end(signal.SIGKILL)

    def begin_again(self, folder: Path) -> None:
        """Another hub on this folder, at the same place of the game."""
        shown = self.undo
        self.hub = HubProcess(folder, "--simulated=starter")
        self.browser = Browser(self.hub.port, key=self.hub.key)
        assert self.browser.seen()["undo"] == shown


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path)
    yield evening
    evening.end()


def test_files_that_may_not_grow(evening, tmp_path):
    """A hub that may write no more refuses what it cannot store, and takes it again once it may."""
    import resource  # only where there is one

    evening.goes_on()
    log = tmp_path / f"{DATABASE}-wal"
    limits = resource.prlimit(evening.hub.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(evening.hub.process.pid, resource.RLIMIT_FSIZE, (log.stat().st_size, limits[1]))
    evening.refused("io", "disk_full")
    resource.prlimit(evening.hub.process.pid, resource.RLIMIT_FSIZE, limits)
    evening.goes_on()


def test_a_file_that_is_damaged_in_the_middle_of_a_game(evening, tmp_path):
    """A hub whose file is overwritten stores nothing in it and says so; with the file as it was the game goes on."""
    database = tmp_path / DATABASE
    evening.goes_on()
    _write_down(database)
    sound = database.read_bytes()
    with database.open("r+b") as file:
        file.write(os.urandom(len(sound)))
    evening.refused("corrupt")
    with database.open("r+b") as file:
        file.write(sound)
    _write_down(database)
    evening.goes_on()
    evening.end()
    evening.begin_again(tmp_path)


def _write_down(database: Path) -> None:
    """All that is in the log of the database comes into the file; whoever has it open reads it again."""
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("PRAGMA user_version=0")
        assert other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0


def mounted(disk: Path, *arguments: str | Path) -> Iterator[Path]:
    disk.mkdir()
    program = shutil.which("mount")
    made = program and subprocess.run([program, *arguments, disk], check=False, capture_output=True)
    if not made or made.returncode != 0:
        pytest.skip("this user may make no disk")
    yield disk
    subprocess.run(["umount", "-l", disk], check=True)


@pytest.fixture
def small_disk(tmp_path):
    yield from mounted(tmp_path / "disk", "-t", "tmpfs", "-o", "size=2m", "bankhalter")


@pytest.fixture
def failing_disk(tmp_path):
    """A disk that turns read-only at its first error, as disks of small computers do when they wear out."""
    program = shutil.which("mkfs.ext4", path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if program is None:
        pytest.skip("there is no program to make such a disk")
    image = tmp_path / "image"
    with image.open("wb") as file:
        file.truncate(16 * 1024 * 1024)
    subprocess.run([program, "-q", "-F", image], check=True)
    yield from mounted(tmp_path / "disk", "-o", "loop,errors=remount-ro", image)


def fail(disk: Path) -> None:
    """Let the system find an error on a disk that was made for that."""
    device = disk.stat().st_dev
    name = Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}").resolve().name
    trigger = Path("/sys/fs/ext4") / name / "trigger_fs_error"
    if not name.startswith("loop") or not os.access(trigger, os.W_OK):
        pytest.skip("this system lets no disk fail")
    trigger.write_text("a test")
    with pytest.raises(OSError, match="Read-only"):
        (disk / "file").touch()


def record_in(help_file: Path) -> list[str]:
    with zipfile.ZipFile(help_file) as packed:
        return packed.read(RECORD).decode().splitlines()


@pytest.mark.feature("helpfile")
def test_a_disk_that_turns_read_only(failing_disk, tmp_path):
    """Nothing is stored and the banner says so; help files still have the game, and a copy of the folder goes on."""
    data = failing_disk / "data"
    evening = Evening(data)
    try:
        evening.goes_on()
        fail(failing_disk)
        evening.refused("io", "read_only")
        port = str(evening.hub.port)
        done = bankhalter("helpfile", tmp_path / "open.zip", "--data-dir", data, "--http-port", port)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        evening.browser.close()
        ended, said = evening.hub.end(signal.SIGTERM)
        assert (ended, "Traceback" in said) == (0, False)
        done = bankhalter("helpfile", tmp_path / "closed.zip", "--data-dir", data)
        assert done.returncode == 0
        assert f"{data / DATABASE} cannot be written" in done.stdout
        assert record_in(tmp_path / "closed.zip") == record_in(tmp_path / "open.zip")
        shutil.copytree(data, tmp_path / "saved")
        evening.begin_again(tmp_path / "saved")
        evening.goes_on()
    finally:
        evening.end()


def test_a_disk_that_is_full(small_disk):
    """On a full disk nothing is stored, not even by half; when there is room again, the game goes on."""
    evening = Evening(small_disk / "data")
    try:
        filling = small_disk / "filling"
        with filling.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))
        # the log of the database may have room of its own for some moves
        assert not all(evening.throw()["ok"] for _ in range(40))
        evening.refused("disk_full")
        filling.unlink()
        evening.goes_on()
        evening.end()
        evening.begin_again(small_disk / "data")
    finally:
        evening.end()
