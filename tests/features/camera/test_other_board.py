"""A board of other measures: a grid that people lay over a picture of it, once."""

import pytest

cv2 = pytest.importorskip("cv2", reason="needs bankhalter[camera]")

import numpy as np  # noqa: E402
from helpers.photographs import picture_of_mark  # noqa: E402

from hub.features.camera.contract import Grid, Look  # noqa: E402
from hub.features.camera.looking import Looking  # noqa: E402
from hub.features.camera.sources import Handed  # noqa: E402

WIDE, HIGH, EDGE = 1600, 1000, 800
CORNER, DEEP = 0.2, 0.1
"""A wooden board of 800 pixels: its corners are twice as long as its spaces are deep, which ours are not."""


def wooden(pieces: dict[int, tuple[float, float]]) -> np.ndarray:
    """Its picture straight from above, with corner marks somewhere in its middle and marks of 16 mm on the pieces."""
    picture = np.full((HIGH, WIDE), 120, np.uint8)
    picture[100 : 100 + EDGE, 400 : 400 + EDGE] = 190
    corners = {0: (0.8, 0.75), 1: (0.22, 0.78), 2: (0.2, 0.25), 3: (0.78, 0.2)}
    for mark, (x, y) in {**corners, **pieces}.items():
        side = 72 if mark < 4 else 32
        black = picture_of_mark(mark, side)
        left, top = round(400 + x * EDGE - len(black) / 2), round(100 + y * EDGE - len(black) / 2)
        picture[top : top + len(black), left : left + len(black)] = black
    return cv2.GaussianBlur(picture, (0, 0), 0.7)


def grid() -> Grid:
    """As people would lay it: the outer corners in shares of the picture, Start's first."""
    left, right, top, low = 400 / WIDE, 1200 / WIDE, 100 / HIGH, 900 / HIGH
    return Grid(((right, low), (left, low), (left, top), (right, top)), CORNER, DEEP)


def test_the_spaces_are_those_of_the_grid():
    """Three spaces to a side: the corner takes a fifth, the two others half of what is between the corners."""
    spaces, pieces = 12, {12: (0.9, 0.95), 13: (0.35, 0.95), 14: (0.05, 0.35), 15: (0.5, 0.5)}
    sent = bytes(cv2.imencode(".png", wooden(pieces))[1])
    looking = Looking(Handed())
    plan = looking.look(Look(spaces=spaces, at_ms=0, frame=sent, grid=grid())).plan
    assert plan.edge_mm == pytest.approx(400, rel=0.02)  # the corner marks are 36 mm and 72 pixels
    seen = looking.look(Look(spaces=spaces, at_ms=200, frame=sent, plan=plan)).sight.reading
    assert {piece.mark: piece.space for piece in seen.pieces} == {12: 0, 13: 2, 14: 5, 15: None}


def test_without_all_corner_marks_there_is_no_plan():
    """A hand lies on one of them: the next picture will do."""
    picture = wooden({})
    picture[100:400, 400:700] = 60
    sent = bytes(cv2.imencode(".png", picture)[1])
    assert Looking(Handed()).look(Look(spaces=12, at_ms=0, frame=sent, grid=grid())).plan is None
