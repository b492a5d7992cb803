"""Sheets as tests read them."""

from typing import Any

from hub.features.export.book import Book


def rows(book: Book, sheet: str) -> list[dict[str, Any]]:
    page = next(page for page in book.pages if page.id == sheet)
    return [dict(zip((column.id for column in page.columns), row, strict=True)) for row in page.rows]
