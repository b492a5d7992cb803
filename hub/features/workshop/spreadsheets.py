"""A design as tables: CSV files in a ZIP, as `--edition-dir` takes them, or one Excel workbook; and back.

What comes from elsewhere is bounded before it is read, and what is read are texts: no formula, no link, no date. Cells
that an edition does not have are refused afterwards (`hub.features.workshop.checks`). A workbook is a ZIP with XML
in it, so each part is bounded as it is unpacked, and none may declare anything. A part is gone through once, however
deep it is, and each sheet is read once: many cells may point to one text, and many names to one part.
"""

import csv
import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias
from xml.etree import ElementTree as ET

from hub.editions.reading import LINE_MAXIMUM, separator
from hub.editions.tables import EDITION, HEADING, PICTURES, SPREADSHEET, TABLES, as_files
from hub.spreadsheet import XLSX, workbook

BOOK, RELATIONS, STRINGS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/sharedStrings.xml"
PART_BYTES_MAXIMUM = 6_000_000
TEXT_MAXIMUM = 1_500_000
"""Of all cells of a sheet together: as much as a table may have that is no sheet."""

ROWS_MAXIMUM, COLUMNS_MAXIMUM = 402, 60
WIDTH = 14
PLACE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
WHOLE = re.compile(r"(-?[0-9]+)\.0+")
Sheet = list[list[str]]

TablesForm: TypeAlias = Literal["zip", "xlsx"]
FORMS: Mapping[TablesForm, str] = {"zip": "application/zip", "xlsx": XLSX}
NAMES = (EDITION, *TABLES)
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
    """This is no workbook that can be read, or these are not the tables of an edition."""


def _written(sheets: Mapping[str, Sequence[Sequence[str]]]) -> bytes:
    """Texts as sheets, whole numbers as numbers."""
    out = io.BytesIO()
    with workbook(out) as book:
        bold = book.add_format({"bold": True, "bottom": 1})
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            sheet.set_column(0, max(map(len, rows), default=1), WIDTH)
            sheet.freeze_panes(1, 0)
            for at, row in enumerate(rows):
                for column, text in enumerate(row):
                    if at and re.fullmatch(r"0|[1-9][0-9]{0,8}", text):
                        sheet.write_number(at, column, int(text))
                    elif text:
                        sheet.write_string(at, column, text, bold if at == 0 else None)
    return out.getvalue()


def sheets_in(file: zipfile.ZipFile) -> dict[str, Sheet]:
    """The sheets that are called like a table, without empty rows. Raises NoTables, and what zipfile raises."""
    there = STRINGS in file.namelist()
    strings = [_said(one) for one in _within(_part(file, STRINGS), "si")] if there else []
    named = [(name, part) for name, part in _named(file) if f"{name}.csv" in NAMES]
    if len(dict(named)) < len(named):
        raise NoTables("two sheets have the same name")
    return {name: _rows(_part(file, part), strings) for name, part in named}


def _named(file: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """Each sheet's name, and the part of the file that it is."""
    targets = {
        one.get("Id", ""): one.get("Target", "").removeprefix("/xl/").removeprefix("./")
        for one in _part(file, RELATIONS)
    }
    for sheet in (one for one in _part(file, BOOK).iter() if _name(one) == "sheet"):
        relation = next((value for key, value in sheet.attrib.items() if key.endswith("}id")), "")
        yield sheet.get("name", "").strip().lower(), f"xl/{targets.get(relation, '')}"


def _rows(sheet: ET.Element, strings: Sequence[str]) -> Sheet:
    rows: Sheet = []
    size = 0
    for row in (row for data in _within(sheet, "sheetData") for row in _within(data, "row")):
        cells: dict[int, str] = {}
        for at, cell in enumerate(_within(row, "c")):
            cells[_column(cell.get("r", ""), at)] = _cell(cell, strings)
        if any(cells.values()):
            rows.append([cells.get(column, "") for column in range(max(cells) + 1)])
        size += sum(map(len, cells.values()))
        if len(rows) > ROWS_MAXIMUM or size > TEXT_MAXIMUM:
            raise NoTables("a sheet is too large")
    return rows


def _cell(cell: ET.Element, strings: Sequence[str]) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        return "".join(map(_said, _within(cell, "is")))
    text = next((one.text or "" for one in _within(cell, "v")), "").strip()
    if kind == "s":
        if not text.isdecimal() or int(text) >= len(strings):
            raise NoTables("a cell points to no text")
        return strings[int(text)]
    whole = WHOLE.fullmatch(text)
    return whole[1] if whole else text


def _said(holder: ET.Element) -> str:
    """A text, put together if parts of it look different; hints for the reading of it are none of it."""
    runs = (one if _name(one) == "t" else next(_within(one, "t"), None) for one in holder if _name(one) in {"t", "r"})
    return "".join(run.text or "" for run in runs if run is not None).strip()


def _column(place: str, otherwise: int) -> int:
    found = PLACE.fullmatch(place)
    column = otherwise
    if found:
        column = -1
        for letter in found[1]:
            column = (column + 1) * 26 + ord(letter) - ord("A")
    if column >= COLUMNS_MAXIMUM:
        raise NoTables("a sheet has too many columns")
    return column


def _part(file: zipfile.ZipFile, name: str) -> ET.Element:
    """A part of the workbook. Raises NoTables."""
    try:
        with file.open(name) as part:
            data = part.read(PART_BYTES_MAXIMUM + 1)
    except KeyError as missing:
        raise NoTables("a part of the workbook is missing") from missing
    if len(data) > PART_BYTES_MAXIMUM:
        raise NoTables("a part of the workbook is too large")
    text = data.decode("utf-8-sig")
    if "<!" in text:
        raise NoTables("a part of the workbook declares something")
    try:
        return ET.fromstring(text)  # noqa: S314 what declares entities was refused above
    except ET.ParseError as error:
        raise NoTables("a part of the workbook is broken") from error


def _within(holder: ET.Element, name: str) -> Iterator[ET.Element]:
    """The elements of a name directly in this one: looking so at each of many goes through none of them twice."""
    return (one for one in holder if _name(one) == name)


def _name(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def as_zip(edition: str, texts: Mapping[str, str]) -> bytes:
    """The tables as files, with the one that names their edition. The same tables give the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, table in as_files(edition, texts).items():
            file.writestr(zipfile.ZipInfo(name, SAME_TIME), table, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def as_workbook(edition: str, texts: Mapping[str, str]) -> bytes:
    tables = {name.removesuffix(".csv"): _table(text) for name, text in texts.items()}
    return _written({HEADING: [[HEADING], [edition]], **{name: _cut(table) for name, table in tables.items()}})


def tables_in(content: bytes) -> tuple[str, dict[str, str]]:
    """Edition and tables of a ZIP or a workbook. Raises NoTables."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            if any(info.compress_type not in METHODS for info in file.infolist()):
                raise NoTables("it is packed in another way")
            if BOOK in file.namelist():
                found = {f"{name}.csv": table for name, table in sheets_in(file).items()}
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
        texts[name] = data.decode(SPREADSHEET)
    return texts


def _with_edition(found: Mapping[str, Table]) -> tuple[str, dict[str, str]]:
    mark = found.get(EDITION, [])
    if len(mark) != 2 or mark[0][:1] != [HEADING] or not mark[1][:1]:
        raise NoTables("nothing says which edition they are for")
    whole = {name: _whole(table) if name == PICTURES else table for name, table in found.items() if name != EDITION}
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
