"""Files from elsewhere name people, games and tables as nobody can at a table: refused in one plain sentence."""

import contextlib
import functools
import gzip
import itertools
import json
import operator
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from helpers.stored_evening import sitting

from hub import cli
from hub.commands import replay
from hub.commands.terminal import SENTENCE_LENGTH_MAXIMUM, EscapedStream, one_line
from hub.domain.state import GameStarted
from hub.records.lines import LINE_LENGTH_MAXIMUM
from hub.store.backups import Backups
from hub.store.database import SCHEMA_VERSION
from hub.store.folder import DATABASE
from hub.store.gamefile import BYTES_MAXIMUM
from hub.table.interfaces.storage import Batch
from hub.table.state import LOBBY

CAPTURED = pytest.CaptureFixture[str]
HOSTILE = {
    "escapes": "\x1b]0;owned\x07\x1b[31mAnna",
    "one-byte escapes": "\x9b31mAnna",
    "lines": "Anna\nbankhalter: all is well",
    "the other direction": "\u202eannA",
    "three megabytes": "A" * 3_000_000,
    "nothing to see": "\u3164",
    "nothing": "",
    "another player's name": "Ben",
    "another player's in Cyrillic": "B\u0435n",
}
PATHS = {"a path": "../../..", "an absolute path": "/etc/passwd", "three megabytes": "a" * 3_000_000, "a line": "a\nb"}
ENDLESS = ("a" * 3_000_000, "\x1b[2J", "a\nb")


Change = Callable[[Any], None]


@pytest.fixture
def exported(file):
    """Makes a game file in which something is otherwise."""

    def make(change):
        whole = json.loads(gzip.decompress(file.read_bytes()))
        change(whole)
        file.write_bytes(gzip.compress(json.dumps(whole).encode()))
        return file

    return make


def put(value: Any, *place: str | int) -> Change:
    """Puts this in a place of the file."""

    def change(whole: Any) -> None:
        *way, last = place
        functools.reduce(operator.getitem, way, whole)[last] = value

    return change


def alike(look: str) -> Change:
    """Two seats look the same."""
    return lambda whole: whole["lobby"]["seats"][0].update({look: whole["lobby"]["seats"][1][look]})


def moved(deed: int) -> Change:
    """A deed has moved that no table can show, though it can be folded."""

    def change(whole: Any) -> None:
        facts = [fact for line in whole["entries"] for fact in line["entry"].get("facts", ())]
        next(fact for fact in facts if fact["fact"] == "deed_moved")["deed"] = deed

    return change


def refused(capsys: CAPTURED, *command: str) -> str:
    """Run a command that must fail with one sentence that no terminal follows; returns it."""
    capsys.readouterr()
    assert cli.main(list(command)) == 1
    out, error = capsys.readouterr()
    assert out == ""
    assert error.endswith("\n")
    assert error[:-1].isprintable(), error
    assert len(error) < SENTENCE_LENGTH_MAXIMUM
    return error


UNFIT = "cannot be continued"
SEAT, ENTRY = ("lobby", "seats", 0), ("entries", 0)
IDS = (("game", "id"), ("game", "edition"), (*SEAT, "tag"), (*SEAT, "came"), ("lobby", "design"))


@pytest.mark.feature("export")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("something else", "mark"), "not a game that was exported"),
        (put(SCHEMA_VERSION + 1, "schema"), "update this one first"),
        (put([], "entries"), UNFIT),
        (put({"entry": "redone"}, *ENTRY, "entry"), UNFIT),
        (put({"entry": "dance"}, *ENTRY, "entry"), UNFIT),
        (put("chess", "game", "edition"), 'edition "chess"'),
        (put(["Anna"], "game", "names"), UNFIT),
        (put(["no such"], "lobby", "house_rules"), "has no house rule 'no such'"),
        (put("mpmp", "lobby", "edition"), UNFIT),
        *((put(people, "lobby", "people"), UNFIT) for people in (1, 2**64)),
        (lambda whole: [seat.update(person=1) for seat in whole["lobby"]["seats"]], UNFIT),
        *((put(ms, "game", "started_ms"), UNFIT) for ms in (2**63, 10**17)),
        *((put(ms, *ENTRY, "at_ms"), UNFIT) for ms in (10**17, -1)),
        *((put(name, *place), UNFIT) for place in (("game", "names", 0), (*SEAT, "name")) for name in HOSTILE.values()),
        *((put(name, *place), "") for place in IDS for name in PATHS.values()),
        *((put("", *place), "") for place in IDS[:3]),
        *((put("", "tables", name), "") for name in (*PATHS.values(), "")),
        *((put([1], "board_map", "spaces", name), "") for name in ENDLESS),
        *((put(name, *ENTRY, where), "") for where in ("actor", "request") for name in ENDLESS),
        *((alike(look), "the same piece, colour or shape") for look in ("tag", "colour", "shape")),
        *((moved(deed), UNFIT) for deed in (-1, -7)),
        # so many names are not even compared, which would take days
        (put([f"Anna {number}" for number in range(100_000)], "game", "names"), "no game has 100000 players"),
    ],
    ids=itertools.count(),
)
def test_a_moved_game_that_no_table_has_played(exported, tmp_path, capsys, change, words):
    """Marks, names, ids, looks and moments are judged like those of a table; nothing is made of the file."""
    file, there = exported(change), tmp_path / "there"
    said = refused(capsys, "import", str(file), "--data-dir", str(there))
    assert words in said
    assert str(file) in said
    assert not there.exists()


def letters(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    """Other bytes, which need be no text."""
    return lambda data: gzip.compress(gzip.decompress(data).replace(old, new, 1))


@pytest.mark.feature("export")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data[:-1], "is damaged, or not a game"),
        (lambda data: data[:40] + b"\0" + data[41:], "is damaged, or not a game"),
        (lambda _data: b"PK\3\4 a workbook", "is damaged, or not a game"),
        (lambda _data: gzip.compress(b"0" * 70_000_000), "larger than any game"),
        (lambda _data: gzip.compress(b"[" * 100_000), "is damaged, or not a game"),
        (letters(b'"mark":"game', b'"mark":"\xffame'), "is damaged, or not a game"),
        (letters(b'"actor":"b', b'"actor":"\xff'), "is damaged, or not a game"),
    ],
)
def test_a_file_that_is_no_game(file, tmp_path, capsys, change, words):
    """It is refused with its sentence, and nothing is made of it."""
    before, there = file.read_bytes(), tmp_path / "there"
    file.write_bytes(change(before))
    assert file.read_bytes() != before
    said = refused(capsys, "import", str(file), "--data-dir", str(there))
    assert words in said
    assert str(file) in said
    assert not there.exists()


@pytest.mark.feature("export")
@pytest.mark.parametrize(("size", "value"), [("seats", 10**12), ("spaces", 10**12), ("seats", 3), ("spaces", 41)])
def test_a_moved_game_of_another_size(exported, tmp_path, capsys, monkeypatch, size, value):
    """What it says of its table is compared with players and track before memory is taken for it."""

    def change(whole):
        (start,) = (fact for fact in whole["entries"][0]["entry"]["facts"] if fact["fact"] == "game_started")
        start[size] = value

    def taken(_start, _state):
        pytest.fail("memory is taken for a table of that size")

    file = exported(change)
    monkeypatch.setattr(GameStarted, "fold", taken)
    assert "cannot be continued" in refused(capsys, "import", str(file), "--data-dir", str(tmp_path / "there"))


@pytest.mark.feature("export")
def test_a_moved_game_that_is_larger_than_any(tmp_path, capsys):
    """It is not even read to its end, packed or not."""
    packed, bare = tmp_path / "packed", tmp_path / "bare"
    packed.write_bytes(gzip.compress(b" " * (BYTES_MAXIMUM + 1), 1))
    with bare.open("wb") as file:
        file.truncate(BYTES_MAXIMUM + 1)
    for game in (packed, bare):
        assert "larger than any game" in refused(capsys, "import", str(game), "--data-dir", str(tmp_path / "there"))


@pytest.mark.feature("export")
def test_a_moved_game_says_yes_to_no_package(exported, here, tmp_path):
    """Whose editions may run is said at this table: that stays, and what a file says of it counts for nothing."""
    theirs, ours = "village bankhalter-village 1.0", "island bankhalter-island 2.0"
    file, there = exported(lambda whole: whole["lobby"].update(trusted=[theirs])), tmp_path / "there"
    with sitting(there) as seated:
        lobby = msgspec.structs.replace(seated.table.state.lobby, trusted=(ours,))
        seated.store.commit(Batch(documents={LOBBY: msgspec.json.encode(lobby)}))
    for folder, said in ((there, (ours,)), (tmp_path / "new", ())):
        assert cli.main(["import", str(file), "--data-dir", str(folder)]) == 0
        with sitting(folder) as seated:
            assert seated.table.state.lobby.trusted == said


def record(seats: object, *lines: object) -> str:
    header = {"record": 1, "edition": "classic", "seats": seats}
    return "".join(f"{json.dumps(line)}\n" for line in (header, *lines))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *((record([name, "Ben"]), "line 1") for name in HOSTILE.values()),
        (record([f"{number:x}" for number in range(12_000)]), "no game has 12000 players"),  # not even compared
        ("{" * 500_000, "line 1"),
        (record(2, {"note\x1b[2J": 1}), "line 2"),
        (record(2, {"command": "\x1b[2J"}), "line 2"),
        (record(2, {"command": "throw", "seat": 0, "refused": "\x9b2J"}), "line 2"),
    ],
    ids=itertools.count(),
)
def test_a_record_that_nobody_could_have_made(tmp_path, capsys, text, words):
    """The line is named, and quoted in letters that do nothing."""
    (tmp_path / "game.jsonl").write_text(text)
    assert words in refused(capsys, "replay", str(tmp_path / "game.jsonl"))


def test_of_an_endless_line_no_more_is_read_than_a_line_may_have(tmp_path, monkeypatch):
    """However long it is."""
    file, read = tmp_path / "game.jsonl", list[int]()
    file.write_text("{" * 500_000)
    monkeypatch.setattr(replay, "replay", lambda text, _editions: read.extend(map(len, text)))
    replay.played(replay.RecordSource(str(file)))
    assert max(read) == LINE_LENGTH_MAXIMUM + 1


@pytest.mark.parametrize("cell", ["name", "group", "kind", "deck"])
@pytest.mark.parametrize("text", ["\x1b[31mred", "\x9b31m", "A" * 90_000, "\u202ered"], ids=ascii)
def test_tables_with_such_a_word(tmp_path, capsys, cell, text):
    """File and line are named, and as much of the word as can be shown."""
    folder = tmp_path / "tables"
    assert cli.main(["editions", "export", "classic", str(folder)]) == 0
    file = folder / ("cards.csv" if cell == "deck" else "track.csv")
    lines = file.read_text("utf-8-sig").splitlines()
    cells = lines[2].split(",")
    cells[lines[0].split(",").index(cell)] = text
    lines[2] = ",".join(cells)
    file.write_text("\n".join(lines), encoding="utf-8")
    assert "line 3" in refused(capsys, "simulate", "--games", "1", "--edition-dir", str(folder))


@contextlib.contextmanager
def written(path: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        yield database


@pytest.mark.parametrize(
    "name", ["\x1b[31mAnna", "A\nB", "A" * 3_000_000, ""], ids=["escapes", "lines", "long", "none"]
)
@pytest.mark.parametrize("place", ["games", "documents"])
def test_a_copy_with_such_a_player_is_not_restored(here, capsys, place, name):
    """The games stay as they are; what was typed under older rules for names still comes back."""
    with written(Backups(here).make().path) as database:
        if place == "games":
            database.execute("UPDATE games SET names = ?", (json.dumps([name, "Ben"]),))
        else:
            lobby = json.loads(database.execute("SELECT data FROM documents WHERE name = 'lobby'").fetchone()[0])
            lobby["seats"][0]["name"] = name
            database.execute("UPDATE documents SET data = ? WHERE name = 'lobby'", (json.dumps(lobby),))
    before = (here / DATABASE).read_bytes()
    assert "choose another copy" in refused(capsys, "restore", "last", "--data-dir", str(here))
    assert (here / DATABASE).read_bytes() == before


def test_games_that_somebody_wrote_into_the_database_are_listed_plainly(here, capsys):
    """One line each, whatever their players are called; the list in JSON says the same."""
    with written(here / DATABASE) as database:
        database.execute("UPDATE games SET names = ?", (json.dumps(["\x1b[31mAnna", "Be\nn"]),))
    assert cli.main(["games", "--data-dir", str(here)]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert "\\u001b[31mAnna, Be\\nn" in out
    assert cli.main(["games", "--json", "--data-dir", str(here)]) == 0
    assert json.loads(capsys.readouterr().out)[0]["seats"] == ["\x1b[31mAnna", "Be\nn"]


@pytest.mark.parametrize(
    "command",
    ["games", *(pytest.param(f"odds last{form}", marks=pytest.mark.feature("odds")) for form in ("", " --json"))],
)
def test_a_name_of_three_megabytes_in_the_database_fills_no_terminal(here, capsys, command):
    """Where games are listed and odds are estimated, as much of a name is printed as anybody reads."""
    with written(here / DATABASE) as database:
        database.execute("UPDATE games SET names = ?", (json.dumps(["A" * 3_000_000, "Ben"]),))
    assert cli.main([*command.split(), "--data-dir", str(here)]) == 0
    out = capsys.readouterr().out
    assert "json" in command or ("AAA" in out and "Ben" in out)
    assert len(out) < 2 * SENTENCE_LENGTH_MAXIMUM


def test_nothing_raw_reaches_a_terminal(capsys):
    """Letters that steer are written as JSON writes them; what can be seen, and lines, stay."""
    EscapedStream(sys.stdout).write("Änne 🎲\n\ta\x1b[0m\x9b\x7f\r\u202e\u2028\ud800\U000e0001")
    steered = r"\u001b[0m\u009b\u007f\r\u202e\u2028\ud800\udb40\udc01"
    assert capsys.readouterr().out == f"Änne 🎲\n\ta{steered}"
    steering = "a\x9bb\u202ec"
    assert json.loads(one_line(json.dumps(steering, ensure_ascii=False))) == steering
    assert msgspec.json.decode(one_line(msgspec.json.encode(steering).decode())) == steering
