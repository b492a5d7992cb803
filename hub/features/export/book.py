"""All sheets of a game, made once for every format, and as files: CSV, JSON, or an Excel workbook."""

import io
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from hub.composition import CannotRun
from hub.features.export.sheets import SHEETS, Column, Kind
from hub.features.export.teller import Teller
from hub.records.story import story_of
from hub.spreadsheet import Cell, csv_of, workbook
from hub.table.game.live import Played
from hub.table.interfaces.storage import GameRecord
from hub.words import Language, Words

ROWS_MAXIMUM = 1_048_575  # the format's own limit, less the heading
WIDTH_MINIMUM, WIDTH_MAXIMUM = 8, 70
NUMBER_FORMATS: dict[Kind, str] = {"money": "#,##0", "count": "0", "time": "yyyy-mm-dd hh:mm:ss"}


class Page(Struct, frozen=True):
    """A sheet of one game: its title, a heading for each column, its rows."""

    id: str
    title: str
    columns: Sequence[Column]
    headings: Sequence[str]
    rows: Sequence[tuple[Cell, ...]]


class Book(Struct, frozen=True):
    """All sheets of one game in one language."""

    record: GameRecord
    language: Language
    pages: Sequence[Page]


def book_of(played: Played, language: Language) -> Book:
    """Make the sheets of a game. Raises PagesNotBuilt if the texts are not there."""
    words, story = Words(language), story_of(played)
    tell = Teller(words, story)
    pages = []
    for sheet in SHEETS:
        if sheet.about is None or sheet.about in played.rules.handlers:
            columns = sheet.columns(story)
            title = words.text(f"export.sheet.{sheet.id}")
            headings = [column.title or words.text(f"export.column.{column.id}") for column in columns]
            for place, column in enumerate(columns):
                if column.kind == "money":  # its cells are bare figures
                    headings[place] = words.text("export.in_money", heading=headings[place])
            pages.append(Page(sheet.id, title, columns, headings, list(sheet.rows(story, tell))))
    return Book(played.record, language, pages)


def as_csv(book: Book) -> dict[str, bytes]:
    """One file per sheet, by its name. With the mark by which spreadsheets know UTF-8."""
    return {f"{page.id}.csv": csv_of(page.headings, page.rows, book.language) for page in book.pages}


def as_json(book: Book) -> bytes:
    """The game, and each sheet with its columns and its rows by the ids of the columns."""
    record = book.record
    sheets = [
        {
            "id": page.id,
            "title": page.title,
            "columns": [
                {"id": column.id, "kind": column.kind, "heading": heading}
                for column, heading in zip(page.columns, page.headings, strict=True)
            ],
            "rows": [dict(zip((column.id for column in page.columns), row, strict=True)) for row in page.rows],
        }
        for page in book.pages
    ]
    game = {"game": record.id, "edition": record.edition, "seats": record.names, "language": book.language}
    return msgspec.json.encode({**game, "sheets": sheets})


class TooLarge(CannotRun):
    """A sheet has more than the format can hold; the text says which."""


def exported(played: Played, language: Language) -> bytes:
    """A game as a workbook. Raises TooLarge, and PagesNotBuilt if the texts are not there."""
    return as_xlsx(book_of(played, language))


def as_xlsx(book: Book) -> bytes:
    written = io.BytesIO()
    with workbook(written) as file:
        created = datetime.fromtimestamp(book.record.started_ms / 1e3)
        file.set_properties({"title": "Bankhalter", "created": created})
        heading = file.add_format({"bold": True, "bottom": 1})
        formats = {kind: file.add_format({"num_format": pattern}) for kind, pattern in NUMBER_FORMATS.items()}
        for page in book.pages:
            _write(file.add_worksheet(page.title), page, heading, formats)
    return written.getvalue()


def _write(worksheet: Any, page: Page, heading: Any, formats: dict[Kind, Any]) -> None:
    """One sheet: headings that stay in sight and can be filtered by, figures, times and texts as what they are."""
    if len(page.rows) > ROWS_MAXIMUM:
        raise TooLarge(f"{page.title} has {len(page.rows)} rows, a workbook holds {ROWS_MAXIMUM}")
    for index, (column, title) in enumerate(zip(page.columns, page.headings, strict=True)):
        widest = max(len(str(cell)) for cell in (title, *(row[index] for row in page.rows))) + 2
        width = min(WIDTH_MAXIMUM, max(WIDTH_MINIMUM, widest))
        worksheet.set_column(index, index, width, formats.get(column.kind), {"hidden": column.kind == "id"})
        _put(worksheet, page, 0, index, title, heading)
    for number, row in enumerate(page.rows, 1):
        for index, cell in enumerate(row):
            _put(worksheet, page, number, index, cell, formats.get(page.columns[index].kind))
    worksheet.freeze_panes(1, 0)
    worksheet.autofilter(0, 0, len(page.rows), len(page.columns) - 1)


def _put(worksheet: Any, page: Page, row: int, index: int, cell: Cell, style: Any) -> None:
    if cell is None:
        return
    if row and isinstance(cell, str) and page.columns[index].kind == "time":
        done = worksheet.write_datetime(row, index, datetime.fromisoformat(cell), style)
    else:
        put = worksheet.write_number if isinstance(cell, int | float) else worksheet.write_string
        done = put(row, index, cell, style)
    if done != 0:
        raise TooLarge(f"a cell in row {row + 1} of {page.title} does not fit into a workbook")
