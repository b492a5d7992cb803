"""A family's track of any size on paper: every space once, in its true size, and no page half empty."""

import random
import re

import pypdfium2
import pytest
from features.printing.test_paper_used import USED, used
from features.printing.test_sheets import MM_PER_POINT, pages
from helpers.sized_tables import any_plan, tables

from hub.editions import EDITIONS
from hub.features.printing.booklet import booklet
from hub.features.printing.edition import Printed
from hub.features.printing.named import SHEETS
from hub.rules.slots import Rules
from hub.words import Words

SIZES = (24, 28, 32, 36, 44, 48, 56)
SIDE_MM, CORNER_MM = 47.0, 72.0


def family(edition: str, size: int) -> Rules:
    luck = random.Random(size)
    return EDITIONS[edition].with_tables(tables(any_plan(edition, size, luck), luck))


@pytest.mark.parametrize("size", SIZES)
def test_no_page_of_a_track_of_any_size_is_half_empty(size):
    """Where few spaces are left for the last page a plate for the middle of the board fills it."""
    document = pypdfium2.PdfDocument(booklet(Printed(family("classic", size), Words("de")), SHEETS))
    shares = {number: round(used(page), 2) for number, page in enumerate(document, 1)}
    assert {number: share for number, share in shares.items() if share < USED} == {}


@pytest.mark.parametrize("size", SIZES)
def test_every_space_of_a_track_of_any_size_is_printed_in_its_true_size(size):
    """Four corners, 72 mm square, and all others 47 by 72, some of them on their side."""
    rules = family("mega", size)
    pdf = booklet(Printed(rules, Words("de")), ["spaces"])
    found = {"corner": 0, "space": 0}
    for page in pypdfium2.PdfDocument(pdf):
        frames = set()
        for one in page.get_objects():
            left, below, right, above = (side * MM_PER_POINT for side in one.get_bounds())
            width, height = sorted((round(right - left), round(above - below)))
            if height == CORNER_MM and width in (SIDE_MM, CORNER_MM):
                frames.add((round(left), round(below), width))
        found["corner"] += sum(width == CORNER_MM for _, _, width in frames)
        found["space"] += sum(width == SIDE_MM for _, _, width in frames)
    assert found == {"corner": 4, "space": size - 4}
    text = re.sub(r"\s+", " ", " ".join(pages(pdf)))
    assert [space.name for space in rules.track.spaces if space.name not in text] == []
