"""`bankhalter export`: a stored game becomes files, whole or not at all; what stands in the way is one sentence."""

import errno
import json
from pathlib import Path

import openpyxl
import pytest
from helpers.stored_evening import sitting

from hub.cli import main
from hub.commands.terminal import terminal_language
from hub.domain.commands import Buy


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with one game in which Anna bought a street."""
    with sitting(tmp_path / "data") as seated:
        seated.begin()
        seated.throw(0, 1, 2)
        seated.play(Buy(0))
    return tmp_path / "data"


@pytest.fixture
def export(folder: Path):
    """Runs the command on that folder; returns its exit code."""
    return lambda *arguments: main(["export", *map(str, arguments), "--data-dir", str(folder)])


def test_a_workbook(export, tmp_path):
    """The workbook has the sheets in the language asked for; the purchase stands in the journal."""
    assert export("last", "--xlsx", tmp_path / "game.xlsx", "--language", "de") == 0
    workbook = openpyxl.load_workbook(tmp_path / "game.xlsx")
    assert workbook.sheetnames[:3] == ["Kontostände am Zugende", "Zahlungen", "Grundstücke"]
    assert [row[6] for row in workbook["Zahlungen"].values][-1] == "Anna kauft Turmstraße für 60."


def test_a_folder_of_csv_files(export, tmp_path):
    """The folder is made; it holds one file per sheet."""
    assert export("last", "--csv", tmp_path / "tables", "--language", "en") == 0
    names = {path.name for path in (tmp_path / "tables").iterdir()}
    assert names == {f"{name}.csv" for name in ("balances", "journal", "deeds", "deed_changes", "auctions", "bids")}


def test_json(export, folder, tmp_path, capsys):
    """The object names the game by its id, as `games` does; any beginning of the id is enough."""
    assert main(["games", "--json", "--data-dir", str(folder)]) == 0
    (game,) = json.loads(capsys.readouterr().out)
    assert export(game["id"][:6], "--json", tmp_path / "game.json") == 0
    assert json.loads((tmp_path / "game.json").read_text())["game"] == game["id"]


@pytest.mark.parametrize("target", ["xlsx", "csv", "json"])
def test_what_is_there_is_kept_unless_forced(export, tmp_path, capsys, target):
    """A second export is refused and changes nothing; with --force it writes again."""
    place = tmp_path / "out"
    assert export("last", f"--{target}", place) == 0
    file = place / "journal.csv" if target == "csv" else place
    file.write_text("mine")
    assert export("last", f"--{target}", place) == 1
    assert "already exists: choose another name, or overwrite it with --force" in capsys.readouterr().err
    assert file.read_text() == "mine"
    assert export("last", f"--{target}", place, "--force") == 0
    assert file.read_bytes() != b"mine"


@pytest.mark.parametrize("target", ["xlsx", "csv", "json"])
def test_a_folder_that_is_not_there_is_reported(export, tmp_path, capsys, target):
    """No folder is invented on the way to the file."""
    assert export("last", f"--{target}", tmp_path / "no" / "where") == 1
    assert "no is not a folder: create it first" in capsys.readouterr().err.replace("no/where", "no")
    assert not (tmp_path / "no").exists()


def test_a_folder_instead_of_a_file_is_reported(export, tmp_path, capsys):
    """Also with --force a folder is not written over."""
    assert export("last", "--xlsx", tmp_path, "--force") == 1
    assert f"{tmp_path} is a folder: name a file in it" in capsys.readouterr().err


def test_an_unknown_game_is_reported(export, tmp_path, capsys):
    """The sentence says how to find the right one; nothing is written."""
    assert export("nothing", "--xlsx", tmp_path / "game.xlsx") == 1
    assert "no stored game has an id that begins with nothing; `bankhalter games` lists them" in capsys.readouterr().err
    assert not (tmp_path / "game.xlsx").exists()


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "the disk is full, free some space"), (errno.EROFS, "Read-only file system")],
)
def test_a_disk_that_takes_no_more(export, tmp_path, capsys, monkeypatch, number, words):
    """What cannot be written whole is not there at all, and an older file stays as it was."""
    file = tmp_path / "game.xlsx"
    file.write_text("older")

    def full(path: Path, content: bytes) -> int:
        with path.open("wb") as opened:
            opened.write(content[:100])
        raise OSError(number, "Read-only file system")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert export("last", "--xlsx", file, "--force") == 1
    assert f"{file} cannot be written: {words}" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["game.xlsx"]
    assert file.read_text() == "older"


@pytest.mark.parametrize(
    "arguments",
    [("last",), ("last", "--xlsx", "a", "--json", "b"), ("last", "--xlsx", "a", "--language", "fr")],
)
def test_what_is_not_understood_is_one_sentence(export, capsys, arguments):
    """One format, and one of the two languages."""
    with pytest.raises(SystemExit):
        export(*arguments)
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_game_of_an_edition_that_is_gone(export, monkeypatch, tmp_path, capsys):
    """Without its edition a game cannot be retold."""
    monkeypatch.setattr("hub.composition.editions.EDITIONS", {})
    assert export("last", "--xlsx", tmp_path / "game.xlsx") == 1
    assert "was played with edition classic: there is no edition" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "de_DE", "LANG": "en_GB"}, "de"),
        ({}, "en"),
    ],
)
def test_the_language_of_the_terminal(environment, language):
    """Without --language the usual variables decide, the strongest first; other languages get English."""
    assert terminal_language(environment) == language
