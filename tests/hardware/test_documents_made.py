"""Drawings, bills and tables are made from the circuit, are current, and leave nothing out."""

import csv
import re
import zipfile
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from helpers.missing import need_extra

need_extra("hardware", "numpy", "wireviz")

from hardware import bill, board, frame, harness, parts, plates, produce, shopping
from hardware.circuit.netlist import Netlist, Placed
from hardware.sheet import side_sheet

pytestmark = pytest.mark.all

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "hardware" / "README.md"
MONTH = re.compile(r"20\d\d-(0[1-9]|1[0-2])")


def texts(drawing: str) -> str:
    return " ".join(element.text or "" for element in ET.fromstring(drawing).iter() if element.text)


def harness_label(wire: harness.Jumper) -> str:
    """What WireViz calls the far end of a wire."""
    return wire.contact if wire.goal == "reader" else f"{wire.goal}, contact {wire.contact}"


def with_part(netlist: Netlist, reference: str) -> Netlist:
    """The circuit with one resistor more, between two signals that have their places on the sheet."""
    nets = dict(netlist.nets)
    nets["SEL_A0"] += ((reference, "1"),)
    nets["SEL_A1"] += ((reference, "2"),)
    return replace(netlist, parts={**netlist.parts, reference: Placed("capacitor", "9p9")}, nets=nets)


def test_everything_committed_is_current(side, generated):
    """Every document made from circuit, parts and sizes is byte for byte what is committed."""
    stale = [
        name for name, text in produce.documents(side).items() if (generated / name).read_text(encoding="utf-8") != text
    ]
    assert stale == [], "run python3 hub hardware"


def test_the_sheet_shows_every_part(side, generated):
    """Every reference can be read on the sheet, and every net that leads from one block to another."""
    words = set(texts((generated / "side.svg").read_text(encoding="utf-8")).split())
    assert side.parts.keys() - words == set()
    blocks = {reference for reference, part in side.parts.items() if part.kind != "resistor"}
    between = {name for name, ends in side.nets.items() if len(blocks & {reference for reference, _ in ends}) > 1}
    assert len(between) > 20
    assert between - {"GND"} - words == set(), "ground has a symbol instead of its name"


def test_a_part_without_a_place_on_the_sheet_is_refused(side):
    """A connector that nobody gave a place stops the drawing, named."""
    forgotten = replace(side, parts={**side.parts, "J99": Placed("debug", "forgotten")})
    with pytest.raises(side_sheet.NotDrawn, match="J99"):
        side_sheet.draw(forgotten, parts.read())


def test_the_sheet_draws_what_the_netlist_says(side):
    """Another capacitor in the circuit appears on the sheet between its nets."""
    drawn = texts(side_sheet.draw(with_part(side, "C77"), parts.read()))
    assert "9p9 C77 SEL_A0 SEL_A1" in drawn


def test_the_bill_has_every_part_once(side, generated):
    """The references of the bill are those of the netlist, each once, and the quantities count them."""
    with (generated / "side-bill.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["quantity"]]
    references = [reference for row in rows for reference in row["references"].split()]
    assert sorted(references) == sorted(side.parts)
    assert [int(row["quantity"]) for row in rows] == [len(row["references"].split()) for row in rows]


def test_prices_say_that_they_are_estimates_and_of_when(generated):
    """Bill, shopping list and README call their prices estimates and name the month."""
    assert MONTH.fullmatch(parts.read().prices_estimated)
    for path in (generated / "side-bill.csv", generated / "shopping.csv", README):
        text = path.read_text(encoding="utf-8")
        assert f"estimates of {parts.read().prices_estimated}" in text


def test_the_readme_has_the_costs_of_the_shopping_list(side):
    """What the README says each size costs is the sum of its shopping list."""
    costs = shopping.read(bill.total(bill.bill(side, parts.read())))
    text = README.read_text(encoding="utf-8")
    for place, words in enumerate(("parts, bought in packs of ten", "the same, bought singly")):
        cells = " | ".join(f"{costs.cost_eur(size)[place]:.0f} €" for size in costs.sizes)
        assert f"| {words} | {cells} |" in text


def test_the_first_page_has_the_costs_of_the_shopping_list(side):
    """What the tiers cost on the project's first page is what their shopping lists say, in packs of ten and singly."""
    costs = shopping.read(bill.total(bill.bill(side, parts.read())))
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for tier, size in (("starter", "starter"), ("light ring", "ring"), ("one side", "side"), ("whole board", "full")):
        prices = "{:.0f}–{:.0f} €".format(*costs.cost_eur(size))
        assert re.search(rf"^\| {tier} \|[^|]*\| {prices} \|", text, re.MULTILINE), (tier, prices)


def test_the_readme_has_the_sizes_of_the_board(generated, sizes):
    """Edges are those that plates and tiles are made with, joints those of printed circuit and shopping list."""
    edges = [sizes.side_plate_mm(max(sizes.tracks)), *(sizes.length_mm(spaces) for spaces in sizes.tracks)]
    joints = len(re.findall(r'\(pad "[^"]*" (?:thru_hole|smd)', (generated / "side.kicad_pcb").read_text("utf-8")))
    text = README.read_text(encoding="utf-8")
    lengths = [f"{edge / 10:.0f} cm" for edge in edges]
    round_it = f"{edges[1] / 10:.0f} or {lengths[2]}"
    assert f"| length of its edge | none | {round_it} | {' | '.join(lengths)} |" in text
    costs = shopping.read((0.0, 0.0))
    boards = {"starter": 0, "ring": 0, "side": 1, "full": 4, "large": 4}
    wanted = [f"{costs.joints(size) + number * joints:,} joints" for size, number in boards.items()]
    (row,) = [line for line in text.splitlines() if line.startswith("| soldering |")]
    assert re.findall(r"[\d,]+ joints", row) == wanted
    assert f"{costs.joints('side')} joints for a side" in text
    guide = (ROOT / "hardware" / "guide" / "side_solder.md").read_text(encoding="utf-8")
    assert f"for {joints} joints" in guide


def test_the_frame_is_as_big_as_the_plates(sizes):
    """The long walls reach around the short ones, and both are as high as room, bottom and plate together."""
    cut = {name: measures for name, _, measures in frame.rows(sizes)}
    for place, spaces in enumerate(sizes.tracks):
        long, short = (float(cut[f"wall, {which}"][place].split(" x ")[0]) for which in ("long", "short"))
        assert long - short == 2 * frame.WALL_MM
        assert short == sizes.length_mm(spaces)


def test_each_screw_of_the_plates_has_wood_below_it(sizes):
    """Four plates have their screws on blocks, one in each corner, and on posts; the shopping list names as many."""
    (posts,) = [count for name, count, _ in frame.rows(sizes) if name == "post"]
    (wood,) = [item for item in shopping.read((0.0, 0.0)).items if item.name.startswith("plywood")]
    for place, spaces in enumerate(sizes.tracks):
        plate = len(plates.screws(sizes, spaces, plates.whole(sizes, spaces)))
        assert int(posts.split(" / ")[place]) == board.SIDES * (plate - 1)
        assert f"of {spaces // board.SIDES} {'spaces ' if not place else ''}{plate}" in wood.order


def test_every_size_has_its_readers(side):
    """A whole board has a reader for each space, and a side one for each of its connectors."""
    costs = shopping.read((0.0, 0.0))
    (readers,) = [item for item in costs.items if item.name.startswith("RC522")]
    assert readers.count == {
        "starter": 1,
        "ring": 1,
        "side": len(side.references("reader")) - 1,
        "full": 40,
        "large": 52,
    }


def test_the_starter_is_wired_as_the_pin_map_says(pinmap, generated):
    """Every signal of a starter has one wire to its pin, and no pin of the Pico takes two wires."""
    with (generated / "starter-wires.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {each.signal for each in pinmap.signals if each.starter} <= {row["signal"] for row in rows}
    assert len({row["pin of the Pico"] for row in rows}) == len(rows) == 17
    assert {row["its name"] for row in rows if row["signal"] == "GND"} == {"GND"}


def test_no_wire_of_the_starter_carries_five_volts(pinmap):
    """Nothing is wired to VBUS or VSYS, and the reader's supply comes from 3V3_OUT."""
    wires = harness.jumpers(pinmap)
    assert {each.pico_name for each in wires} & {"VBUS", "VSYS"} == set()
    assert [each.pico_name for each in wires if each.contact == "3V3"] == ["3V3_OUT"]


def test_wireviz_draws_every_wire(pinmap, need, tmp_path):
    """The wiring diagram that WireViz makes has every pin of the Pico that the table of wires has."""
    need("dot", "graphviz")
    harness.draw(pinmap, tmp_path)
    drawn = texts((tmp_path / "starter-harness.svg").read_text(encoding="utf-8"))
    for each in harness.jumpers(pinmap):
        assert f"PICO:{each.pico_pin}:{each.pico_name}" in drawn
        assert each.code in drawn


def test_the_committed_wiring_diagram_is_current(pinmap, generated):
    """The committed diagram names every wire's two ends; its lines may differ with the version of Graphviz."""
    drawing = ET.fromstring((generated / "starter-harness.svg").read_text(encoding="utf-8"))
    words = [words for element in drawing.iter() if (words := (element.text or "").strip())]
    found = [words[at : at + 3] for at, each in enumerate(words) if re.match(r"PICO:\d", each)]
    drawn = [(pin.removeprefix("PICO:"), code, end.split(":")[2]) for pin, code, end in found]
    wires = [(f"{wire.pico_pin}:{wire.pico_name}", wire.code, harness_label(wire)) for wire in harness.jumpers(pinmap)]
    assert len(drawn) == len(wires)
    if wrong := [
        f"{end}: the diagram wires it to pin {pin} in {code}, the pin map to {its_pin} in {its_code}."
        for (pin, code, end), (its_pin, its_code, its_end) in zip(drawn, wires, strict=True)
        if (pin, code, end) != (its_pin, its_code, its_end)
    ]:
        pytest.fail("\n".join(wrong), pytrace=False)


def test_nothing_generated_names_a_local_folder(generated):
    """No file that is committed names a folder or a time of the machine that made it."""
    made = {path.name: path.read_bytes() for path in generated.iterdir()}
    with zipfile.ZipFile(generated / "side-gerbers.zip") as archive:
        made |= {name: archive.read(name) for name in archive.namelist()}
    assert [name for name, content in made.items() if re.search(rb"/home/|/tmp/|/work/|CreationDate", content)] == []
