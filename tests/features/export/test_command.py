"""`bankhalter export`: a stored game becomes files, whole or not at all, which other programs read and none runs."""

import csv
import errno
import io
import json
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import openpyxl
import pytest
from helpers.logged import logged, recorded
from helpers.stored_evening import sitting
from openpyxl.worksheet.worksheet import Worksheet

from hub.cli import main
from hub.commands.terminal import terminal_language
from hub.features.export.book import ROWS_MAXIMUM, Book, TooLarge, as_csv, as_json, as_xlsx, book_of


@pytest.fixture
def folder(tmp_path):
    with sitting(tmp_path / "data") as seated:
        seated.begin()
        seated.buy()
    return tmp_path / "data"


@pytest.fixture
def export(folder):
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


@pytest.mark.parametrize(
    ("game", "file", "said"),
    [
        ("last", "", "is a folder: name a file in it"),
        ("nothing", "game.xlsx", "no stored game has an id that begins with nothing; `bankhalter games` lists them"),
    ],
)
def test_what_cannot_be_exported_is_reported(export, tmp_path, capsys, game, file, said):
    """No folder is written over, also with --force, and a game that is not there is not invented."""
    assert export(game, "--xlsx", tmp_path / file, "--force") == 1
    assert said in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


@pytest.mark.parametrize(
    ("number", "words"), [(errno.ENOSPC, "the disk is full, free some space"), (errno.EROFS, "Read-only file system")]
)
def test_a_disk_that_takes_no_more(export, tmp_path, capsys, monkeypatch, number, words):
    """What cannot be written whole is not there at all, and an older file stays as it was."""
    file = tmp_path / "game.xlsx"
    file.write_text("older")

    def full(path, content):
        with path.open("wb") as opened:
            opened.write(content[:100])
        raise OSError(number, "Read-only file system")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert export("last", "--xlsx", file, "--force") == 1
    assert f"{file} cannot be written: {words}" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["game.xlsx"]
    assert file.read_text() == "older"


@pytest.mark.parametrize(
    "arguments", [("last",), ("last", "--xlsx", "a", "--json", "b"), ("last", "--xlsx", "a", "--language", "fr")]
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


BEGUN = ['{"record": 1, "edition": "classic", "seats": 2}', '{"command": "throw", "seat": 0, "faces": [6, 5]}']
EVIL = ("=1+2", "+cmd|' /C calc'!A0", "-3+4", "@SUM(A1)", '=HYPERLINK("http://x")', "http://x.y", "{=1}", "007")
EVIL += ('a"b;c,d',)


def worksheets(book: Book) -> list[Worksheet]:
    workbook = openpyxl.load_workbook(io.BytesIO(as_xlsx(book)))
    return [workbook[name] for name in workbook.sheetnames]


def texts(values: Iterator[object]) -> list[str]:
    """Cells as a CSV file writes them."""
    shown = (value.isoformat() if isinstance(value, datetime) else value for value in values)
    return ["" if value is None else str(value) for value in shown]


def csv_rows(book: Book, sheet: str, delimiter: str) -> list[list[str]]:
    """A CSV file as a spreadsheet reads it: the apostrophe before a text is not part of it."""
    content = as_csv(book)[f"{sheet}.csv"].decode("utf-8-sig")
    return [[cell.removeprefix("'") for cell in row] for row in csv.reader(io.StringIO(content), delimiter=delimiter)]


@pytest.mark.parametrize(("language", "delimiter"), [("de", ";"), ("en", ",")])
@pytest.mark.parametrize("name", ["classic/undone-3", "classic/pot-4", "classic/shortage-a-5"])
def test_all_formats_agree(name, language, delimiter):
    """Workbook, CSV and JSON have the same sheets, headings and cells."""
    book = book_of(recorded(name)[0], language)
    shown = json.loads(as_json(book))
    found = worksheets(book)
    assert [sheet.title for sheet in found] == [sheet["title"] for sheet in shown["sheets"]]
    assert list(as_csv(book)) == [f"{sheet['id']}.csv" for sheet in shown["sheets"]]
    for worksheet, sheet in zip(found, shown["sheets"], strict=True):
        headings = [column["heading"] for column in sheet["columns"]]
        plain = [headings, *(list(row.values()) for row in sheet["rows"])]
        assert len(plain) > 1
        in_workbook = [texts(row) for row in worksheet.iter_rows(values_only=True)]
        assert in_workbook == [texts(row) for row in plain] == csv_rows(book, sheet["id"], delimiter)


def test_amounts_are_figures_and_times_are_times():
    """In the workbook both can be reckoned with: thousands are separated; times have seconds, elsewhere as ISO 8601."""
    book, seen = book_of(recorded("classic/pot-4")[0], "de"), Counter()
    for worksheet, page in zip(worksheets(book), book.pages, strict=True):
        for cells, row in zip(worksheet.iter_rows(min_row=2), page.rows, strict=True):
            for cell, column, plain in zip(cells, page.columns, row, strict=True):
                seen[column.kind] += cell.value is not None
                if column.kind == "money" and cell.value is not None:
                    assert (cell.data_type, cell.number_format) == ("n", "#,##0")
                if column.kind == "time":
                    assert (cell.is_date, cell.number_format) == (True, "yyyy-mm-dd hh:mm:ss")
                    assert cell.value == datetime.fromisoformat(str(plain))
    assert min(seen["money"], seen["time"]) > 100


def test_headings_stay_in_sight():
    """The first row is frozen and can be filtered by; no title has more than 31 letters or one that is forbidden."""
    for language in ("de", "en"):
        for worksheet in worksheets(book_of(logged(BEGUN)[0], language)):
            assert worksheet.freeze_panes == "A2"
            assert str(worksheet.auto_filter.ref).startswith("A1:")
            assert len(worksheet.title) <= 31
            assert set(worksheet.title) & set("[]:*?/\\") == set()


def test_what_only_programs_read_is_hidden():
    """A family sees sentences; the ids beside them can be shown."""
    journal = worksheets(book_of(recorded("classic/pot-4")[0], "de"))[1]
    hidden = [cell.value for cell in journal[1] if journal.column_dimensions[cell.column_letter].hidden]
    assert hidden == ["Zweck (Kennung)", "Regel", "Zahlen dazu (mit Kennung)"]


@pytest.mark.parametrize("evil", EVIL)
def test_a_name_is_never_a_formula(evil):
    """However a player is called, no cell and no heading is a formula or a link; the name itself is kept."""
    book = book_of(logged(BEGUN, [evil, "Ben"])[0], "en")
    cells = [cell for sheet in worksheets(book) for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} <= {"s", "n", "d"}
    assert [cell for cell in cells if cell.hyperlink] == []
    assert evil in {cell.value for cell in cells}
    assert json.loads(as_json(book))["seats"] == [evil, "Ben"]
    for content in as_csv(book).values():
        for row in csv.reader(io.StringIO(content.decode("utf-8-sig"))):
            assert [cell for cell in row if cell.startswith(("=", "+", "@"))] == []
            assert [cell for cell in row if cell.startswith("-") and not cell[1:].isdecimal()] == []


def test_too_much_for_a_workbook_is_reported(monkeypatch):
    """Rows beyond what the format holds, and texts that the library would silently leave out, are an error."""
    assert ROWS_MAXIMUM == 2**20 - 1
    book = book_of(logged(BEGUN)[0], "en")
    monkeypatch.setattr("hub.features.export.book.ROWS_MAXIMUM", 28)
    assert as_xlsx(book)
    monkeypatch.setattr("hub.features.export.book.ROWS_MAXIMUM", 27)
    with pytest.raises(TooLarge, match="Properties has 28 rows"):
        as_xlsx(book)
    monkeypatch.undo()
    with pytest.raises(TooLarge, match="row 1 of Balances"):
        as_xlsx(book_of(logged(BEGUN, ["x" * 32_768, "Ben"])[0], "en"))
