"""A design as CSV and as a workbook, changed there as people do, and back; what is none is refused."""

import io
import json
import random
import re
import zipfile
from pathlib import Path

import pytest
from features.workshop.conftest import Bench
from features.workshop.test_pictures import SVG, png

from hub.composition.editions import family_rules
from hub.editions import EDITIONS
from hub.features.workshop.spreadsheets import FORMS, NoTables, sheets_in
from hub.server.http.answers import HttpRefused


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return out.getvalue()


def unzipped(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        return {name: file.read(name) for name in file.namelist()}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("edition", list(EDITIONS))
def test_every_edition_goes_there_and_back(tmp_path: Path, edition: str, form: str) -> None:
    """As tables of either kind, with own words and pictures, and says the same afterwards."""
    bench = Bench(tmp_path, edition)
    bench.say({"picture/space.1": bench.workshop.keep_picture(SVG), "own/colour.brown": "#112233"})
    taken = bench.workshop.take(bench.workshop.tables(bench.view.id, form))
    assert (taken.cells, taken.faults, taken.base) == (bench.view.cells, bench.view.faults, edition)


def test_tables_are_those_of_a_folder(bench: Bench, tmp_path: Path) -> None:
    """Unpacked they can be played with `--edition-dir`; packed by a computer, in a folder, they can be taken back."""
    bench.say({"track/1/name": "Am Bach", "picture/space.1": bench.workshop.keep_picture(SVG)})
    files = unzipped(bench.workshop.tables(bench.view.id, "zip"))
    folder = tmp_path / "unpacked"
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    rules = family_rules(folder)
    assert rules.track.spaces[1].name == "Am Bach"
    assert rules.track.own["picture.space.1"].startswith("svg:")
    other = {f"Unser Dorf/{name}": content for name, content in files.items()}
    again = bench.workshop.take(zipped({"Unser Dorf/": b"", "__MACOSX/._track.csv": b"\0", **other}))
    assert again.cells == bench.view.cells


def test_a_folder_may_have_many_pictures(bench: Bench, tmp_path: Path) -> None:
    """As many as a design may have, and no table is larger without them."""
    noise = random.Random(1)
    for space in range(3):
        rows = b"".join(b"\0" + noise.randbytes(3 * 110) for _ in range(110))
        bench.say({f"picture/space.{space}": bench.workshop.keep_picture(png(110, 110, dots=rows))})
    folder = tmp_path / "unpacked"
    folder.mkdir()
    for name, content in unzipped(bench.workshop.tables(bench.view.id, "zip")).items():
        (folder / name).write_bytes(content)
    assert (folder / "pictures.csv").stat().st_size > 100_000
    assert len([key for key in family_rules(folder).track.own if key.startswith("picture.")]) == 3


def test_files_that_are_chosen_together_go_together(bench: Bench) -> None:
    """As a browser reads them; semicolons and empty lines at the end, as a spreadsheet leaves them, do no harm."""
    files = {name: content.decode("utf-8-sig") for name, content in
             unzipped(bench.workshop.tables(bench.view.id, "zip")).items()}  # fmt: skip
    files["track.csv"] = files["track.csv"].replace(",", ";") + ";;;;;;;;;;;;;\n"
    taken = bench.workshop.take(json.dumps({"tables": files}, separators=(",", ":")).encode())
    assert taken.cells == bench.view.cells


def test_what_is_wrong_in_a_table_stands_at_its_cell(bench: Bench) -> None:
    """As if it had been typed here."""
    files = unzipped(bench.workshop.tables(bench.view.id, "zip"))
    files["track.csv"] = files["track.csv"].replace(b",60,", b",viel,", 1)
    taken = bench.workshop.take(zipped(files))
    assert [(fault.field, fault.key) for fault in taken.faults] == [("track/1/price", "number")]


def test_a_workbook_of_another_program_can_be_taken(bench: Bench) -> None:
    """Texts in the cells themselves, numbers with a point, empty rows, cells left out, other sheets beside."""
    parts = unzipped(bench.workshop.tables(bench.view.id, "xlsx"))
    track = parts["xl/worksheets/sheet2.xml"].decode()
    pointed = re.sub(r'(<c r="[A-Z]+[0-9]+"><v>[0-9]+)</v>', r"\1.0</v>", track)
    named = re.sub(r'(<c r="B3") t="s"><v>[0-9]+</v>', r'\1 t="inlineStr"><is><t>Am </t><t>Bach</t></is>', pointed)
    assert track != pointed != named
    parts["xl/worksheets/sheet2.xml"] = named.replace("</sheetData>", '<row r="90"/></sheetData>').encode()
    assert bench.workshop.take(zipped(parts)).cells == {**bench.view.cells, "track/1/name": "Am Bach"}


BOMB = zipped({"edition.csv": b"edition\nclassic\n", "track.csv": b"a" * 3_000_000})
HOSTILE: dict[str, bytes] = {
    "empty": b"PK\x03\x04",
    "cut short": zipped({"edition.csv": b"edition\nclassic\n"})[:-10],
    "no tables": zipped({"readme.txt": b"hello"}),
    "no edition": zipped({"track.csv": b"space,name\n"}),
    "another edition": zipped({"edition.csv": b"edition\n../classic\n", "track.csv": b"space\n"}),
    "no columns": zipped({"edition.csv": b"edition\nclassic\n", "track.csv": b"a,b\n1,2\n", "cards.csv": b""}),
    "a bomb": BOMB,
    "many lines": zipped({"edition.csv": b"edition\nclassic\n", "track.csv": b"1\n" * 20_000}),
    "no utf-8": zipped({"edition.csv": b"edition\nclassic\n", "track.csv": b"\xff\xfe\xff"}),
    "a path": zipped({"../../edition.csv": b"edition\nclassic\n", "/etc/passwd": b"x"}),
    "no workbook": zipped({"xl/workbook.xml": b"<workbook/>"}),
    "an entity": zipped(
        {
            "xl/workbook.xml": b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><workbook>&a;</workbook>',
            "xl/_rels/workbook.xml.rels": b"<r/>",
        }
    ),
    "a large part": zipped(
        {"xl/workbook.xml": b"<w>" + b" " * 7_000_000 + b"</w>", "xl/_rels/workbook.xml.rels": b"<r/>"}
    ),
    "json": b'{"tables":{"track.csv":7}}',
    "json of nothing": b'{"tables":{}}',
    "deep json": b'{"tables":' + b"[" * 100_000,
    "code beside": b'{"tables":{},"code":"import os"}',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_are_no_tables_is_refused_in_a_word(bench: Bench, name: str) -> None:
    """Whatever the file is, nothing is stored, and the answer says why."""
    before = bench.workshop.shelf()
    with pytest.raises(HttpRefused) as refused:
        bench.workshop.take(HOSTILE[name])
    assert refused.value.reason in {"workshop_no_tables", "workshop_no_base", "workshop_too_large"}
    assert bench.workshop.shelf() == before
    assert [*bench.folder.glob("boards/pictures/*")] == []


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_is_packed_so_that_nothing_bounds_it_is_refused(bench: Bench, method: int) -> None:
    """The library unpacks a block of these at once, however large it gets: also the best of tables are not taken so."""
    files = unzipped(bench.workshop.tables(bench.view.id, "zip"))
    with pytest.raises(HttpRefused, match="workshop_no_tables"):
        bench.workshop.take(zipped(files, method))
    assert bench.workshop.take(zipped(files)).cells == bench.view.cells


def book_of(sheet: str, names: tuple[str, ...] = ("track",), text: str = "") -> zipfile.ZipFile:
    """A workbook whose sheets of these names are all the same part; its cells may point to one text."""
    sheets = "".join(f'<sheet name="{name}" r:id="a"/>' for name in names)
    parts = {
        "xl/workbook.xml": f'<workbook xmlns:r="r"><sheets>{sheets}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": '<r><Relationship Id="a" Target="one.xml"/></r>',
        "xl/sharedStrings.xml": f"<sst><si><t>{text}</t></si></sst>",
        "xl/one.xml": f"<worksheet><sheetData>{sheet}</sheetData></worksheet>",
    }
    return zipfile.ZipFile(io.BytesIO(zipped({name: part.encode() for name, part in parts.items()})))


def test_a_small_workbook_says_no_more_than_a_table_may() -> None:
    """However many cells point to the same long text."""
    row = "<row>{}</row>".format('<c t="s"><v>0</v></c>' * 50)
    assert sheets_in(book_of(row, text="a" * 30_000), bool) == {"track": [["a" * 30_000] * 50]}
    with pytest.raises(NoTables, match="too large"):
        sheets_in(book_of(row * 2, text="a" * 30_000), bool)


def test_a_workbook_has_each_sheet_once() -> None:
    """A thousand names for one part would be a thousand times the work."""
    row = "<row><c><v>1</v></c></row>"
    assert sheets_in(book_of(row, ("track", "cards")), bool) == {"track": [["1"]], "cards": [["1"]]}
    with pytest.raises(NoTables, match="same name"):
        sheets_in(book_of(row, ("track", "cards", " Track")), bool)


def test_nested_rows_are_refused() -> None:
    """Nor texts within texts: who looked into each of them would go through the innermost as often as it is deep."""
    inner = '<row><c t="inlineStr"><is><t>b</t></is></c></row>'
    cell = '<c t="inlineStr"><is><t>a</t><rPh><t>hint</t></rPh><r><t>a</t><si><t>no</t></si></r></is></c>'
    assert sheets_in(book_of(f"<row>{cell}{inner}</row>"), bool) == {"track": [["aa"]]}


def test_cells_of_another_edition_are_refused(bench: Bench) -> None:
    """Tables of one edition under the name of another one fit nowhere."""
    other = Bench(bench.folder / "other", "euronopoly")
    files = unzipped(other.workshop.tables(other.view.id, "zip"))
    files["edition.csv"] = b"edition\nclassic\n"
    with pytest.raises(HttpRefused, match="workshop_no_cell"):
        bench.workshop.take(zipped(files))
