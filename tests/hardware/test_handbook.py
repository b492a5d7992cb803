"""The build guide: complete pages, parts counted as the lists count them, the doctor's own words."""

import ast
import csv
import json
import re
import runpy
from pathlib import Path

import pytest
from helpers.missing import need_extra

need_extra("hardware", "numpy")

from hardware import handbook, harness

STEPS = {
    "starter_reader": ["wires_reader"],
    "starter_buttons": ["wires_buttons"],
    "ring": ["wires_ring"],
    "firmware": [],
    "try_starter": ["doctor"],
    "side_solder": [],
    "side_readers": ["doctor"],
    "side_wood": ["console"],
    "side_try": ["crosstalk"],
}
ROOT = Path(__file__).resolve().parents[2]
SETTING = re.compile(r"`([A-Z_]+) = ([^`]+)`")
LABEL = re.compile(r"[“\"]([A-Z][^”\"`|=]+)[”\"]")
PAGE_LINK = re.compile(r'(?:href|src)="(?!https?:|#|mailto:|`)([^"#?]+)"')


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    need_extra("hardware", "gitbuilding")
    return handbook.make(tmp_path_factory.mktemp("guide") / "guide").parent


@pytest.mark.all
def test_the_guide_counts_what_the_shopping_list_and_the_bill_count(site):
    """The list of parts that the guide makes has each thing as often as starter, side and side node take it."""
    with (site / "index_BOM.csv").open(encoding="utf-8", newline="") as file:
        counted = {row["Name in documentation"]: float(row["Qty"]) for row in csv.DictReader(file, delimiter="\t")}
    assert counted == handbook.wanted_counts()


def test_the_guide_leaves_no_part_of_the_side_node_out():
    """Everything on the bill of the side node is soldered in some step."""
    assert {row.kind.buy for row in handbook.side_bill()} <= set(handbook.part_names().values())


@pytest.mark.all
def test_every_page_is_there_and_leads_somewhere(site):
    """All steps are pages, and each link and picture of every page is a file beside it: it works without a network."""
    assert {f"{step}.html" for step in STEPS} <= {page.name for page in site.glob("*.html")}
    for page in site.glob("*.html"):
        for target in PAGE_LINK.findall(page.read_text(encoding="utf-8")):
            found = site / target.lstrip("/") if target.startswith("/") else page.parent / target
            assert found.exists(), f"{page.name}: {target}"


@pytest.mark.feature("doctor")
@pytest.mark.all
def test_wires_and_words_come_from_their_sources(site):
    """The pages have every wire of the starter by its pin, and every fault of a reader as the doctor says it."""
    from hub.features.doctor.command import WHAT

    shown = {step: (site / f"{step}.html").read_text(encoding="utf-8") for step in STEPS}
    for jumper in harness.reader_jumpers(handbook.pins.read()):
        assert re.search(rf"<td>{jumper.pico_pin}</td>\s*<td>{jumper.pico_name}</td>", shown["starter_reader"])
    for fault in WHAT.values():
        assert all(half in shown["side_readers"] for half in fault.split(": ", 1))
    assert shown["side_try"].count("<tr>") == handbook.SIDE_SPACES + 1


def test_the_console_is_wired_as_the_circuit_has_it(side):
    """Each contact of the console's header is on the net of what the table wires it to."""
    net, (header,) = side.net_of(), side.references("console")
    rows = [row.strip("| ").split(" | ") for row in handbook.tables()["console.md"].splitlines()[2:]]
    assert [number for number, _, _ in rows] == [str(number) for number in range(1, 17)]
    for number, name, goal in rows:
        wanted = {"BTN": f"SWITCH_{name[4:]}", "LED": f"LAMP_{name[4:]}", "BUZ": "BUZZER_OUT", "FRE": None}
        assert net.get((header, number)) == wanted.get(name[:3], name), f"J3 contact {number}: {goal}"


def test_a_thing_without_a_source_is_refused(tmp_path, monkeypatch):
    """A page that counts something no list has stops the guide, with page and thing named."""
    page = tmp_path / "stray.md"
    page.write_text("# Stray\n\nTake a [rocket]{Qty: 1}.\n", encoding="utf-8")
    with pytest.raises(handbook.GuideFailed, match=r"guide/stray\.md: 'rocket'"):
        handbook.linked(page, handbook.part_names())


def test_the_settings_that_the_guide_tells_are_settings_of_the_firmware():
    """Each line that a builder changes in the firmware's settings is there, with a value of the same kind."""
    settings = runpy.run_path(str(ROOT / "firmware" / "config.py"))
    shown = [
        (page.name, *line) for page in handbook.GUIDE.glob("*.md") for line in SETTING.findall(page.read_text("utf-8"))
    ]
    assert {name for _, name, _ in shown} >= {"KIND", "READERS", "LONGEST_SIDE", "CONSOLE", "PIXELS"}
    wrong = [line for line in shown if type(settings.get(line[1])) is not type(ast.literal_eval(line[2]))]
    assert wrong == []


def test_what_guide_and_firmware_quote_stands_on_the_page():
    """Whoever looks for a button by its name finds it: every quoted label is a text of the device page."""
    labels = set(json.loads((ROOT / "web" / "src" / "locales" / "en.json").read_text("utf-8")).values())
    pages = [*handbook.GUIDE.glob("*.md"), ROOT / "firmware" / "README.md"]
    quoted = {" ".join(label.split()) for page in pages for label in LABEL.findall(page.read_text("utf-8"))}
    assert {"Update the firmware", "Match lights to spaces"} <= quoted
    assert quoted - labels == set()


@pytest.mark.all
def test_the_guide_connects_readers_where_the_firmware_looks(site, side):
    """The header of each reader stands in the table, and the steps name those of 0, 1 and a second one."""
    page = (site / "side_readers.html").read_text(encoding="utf-8")
    headers = re.findall(r"<td>(J\d+)</td>", page)
    assert [side.parts[header].value for header in headers] == [f"reader {n}" for n in range(handbook.SIDE_SPACES + 1)]
    assert re.findall(r"to (J\d+)", page)[:4] == [*headers[:2], headers[handbook.SIDE_SPACES], headers[10]]
