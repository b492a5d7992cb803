"""What a commit of the store costs beside the bare driver doing the same work; run by hand, prints the ratio."""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from sqlalchemy.engine import URL

from hub.domain.commands import Buy
from hub.domain.deeds import DeedMoved
from hub.domain.history import Move
from hub.domain.ids import BANK
from hub.domain.ledger import MoneyMoved
from hub.store.sqlstore import open_store
from hub.table.interfaces.board import EventId
from hub.table.interfaces.storage import Batch, GameRecord, StoredEntry

GAME = GameRecord("game", "edition", ("Anna", "Ben"), 1)
MOVE = Move(Buy(0), (MoneyMoved(0, BANK, 140, "deed_price", {"price": 140}), DeedMoved(11, BANK, 0)))
ROUNDS, COMMITS = 20, 100


def batch(seq: int) -> Batch:
    """A purchase by a button of the board."""
    entry = StoredEntry(seq, MOVE, "board:node", f"r{seq}", 1)
    return Batch(game=GAME, entry=entry, positions={"node": EventId(1, seq)})


def bare_writer(path: Path) -> Callable[[int], None]:
    """The same rows by the driver alone."""
    bare = sqlite3.connect(path, isolation_level=None)
    bare.executescript(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
        "CREATE TABLE games (id TEXT PRIMARY KEY); INSERT INTO games VALUES ('game');"
        "CREATE TABLE entries (game TEXT REFERENCES games(id), seq INT, entry TEXT, actor TEXT, request TEXT,"
        " at_ms INT, PRIMARY KEY (game, seq)) WITHOUT ROWID;"
        "CREATE TABLE positions (node TEXT PRIMARY KEY, boot INT, n INT)"
    )
    text = msgspec.json.encode(MOVE).decode()

    def write(seq: int) -> None:
        bare.execute("BEGIN")
        bare.execute("INSERT INTO entries VALUES (?,?,?,?,?,?)", ("game", seq, text, "board:node", f"r{seq}", 1))
        bare.execute(
            "INSERT INTO positions VALUES (?,?,?) ON CONFLICT (node) DO UPDATE SET boot=excluded.boot, n=excluded.n",
            ("node", 1, seq),
        )
        bare.execute("COMMIT")

    return write


def main() -> None:
    """Both in turns in one run, so that the noise of the machine hits both; prints medians and their ratio."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        store = open_store(URL.create("sqlite", database=f"{folder}/store.sqlite3"))
        writers = (bare_writer(Path(folder, "bare.sqlite3")), lambda seq: store.commit(batch(seq)))
        times: tuple[list[float], list[float]] = ([], [])
        for seq in range(ROUNDS * COMMITS):
            for write, took in zip(writers, times, strict=True):
                begun = time.perf_counter()
                write(seq)
                took.append(time.perf_counter() - begun)
        store.close()
    bare, ours = (statistics.median(took) * 1e6 for took in times)
    print(f"bare {bare:.0f} us, store {ours:.0f} us, ratio {ours / bare:.2f}")


if __name__ == "__main__":
    main()
