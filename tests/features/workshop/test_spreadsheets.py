"""A design goes out as a file, as CSV and as a workbook, and back; what comes from elsewhere is bounded and checked."""

import io
import json
import random
import re
import zipfile
from typing import Any

import pytest
from features.workshop.conftest import Bench
from features.workshop.test_pictures import SVG, png

from hub.composition.editions import family_rules
from hub.editions import EDITIONS
from hub.features.workshop.spreadsheets import FORMS, NoTables, as_workbook, sheets_in, tables_in
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
def test_every_edition_goes_there_and_back(tmp_path, edition, form):
    """As tables of either kind, with own words and pictures, and says the same afterwards."""
    bench = Bench(tmp_path, edition)
    bench.say({"picture/space.1": bench.workshop.keep_picture(SVG), "own/colour.brown": "#112233"})
    taken = bench.workshop.take(bench.workshop.tables(bench.view.id, form))
    assert (taken.cells, taken.faults, taken.base) == (bench.view.cells, bench.view.faults, edition)


def tables(bench: Bench) -> dict[str, bytes]:
    return unzipped(bench.workshop.tables(bench.view.id, "zip"))


def test_tables_are_those_of_a_folder(bench, tmp_path):
    """Unpacked they can be played with `--edition-dir`; packed by a computer, in a folder, they can be taken back."""
    bench.say({"track/1/name": "Am Bach", "picture/space.1": bench.workshop.keep_picture(SVG)})
    noise = random.Random(1)
    for space in (2, 3):  # as many pictures as a design may have, though no table is so large without them
        rows = b"".join(b"\0" + noise.randbytes(3 * 120) for _ in range(120))
        bench.say({f"picture/space.{space}": bench.workshop.keep_picture(png(120, 120, dots=rows))})
    files, folder = tables(bench), tmp_path / "unpacked"
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    assert len(files["pictures.csv"]) > 100_000
    rules = family_rules(folder)
    assert rules.track.spaces[1].name == "Am Bach"
    kinds = [rules.track.own[f"picture.space.{space}"].partition(":")[0] for space in (1, 2, 3)]
    assert kinds == ["svg", "png", "png"]
    other = {f"Unser Dorf/{name}": content for name, content in files.items()}
    again = bench.workshop.take(zipped({"Unser Dorf/": b"", "__MACOSX/._track.csv": b"\0", **other}))
    assert again.cells == bench.view.cells


def test_files_that_are_chosen_together_go_together(bench):
    """As a browser reads them; semicolons and empty lines at the end, as a spreadsheet leaves them, do no harm."""
    files = {name: content.decode("utf-8-sig") for name, content in tables(bench).items()}
    files["track.csv"] = files["track.csv"].replace(",", ";") + ";;;;;;;;;;;;;\n"
    taken = bench.workshop.take(json.dumps({"tables": files}, separators=(",", ":")).encode())
    assert taken.cells == bench.view.cells


def test_what_is_wrong_in_a_table_stands_at_its_cell(bench):
    """As if it had been typed here."""
    files = tables(bench)
    files["track.csv"] = files["track.csv"].replace(b",60,", b",viel,", 1)
    taken = bench.workshop.take(zipped(files))
    assert [(fault.field, fault.key) for fault in taken.faults] == [("track/1/price", "number")]


def test_a_workbook_of_another_program_can_be_taken(bench):
    """Texts in the cells themselves, numbers with a point, empty rows, cells left out, other sheets beside."""
    parts = unzipped(bench.workshop.tables(bench.view.id, "xlsx"))
    track = parts["xl/worksheets/sheet2.xml"].decode()
    pointed = re.sub(r'(<c r="[A-Z]+[0-9]+"><v>[0-9]+)</v>', r"\1.0</v>", track)
    named = re.sub(r'(<c r="B3") t="s"><v>[0-9]+</v>', r'\1 t="inlineStr"><is><t>Am </t><t>Bach</t></is>', pointed)
    assert track != pointed != named
    parts["xl/worksheets/sheet2.xml"] = named.replace("</sheetData>", '<row r="90"/></sheetData>').encode()
    assert bench.workshop.take(zipped(parts)).cells == {**bench.view.cells, "track/1/name": "Am Bach"}


def tables_with(track: bytes, **more: bytes) -> bytes:
    return zipped({"edition.csv": b"edition\nclassic\n", "track.csv": track, **more})


def workbook(content: bytes) -> bytes:
    return zipped({"xl/workbook.xml": content, "xl/_rels/workbook.xml.rels": b"<r/>"})


HOSTILE: dict[str, bytes] = {
    "empty": b"PK\x03\x04",
    "cut short": tables_with(b"space,name\n")[:-10],
    "no tables": zipped({"readme.txt": b"hello"}),
    "no edition": zipped({"track.csv": b"space,name\n"}),
    "another edition": zipped({"edition.csv": b"edition\n../classic\n", "track.csv": b"space\n"}),
    "no columns": tables_with(b"a,b\n1,2\n", **{"cards.csv": b""}),
    "a bomb": tables_with(b"a" * 3_000_000),
    "many lines": tables_with(b"1\n" * 20_000),
    "no utf-8": tables_with(b"\xff\xfe\xff"),
    "a path": zipped({"../../edition.csv": b"edition\nclassic\n", "/etc/passwd": b"x"}),
    "no workbook": zipped({"xl/workbook.xml": b"<workbook/>"}),
    "an entity": workbook(b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><workbook>&a;</workbook>'),
    "a large part": workbook(b"<w>" + b" " * 7_000_000 + b"</w>"),
    "json": b'{"tables":{"track.csv":7}}',
    "json of nothing": b'{"tables":{}}',
    "deep json": b'{"tables":' + b"[" * 100_000,
    "code beside": b'{"tables":{},"code":"import os"}',
}


def refusal(bench: Bench, content: bytes) -> str:
    """Why a file is not taken; nothing of it is stored."""
    before = bench.workshop.designs()
    with pytest.raises(HttpRefused) as refused:
        bench.workshop.take(content)
    assert bench.workshop.designs() == before
    assert [*bench.folder.glob("boards/pictures/*")] == []
    return refused.value.reason


@pytest.mark.parametrize("name", HOSTILE)
def test_what_are_no_tables_is_refused_in_a_word(bench, name):
    """Whatever the file is, nothing is stored, and the answer says why."""
    assert refusal(bench, HOSTILE[name]) in {"workshop_no_tables", "workshop_no_base", "workshop_too_large"}


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_is_packed_so_that_nothing_bounds_it_is_refused(bench, method):
    """The library unpacks a block of these at once, however large it gets: also the best of tables are not taken so."""
    files = tables(bench)
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


@pytest.mark.parametrize(
    "texts",
    [
        {"pictures.csv": f"place,picture\nspace.1,svg:{'A' * 70_000}\n"},
        {"track.csv": "space,name\n1,007\n2,0\n3,12345678901234567\n"},
    ],
)
def test_what_a_workbook_would_change_goes_there_and_back(texts):
    """A large picture in as many cells as it needs; a name of digits with its noughts, and however many there are."""
    assert tables_in(as_workbook("classic", texts)) == ("classic", texts)


def test_only_a_whole_number_loses_its_point():
    """As a price, 2.5 is wrong, and not 2."""
    assert sheets_in(book_of("<row><c><v>20.0</v></c><c><v>2.5</v></c></row>")) == {"track": [["20", "2.5"]]}


def test_a_small_workbook_says_no_more_than_a_table_may():
    """However many cells point to the same long text."""
    row = "<row>{}</row>".format('<c t="s"><v>0</v></c>' * 50)
    assert sheets_in(book_of(row, text="a" * 30_000)) == {"track": [["a" * 30_000] * 50]}
    with pytest.raises(NoTables, match="too large"):
        sheets_in(book_of(row * 2, text="a" * 30_000))


def test_a_workbook_has_each_sheet_once():
    """A thousand names for one part would be a thousand times the work."""
    row = "<row><c><v>1</v></c></row>"
    assert sheets_in(book_of(row, ("track", "cards"))) == {"track": [["1"]], "cards": [["1"]]}
    with pytest.raises(NoTables, match="same name"):
        sheets_in(book_of(row, ("track", "cards", " Track")))


def test_nested_rows_are_refused():
    """Nor texts within texts: who looked into each of them would go through the innermost as often as it is deep."""
    inner = '<row><c t="inlineStr"><is><t>b</t></is></c></row>'
    cell = '<c t="inlineStr"><is><t>a</t><rPh><t>hint</t></rPh><r><t>a</t><si><t>no</t></si></r></is></c>'
    assert sheets_in(book_of(f"<row>{cell}{inner}</row>")) == {"track": [["aa"]]}


def test_cells_of_another_edition_are_refused(bench):
    """Tables of one edition under the name of another fit nowhere, as a name under another heading is no edition."""
    files = tables(Bench(bench.folder / "other", "euronopoly"))
    for mark, refused in ((b"edition", "workshop_no_cell"), (b"name", "workshop_no_tables")):
        with pytest.raises(HttpRefused, match=refused):
            bench.workshop.take(zipped({**files, "edition.csv": mark + b"\nclassic\n"}))


def changed_file(bench: Bench, **parts: Any) -> bytes:
    file = json.loads(bench.workshop.board(bench.view.id))
    return json.dumps({**file, **parts}).encode()


def test_a_friend_gets_the_same_design(bench, tmp_path):
    """In another data folder it says the same, and how it was made does not come along."""
    bench.say({"track/1/name": "Am Bach", "own/group.brown": "Unterdorf", "own/colour.brown": "#112233"})
    bench.say({"track/3/name": "Geheimweg"})
    bench.say({"track/3/name": "Am Steg", "cards/chance/17/effect": "pay", "cards/chance/17/first": "5",
               "cards/chance/17/second": ""})  # fmt: skip
    content = bench.workshop.board(bench.view.id)
    assert b"Geheimweg" not in content
    friend = Bench(tmp_path / "friend")
    taken = friend.workshop.take(content)
    assert (taken.cells, taken.base, taken.faults, taken.undo) == (bench.view.cells, "classic", (), 0)
    assert friend.opened().design(taken.id).cells == bench.view.cells


def test_a_file_with_faults_can_be_taken_and_put_right(bench):
    """What is wrong in it stands at its cells, as if it had been typed here."""
    wrong = {"track/1/name": "", "track/1/price": "viel"}
    taken = bench.workshop.take(changed_file(bench, cells={**bench.view.cells, **wrong}))
    assert [fault.field for fault in taken.faults] == [*wrong]


NO_BOARDS: dict[str, bytes] = {
    "nothing": b"",
    "no json": b"\x89PNG\r\n\x1a\n" + b"\0" * 500,
    "another json": b'{"hello": "world"}',
    "a list": b"[]",
    "deep": b'{"cells":' + b"[" * 100_000,
    "deep in a field": b'{"bankhalter":"board","version":1,"base":"classic","cells":{},"pictures":' + b'{"a":' * 50_000,
    "too many bytes": b'{"bankhalter":"board","version":1,"base":"classic","cells":{"own/name":"' + b"x" * 3_000_000,
    "a program": b"#!/bin/sh\nrm -rf ~\n",
    "no utf-8": b'{"bankhalter":"board","version":1,"base":"classic","cells":{"own/name":"\xff\xfe"}}',
}


NO_CELLS = {"own/picture": "x", "secrets.json": "x", "track/7/name": "gap", "picture/space.0": "../../x"}
NO_TEXTS = ("a\u202eb\n", "x" * 201)


@pytest.mark.parametrize("name", NO_BOARDS)
def test_what_is_no_board_is_refused_in_a_word(bench, name):
    """Whatever the file is, the answer says that it is none of ours, and nothing is stored."""
    assert refusal(bench, NO_BOARDS[name]) in {"workshop_no_board", "workshop_too_large"}


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"bankhalter": "game"}, "workshop_no_board"),
        ({"version": 2}, "workshop_newer"),
        ({"base": "none"}, "workshop_no_base"),
        ({"base": "../classic"}, "workshop_no_base"),
        ({"code": "import os"}, "workshop_no_board"),
        ({"past": []}, "workshop_no_board"),
        ({"cells": {}}, "workshop_too_large"),
        ({"cells": {f"track/{space}/kind": "tax" for space in range(5_000)}}, "workshop_too_large"),
        ({"cells": {"track/1/name": 7}}, "workshop_no_board"),
        *(({"cells": {"track/0/kind": "start", name: text}}, "workshop_no_cell") for name, text in NO_CELLS.items()),
        *(({"cells": {"track/0/kind": "start", "track/0/name": text}}, "workshop_no_cell") for text in NO_TEXTS),
        ({"cells": {"track/0/kind": "start", "picture/space.0": "0" * 32}}, "workshop_picture"),
    ],
)
def test_what_a_board_cannot_say_is_refused(bench, parts, reason):
    """Other fields, cells that no edition has, texts that nobody can read: nothing of it is taken."""
    before = bench.workshop.designs()
    with pytest.raises(HttpRefused, match=reason):
        bench.workshop.take(changed_file(bench, **parts))
    assert bench.workshop.designs() == before


def test_what_a_file_leaves_out_is_empty_and_said(bench):
    """A row without some of its cells is shown with them, empty, and each of them is a fault where one is needed."""
    cells = {name: text for name, text in bench.view.cells.items() if not name.startswith("track/1/rent_")}
    taken = bench.workshop.take(changed_file(bench, cells=cells))
    assert taken.cells["track/1/rent_3"] == ""
    assert next((fault.field, fault.key) for fault in taken.faults) == ("track/1/rent_0", "number_missing")
