"""The sheet of a light ring: a plan of the real board, on which every space lies where its printed one is glued."""

import re
from itertools import pairwise

import pypdfium2
import pytest
from features.printing.test_sheets import pages, printed

from hardware import board
from hub import cli
from hub.editions import EDITIONS
from hub.features.printing import command as print_sheets
from hub.features.printing.booklet import booklet
from hub.features.printing.edition import Printed
from hub.pictures.board import place_of
from hub.words import Words

BOTH = [(edition, language) for edition in ("classic", "mega") for language in ("de", "en")]


@pytest.mark.parametrize("spaces", [40, 52])
def test_the_spaces_lie_round_the_board_as_they_are_played(spaces):
    """Start at the lower right, then leftwards along the near side; each touches the next, and they fill it."""
    sizes = board.read()
    edge = sizes.length_mm(spaces)
    boxes = [place_of(space, spaces // 4) for space in range(spaces)]
    corners = [(round(boxes[at].x), round(boxes[at].y)) for at in range(0, spaces, spaces // 4)]
    far = round(edge - sizes.corner_mm)
    assert corners == [(far, far), (0, far), (0, 0), (far, 0)]
    for one, other in pairwise([*boxes, boxes[0]]):
        beside = {round(one.x - other.x - other.width), round(other.x - one.x - one.width)}
        above = {round(one.y - other.y - other.height), round(other.y - one.y - one.height)}
        assert 0 in beside | above
    ring = edge**2 - (edge - 2 * sizes.space_depth_mm) ** 2
    assert sum(box.width * box.height for box in boxes) == pytest.approx(ring)


@pytest.mark.parametrize(("edition", "language"), BOTH)
def test_the_plan_has_every_space_and_the_measures_of_the_board(edition, language):
    """One page: each number once, the edge of the plates, and how long a strip is that lies along the inner edge."""
    about, spaces = printed(edition, language), len(EDITIONS[edition].track.spaces)
    (text,) = pages(booklet(about, ["ring"]))
    numbers = [int(line) for line in text.split() if line.isdigit()]
    assert [number for number in range(spaces) if number not in numbers] == []
    sizes = board.read()
    edge, inner = sizes.length_mm(spaces), 4 * (sizes.length_mm(spaces) - 2 * sizes.space_depth_mm)
    measures = [int(found) for found in re.findall(r"(\d+)\scm", text)]
    assert measures == [round(edge / 10), round(inner / 10)]
    for button in ("die1", "die2", "die3", "ok", "cancel"):
        assert about.text(f"device.button.{button}") in text


def test_the_plan_has_a_familys_own_colours():
    """A group that a family gave another colour has it here as on its deeds."""
    classic = EDITIONS["classic"]
    own = classic.with_tables({**classic.track.printing.texts, "own.csv": "key,text\ncolour.brown,#12ab34\n"})
    (page,) = pypdfium2.PdfDocument(booklet(Printed(own, Words("en")), ["ring"]))
    assert (0x12, 0xAB, 0x34) in {colour for _, colour in page.render().to_pil().convert("RGB").getcolors(1 << 24)}


def test_it_is_printed_for_those_who_ask_for_it(tmp_path):
    """Without a ring nobody needs it, nor without a camera its marks."""
    assert set(print_sheets.SHEETS) - set(print_sheets.USUAL) == {"ring", "marks"}
    file = tmp_path / "ring.pdf"
    assert cli.main(["print", "classic", "--sheets", "ring", "--language", "en", "--out", str(file)]) == 0
    assert "Hold your piece here" in "".join(pages(file.read_bytes()))
