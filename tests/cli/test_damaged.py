"""Documents beside the games that somebody or something has damaged: told in one sentence, and nothing else is lost."""

import contextlib
import json
import logging
import os
import random
import shutil
import sqlite3
import tempfile
import zipfile
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest
from helpers.hub_process import bankhalter
from helpers.stored_evening import look, opened, play_evening

from hub import cli
from hub.composition.play import PlayOptions, open_alone
from hub.diagnostics.logs import LOG_FILE, newest_lines, without_log
from hub.records.help_files import RECORD, TRANSCRIPT
from hub.store.backups import Backups
from hub.store.folder import DATABASE, SECRETS, DataFolder, FolderLock
from hub.store.sqlstore import SqlStore
from hub.table.changes.pausing import is_frozen
from hub.table.interfaces.board import WireLine
from hub.table.interfaces.storage import StoreError

ABOUT, LOG = "about.json", "log.jsonl"

DAMAGED = {
    "lobby": ["{}", "[", '{"edition":"classic","seats":[],"game":null,"house_rules":["no such"]}', None],
    "board_map": ["[]", '{"spaces":{"node-0":["x"]}}'],
    "pause": ["7", '{"frozen":"perhaps"}'],
    "access": ["{}", '[{"person":"x"}]'],
    "tables": ["[]", '{"track.csv":7}', "{}"],
}


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evening")
    play_evening(folder)
    return folder


@pytest.fixture
def data(evening, tmp_path):
    shutil.copytree(evening, tmp_path / "data")
    return tmp_path / "data"


def change(data: Path, statement: str, *values: str) -> None:
    with contextlib.closing(sqlite3.connect(data / DATABASE, isolation_level=None)) as database:
        assert database.execute(statement, values).rowcount > 0


def plant_codes(data: Path) -> list[str]:
    """Write the codes of the seats into the log; they have to be struck out of a help file."""
    with contextlib.closing(sqlite3.connect(data / DATABASE)) as database:
        (text,) = database.execute("SELECT data FROM documents WHERE name = 'access'").fetchone()
    codes = [seat["code"] for seat in json.loads(text)]
    assert len(codes) == 2
    (data / LOG_FILE).write_text(f"planted: {' '.join(codes)}\n")
    return codes


def lead_nowhere(data: Path) -> None:
    """Let the log name a player who is not there."""
    for who in ("payee", "payer"):
        change(data, f"""UPDATE entries SET entry = REPLACE(entry, '"{who}":0', '"{who}":7')""")


def parts_of(file: Path) -> dict[str, str]:
    with zipfile.ZipFile(file) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().err.splitlines()


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in DAMAGED.items() for text in texts])
def test_a_damaged_document_is_reported_and_the_games_stay(data, capsys, name, text):
    """The table does not open and says what to do; file and copies stay as they were, and a copy puts all right."""
    copies = Backups(data)
    copies.make()
    if text is None:
        change(data, "DELETE FROM documents WHERE name = ?", name)
    else:
        change(data, "UPDATE documents SET data = ? WHERE name LIKE ?", text, f"{name}%")
    before = (data / DATABASE).read_bytes()
    options = PlayOptions(simulated="starter", http_port=0, data_dir=data, version="1")
    with pytest.raises(StoreError) as caught, ExitStack() as closing:
        open_alone(options, closing)
    assert f"'{name}" in str(caught.value)
    assert "`bankhalter restore`" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (data / DATABASE).read_bytes() == before
    assert [copy.number for copy in copies.all()] == [1]
    assert cli.main(["restore", "last", "--data-dir", str(data)]) == 0
    with opened(data) as table:
        look(table)
        assert is_frozen(table.state)
    assert lines(capsys) == []


@pytest.mark.feature("export")
def test_games_are_still_written_beside_a_damaged_lobby(data, capsys):
    """`record` and the sheets need no lobby; what needs it says so in one sentence."""
    change(data, "UPDATE documents SET data = '{}' WHERE name = 'lobby'")
    there = ["--data-dir", str(data)]
    assert cli.main(["record", "last", str(data / "game.jsonl"), *there]) == 0
    assert cli.main(["replay", str(data / "game.jsonl"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["balances"][0] == 1500 - 77
    assert cli.main(["export", "last", "--json", str(data / "book.json"), *there]) == 0
    assert cli.main(["games", *there]) == 0
    assert cli.main(["export", "last", "--game", str(data / "moved"), *there]) == 1
    (shown,) = lines(capsys)
    assert "'lobby'" in shown


@pytest.mark.feature("export")
def test_a_damaged_log_is_reported_by_every_command(data, capsys):
    """A log that names a player who is not there is refused by the table and by what writes games, in one sentence."""
    lead_nowhere(data)
    with pytest.raises(StoreError, match="cannot be resumed"), opened(data):
        pass
    there = ["--data-dir", str(data)]
    for command in (["record", "last"], *(["export", "last", form, str(data / "x")] for form in ("--json", "--game"))):
        assert cli.main([*command, *there]) == 1
        (shown,) = lines(capsys)
        assert "`bankhalter restore`" in shown


def test_a_damaged_log_is_one_sentence_in_the_terminal_and_a_traceback_in_the_log(data):
    """What opens the game says its sentence and no more; the hub, which keeps a log, notes there where it failed."""
    lead_nowhere(data)
    for command in (["record", "last"], ["play", "--simulated=starter", "--no-browser", "--http-port=0"]):
        done = bankhalter(*command, "--data-dir", data)
        assert done.returncode == 1
        (shown,) = done.stderr.splitlines()
        assert shown.startswith("bankhalter: Game ")
        assert (data / LOG_FILE).exists() == (command[0] == "play")
    (noted,) = [json.loads(line) for line in newest_lines(data, 10) if json.loads(line)["level"] == "error"]
    assert [one["exc_type"] for one in noted["exception"]] == ["StoreError", "IndexError"]


def test_what_libraries_warn_of_comes_without_traceback(capfd):
    """A command keeps no log: an error that is noted on its way is one line in the terminal, whoever notes it."""
    root = logging.getLogger()
    kept, root.handlers = root.handlers, []  # those of the test runner
    try:
        with without_log():
            for name in ("hub.example", "library"):
                logging.getLogger(name).error("said by %s", name, exc_info=ValueError("cause"))
    finally:
        root.handlers = kept
    assert lines(capfd) == ["said by hub.example", "said by library"]


@pytest.mark.feature("export")
@pytest.mark.parametrize("moment", [10**17, -1])
@pytest.mark.parametrize("where", ["games SET started_ms", "entries SET at_ms"])
def test_a_damaged_date_is_reported(data, capsys, where, moment):
    """Its game is damaged like any other, for the table and for commands; the list still names all games."""
    there = ["--data-dir", str(data)]
    change(data, f"UPDATE {where} = {moment}")
    assert cli.main(["games", *there]) == 0
    assert ("  unknown date      classic  Anna, Ben\n" in capsys.readouterr().out) == where.startswith("games")
    assert cli.main(["games", "--json", *there]) == 0
    (game,) = json.loads(capsys.readouterr().out)
    assert (game["started"] is None) == where.startswith("games")
    with pytest.raises(StoreError, match="cannot be resumed"), opened(data):
        pass
    for form in ("--json", "--game"):
        assert cli.main(["export", "last", form, str(data / "x"), *there]) == 1
        assert "`bankhalter restore`" in lines(capsys)[0]


@pytest.mark.feature("helpfile")
def test_a_help_file_of_a_damaged_log_says_why_the_game_is_not_in_it(data, capsys):
    """The file is written when it is needed most; without names only the kind of the cause is reported."""
    lead_nowhere(data)
    there = ["--data-dir", str(data)]
    assert cli.main(["helpfile", str(data / "help.zip"), *there]) == 0
    assert "`bankhalter restore`" in capsys.readouterr().out
    parts = parts_of(data / "help.zip")
    assert RECORD not in parts
    assert json.loads(parts[ABOUT])["game"] is None
    (why,) = json.loads(parts[ABOUT])["damage"]
    assert "cannot be resumed" in why
    assert cli.main(["replay", str(data / "help.zip")]) == 1
    assert "no game is in it" in capsys.readouterr().err
    assert cli.main(["helpfile", str(data / "nameless.zip"), "--no-names", *there]) == 0
    (kind,) = json.loads(parts_of(data / "nameless.zip")[ABOUT])["damage"]
    assert kind.startswith("IndexError, ")
    assert why.endswith(f" ({kind})")


@pytest.mark.feature("helpfile")
@pytest.mark.parametrize(
    "damaged", ["SUBSTR(data, 2)", """REPLACE(data, '"person":1', '"person":"x"')""", "CAST(x'ff' || data AS TEXT)"]
)
def test_codes_are_struck_out_of_a_help_file_though_their_document_is_damaged(data, damaged):
    """The file is written with the game in it, and without any code that can still be found."""
    codes = plant_codes(data)
    change(data, f"UPDATE documents SET data = {damaged} WHERE name = 'access'")
    assert cli.main(["helpfile", str(data / "help.zip"), "--data-dir", str(data)]) == 0
    parts = parts_of(data / "help.zip")
    assert parts[LOG] == "planted: [secret] [secret]\n"
    assert not [code for code in codes if code in "".join(parts.values())]
    assert len(json.loads(parts[ABOUT])["damage"]) == 1
    assert RECORD in parts


def noise(data: bytes) -> bytes:
    """As if most of a disk's sectors were lost; the same each time."""
    return data[:4096] + bytes(random.Random(1).randbytes(len(data) - 4096))


@pytest.mark.feature("helpfile")
@pytest.mark.parametrize("damage", [noise, lambda data: data[1:], lambda data: data[:5_000], lambda _data: b"\xff"])
def test_a_help_file_is_written_though_the_database_is_damaged(data, capsys, damage):
    """Log, transcript and versions are in it, and the fault in its own words; the codes are still struck out."""
    from hub.features.helpfile import contents

    plant_codes(data)
    line = WireLine(1, 1, "node-0", outward=False, text="noise", ok=False)
    contents.store(data, [line])
    (data / DATABASE).write_bytes(damage((data / DATABASE).read_bytes()))
    assert cli.main(["helpfile", str(data / "help.zip"), "--data-dir", str(data)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"Problem: {data / DATABASE} ")
    assert shown.endswith("No game is in it.\n")
    parts = parts_of(data / "help.zip")
    assert RECORD not in parts
    assert parts[LOG] == "planted: [secret] [secret]\n"
    assert msgspec.json.decode(parts[TRANSCRIPT], type=WireLine) == line
    about = json.loads(parts[ABOUT])
    assert about["packages"]
    assert str(data / DATABASE) in about["damage"][0]


@pytest.mark.feature("helpfile")
@pytest.mark.parametrize("damage", [lambda text: text[:-1], lambda _text: "", lambda text: text.replace('"', "\0")])
def test_a_help_file_is_written_though_the_secrets_are_damaged(data, capsys, damage):
    """The game is in it, and what looks like PIN or key is struck out, whatever is left of the file they were in."""
    secrets = DataFolder(data).secrets()
    path = data / SECRETS
    path.write_text(damage(path.read_text()))
    (data / LOG_FILE).write_text(f"planted: {secrets.banker_pin} {secrets.server_secret} 12345\n")
    assert cli.main(["helpfile", str(data / "help.zip"), "--data-dir", str(data)]) == 0
    assert str(path) in capsys.readouterr().out
    parts = parts_of(data / "help.zip")
    assert parts[LOG] == "planted: [secret] [secret] 12345\n"
    assert not [word for word in (secrets.banker_pin, secrets.server_secret) if word in "".join(parts.values())]
    assert str(path) in json.loads(parts[ABOUT])["damage"][0]
    assert cli.main(["replay", str(data / "help.zip")]) == 0


@pytest.fixture
def protected(data, monkeypatch):
    """The same in a folder that must not be written, as far as the hub can tell."""
    usual = os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode: usual(path, mode) and not (mode == os.W_OK and Path(path).is_relative_to(data))
    )
    monkeypatch.setattr(tempfile, "tempdir", str(data.parent))
    return data


@pytest.mark.feature("export", "helpfile")
def test_games_are_read_though_their_folder_must_not_be_written(protected, capsys):
    """They are listed, exported and put in a help file, from a copy that is then gone; what is wrong is reported."""
    before, beside, there = (protected / DATABASE).read_bytes(), protected.parent, ["--data-dir", str(protected)]
    for command in (["games"], ["record", "last"], ["export", "last", "--game", str(beside / "moved")]):
        assert cli.main([*command, *there]) == 0
        assert lines(capsys)[0].startswith(f"bankhalter: the games can be read, but {protected} cannot be")
    assert cli.main(["import", str(beside / "moved"), "--data-dir", str(beside / "other")]) == 0
    capsys.readouterr()
    assert cli.main(["helpfile", str(beside / "help.zip"), *there]) == 0
    assert capsys.readouterr().out.startswith(f"Problem: {protected} cannot be written")
    assert RECORD in parts_of(beside / "help.zip")
    assert (protected / DATABASE).read_bytes() == before
    assert {path.name for path in beside.iterdir()} == {"data", "help.zip", "moved", "other"}


def test_games_of_a_protected_folder_are_not_read_while_a_hub_has_them(protected, capsys):
    """A hub whose folder turned read-only under it still owns it, so that its help file comes from the table."""
    lock = FolderLock(protected)
    assert cli.main(["games", "--data-dir", str(protected)]) == 1
    assert "Another Bankhalter is using" in capsys.readouterr().err
    lock.release()


@pytest.mark.feature("helpfile")
def test_a_help_file_reads_everything_once(data, monkeypatch):
    """The games, the log of the one, the document of the seats."""
    read: list[tuple[str, ...]] = []

    def noted(name):
        usual = getattr(SqlStore, name)

        def reading(store, *of_what):
            read.append((name, *of_what))
            return usual(store, *of_what)

        return reading

    for name in ("games", "entries", "document"):
        monkeypatch.setattr(SqlStore, name, noted(name))
    assert cli.main(["helpfile", str(data / "help.zip"), "--data-dir", str(data)]) == 0
    assert len(read) == len(set(read))
    assert {("games",), ("document", "access")} < set(read)
