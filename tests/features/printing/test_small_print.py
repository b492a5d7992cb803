"""What a family cuts, glues and reads off: codes, the ruler, labels, the small print of deeds."""

import re

import pypdfium2
import pytest
import segno
import zxingcpp
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.seated import Seated

from hub.editions import EDITIONS
from hub.features.printing.booklet import _Headed, booklet
from hub.features.printing.edition import Printed
from hub.features.printing.paper import Box, Paper
from hub.features.printing.rules_sheet import RulesSheet, deed_tables
from hub.table.requests import AddSeat
from hub.words import Words


def printed(edition: str) -> Printed:
    return Printed(EDITIONS[edition], Words("en"), None)


def text(edition: str, sheet: str) -> str:
    pages = pypdfium2.PdfDocument(booklet(printed(edition), [sheet]))
    return re.sub(r"\s+", " ", " ".join(page.get_textpage().get_text_range() for page in pages))


def test_the_ruler_is_as_long_as_it_says(monkeypatch):
    """100 mm from mark to mark, so that people see whether their printer shrinks."""
    lines: list[tuple[float, ...]] = []
    monkeypatch.setattr(_Headed, "line", lambda _paper, *ends: lines.append(ends[:4]))
    about = printed("classic")
    paper = _Headed(about)
    paper.begin(["labels"])
    (ruler,) = [line for line in lines if line[1] == line[3]]
    assert ruler[2] - ruler[0] == 100
    assert {line[0] for line in lines if line[0] == line[2]} == {ruler[0], ruler[2]}
    assert "100" in about.text("print.ruler", mm=100)


def test_labels_are_the_pieces_of_the_lobby():
    """Whoever sits down gets a colour and a shape of which there is a label."""
    seated, about, found = Seated(MemoryStore(), FakeBoard()), printed("classic"), text("classic", "labels")
    for number in range(6):
        seated.do(AddSeat(f"Guest {number}"))
    for seat in seated.view().seats:
        assert f"{about.text(f'colour.{seat.colour}')}, {about.text(f'shape.{seat.shape}')}" in found


@pytest.mark.parametrize("edition", ["classic", "euronopoly"])
def test_the_small_print_says_commissions_and_how_stations_count(edition):
    """As often as there are deeds with a commission, and stations."""
    about, found = printed(edition), text(edition, "deeds")
    deeds = EDITIONS[edition].track.deeds.values()
    for fee in {deed.commission for deed in deeds if deed.commission}:
        said = about.text("print.commission", amount=fee)
        assert found.count(said) >= sum(deed.commission == fee for deed in deeds)
    stations = [deed for deed in deeds if deed.kind == "station"]
    assert found.count(about.text("print.stations")) == len(stations) >= 4


@pytest.mark.parametrize(("edition", "times"), [("classic", 2), ("mega", 3), ("mpmp", 0)])
def test_a_deed_says_what_a_whole_group_brings(edition, times):
    """Where a whole group that is not built on brings more: twice the rent (classic-07), three times (mega-10)."""
    about, found = printed(edition), text(edition, "deeds")
    streets = [deed for deed in EDITIONS[edition].track.deeds.values() if deed.kind == "street"]
    said = [about.text("print.group", amount=times * street.rents[0]) in found for street in streets]
    assert all(said) if times else "Farbgruppe ohne" not in found


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_bankers_sheet_says_what_passing_and_landing_bring(edition):
    """By the rules themselves, one step before the start: onto it, and beyond it."""
    about, rules = printed(edition), EDITIONS[edition]
    last, found = len(rules.track.spaces) - 1, text(edition, "banker")
    for name, beyond in (("passing", 1), ("landing", 0)):
        due = about.amount(rules.salary.due(rules.track, last, beyond))
        assert f"{about.text(f'print.{name}')} {due}" in found


@pytest.mark.parametrize(
    ("edition", "stages", "lent"), [("classic", 5, ["Mortgage"]), ("euronopoly", 9, ["Sale", "Commission"])]
)
def test_the_tables_of_the_rules_say_what_their_figures_are(edition, stages, lent):
    """Streets by stages, from none on; stations by how many one has; then what a building costs and the bank gives."""
    about = printed(edition)
    streets, stations, _ = deed_tables(about, RulesSheet(about).say)
    assert list(streets.columns) == ["Price", *map(str, range(stages + 1)), "Building", *lent]
    assert list(stations.columns) == ["Price", "1", "2", "3", "4", lent[0]]
    deeds = {deed.name: deed for deed in about.view.spaces if deed.price}
    for _, name, figures in streets.rows:
        deed = deeds[name]
        sold = [deed.commission] * (len(lent) - 1)
        said = [deed.price, *deed.rents, deed.house_price, deed.mortgage, *sold]
        assert list(figures) == list(map(about.amount, said))


def test_the_marks_of_the_corners_bear_their_names():
    """In the order of the track, so that each is laid where it belongs."""
    found, spaces = text("classic", "marks"), printed("classic").view.spaces
    assert " ".join(spaces[corner].name for corner in (0, 10, 20, 30)) in found


MODULES = 33
"""A code of version 4 has 4 * 4 + 17 modules a side (ISO/IEC 18004), what is drawn here has to need one."""

QUIET = 4
"""So many modules have to be white all around (ISO/IEC 18004, 5.3.8)."""

ADDRESS = "http://192.168.100.200:5080/play#code=K7QFH&space=39"


@pytest.mark.parametrize(("width", "height"), [(41, 41), (30, 60), (20.5, 20.5)])
def test_a_code_has_a_white_border_on_its_own_place(width, height):
    """However dark everything around is printed, four modules are white on each side, and a phone reads it."""
    assert segno.make(ADDRESS, micro=False, error="m").symbol_size(border=0) == (MODULES, MODULES)
    paper = Paper("one code")
    paper.rectangle(Box(0, 0, 210, 297), fill="#000000", line=None)
    paper.qr(Box(50, 50, width, height), ADDRESS)
    page = pypdfium2.PdfDocument(paper.finished())[0]
    scale = 8
    image = page.render(scale=scale).to_pil().convert("L")
    dots = scale * 72 / 25.4
    place = image.crop(tuple(round(edge * dots) for edge in (50, 50, 50 + width, 50 + height)))
    module = min(width, height) / (MODULES + 2 * QUIET) * dots
    inside = place.crop((3, 3, place.width - 3, place.height - 3)).point(lambda light: 255 if light < 128 else 0)
    left, top, right, bottom = (round((edge + 3) / module, 1) for edge in inside.getbbox())
    assert min(left, top) >= QUIET - 0.3
    assert (right - left, bottom - top) == pytest.approx((MODULES, MODULES), abs=0.5)
    assert [code.text for code in zxingcpp.read_barcodes(image)] == [ADDRESS]
