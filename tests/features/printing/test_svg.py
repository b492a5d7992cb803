"""Drawings are printed where browsers draw them."""

import io

import pypdfium2
import pytest
from pictures.test_pictures import SVG, ends

from hub.features.printing.icons import ICONS
from hub.features.printing.paper import Box, Paper
from hub.pictures.drawings import Drawing, drawing_of

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


def test_our_own_signs_stay_in_their_field():
    """No line of ours leaves the square that it is drawn for."""
    for kind, drawing in ICONS.items():
        for shape in drawing.shapes:
            for x, y in ends(shape.d):
                assert max(abs(x), abs(y)) <= 10, kind
