"""A book as CSV files and as JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from hub.export.book import Book
from hub.export.sheets import Cell
from hub.export.words import Language

DELIMITERS: Mapping[Language, str] = {"de": ";", "en": ","}
"""What separates cells in a spreadsheet of that language."""

DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
"""A text that begins like this would be run as a formula by a spreadsheet that opens the file."""


def as_csv(book: Book) -> dict[str, bytes]:
    """One file per sheet, by its name. With the mark by which spreadsheets know UTF-8."""
    return {f"{page.id}.csv": csv_of(page.headings, page.rows, book.language) for page in book.pages}


def csv_of(headings: Sequence[str], rows: Iterable[Sequence[Cell]], language: Language) -> bytes:
    """One file of any table, as spreadsheets of that language read it."""
    return _written(headings, rows, DELIMITERS[language]).encode("utf-8-sig")


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


def _written(headings: Sequence[str], rows: Iterable[Sequence[Cell]], delimiter: str) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter)
    writer.writerow(_harmless(headings))
    writer.writerows(_harmless(row) for row in rows)
    return text.getvalue()


def _harmless(cells: Iterable[Cell]) -> list[Cell]:
    """An apostrophe makes it a text; negative figures remain figures."""
    return [f"'{cell}" if isinstance(cell, str) and cell.startswith(DANGEROUS) else cell for cell in cells]
