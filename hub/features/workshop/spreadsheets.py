"""A design as tables: CSV files in a ZIP, as `--edition-dir` takes them, or one workbook; and back.

What comes from elsewhere is bounded before it is read, and what is read are texts: no formula, no link, no date. Cells
that an edition does not have are refused afterwards (`hub.features.workshop.boardfile`).
"""

from __future__ import annotations

import csv
import io
import lzma
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from hub.editions.own import PICTURES
from hub.editions.reading import LINE_MAXIMUM, separator
from hub.editions.tables import TABLES
from hub.features.workshop.workbooks import is_workbook, sheets_in, workbook

TablesForm: TypeAlias = Literal["zip", "xlsx"]
FORMS: Mapping[TablesForm, str] = {
    "zip": "application/zip",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
MARK, HEADING = "edition.csv", "edition"
"""The table that says which edition the others are for, as in a folder of `--edition-dir`."""
MARKED = "utf-8-sig"
NAMES = (MARK, *TABLES)
TABLE_BYTES_MAXIMUM = 1_500_000
CHUNK = 30_000
"""How much of a picture fits into one cell of a workbook."""
SAME_TIME = (2000, 1, 1, 0, 0, 0)
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How tables may be packed; others unpack a whole block at once, which a few bytes can make as large as they like."""
UNREADABLE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, RuntimeError, OSError, EOFError, ValueError)
"""What a file can raise that only looks like a ZIP."""
Table = list[list[str]]


class NoTables(ValueError):
    """These are not the tables of an edition."""


def as_zip(edition: str, texts: Mapping[str, str]) -> bytes:
    """The tables as files, with the one that names their edition. The same tables give the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in {MARK: f"{HEADING}\n{edition}\n", **texts}.items():
            file.writestr(zipfile.ZipInfo(name, SAME_TIME), text.encode(MARKED), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def as_workbook(edition: str, texts: Mapping[str, str]) -> bytes:
    """The tables as sheets of one workbook."""
    tables = {name.removesuffix(".csv"): _table(text) for name, text in texts.items()}
    return workbook({HEADING: [[HEADING], [edition]], **{name: _cut(table) for name, table in tables.items()}})


def tables_in(content: bytes) -> tuple[str, dict[str, str]]:
    """Edition and tables of a ZIP or a workbook. Raises NoTables."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            if any(info.compress_type not in METHODS for info in file.infolist()):
                raise NoTables("it is packed in another way")
            if is_workbook(file):
                found = {f"{name}.csv": table for name, table in sheets_in(file, _wanted).items()}
            else:
                found = {name: _table(text) for name, text in _files(file).items()}
    except UNREADABLE as error:
        raise NoTables(str(error)) from error
    return _with_edition(found)


def tables_of(texts: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Edition and tables of files by their name. Raises NoTables."""
    if any(len(text) > TABLE_BYTES_MAXIMUM for text in texts.values()):
        raise NoTables("a table is too large")
    return _with_edition({name: _table(text) for name, text in texts.items() if name in NAMES})


def _wanted(sheet: str) -> bool:
    return f"{sheet}.csv" in NAMES


def _files(file: zipfile.ZipFile) -> dict[str, str]:
    """The tables in a ZIP, wherever in it they lie; one folder is as good as none."""
    texts: dict[str, str] = {}
    for info in file.infolist():
        name = info.filename.rpartition("/")[2]
        if name not in NAMES or name in texts or info.filename.startswith("__"):
            continue
        with file.open(info) as table:
            data = table.read(TABLE_BYTES_MAXIMUM + 1)
        if len(data) > TABLE_BYTES_MAXIMUM:
            raise NoTables("a table is too large")
        texts[name] = data.decode(MARKED)
    return texts


def _with_edition(found: Mapping[str, Table]) -> tuple[str, dict[str, str]]:
    mark = found.get(MARK, [])
    if len(mark) != 2 or mark[0][:1] != [HEADING] or not mark[1][:1]:
        raise NoTables("nothing says which edition they are for")
    whole = {name: _whole(table) if name == PICTURES else table for name, table in found.items() if name != MARK}
    return mark[1][0], {name: _text(table) for name, table in whole.items()}


def _table(text: str) -> Table:
    """The rows of a table without those that are empty, as a spreadsheet leaves them. Raises NoTables."""
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > LINE_MAXIMUM + 1:
        raise NoTables("a table has too many lines")
    try:
        rows = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=separator(lines))]
    except csv.Error as error:
        raise NoTables(str(error)) from error
    return [row for row in rows if any(row)]


def _text(table: Sequence[Sequence[str]]) -> str:
    """A table as CSV; rows are as long as the heading, since what is empty at their end is often left out."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    heading = _unpadded(table[0]) if table else []
    writer.writerow(heading)
    for row in table[1:]:
        filled = _unpadded(row)
        writer.writerow([*filled, *[""] * (len(heading) - len(filled))])
    return out.getvalue()


def _unpadded(row: Sequence[str]) -> list[str]:
    last = max((at for at, cell in enumerate(row) if cell), default=-1)
    return [*row[: last + 1]]


def _cut(table: Table) -> Table:
    """Long cells go on in the next column."""
    return [
        [part for cell in row for part in ([cell[at : at + CHUNK] for at in range(0, len(cell), CHUNK)] or [""])]
        for row in table
    ]


def _whole(table: Table) -> Table:
    """Pictures that go on in other columns in one again."""
    return [[*row[:1], "".join(row[1:])] if number else row for number, row in enumerate(table)]
