"""A game goes to another computer and comes back from a copy, which brings back no phone that was signed out since."""

import gzip
import json
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from helpers.fake_board import FakeBoard
from helpers.logged import recorded
from helpers.memory_store import MemoryStore
from helpers.seated import BANKER
from helpers.stored_evening import sitting

from hub import cli
from hub.composition.moving import table_documents
from hub.editions import EDITIONS
from hub.server.access.keys import Access
from hub.server.access.phones import carried_over
from hub.store.backups import Backups
from hub.store.folder import DATABASE, DataFolder
from hub.store.gamefile import MARK, MovedGame
from hub.store.sqlstore import open_store
from hub.table.board.board_map import BoardMap
from hub.table.changes.pausing import DOCUMENT as PAUSE
from hub.table.game.chance import Dice
from hub.table.lobby import Lobby, seated
from hub.table.requests import AddSeat, GoOn, NewCode, NewGame, SetBot, SignOut, Undo
from hub.table.requests.base import Request
from hub.table.state import BOARD_MAP, LOBBY
from hub.table.table import Table
from hub.table.wire.contract import View

SECRET, PIN = "5ec2e7" * 8, "271828"


def on_table(folder: Path, *deeds: Any) -> View:
    """Open a table on a folder, do something as its banker, close it; what the banker sees at the end."""
    store = open_store(DataFolder(folder).database_url)
    table = Table(store, FakeBoard(), EDITIONS, Dice(1), {"sensible": lambda _rules, _seed: lambda _game, _seat: None})
    table.start()
    for action in deeds:
        assert table.request(BANKER, Request(uuid4().hex, action)).ok
    view = table.view(BANKER)
    table.stop()
    store.close()
    return view


def same(one: View, other: View) -> bool:
    plain = {"version": 0, "join": None, "board": None}
    return {**msgspec.structs.asdict(one), **plain} == {**msgspec.structs.asdict(other), **plain}


def moved(here: Path, there: Path) -> int:
    """Export the newest game and import it elsewhere; the exit code of the import."""
    file = here.parent / "evening.bankhalter"
    assert cli.main(["export", "last", "--game", str(file), "--force", "--data-dir", str(here)]) == 0
    return cli.main(["import", str(file), "--data-dir", str(there)])


@pytest.mark.feature("export")
def test_a_game_goes_on_on_another_computer(here, tmp_path):
    """Once its wood is set up: money, deeds, question, what can be redone, names, looks and tags are the same there."""
    there = tmp_path / "there"
    assert moved(here, there) == 0
    assert on_table(there).pause.kind == "frozen"
    before, after = on_table(here), on_table(there, GoOn(anyway=True))
    assert same(before, after)
    assert after.redo == 1
    assert after.seats[0].name == "Änne"
    undone = on_table(there, Undo(after.undo))
    assert undone.undo == after.undo - 1


@pytest.mark.feature("export")
def test_a_game_comes_back_with_what_was_played_elsewhere(here, file, tmp_path, capsys):
    """Only the new moves are added; a second time nothing is; a file that is behind is refused."""
    there, old = tmp_path / "there", file.rename(tmp_path / "old.bankhalter")
    moved(here, there)
    gone_on = on_table(there, GoOn(anyway=True))
    played = on_table(there, Undo(gone_on.undo), SetBot(1, "sensible"))
    assert moved(there, here) == 0
    assert same(on_table(here, GoOn(anyway=True)), played)
    assert moved(there, here) == 0
    assert "0 new moves" in capsys.readouterr().out
    assert cli.main(["import", str(old), "--data-dir", str(here)]) == 1
    assert "has more moves here" in capsys.readouterr().err


@pytest.mark.feature("export")
def test_a_game_that_went_on_differently_is_not_mixed(here, tmp_path, capsys):
    """Two evenings of one game stay apart."""
    there = tmp_path / "there"
    moved(here, there)
    on_table(here, Undo(on_table(here).undo))
    before = on_table(there, Undo(on_table(there, GoOn(anyway=True)).undo))
    assert moved(here, there) == 1
    assert "already exists here with other moves" in capsys.readouterr().err
    assert same(on_table(there), before)


@pytest.mark.feature("export")
def test_a_running_game_is_only_replaced_by_force(here, tmp_path, capsys):
    """Another game at that table is named; with --force it stays stored, and can be exported and played again."""
    other = tmp_path / "other"
    with sitting(other) as seated:
        seated.begin()
    first = on_table(other)
    assert moved(here, other) == 1
    assert f"game {first.game} is being played" in capsys.readouterr().err
    file = here.parent / "evening.bankhalter"
    assert cli.main(["import", str(file), "--force", "--data-dir", str(other)]) == 0
    assert on_table(other).game == on_table(here).game
    assert cli.main(["export", first.game, "--game", str(tmp_path / "first"), "--data-dir", str(other)]) == 0
    on_table(other, GoOn(anyway=True), NewGame())
    assert cli.main(["import", str(tmp_path / "first"), "--data-dir", str(other)]) == 0
    again = on_table(other, GoOn(anyway=True))
    assert (again.game, again.prompt) == (first.game, first.prompt)
    assert [seat.name for seat in again.seats] == ["Anna", "Ben"]


@pytest.mark.feature("export")
def test_who_sat_there_before_has_no_key_to_the_new_seats(here, tmp_path):
    """Phones of the table that is replaced are nobody any more, though people are numbered alike."""
    there = tmp_path / "there"
    with sitting(there) as seated:
        access = Access(seated.table, SECRET, PIN)
        access.load()
        key = access.join(access.codes()["0"])
        assert access.audience(key) is not None
    assert moved(here, there) == 0
    with sitting(there) as seated:
        access = Access(seated.table, SECRET, PIN)
        access.load()
        assert access.audience(key) is None


@pytest.mark.parametrize(("ended", "there"), [(True, {}), (False, {"shelf": (7,)})])
def test_a_game_brings_what_is_not_there(ended, there):
    """One that is over needs no wood; the board of this table outweighs that of the file; no piece is being learnt."""
    store, (played, _) = MemoryStore(), recorded("classic/mixed-5")
    lobby = msgspec.structs.replace(seated(played.record.edition, played.record.names), enrolling=1)
    entries = played.entries if ended else played.entries[:-1]
    store.documents[BOARD_MAP] = msgspec.json.encode(BoardMap(there))
    brought = table_documents(store, None, MovedGame(played.record, lobby, BoardMap({"elsewhere": (1,)}), entries))
    assert (PAUSE in brought, BOARD_MAP in brought) == (not ended, not there)
    assert there or msgspec.json.decode(brought[BOARD_MAP], type=BoardMap) == BoardMap({"elsewhere": (1,)})
    assert msgspec.json.decode(brought[LOBBY], type=Lobby).enrolling is None


@pytest.mark.feature("export")
def test_a_game_of_schema_1_is_upcast(here, file, tmp_path):
    """A file that an older version wrote has its lobby upcast like a database."""
    there = tmp_path / "there"
    whole = json.loads(gzip.decompress(file.read_bytes()))
    for seat in whole["lobby"]["seats"]:
        del seat["person"]
    del whole["lobby"]["people"]
    file.write_bytes(gzip.compress(json.dumps({**whole, "schema": 1}).encode()))
    assert whole["mark"] == MARK
    assert cli.main(["import", str(file), "--data-dir", str(there)]) == 0
    assert same(on_table(there, GoOn(anyway=True)), on_table(here))


@pytest.mark.feature("export")
def test_the_file_is_for_its_owner(file):
    """It holds bids nobody may see yet, so nobody else on the computer may read it."""
    assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0


@pytest.fixture
def restore(here, capsys):
    """Restores a copy, or lists them; what it says, and why not where it cannot."""

    def run(*name, folder=here):
        failed = cli.main(["restore", *name, "--data-dir", str(folder)])
        shown = capsys.readouterr()
        assert failed == bool(shown.err)
        return shown.err or shown.out

    return run


def test_putting_a_copy_back_can_be_undone(here, restore):
    """Copies are listed with what is in them, and so is what a copy replaced, and what that replaces in turn."""
    before = on_table(here)
    Backups(here).make()
    undone = on_table(here, Undo(before.undo))
    assert "1 game, " in restore()
    assert "`bankhalter restore replaced-1` restores it" in restore("1")
    assert same(on_table(here), before)
    kept = Backups(here).replaced()[0].path.read_bytes()
    assert "replaced-1  " in restore()
    restore("replaced-1")
    assert same(on_table(here), undone)
    assert Backups(here).replaced()[0].path.read_bytes() == kept
    restore("replaced-2")
    assert same(on_table(here), before)


def test_what_was_replaced_comes_back_though_no_copy_is_left(here, restore):
    """Whoever has deleted the copies still finds what one of them replaced; it is never the last copy made."""
    copy = Backups(here).make()
    undone = on_table(here, Undo(on_table(here).undo))
    assert "replaced-1.sqlite3" in restore("last")
    copy.path.unlink()
    assert "there is no backup last" in restore("last")
    assert "replaced-1  " in restore()
    restore("replaced-1")
    assert same(on_table(here), undone)


def test_a_damaged_copy_is_listed_as_such(here, restore):
    """A copy whose schema is no text has its line like the others."""
    path = Backups(here).make().path
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE entries", b"CREATE \xff\xfe\xfdLE entries"))
    assert restore().strip().endswith("damaged")


def test_a_folder_without_copies(tmp_path, restore):
    """Where nothing was ever copied, that is said."""
    assert "there are no backups" in restore("last", folder=tmp_path / "empty")


class Evening:
    """A table with Anna, whose phones come and go; `keys` are theirs, in the order in which they came."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.keys = folder, list[str]()
        self.on(lambda table, _access: table.request(BANKER, Request("anna", AddSeat("Anna"))))

    def on(self, act: Callable[[Table, Access], Any]) -> Any:
        """Open the table, do something, close it."""
        store = open_store(DataFolder(self.folder).database_url)
        table = Table(store, FakeBoard(), EDITIONS, Dice(1))
        access = Access(table, SECRET, PIN)
        access.load()
        done = act(table, access)
        access.follow_table()
        table.stop()
        store.close()
        return done

    def join(self) -> None:
        self.keys.append(self.on(lambda _table, access: access.join(access.codes()["0"])))

    def sign_out(self, number: int) -> None:
        """The key of Anna's phone of this number is void."""
        ask = partial(Table.request, audience=BANKER, request=Request(f"out-{number}", SignOut(0, number)))
        assert self.on(lambda table, access: access.sign_out(0, number, lambda more: ask(table, documents=more))).ok

    def code(self) -> str:
        return str(self.on(lambda _table, access: access.codes()["0"]))

    def who_is_in(self) -> list[bool]:
        """Of the phones, whether their key is good."""
        return list(self.on(lambda _table, access: [access.audience(key) is not None for key in self.keys]))

    def restore(self, name: str) -> None:
        assert cli.main(["restore", name, "--data-dir", str(self.folder)]) == 0


@pytest.fixture
def evening(tmp_path):
    """Two phones are in when a backup is made."""
    evening = Evening(tmp_path)
    evening.join()
    evening.join()
    Backups(tmp_path).make()
    return evening


@pytest.mark.parametrize("come", [False, True], ids=["signed out", "come"])
def test_a_phone_that_was_signed_out_since_stays_out(evening, come):
    """The others are in; one that has come since is in again when the restored copy is replaced in turn."""
    evening.join() if come else evening.sign_out(1)
    evening.restore("1")
    assert evening.who_is_in() == ([True, True, False] if come else [False, True])
    evening.restore("replaced-1")
    assert evening.who_is_in() == ([True, True, True] if come else [False, True])


def test_a_code_that_was_used_since_is_good_no_more(evening):
    """Whoever read it finds another one on the tablet; a code that nobody used is good as before."""
    used = evening.code()
    evening.restore("1")
    assert evening.code() == used
    evening.join()
    evening.restore("1")
    assert evening.code() != used
    assert evening.on(lambda _table, access: access.join(used)) is None


@pytest.mark.parametrize(("out", "left"), [((3,), [True, True, False]), ((1, 2, 3), [False] * 3)])
def test_a_copy_that_is_restored_after_another_brings_nobody_back(evening, out, left):
    """The first copy is older than a phone, the second has it: it was signed out all the same, alone or with all."""
    evening.join()
    Backups(evening.folder).make()
    for number in out:
        evening.sign_out(number)
    for copy in ("1", "2", "replaced-1"):
        evening.restore(copy)
        assert (evening.who_is_in()[2], (copy == "1" and len(out) == 1) or evening.who_is_in() == left) == (False, True)


def test_a_code_that_was_read_by_others_is_not_brought_back(evening):
    """The seat was given a new one since the copy was made: the old one stays worthless, and phones stay in."""
    read = evening.code()
    ask = partial(Table.request, audience=BANKER, request=Request("new", NewCode(0)))
    evening.on(lambda table, access: access.renew(0, lambda more: ask(table, documents=more)))
    evening.restore("1")
    assert evening.on(lambda _table, access: access.join(read)) is None
    assert evening.who_is_in() == [True, True]


@pytest.mark.parametrize("damage", [None, b"", b"no database" * 100])
def test_where_nothing_is_known_of_since_keys_are_those_of_the_copy(evening, damage):
    """The games are lost or damaged: phones come back as they were, but no code is trusted."""
    code, database = evening.code(), evening.folder / DATABASE
    database.unlink() if damage is None else database.write_bytes(damage)
    evening.restore("1")
    assert evening.who_is_in() == [True, True]
    assert evening.code() != code


@pytest.mark.parametrize("damage", [b"", b"{", b"[1]", b"\xff", b"[" * 100_000])
def test_what_cannot_be_read_is_left_to_the_start_of_the_hub(damage):
    """Nothing is made up for keys that are damaged in the copy."""
    assert carried_over(b"[]", damage) == damage
