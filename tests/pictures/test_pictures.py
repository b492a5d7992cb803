"""Outlines, SVG files and photographs by anybody are read as browsers read them; anything else is refused."""

import io
import math
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, PngImagePlugin

from hub.pictures.drawings import LENGTH_MAXIMUM, Drawing, NoPicture, Photograph, drawing_of
from hub.pictures.files import picture_of
from hub.pictures.outline import NoOutline, steps_of

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{}</svg>'


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


FIGURES = st.integers(-50, 50)


def ends(d: str) -> list[tuple[float, float]]:
    return [step.points[-1] for step in steps_of(d) if step.points]


def along(start: tuple[float, float], points: tuple[tuple[float, float], ...], share: float) -> tuple[float, float]:
    """A point of a curve (de Casteljau)."""
    row = [start, *points]
    while len(row) > 1:
        row = [(a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in pairwise(row)]
    return row[0]


@pytest.mark.parametrize(
    ("d", "found"),
    [
        ("M1 2 3 4L5,6-7.5.5", [(1, 2), (3, 4), (5, 6), (-7.5, 0.5)]),
        ("M10 10h5v5h-5z", [(10, 10), (15, 10), (15, 15), (10, 15)]),
        ("M10 10H15V15H10Z", [(10, 10), (15, 10), (15, 15), (10, 15)]),
        ("M3 4h5zl1 1", [(3, 4), (8, 4), (4, 5)]),
    ],
)
def test_the_pen_goes_where_browsers_take_it(d, found):
    """After M come lines, a sign begins a figure, small letters count from the pen, and Z leads back to the start."""
    assert ends(d) == found


def test_smooth_curves_mirror_the_last_handle():
    """S and T go on in the direction in which the curve before them ended."""
    assert steps_of("M0 0C0 5 5 5 5 0S10-5 10 0")[2].points[0] == (5, -5)
    first, second, end = steps_of("M0 0Q2 4 4 0T8 0")[2].points
    assert first == pytest.approx((4 + 4 / 3, -8 / 3))
    assert second == pytest.approx((8 - 4 / 3, -8 / 3))
    assert end == (8, 0)


@given(FIGURES, FIGURES, st.integers(1, 40), st.booleans(), st.booleans())
def test_an_arc_of_a_circle_stays_on_one(x, y, radius, large, onward):
    """Every point is as far from one centre as the others, and the arc ends where it should."""
    if not 0 < math.hypot(x, y) < 2 * radius:
        return
    d = f"M0 0A{radius} {radius} 0 {int(large)} {int(onward)} {x} {y}"
    start, length, points = (0.0, 0.0), 0.0, []
    for step in steps_of(d)[1:]:
        found = [along(start, step.points, share / 8) for share in range(9)]
        length += sum(math.dist(a, b) for a, b in pairwise(found))
        points += found
        start = step.points[-1]
    assert start == pytest.approx((x, y), abs=1e-6)
    middle = centre(points)
    assert [math.dist(middle, point) for point in points] == pytest.approx([radius] * len(points), rel=0.01)
    assert (length > math.pi * radius * 0.99) == large or length == pytest.approx(math.pi * radius, rel=0.03)
    turn = sum(
        (a[0] - middle[0]) * (b[1] - middle[1]) - (a[1] - middle[1]) * (b[0] - middle[0]) for a, b in pairwise(points)
    )
    assert (turn > 0) == onward


def centre(points: list[tuple[float, float]]) -> tuple[float, float]:
    """Of the circle through the first, the middle and the last point but one."""
    (ax, ay), (bx, by), (cx, cy) = points[0], points[len(points) // 2], points[-2]
    d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    a, b, c = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    return ((a * (by - cy) + b * (cy - ay) + c * (ay - by)) / d, (a * (cx - bx) + b * (ax - cx) + c * (bx - ax)) / d)


@pytest.mark.parametrize("d", ["5 5", "M1", "M1 1 X", "M1 1A5 5 0 2 0 1 1", "M1 1Z5", "M1 nan", "M0 0" + "h1" * 20_001])
def test_what_is_no_outline_is_refused(d):
    """A figure too few, an unknown letter, a flag that is none, or far too much."""
    with pytest.raises(NoOutline):
        steps_of(d)


def photograph(**told: str) -> bytes:
    """A green PNG that says something besides its dots."""
    made, texts = io.BytesIO(), PngImagePlugin.PngInfo()
    for key, text in told.items():
        texts.add_text(key, text)
    Image.new("RGB", (30, 30), "#00a000").save(made, "PNG", pnginfo=texts)
    return made.getvalue()


def test_a_photograph_leaves_nothing_but_its_dots():
    """What a camera writes into a file, such as where it was taken, does not get into the print."""
    found = picture_of(photograph(Location="Home Street 7"))
    assert isinstance(found, Photograph)
    assert b"Home Street" not in found.png


def test_a_file_that_is_far_too_large_is_not_opened():
    """Neither as bytes nor as dots."""
    with pytest.raises(NoPicture, match="bytes"):
        picture_of(b" " * 4_000_001)
