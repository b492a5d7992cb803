"""Sheets one likes to look at, for tracks of any size: full pages, backs behind their fronts, a family's pictures."""

import io
import random
import re
from collections import Counter
from collections.abc import Iterator

import pypdfium2
import pytest
from features.printing.test_sheets import ADDRESS, BOTH, MM_PER_POINT, pages, printed
from helpers.representative import first_stands_for
from helpers.sized_tables import any_plan, tables
from PIL import Image

from hub.editions import EDITIONS
from hub.features.printing.booklet import booklet
from hub.features.printing.edition import Printed
from hub.features.printing.named import SHEETS
from hub.features.printing.paper import Box, Paper
from hub.pictures.drawings import Drawing, Photograph, Shape
from hub.rules.slots import Rules
from hub.words import Words

CELL_MM, EDGE_MM, HEAD_MM = 10, 10, 20
"""A page is looked at in squares; its edges and the head are left out."""

USED = 0.72
"""So much of each page has something on it."""

ASKEW_MM = 0.1
CARD_MM = ((50, 62), (75, 86))
"""Whatever is so wide and so high on a page of cards is the frame of a card."""

Frame = tuple[float, float, float, float]
ALONE = [("mega", ("deeds",)), ("mega", ("decks",))]


def used(page: pypdfium2.PdfPage) -> float:
    """The share of squares with anything printed in them."""
    image = page.render(scale=1).to_pil().convert("L")
    per_mm = image.width / 210
    squares = [
        image.crop(tuple(round(side * per_mm) for side in (x, y, x + CELL_MM, y + CELL_MM))).getextrema()[0] < 250
        for y in range(HEAD_MM, 297 - EDGE_MM - CELL_MM, CELL_MM)
        for x in range(EDGE_MM, 210 - EDGE_MM - CELL_MM + 1, CELL_MM)
    ]
    return sum(squares) / len(squares)


def family(edition: str, size: int) -> Rules:
    luck = random.Random(size)
    return EDITIONS[edition].with_tables(tables(any_plan(edition, size, luck), luck))


SIZES = (24, 28, 32, 36, 44, 48, 56)
SIDE_MM, CORNER_MM = 47.0, 72.0
ENGLISH = [pytest.param(edition, 0, "en", marks=pytest.mark.all) for edition in EDITIONS]


@pytest.mark.parametrize(
    ("edition", "size", "language"),
    [*((edition, 0, "de") for edition in EDITIONS), *(("classic", size, "de") for size in SIZES), *ENGLISH],
)
def test_no_page_is_half_empty(edition, size, language):
    """Where few spaces are left for the last page a plate for the middle of the board fills it."""
    rules = family(edition, size) if size else EDITIONS[edition]
    document = pypdfium2.PdfDocument(booklet(Printed(rules, Words(language), ADDRESS), SHEETS))
    shares = {number: round(used(page), 2) for number, page in enumerate(document, 1)}
    assert {number: share for number, share in shares.items() if share < USED} == {}


def frames(page: pypdfium2.PdfPage) -> list[Frame]:
    """Left, lower, right and upper edge of each card on a page, in millimetres."""
    found = set()
    for one in page.get_objects():
        left, below, right, above = (round(side * MM_PER_POINT, 2) for side in one.get_bounds())
        (narrow, wide), (low, high) = CARD_MM
        if narrow <= right - left < wide and low <= above - below < high:
            found.add((left, below, right, above))
    largest = [one for one in found if not any(other != one and around(other, one) for other in found)]
    return sorted(largest, key=in_reading_order)


def in_reading_order(frame: Frame) -> tuple[float, float]:
    return -frame[3], frame[0]


def around(other: Frame, one: Frame) -> bool:
    return other[0] <= one[0] and other[1] <= one[1] and other[2] >= one[2] and other[3] >= one[3]


def text_in(page: pypdfium2.PdfPage, frame: Frame) -> str:
    left, below, right, above = (side / MM_PER_POINT for side in frame)
    return re.sub(r"\s+", " ", page.get_textpage().get_text_bounded(left, below, right, above))


def pairs(pdf: bytes) -> Iterator[tuple[pypdfium2.PdfPage, pypdfium2.PdfPage]]:
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) % 2 == 0
    for number in range(0, len(document), 2):
        yield document[number], document[number + 1]


@pytest.mark.parametrize(("edition", "sheets"), [*((edition, ("deeds", "decks")) for edition in EDITIONS), *ALONE])
def test_each_back_lies_behind_its_front(edition, sheets):
    """Turned at its long edge a sheet has a frame behind each frame, a tenth of a millimetre off at most."""
    for front, back in pairs(booklet(printed(edition, "en"), sheets)):
        width = front.get_size()[0] * MM_PER_POINT
        behind = [(width - right, below, width - left, above) for left, below, right, above in frames(back)]
        assert len(frames(front)) == len(behind) == 9
        for one, other in zip(frames(front), sorted(behind, key=in_reading_order), strict=True):
            assert max(abs(a - b) for a, b in zip(one, other, strict=True)) <= ASKEW_MM


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_the_back_of_a_deed_is_its_own(edition):
    """Behind each deed stand its name and what the bank gives, as in front; behind each card the name of its pile."""
    about = printed(edition, "de", address=None)
    deeds = {space.name: space for space in about.view.spaces if space.price}
    seen = 0
    for front, back in pairs(booklet(about, ["deeds", "decks"])):
        width = front.get_size()[0] * MM_PER_POINT
        for left, below, right, above in frames(front):
            said = text_in(front, (left, below, right, above))
            behind = text_in(back, (width - right, below, width - left, above))
            named = [name for name in deeds if f" {name} {about.text('prompt.price')}" in f" {said}"]
            for name in named:
                seen += 1
                assert name in behind
                lent = about.text("deeds.mortgage", amount=deeds[name].mortgage).replace("\u00a0", " ")
                assert lent in behind
                assert f"{lent} " in f"{said} "
                if deeds[name].house_price:
                    built = about.text("deeds.house", building="", amount=deeds[name].house_price)
                    assert f"{built} ".replace("\u00a0", " ") in f"{said} ", "what building costs"
            if not named:
                assert any(about.deck(deck) in said and about.deck(deck) in behind for deck in about.decks)
    assert seen == len(deeds)


@pytest.mark.parametrize("edition", first_stands_for(EDITIONS))
def test_each_card_has_its_number(edition):
    """By which a banker says which one was drawn."""
    about = printed(edition, "de", address=None)
    fronts = [front for front, _ in pairs(booklet(about, ["decks"]))]
    found = [text_in(front, frame).split()[-1] for front in fronts for frame in frames(front)]
    assert found[: len(about.view.cards)] == [str(card.card) for card in about.view.cards]


def test_cards_come_first_whatever_is_asked_for():
    """Fronts are on odd pages, or a printer would put them behind something else."""
    first = pages(booklet(printed("classic", "en"), ["banker", "deeds"]))[0]
    assert printed("classic", "en").text("print.sheet.deeds") in first


@pytest.mark.parametrize(("edition", "language"), BOTH)
def test_the_rules_are_printed_whole(edition, language):
    """Every sentence of the rule sheet, with its figures filled in, and every deed below."""
    about = printed(edition, language)
    text = re.sub(r"\s+", " ", " ".join(pages(booklet(about, ["rules"]))))
    assert "{" not in text
    assert "sheet." not in text
    for space in about.view.spaces:
        if space.price:
            assert space.name in text
    assert about.amount(EDITIONS[edition].opening.money).replace("\u00a0", " ") in text


def test_house_rules_stand_on_the_printed_rules():
    """What a family agreed on comes first, with its figure."""
    rules = EDITIONS["classic"].with_house_rules(["pot", "rounds:20"])
    text = " ".join(pages(booklet(Printed(rules, Words("en")), ["rules"])))
    assert "Short evening: 20 rounds" in text
    assert "Pot in the middle" in text


def photograph() -> Photograph:
    made = io.BytesIO()
    Image.new("RGB", (40, 20), "#00a000").save(made, "PNG")
    return Photograph(made.getvalue())


def green(page: pypdfium2.PdfPage) -> int:
    """How many dots have exactly the colour of the picture."""
    return sum(count for count, colour in page.render(scale=1).to_pil().getcolors(1 << 20) if colour == (0, 160, 0))


@pytest.mark.parametrize("picture", [photograph(), Drawing((Shape("M-10-5H10V5H-10Z", "#00a000"),))])
def test_a_familys_pictures_are_on_the_space_its_deed_and_the_cards(picture):
    """A photograph or a drawing, on that space and on no other, undistorted."""
    rules, words = EDITIONS["classic"], Words("en")
    for place, sheet, page in (("space.1", "spaces", 0), ("space.1", "deeds", 1), ("deck.community", "decks", 3)):
        shown = [
            green(pypdfium2.PdfDocument(booklet(Printed(rules, words, pictures=pictures), [sheet]))[page])
            for pictures in ({place: picture}, {})
        ]
        assert [dots > 100 for dots in shown] == [True, False]
        assert shown[1] == 0


def test_a_picture_keeps_its_shape():
    """Twice as wide as high in a square place: it is as wide as the place, and half as high."""
    paper = Paper("square")
    paper.picture(Box(50, 50, 40, 40), photograph())
    image = pypdfium2.PdfDocument(paper.finished())[0].render(scale=72 / 25.4).to_pil()
    left, above, right, below = image.point(lambda value: 255 - value).getbbox()
    assert (right - left) / (below - above) == pytest.approx(2, rel=0.08)


@pytest.mark.parametrize("size", SIZES)
def test_every_space_of_a_track_of_any_size_is_printed_in_its_true_size(size):
    """Four corners, 72 mm square, and all others 47 by 72, some of them on their side."""
    rules = family("mega", size)
    pdf = booklet(Printed(rules, Words("de")), ["spaces"])
    found = set()
    for number, page in enumerate(pypdfium2.PdfDocument(pdf)):
        for one in page.get_objects():
            left, below, right, above = (side * MM_PER_POINT for side in one.get_bounds())
            width, height = sorted((round(right - left), round(above - below)))
            if height == CORNER_MM and width in (SIDE_MM, CORNER_MM):
                found.add((number, round(left), round(below), width))
    assert Counter(width for *_, width in found) == {CORNER_MM: 4, SIDE_MM: size - 4}
    text = re.sub(r"\s+", " ", " ".join(pages(pdf)))
    assert [space.name for space in rules.track.spaces if space.name not in text] == []
