"""Tables for spreadsheets: CSV files that they read whichever language they speak, and Excel workbooks."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from hub.words import Language

Cell: TypeAlias = int | float | str | None
"""What is in a cell: a figure, a text, or nothing."""

DELIMITERS: Mapping[Language, str] = {"de": ";", "en": ","}
"""What separates cells in a spreadsheet of that language."""

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
"""A text that begins like this would be run as a formula by a spreadsheet that opens the file."""


def csv_of(headings: Sequence[str], rows: Iterable[Sequence[Cell]], language: Language) -> bytes:
    """One file of any table, as spreadsheets of that language read it."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=DELIMITERS[language])
    writer.writerow(_harmless(headings))
    writer.writerows(_harmless(row) for row in rows)
    return text.getvalue().encode("utf-8-sig")


def workbook(out: io.BytesIO) -> Any:
    """A workbook, written to `out` at the end of a `with` body. Nothing is guessed from a text that begins with =."""
    import xlsxwriter  # type: ignore[import-untyped]  # it brings no types, and comes with the first workbook

    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    return xlsxwriter.Workbook(out, options)


def local_time(at_ms: int) -> str:
    """Wall clock in the zone of the table, ISO 8601 to the second."""
    return datetime.fromtimestamp(at_ms / 1_000).isoformat(timespec="seconds")


def _harmless(cells: Iterable[Cell]) -> list[Cell]:
    """An apostrophe makes it a text; negative figures remain figures."""
    return [f"'{cell}" if isinstance(cell, str) and cell.startswith(DANGEROUS) else cell for cell in cells]
