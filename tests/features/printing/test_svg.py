"""SVG files by anybody: what they draw is printed as browsers draw it, anything else is refused."""

import io
from contextlib import suppress

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hub.features.printing.paper import Box, Paper
from hub.pictures.drawings import LENGTH_MAXIMUM, Drawing, NoPicture, drawing_of

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{}</svg>'
PLACE = Box(50, 50, 100, 100)
"""A millimetre for each unit."""


def dots(drawing: Drawing) -> list[list[tuple[int, int, int]]]:
    paper = Paper("picture")
    paper.picture(PLACE, drawing)
    page = pypdfium2.PdfDocument(io.BytesIO(paper.finished()))[0]
    image = page.render(scale=72 / 25.4).to_pil()
    return [[image.getpixel((round((50 + x + 0.5) * image.width / 210), round((50 + y + 0.5) * image.height / 297)))
             for x in range(100)] for y in range(100)]  # fmt: skip


@pytest.mark.parametrize(
    ("inside", "red", "white"),
    [
        (
            '<rect x="10" y="20" width="30" height="40" fill="red"/>',
            [(12, 22), (38, 58)],
            [(8, 22), (42, 58), (12, 62)],
        ),
        ('<circle cx="50" cy="50" r="30" fill="#f00"/>', [(50, 22), (78, 50), (70, 70)], [(50, 17), (75, 75)]),
        ('<ellipse cx="50" cy="50" rx="40" ry="10" style="fill:#ff0000"/>', [(12, 50), (50, 58)], [(50, 63), (20, 40)]),
        ('<polygon points="0,0 100,0 0,100" fill="red"/>', [(20, 20), (60, 30)], [(60, 60)]),
        ('<path d="M0 0H50V50H0Z" fill="red" transform="translate(40 40)"/>', [(45, 45), (88, 88)], [(30, 30)]),
        ('<g fill="red" transform="scale(2)"><rect width="20" height="20"/></g>', [(38, 38)], [(42, 42)]),
        (
            '<g fill="red"><rect width="9" height="40" transform="rotate(90)translate(0 -40)"/></g>',
            [(35, 4)],
            [(4, 35)],
        ),
        ('<line x1="0" y1="50" x2="100" y2="50" stroke="red" stroke-width="10px"/>', [(5, 46), (95, 54)], [(50, 58)]),
        ('<title>Us</title><rect width="50" height="50" fill="red"/>', [(25, 25)], [(75, 75)]),
    ],
)
def test_shapes_are_drawn_where_browsers_draw_them(inside, red, white):
    """Rectangles, circles, lines and outlines, moved, turned and in groups."""
    seen = dots(drawing_of(SVG.format(inside)))
    assert {seen[y][x] for x, y in red} == {(255, 0, 0)}
    assert {seen[y][x] for x, y in white} == {(255, 255, 255)}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no picture",
        "<html/>",
        SVG.format(""),
        SVG.format("<script>alert(1)</script>"),
        SVG.format('<image href="http://elsewhere/x.png"/>'),
        SVG.format('<use href="#a"/>'),
        SVG.format("<text>Hello</text>"),
        SVG.format('<foreignObject><div xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
        SVG.format('<rect width="5" height="5" fill="url(http://elsewhere)"/>'),
        SVG.format('<rect width="1e300" height="5"/>'),
        SVG.format('<rect width="5" height="5" transform="skewX(20)"/>'),
        SVG.format('<rect width="5" height="5" stroke-width="-4"/>'),
        SVG.format('<path d="M0 0Lhello"/>'),
        SVG.format("<g>" * 40 + "<rect/>" + "</g>" * 40),
        SVG.format('<rect width="5" height="5"/>' * 1_001),
        SVG.format("<rect/>" + " " * LENGTH_MAXIMUM),
        '<svg><rect width="5" height="5"/></svg>',
        '<svg viewBox="0 0 0 0"><rect width="5" height="5"/></svg>',
        '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + SVG.format("<title>&b;</title><rect/>"),
    ],
)
def test_what_cannot_be_printed_or_does_harm_is_refused(text):
    """No programs, no addresses, no texts in fonts that may be missing, nothing without end."""
    with pytest.raises(NoPicture):
        drawing_of(text)


@given(st.text(max_size=200) | st.text("<>/gcirleptahd=\"' 0123456789MLAZ.-", max_size=300).map(SVG.format))
def test_whatever_is_read_is_a_drawing_or_is_refused(text):
    """Nothing else comes out of any text."""
    with suppress(NoPicture):
        assert isinstance(drawing_of(text), Drawing)


def test_nothing_of_the_file_is_left():
    """Comments, names and addresses of a file are not in what is drawn."""
    found = drawing_of(SVG.format('<!-- hidden --><g id="secret" onclick="x()"><rect width="5" height="5"/></g>'))
    assert not any(word in repr(found) for word in ("hidden", "secret", "onclick", "http"))
