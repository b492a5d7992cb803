"""The power goes while the last transaction is written: whatever of it reached the disk, it is there or it is not."""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
from pathlib import Path

import pytest

from hub.domain.commands import Buy
from hub.domain.history import Move
from hub.domain.ledger import MoneyMoved
from hub.store.folder import DATABASE, DataFolder
from hub.store.sqlstore import SqlStore, open_store
from hub.table.interfaces.board import EventId
from hub.table.interfaces.storage import Batch, GameRecord, StoredEntry

GAME = GameRecord("game", "edition", ("Anna",), 1)
LAST = 12
EVERY = 1 if os.environ.get("BANKHALTER_SOAK") == "full" else 211
"""The gate cuts at each 211th byte and around all seams; `BANKHALTER_SOAK=full` at each byte."""

HEADER, FRAME, FRAME_HEADER = 32, 4096 + 24, 24


def commit(store: SqlStore, seq: int) -> None:
    """One move with all that can come with it; the last is longer than a page."""
    facts = tuple(MoneyMoved(0, -1, amount + 1, "deed_price", {}) for amount in range(60 if seq == LAST else 4))
    entry = StoredEntry(seq, Move(Buy(0), facts), "banker", f"r{seq}", seq)
    store.commit(Batch(game=GAME, entry=entry, documents={"d": str(seq).encode()}, positions={"n": EventId(1, seq)}))


class Killed:
    """What a killed hub leaves: the database and its write-ahead log before and after the last transaction."""

    def __init__(self, folder: Path) -> None:
        store = open_store(DataFolder(folder / "whole").database_url)
        database = folder / "whole" / DATABASE
        log = database.with_name(f"{DATABASE}-wal")
        for seq in range(LAST):
            commit(store, seq)
        self.before = log.read_bytes()
        commit(store, LAST)
        self.database, self.after = database.read_bytes(), log.read_bytes()
        with sqlite3.connect(database) as reader:
            reader.execute("PRAGMA wal_checkpoint(FULL)")
        reader.close()
        self.checkpointed = database.read_bytes()
        store.close()
        self._place = folder / "cut"
        self._place.mkdir()

    def last_found(self, database: bytes, log: bytes) -> int:
        """The number of the last move that SQLite finds in these files; entry, document and position must agree."""
        with contextlib.closing(sqlite3.connect(self._lay(database, log))) as reader:
            last, count = reader.execute("SELECT MAX(seq), COUNT(*) FROM entries").fetchone()
            assert count == last + 1
            assert reader.execute("SELECT data FROM documents").fetchall() == [(str(last),)]
            assert reader.execute("SELECT node, boot, n FROM positions").fetchall() == [("n", 1, last)]
        return int(last)

    def last_resumed(self, database: bytes, log: bytes) -> int:
        self._lay(database, log)
        store = open_store(DataFolder(self._place).database_url)
        entries = store.entries("game")
        last = len(entries) - 1
        assert [len(stored.entry.facts) for stored in entries] == [4] * min(LAST, last + 1) + [60] * (last == LAST)
        assert store.positions() == {"n": EventId(1, last)}
        store.close()
        return last

    def _lay(self, database: bytes, log: bytes) -> Path:
        path = self._place / DATABASE
        for found in self._place.iterdir():
            found.unlink()
        path.write_bytes(database)
        path.with_name(f"{DATABASE}-wal").write_bytes(log)
        return path


@pytest.fixture
def killed(in_memory: Path) -> Killed:
    """Files of a hub that was killed."""
    return Killed(in_memory)


def seams(start: int, end: int) -> list[int]:
    """The bytes beside each border of a frame and of its header."""
    frames = range(HEADER + (start - HEADER) // FRAME * FRAME, end + 1, FRAME)
    near = {frame + part + more for frame in frames for part in (0, FRAME_HEADER) for more in (-1, 0, 1)}
    return sorted(cut for cut in near if start <= cut <= end)


def behind(rest: str, length: int) -> bytes:
    """What stands where the transaction was not written."""
    return {"nothing": b"", "zeros": bytes(length), "noise": random.Random(1).randbytes(length)}[rest]


@pytest.mark.gate
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("rest", ["nothing", "zeros", "noise"])
def test_the_log_is_cut_at_any_byte(killed: Killed, rest: str) -> None:
    """Cut anywhere, with nothing, zeros or noise behind, the log ends before the last move; whole, it has it."""
    start, end = len(killed.before), len(killed.after)
    assert end > start
    places = seams(start, end)
    cuts = sorted({*places, *range(start, end, EVERY)})
    for cut in cuts:
        log = killed.after[:cut] + behind(rest, end - cut)
        expected = LAST if log == killed.after else LAST - 1
        assert killed.last_found(killed.database, log) == expected, f"cut at {cut} of {start} to {end}"
        if cut in places:
            assert killed.last_resumed(killed.database, log) == expected, f"cut at {cut} of {start} to {end}"
    print(f"{rest} behind: cut at {len(cuts)} places")


@pytest.mark.gate
@pytest.mark.timeout(1_800)
def test_the_database_is_half_written_while_the_log_is_taken_over(killed: Killed) -> None:
    """Whatever part of the database was rewritten by a checkpoint, its write-ahead log makes it whole."""
    old, new = killed.database.ljust(len(killed.checkpointed), b"\0"), killed.checkpointed
    differing = [at for at in range(len(new)) if old[at] != new[at]]
    places = sorted({*differing[::EVERY], *range(0, len(new) + 1, 4096)})
    assert len(places) > 3
    for cut in places:
        assert killed.last_found(new[:cut] + old[cut:], killed.after) == LAST, f"written up to {cut}"
    print(f"checkpoint: cut at {len(places)} places")
