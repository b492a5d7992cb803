"""What goes into the store comes out of it, also for another hub on another day."""

import sqlite3
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from helpers.samples import sample
from msgspec import inspect

from hub.domain.commands import Buy
from hub.domain.history import Entry, Move, Redone, Undone
from hub.domain.unions import AnyCommand, AnyFact
from hub.store.folder import DataFolder
from hub.store.sqlstore import SMALL, SqlStore, open_store
from hub.table.interfaces.board import EventId
from hub.table.interfaces.storage import Asked, Batch, GameRecord, StoredEntry

GAME = GameRecord("g1", "edition", ("Änne", "'; DROP TABLE games;--"), 1_700_000_000_000)


def samples(union: Any) -> list[Any]:
    return [sample(inspect.type_info(kind)) for kind in get_args(union)]


def entry(seq: int, what: Entry) -> StoredEntry:
    return StoredEntry(seq, what, "seat:1", f"request-{seq}", 1_700_000_000_000 + seq)


def test_every_kind_of_entry_comes_back(address: str) -> None:
    """All commands, all facts, undo and redo are read back equal, by another opening of the store."""
    facts = tuple(samples(AnyFact))
    kinds: list[Entry] = [*(Move(command, facts) for command in samples(AnyCommand)), Undone(3), Redone()]
    written = [entry(seq, kind) for seq, kind in enumerate(kinds)]
    store = open_store(address)
    for stored in written:
        store.commit(Batch(game=GAME, entry=stored))
    store.close()
    store = open_store(address)
    assert store.games() == [GAME]
    assert store.entries("g1") == written
    store.close()


def test_documents_and_positions_are_replaced(any_store: SqlStore) -> None:
    """Of a document and of a node's position the newest is kept; what was never stored is not there."""
    any_store.commit(Batch(documents={"lobby": b'{"a":1}', "board_map": b"{}"}, positions={"n1": EventId(1, 7)}))
    any_store.commit(Batch(documents={"lobby": b'{"a":2}'}, positions={"n1": EventId(2**31, 1), "n2": EventId(5, 5)}))
    assert any_store.document("lobby") == b'{"a":2}'
    assert any_store.document("board_map") == b"{}"
    assert any_store.document("nothing") is None
    assert any_store.positions() == {"n1": EventId(2**31, 1), "n2": EventId(5, 5)}


def test_documents_are_read_at_once_when_a_table_is_opened(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each would cost a query while people wait; what has been stored since then is what counts."""
    large = b"x" * (SMALL + 1)
    store = open_store(address)
    store.commit(Batch(documents={"lobby": b"old", "large": large}))
    store.close()
    store = open_store(address)
    asked: list[object] = []
    read = store._read
    monkeypatch.setattr(store, "_read", lambda statement, *values: asked.append(statement) or read(statement, *values))
    assert [store.document(name) for name in ("lobby", "keys", "codes", "lobby")] == [b"old", None, None, b"old"]
    assert len(asked) == 1
    assert store.document("large") == large
    store.commit(Batch(documents={"lobby": b"new", "codes": b"7"}))
    assert [store.document(name) for name in ("lobby", "codes")] == [b"new", b"7"]
    store.close()


def test_requests_come_in_the_order_in_which_they_were_made(any_store: SqlStore) -> None:
    """The next takes the place of the oldest of its client, and of nobody else's (decision 0028: 256 are kept)."""
    first, other, second, newest = (
        Asked(*one, "") for one in (("seat:1", 0, "d"), ("banker", 0, "c"), ("seat:1", 1, "b"), ("seat:1", 256, "a"))
    )
    for asked in (first, other, second):
        any_store.commit(Batch(asked=asked))
    assert [one for one in any_store.asked() if one.client == "seat:1"] == [first, second]
    any_store.commit(Batch(asked=newest))
    assert any_store.asked() == [other, second, newest]


def test_what_is_removed_leaves_nothing(address: str) -> None:
    """Of a game that leaves the bin neither log, record nor document; a game of the same id may come again."""
    kept = msgspec.structs.replace(GAME, id="g2")
    store = open_store(address)
    store.commit(Batch(game=kept, entry=entry(0, Redone())))
    for _evening in range(2):
        store.import_game(GAME, [entry(0, Undone(1)), entry(1, Redone())], {"left:g1": b"{}", "left:g2": b"{}"})
        assert len(store.entries("g1")) == 2, "all of it, also when it comes again at once"
        store.commit(Batch(removed=("g1", "left:g1")))
    store.close()
    store = open_store(address)
    assert (store.games(), store.entries("g1"), store.document("left:g1")) == ([kept], [], None)
    assert (len(store.entries("g2")), store.document("left:g2")) == (1, b"{}")
    store.import_game(GAME, [entry(0, Redone())], {})
    assert [game.id for game in store.games()] == ["g2", "g1"]
    store.close()


def test_games_keep_their_order_and_their_logs_apart(any_store: SqlStore) -> None:
    """Games come in the order of their creation even if the clock went back, each with its own log."""
    older, newer = GAME, msgspec.structs.replace(GAME, id="g2", started_ms=5)
    any_store.commit(Batch(game=older, entry=entry(0, Undone(1))))
    any_store.commit(Batch(game=newer, entry=entry(0, Redone())))
    any_store.commit(Batch(game=older, entry=entry(1, Undone(2))))
    assert [game.id for game in any_store.games()] == ["g1", "g2"]
    assert [stored.seq for stored in any_store.entries("g1")] == [0, 1]
    assert [stored.entry for stored in any_store.entries("g2")] == [Redone()]
    assert any_store.entries("unknown") == []


def test_the_log_can_be_read_by_people(store: SqlStore, database: Path) -> None:
    """Any SQLite browser shows a move as JSON text, even while the hub runs."""
    store.commit(Batch(game=GAME, entry=entry(0, Move(Buy(1), ()))))
    reader = sqlite3.connect(database)
    assert reader.execute("SELECT game, seq, entry, actor FROM entries").fetchall() == [
        ("g1", 0, '{"entry":"move","command":{"command":"buy","seat":1},"facts":[]}', "seat:1")
    ]
    reader.close()


@pytest.mark.parametrize("seq", [0, 2])
def test_an_entry_out_of_order_is_our_bug(any_store: SqlStore, seq: int) -> None:
    """An entry that is not the next of its log stops the commit and leaves no trace."""
    any_store.commit(Batch(game=GAME, entry=entry(0, Redone())))
    with pytest.raises(AssertionError, match=f"entry {seq} of g1 instead of 1"):
        any_store.commit(Batch(game=GAME, entry=entry(seq, Redone()), documents={"lobby": b"{}"}))
    assert len(any_store.entries("g1")) == 1
    assert any_store.document("lobby") is None


def test_a_folder_may_have_any_name(tmp_path: Path) -> None:
    """A data folder whose name means something in an address still holds its own database."""
    folder = DataFolder(tmp_path / "a?b%20c#d é")
    open_store(folder.database_url).close()
    assert (folder.path / "bankhalter.sqlite3").is_file()


def test_an_import_that_fails_leaves_the_game_as_it_was(store: SqlStore) -> None:
    """Nothing of it is stored, known or unknown games, and the game is played on where it stood."""
    store.commit(Batch(game=GAME, entry=entry(0, Redone())))
    other = msgspec.structs.replace(GAME, id="g2")
    for game, first in ((GAME, [entry(0, Redone())]), (other, [])):
        wrong = [*first, entry(len(first), Undone(1)), entry(9, Undone(1))]
        with pytest.raises(AssertionError):
            store.import_game(game, wrong, {})
    assert [len(store.entries(game)) for game in ("g1", "g2")] == [1, 0]
    store.commit(Batch(game=GAME, entry=entry(1, Redone())))
    store.import_game(other, [entry(0, Redone())], {"lobby": b"{}"})
    assert [len(store.entries(game)) for game in ("g1", "g2")] == [2, 1]
