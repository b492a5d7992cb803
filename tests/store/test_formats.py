"""Games stored by older versions are opened: one fixture of each format, and the way from one format to the next."""

import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from helpers.fake_board import FakeBoard
from helpers.seated import BANKER
from store.conftest import refused
from store.write_format import FORMATS, ONE_OF_EACH

from hub.domain.commands import Throw
from hub.domain.history import Entry, Move, effective_facts
from hub.domain.ids import snake
from hub.domain.ledger import MoneyMoved, RentRequestable, RentsLapsed
from hub.domain.state import State
from hub.domain.turns import DiceThrown
from hub.domain.unions import AnyCommand, AnyFact
from hub.editions import EDITIONS
from hub.server.access.keys import SeatAccess
from hub.store import sqlite, upcasting
from hub.store.database import APPLICATION_ID, SCHEMA_VERSION
from hub.store.folder import DATABASE, DataFolder
from hub.store.sqlstore import SqlStore, open_store
from hub.store.upcasting import STEPS, UpcastStep, upcast_database, upcast_document, upcast_entry, with_lapsed_rents
from hub.table.game.chance import Dice
from hub.table.game.live import LiveGame
from hub.table.interfaces.storage import StoredEntry
from hub.table.lobby import Lobby
from hub.table.requests import Undo
from hub.table.requests.base import Request
from hub.table.table import Table

EXPECTED = "-- expected: "
TODAY = FORMATS / f"schema-{SCHEMA_VERSION}.sql"


def laid(folder: DataFolder, fixture: Path) -> dict[str, Any]:
    """Lay a fixture into a data folder; returns what is expected of each of its games."""
    text = fixture.read_text(encoding="utf-8")
    with contextlib.closing(sqlite3.connect(folder.path / DATABASE)) as database:
        database.executescript(text)
        database.execute(f"PRAGMA application_id={APPLICATION_ID}")
    return json.loads(text.splitlines()[-1].removeprefix(EXPECTED))


def live(store: SqlStore, game: str) -> LiveGame:
    """A stored game as the table would take it up."""
    record = next(record for record in store.games() if record.id == game)
    return LiveGame(EDITIONS[record.edition], record, store.entries(game))


@pytest.mark.parametrize("fixture", sorted(FORMATS.glob("*.sql")), ids=lambda path: path.stem)
def test_games_of_every_format_are_opened_and_played_on(folder: DataFolder, fixture: Path) -> None:
    """Balances, places, what can be undone and redone are as they were written; the table takes the last game up."""
    expected = laid(folder, fixture)
    store = open_store(folder.database_url)
    for game, position in expected.items():
        state, effective = live(store, game).game.state, live(store, game).effective
        assert state.ledger.balances[:2] == position["balances"]
        assert state.pieces.spaces == position["spaces"]
        assert (len(effective.moves), len(effective.redo)) == (position["moves"], position["redo"])
    table = Table(store, FakeBoard(), EDITIONS, Dice(1))
    view = table.view(BANKER)
    assert [seat.name for seat in view.seats] == ["Anna", "Ben"]
    assert [seat.balance for seat in view.seats] == expected[view.game]["balances"]
    assert table.request(BANKER, Request("undo", Undo(view.undo))).ok
    assert tuple(seat.person for seat in table.lobby.seats) == (1, 2)
    table.stop()
    store.close()


def test_there_is_a_fixture_of_every_format() -> None:
    """Whoever makes a new schema writes its fixture and the step to it; an `older` one lacks fields added since."""
    assert {path.stem.removesuffix(".older") for path in FORMATS.glob("*.sql")} == {
        f"schema-{n + 1}" for n in range(SCHEMA_VERSION)
    }
    assert [step.to for step in STEPS] == list(range(2, SCHEMA_VERSION + 1))


def names(union: Any) -> set[str]:
    return {snake(kind.__name__) for kind in get_args(union)}


def test_nothing_that_was_ever_stored_is_forgotten(folder: DataFolder) -> None:
    """Today's fixture has every command and fact, and no field of it is lost when it is read and written again."""
    laid(folder, TODAY)
    with contextlib.closing(sqlite3.connect(folder.path / DATABASE)) as database:
        stored = {row[0]: row[1] for row in database.execute("SELECT game || seq, entry FROM entries")}
        each = [row[0] for row in database.execute("SELECT entry FROM entries WHERE game = ?", (ONE_OF_EACH.id,))]
    for place, text in stored.items():
        again = json.loads(msgspec.json.encode(msgspec.json.decode(text, type=Entry)))
        assert lost(json.loads(text), again) == [], place
    moves = [msgspec.json.decode(text, type=Move) for text in each]
    assert {snake(type(fact).__name__) for fact in moves[0].facts} >= names(AnyFact), "run tests/store/write_format.py"
    assert {snake(type(move.command).__name__) for move in moves} >= names(AnyCommand), (
        "run tests/store/write_format.py"
    )


def lost(before: Any, after: Any) -> list[str]:
    """The keys of a JSON value that another one lacks."""
    if isinstance(before, dict):
        gone = [key for key in before if key not in after]
        return gone + [name for key in before if key in after for name in lost(before[key], after[key])]
    if isinstance(before, list):
        return [name for old, new in zip(before, after, strict=True) for name in lost(old, new)]
    return [] if before == after else [str(before)]


def test_a_lost_field_is_found() -> None:
    """A key that is gone and a value that changed are reported, at any depth."""
    assert lost({"a": [{"b": 1, "c": 2}]}, {"a": [{"b": 3}]}) == ["c", "1"]


def test_what_an_older_version_wrote_is_kept_as_it_was(folder: DataFolder) -> None:
    """Before a database is upcast, a copy of it is put aside, which the older version can still open."""
    laid(folder, FORMATS / "schema-1.sql")
    open_store(folder.database_url).close()
    with contextlib.closing(sqlite3.connect(folder.path / "backups" / "schema-1.sqlite3")) as kept:
        assert kept.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone() == ("1",)
        lobby = kept.execute("SELECT data FROM documents WHERE name = 'lobby'").fetchone()[0]
    assert "people" not in json.loads(lobby)
    store = open_store(folder.database_url)
    assert msgspec.json.decode(store.document("lobby"), type=Lobby).people == 2
    store.close()


def test_keys_of_places_become_keys_of_people() -> None:
    """Phones that joined under schema 1 stay in."""
    old = '[{"holder":"a","code":"B"},{"holder":"c","code":"D"}]'
    found = msgspec.json.decode(upcast_document("access", old, 1), type=tuple[SeatAccess, ...])
    assert found == (SeatAccess(1, "B", holder="a"), SeatAccess(2, "D", holder="c"))
    assert upcast_document("access", old, 2) == old


def test_a_request_that_an_older_version_answered_still_counts_once(folder: DataFolder) -> None:
    """A page that asks again after an update is answered, and nothing is done; until schema 2 no wish was noted."""
    laid(folder, FORMATS / "schema-2.sql")
    store = open_store(folder.database_url)
    table = Table(store, FakeBoard(), EDITIONS, Dice(1))
    game = table.view(BANKER).game or ""
    before = store.entries(game)
    asked = next(entry.request for entry in reversed(before) if entry.actor == BANKER.actor)
    assert table.request(BANKER, Request(asked, Undo(1))).ok
    assert store.entries(game) == before
    table.stop()
    store.close()


def test_the_newest_requests_of_people_are_taken_over(folder: DataFolder) -> None:
    """Of each of them 256; what the board reported was none, and is never asked again."""
    laid(folder, FORMATS / "schema-2.sql")
    with contextlib.closing(sqlite3.connect(folder.path / DATABASE, isolation_level=None)) as database:
        database.execute(
            "CREATE TEMP TABLE more AS SELECT * FROM entries WHERE game = "
            "(SELECT json_extract(data, '$.game') FROM documents WHERE name = 'lobby') ORDER BY seq DESC LIMIT 1"
        )
        for number in range(300):
            actor = "board:shelf" if number == 299 else "banker"
            database.execute("UPDATE more SET seq = seq + 1, actor = ?, request = ?", (actor, f"more-{number}"))
            database.execute("INSERT INTO entries SELECT * FROM more")
    open_store(folder.database_url).close()
    with contextlib.closing(sqlite3.connect(folder.path / DATABASE)) as database:
        taken = database.execute("SELECT client, id FROM requests").fetchall()
    bankers = {name for client, name in taken if client == "banker"}
    assert (len(bankers), bankers >= {f"more-{number}" for number in range(44, 299)}) == (256, True)
    assert "board:shelf" not in {client for client, _ in taken}


def _double(entry: Any) -> Any:
    for fact in entry.get("facts", ()):
        if fact["fact"] == "money_moved":
            fact["amount"] *= 2
    return entry


NEXT = UpcastStep(to=SCHEMA_VERSION + 1, entry=_double, statements=("ALTER TABLE games ADD COLUMN place TEXT",))


def test_a_step_changes_entries_and_tables(folder: DataFolder) -> None:
    """All steps after the schema of the file run in their order: documents, entries, tables, and then its number."""
    laid(folder, FORMATS / "schema-1.sql")
    with contextlib.closing(sqlite.open_connection(folder.path / DATABASE)) as connection:
        ((before,),) = connection.execute("SELECT entry FROM entries WHERE seq = 0")
        upcast_database(connection, 1, (*STEPS, NEXT))
        ((after,),) = connection.execute("SELECT entry FROM entries WHERE seq = 0")
        assert connection.execute("SELECT place FROM games").fetchall() == [(None,)]
        assert connection.execute("SELECT value FROM meta WHERE key='schema'").fetchall() == [(str(NEXT.to),)]
    assert '"amount":1500' in before
    assert '"amount":3000' in after
    assert after == upcast_entry(before, 1, (*STEPS, NEXT))


def test_a_step_that_fails_leaves_the_file_as_it_was(folder: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that cannot be upcast is called damaged, and nothing in it has changed."""
    laid(folder, FORMATS / "schema-1.sql")

    def fail(_entry: Any) -> Any:
        raise KeyError("facts")

    monkeypatch.setattr(upcasting.upcast_database, "__defaults__", ((*STEPS, UpcastStep(to=3, entry=fail)),))
    with refused("corrupt"):
        open_store(folder.database_url)
    monkeypatch.undo()
    open_store(folder.database_url).close()


def test_a_throw_of_another_day_is_still_a_throw() -> None:
    """What has no step of its own stays, byte by byte."""
    text = msgspec.json.encode(Move(Throw(0), ())).decode()
    assert upcast_entry(text, 1) == text


GAME = Path(__file__).with_name("formats") / "rent_requests.json"
"""Entries of an older game of three, moves taken back and made again among them; and what folding them left open."""

DUE = MoneyMoved(0, 1, 600, "rent_street", {"deed": 7})
OWN, NEXT_THROW = DiceThrown(0, (1, 2, 3), "hub", 0), DiceThrown(1, (1, 2, 3), "hub", 0)


@pytest.fixture(scope="module")
def game() -> list[tuple[StoredEntry, list[Any]]]:
    """Each entry, and the requests that were open after it when folding knew the rules."""
    entries = msgspec.json.Decoder(Entry)
    rows = json.loads(GAME.read_text(encoding="utf-8"))
    return [
        (StoredEntry(seq, entries.decode(json.dumps(entry)), "banker", "", 0), left)
        for seq, (entry, left) in enumerate(rows)
    ]


def open_after(stored: list[StoredEntry]) -> list[MoneyMoved]:
    state = State()
    for fact in effective_facts([one.entry for one in with_lapsed_rents(stored)]):
        fact.fold(state)
    return state.rent_requests.open


def moves(*facts: Any) -> list[StoredEntry]:
    """A log with one move for each of these groups of facts."""
    return [StoredEntry(seq, Move(None, group), "banker", "", 0) for seq, group in enumerate(facts)]


def test_an_older_game_has_the_same_requests_open_after_each_entry(game: list[tuple[StoredEntry, list[Any]]]) -> None:
    """Whoever threw, rode or was on turn, and whatever was taken back."""
    stored = [one for one, _ in game]
    assert sum(bool(left) for _, left in game) > 30
    for end, (_, left) in enumerate(game, start=1):
        assert [[due.payer, due.payee, due.amount] for due in open_after(stored[:end])] == left


def test_the_oldest_requests_end_with_any_throw() -> None:
    """Before 0.1 had it otherwise even the visitor's own second throw ended them."""
    assert open_after(moves((RentRequestable(DUE, "throw"),), (OWN,))) == []
    assert open_after(moves((RentRequestable(DUE, "player"),), (OWN,))) == [DUE]


def test_an_older_game_that_went_on_says_some_of_it_itself() -> None:
    """What today's moves say lapsed is not said twice, and today's requests end only by what is said."""
    today = RentRequestable(DUE, "lapsed")
    older = RentRequestable(DUE, "player")
    assert open_after(moves((older,), (NEXT_THROW, RentsLapsed((DUE,))))) == []
    assert open_after(moves((older,), (NEXT_THROW,), (today,), (NEXT_THROW,))) == [DUE]


def test_a_game_of_today_is_left_as_it_is() -> None:
    """Nothing is added to it, and it is not even copied."""
    stored = moves((RentRequestable(DUE, "lapsed"),), (NEXT_THROW, RentsLapsed((DUE,))))
    assert with_lapsed_rents(stored) is stored
