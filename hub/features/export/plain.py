"""A book as CSV files and as JSON."""

from __future__ import annotations

import msgspec

from hub.features.export.book import Book
from hub.spreadsheet import csv_of


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
