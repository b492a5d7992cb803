"""The printed circuit: made from the circuit, free of errors by KiCad's own judgement, and ready for a factory."""

import csv
import io
import json
import re
import zipfile
from dataclasses import replace

import pytest
from helpers.missing import missing

from hardware import bill, kicad, parts
from hardware.circuit.netlist import Placed
from hardware.pcb import current, places

pytestmark = pytest.mark.all

FILES_FOR_A_FACTORY = {"F_Cu", "B_Cu", "F_Mask", "B_Mask", "F_Silkscreen", "Edge_Cuts", "PTH", "NPTH"}


def contents(archive):
    with zipfile.ZipFile(archive) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


@pytest.fixture(scope="module")
def _with_kicad():
    """Without KiCad a test is skipped at home and fails on CI, where its absence is the fault."""
    if not kicad.is_there():
        missing(kicad.MISSING)


@pytest.fixture(scope="module")
def judged(_with_kicad):
    return json.loads(kicad.run("hardware.pcb.judge", str(current.BOARD)).strip().splitlines()[-1])


@pytest.mark.timeout(300)
def test_kicad_finds_nothing_wrong(judged):
    """The design rule check of KiCad has no errors, and nothing is left unconnected."""
    assert [finding for finding in judged["findings"] if finding[2] == "error"] == []
    assert [finding for finding in judged["findings"] if finding[0] == "unconnected_items"] == []


@pytest.mark.timeout(300)
def test_the_board_has_the_nets_of_the_circuit(judged, side):
    """Every contact of the netlist is a pad of the board on the same net, and no other pad has one."""
    wanted = {f"{reference}.{number}": net for (reference, number), net in side.net_of().items()}
    found = {pad: net for pad, net in judged["pads"].items() if net}
    wrong = [
        f"{pad}: the circuit has {net}, the board {found.get(pad)}."
        for pad, net in wanted.items()
        if found.get(pad) != net
    ]
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)
    assert found.keys() - wanted.keys() == set()


@pytest.mark.timeout(300)
def test_supplies_have_wide_tracks(judged):
    """3.3 V and 5 V run on at least 0.4 mm of copper, and nothing is thinner than a cheap factory makes."""
    widths = judged["narrowest_mm"]
    assert all(widths[net] >= 0.4 for net in ("3V3", "5V", "5V_IN"))
    assert min(widths.values()) >= 0.25


@pytest.mark.timeout(300)
def test_the_board_fits_the_cheapest_format(judged):
    """It is 100 mm square, give or take the width of its own outline."""
    assert judged["size_mm"] == pytest.approx([100, 100], abs=0.2)


def test_the_committed_board_is_current():
    """The board was made from this circuit, these places and this router: there is nothing to make again."""
    assert current.is_current(), "run python3 hub hardware"


@pytest.mark.timeout(300)
@pytest.mark.usefixtures("_with_kicad")
def test_a_fault_on_the_board_is_found(tmp_path):
    """Without one of its tracks KiCad finds the board unconnected."""
    cut = tmp_path / "cut.kicad_pcb"
    script = (
        "import pcbnew, sys\nboard = pcbnew.LoadBoard(sys.argv[1])\n"
        "for each in [each for each in board.GetTracks() if each.GetNetname() == 'SEL_A0']:\n    board.Delete(each)\n"
        "board.Save(sys.argv[2])\n"
    )
    kicad.finish([str(kicad.PYTHON), "-c", script, str(current.BOARD), str(cut)], {})
    judged = json.loads(kicad.run("hardware.pcb.judge", str(cut)).strip().splitlines()[-1])
    assert {finding[0] for finding in judged["findings"] if finding[2] == "error"} == {"unconnected_items"}


@pytest.mark.timeout(300)
@pytest.mark.usefixtures("_with_kicad")
def test_a_factory_gets_every_layer_the_drill_files_and_an_order(side, tmp_path):
    """Copper, mask, print, outline and holes are there, none empty; bill and places, too: all as they are committed."""
    kicad.run("hardware.pcb.plot", str(current.BOARD), str(tmp_path))
    archived = contents(current.GENERATED / "side-gerbers.zip")
    assert archived == contents(tmp_path / "side-gerbers.zip"), "run python3 hub hardware"
    sizes = {name.rsplit(".", 1)[0].split("-", 1)[1]: len(content) for name, content in archived.items()}
    assert sizes.keys() >= FILES_FOR_A_FACTORY
    assert all(sizes[name] > 200 for name in FILES_FOR_A_FACTORY)
    for name in ("side-positions.csv", "side-board.svg"):
        assert (tmp_path / name).read_text("utf-8") == (current.GENERATED / name).read_text("utf-8")
    with (tmp_path / "side-positions.csv").open(encoding="utf-8", newline="") as file:
        placed = {row["Designator"]: row for row in csv.DictReader(file)}
    ordered = csv.DictReader(io.StringIO(bill.as_order(bill.bill(side, parts.read()))))
    assert placed.keys() == side.parts.keys()
    assert sorted(placed) == sorted(each for row in ordered for each in row["Designator"].split(","))
    middle = [float(placed["U5"][way].removesuffix("mm")) for way in ("Mid X", "Mid Y")]
    spot = places.spots(side)["U5"]
    assert middle == pytest.approx([spot.x_mm + 15.24 / 2, -spot.y_mm - 11 * 2.54 / 2], abs=0.01)


def test_every_part_has_a_place(side):
    """Each part has one place of its own, inside the board."""
    spots = places.spots(side)
    assert spots.keys() == side.parts.keys()
    assert len({(spot.x_mm, spot.y_mm) for spot in spots.values()}) == len(spots)
    assert all(0 < spot.x_mm < places.WIDTH_MM and 0 < spot.y_mm < places.HEIGHT_MM for spot in spots.values())


def test_a_part_without_a_place_is_named(side):
    """A new part stops the making of the board, named."""
    more = replace(side, parts={**side.parts, "U99": Placed("decoder", "74HC238")})
    with pytest.raises(places.NoPlace, match="U99"):
        places.spots(more)


@pytest.mark.browser
@pytest.mark.timeout(300)
@pytest.mark.usefixtures("_with_kicad")
def test_the_interactive_bill_shows_where_each_part_goes(side, browser, tmp_path):
    """The page that a solderer opens has every reference of the circuit, in its list and on the drawing."""
    kicad.interactive_bill(current.BOARD, tmp_path)
    page = browser.new_page()
    page.goto((tmp_path / "side-bill.html").as_uri())
    page.wait_for_selector("#bombody tr")  # made after the page has loaded
    drawn = set(page.evaluate("pcbdata.footprints.map(footprint => footprint.ref)"))
    listed = page.locator("#bombody").inner_text()
    page.close()
    assert side.parts.keys() <= drawn
    assert {reference for reference in side.parts if not re.search(rf"\b{reference}\b", listed)} == set()
