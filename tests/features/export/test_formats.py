"""The three formats, read back as other programs would read them: they agree, and run nothing."""

import csv
import io
import json
from collections.abc import Iterator
from datetime import datetime

import openpyxl
import pytest
from helpers.logged import logged, recorded
from openpyxl.worksheet.worksheet import Worksheet

from hub.features.export.book import ROWS_MAXIMUM, Book, TooLarge, as_csv, as_json, as_xlsx, book_of

BEGUN = ['{"record": 1, "edition": "classic", "seats": 2}', '{"command": "throw", "seat": 0, "faces": [6, 5]}']
EVIL = (
    "=1+2",
    "+cmd|' /C calc'!A0",
    "-3+4",
    "@SUM(A1)",
    '=HYPERLINK("http://x")',
    "http://x.y",
    "{=1}",
    "007",
    'a"b;c,d',
)


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


def test_amounts_are_figures():
    """In the workbook money is a number that can be added up, shown with a separator for thousands."""
    book = book_of(recorded("classic/pot-4")[0], "de")
    amounts = 0
    for worksheet, page in zip(worksheets(book), book.pages, strict=True):
        for cells in worksheet.iter_rows(min_row=2):
            for cell, column in zip(cells, page.columns, strict=True):
                if column.kind == "money" and cell.value is not None:
                    assert (cell.data_type, cell.number_format) == ("n", "#,##0")
                    amounts += 1
    assert amounts > 100


def test_times_are_times():
    """In the workbook a time can be reckoned with and is shown to the second; JSON and CSV have it as ISO 8601."""
    book = book_of(recorded("classic/pot-4")[0], "de")
    for worksheet, page in zip(worksheets(book), book.pages, strict=True):
        for cells, row in zip(worksheet.iter_rows(min_row=2), page.rows, strict=True):
            for cell, column, plain in zip(cells, page.columns, row, strict=True):
                if column.kind == "time":
                    assert (cell.is_date, cell.number_format) == (True, "yyyy-mm-dd hh:mm:ss")
                    assert cell.value == datetime.fromisoformat(str(plain))


def test_headings_stay_in_sight():
    """The first row is frozen and can be filtered by."""
    for worksheet in worksheets(book_of(logged(BEGUN)[0], "en")):
        assert worksheet.freeze_panes == "A2"
        assert str(worksheet.auto_filter.ref).startswith("A1:")


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


def test_titles_fit_into_a_workbook():
    """No title of a sheet is longer than 31 characters or has a character that spreadsheets forbid."""
    for language in ("de", "en"):
        for page in book_of(logged(BEGUN)[0], language).pages:
            assert len(page.title) <= 31
            assert set(page.title) & set("[]:*?/\\") == set()


def test_too_much_for_a_workbook_is_reported(monkeypatch):
    """Rows beyond what the format holds are an error, not left out."""
    assert ROWS_MAXIMUM == 2**20 - 1
    monkeypatch.setattr("hub.features.export.book.ROWS_MAXIMUM", 20)
    with pytest.raises(TooLarge, match="Properties has 28 rows"):
        as_xlsx(book_of(logged(BEGUN)[0], "en"))


def test_a_text_too_long_for_a_cell_is_reported():
    """The library would leave it out silently."""
    with pytest.raises(TooLarge, match="row 1 of Balances"):
        as_xlsx(book_of(logged(BEGUN, ["x" * 32_768, "Ben"])[0], "en"))
