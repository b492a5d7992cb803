"""What a picture of the board shows: where the corners are, and which piece stands in which space.

Never wrong: a mark has a place only if everything that could have made this picture (any height that a piece may have,
any camera that sees the corner marks so) puts it into the same space, clear of its lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias, get_args

import numpy as np

from hub.features.camera.contract import Doubt, Problem, Reading, SeenBoard, SeenPiece
from hub.features.camera.finding import Grey, marks_in
from hub.features.camera.lens import Floats, LikelyCamera, likely_camera
from hub.pictures.board import CORNER_MARK_MM, CORNER_MARKS, Place, place_of
from hub.pictures.marks import PIECE_MARKS
from hub.rules.needs import SIDES
from hub.table.wire.contract import Colour

Heights: TypeAlias = tuple[float, float]

HEIGHTS_MM: Final[Heights] = (0.0, 30.0)
"""How high above the board the mark of a piece may be, if nobody knows."""
CLEAR_MM, SURE = 2.0, 3.0
"""How far from a line a mark must be: this, and so many standard deviations."""
SCALE_OFF: Final = 0.015
"""By how much a printed mark may be larger or smaller than it should."""
SIDE_OFF_PX: Final = 0.45
"""How exactly the side of a mark is measured."""
SLANT: Final = 0.12
"""By how much its sides and diagonals may differ, beside what the pixels leave open."""
OFF_MM: Final = 2.5
"""Corner marks this far from their places lie on another board, or badly."""
DARK: Final = 40
SMALL_PX: Final = 14.0
"""The side of a mark of 16 mm below which most are missed."""
USUAL_MM: Final = 16.0


def read(grey: Grey, spaces: int, *, picture: str = "", heights: Mapping[int, Heights] | None = None) -> Reading:
    """What a picture shows (rows of brightness, 0 to 255) of a board with so many spaces.

    `heights` are the least and greatest height (mm) of marks above the board, for those of which they are known.
    """
    found, twice = marks_in(grey)
    corners: dict[int, Floats] = {mark: found[mark] for mark in CORNER_MARKS if mark in found}
    board = SeenBoard({mark: _point(seen) for mark, seen in corners.items()})
    size, per_side = (grey.shape[1], grey.shape[0]), spaces // SIDES
    seen_by = likely_camera(corners, per_side, size) if len(corners) == len(CORNER_MARKS) else None
    problems = _problems(grey, corners, seen_by)
    crooked = seen_by is None or seen_by.off_mm > OFF_MM
    places = [place_of(space, per_side) for space in range(spaces)]
    pieces = []
    for mark in sorted(PIECE_MARKS.keys() & (found.keys() | twice)):
        known = (heights or {}).get(mark, HEIGHTS_MM)
        if mark in twice:
            pieces.append(_piece(mark, doubt="twice"))
        elif crooked or seen_by is None:
            pieces.append(_piece(mark))
        else:
            pieces.append(_placed(mark, found[mark], seen_by, places, known))
    return Reading(picture, tuple(pieces), board, problems)


def _problems(grey: Grey, corners: Mapping[int, Floats], seen_by: LikelyCamera | None) -> tuple[Problem, ...]:
    problems: list[Problem] = []
    if float(grey.mean()) < DARK:
        problems.append("too_dark")
    if not corners:
        problems.append("no_board")
    elif len(corners) < len(CORNER_MARKS):
        problems.append("corner_hidden")
    elif seen_by is None or seen_by.off_mm > OFF_MM:
        problems.append("crooked")
    if corners and min(_side(seen) for seen in corners.values()) * USUAL_MM / CORNER_MARK_MM < SMALL_PX:
        problems.append("too_small")
    return tuple(problems)


def _placed(mark: int, corners: Floats, seen_by: LikelyCamera, places: list[Place], known: Heights) -> SeenPiece:
    """A piece with its space, or with the reason why it has none."""
    size, side_px = PIECE_MARKS[mark].size_mm, _side(corners)
    flat = seen_by.on_board(corners, 0.0)
    if _slant(flat) > SLANT + 2 / side_px:
        return _piece(mark, doubt="tilted")
    # Seen as if it lay on the board, a mark is the larger the nearer to the camera it is.
    height = seen_by.above_mm * (1 - size / _side(flat))
    off = SURE * seen_by.above_mm * (SIDE_OFF_PX / side_px + SCALE_OFF)
    low, high = max(known[0], height - off), min(known[1], height + off)
    if low > high:
        return _piece(mark, doubt="raised")
    middle = corners.mean(axis=0, keepdims=True)
    ends = [(seen_by.on_board(middle, at)[0], seen_by.spread(middle, at)[0]) for at in (low, high)]
    (x, y), _ = ends[0]
    space = next((number for number, place in enumerate(places) if _inside(place, x, y) > 0), None)
    if space is None:
        return _piece(mark, doubt="off_board")
    place = places[space]
    slack = min(_inside(place, *at, *(CLEAR_MM + SURE * spread)) for at, spread in ends)
    if slack <= 0:
        return _piece(mark, doubt="line")
    return _piece(mark, space, slack / (min(place.width, place.height) / 2))


def _inside(place: Place, x: float, y: float, clear_x: float = 0.0, clear_y: float = 0.0) -> float:
    """How far (mm) a point is from leaving a place that is so much narrower on each side; less than 0 outside."""
    across = min(x - place.x, place.x + place.width - x) - clear_x
    return float(min(across, min(y - place.y, place.y + place.height - y) - clear_y))


def _piece(mark: int, space: int | None = None, confidence: float = 0.0, doubt: Doubt | None = None) -> SeenPiece:
    colour: Colour = get_args(Colour)[PIECE_MARKS[mark].piece]
    return SeenPiece(mark=mark, piece=colour, space=space, confidence=round(confidence, 2), doubt=doubt)


def _point(corners: Floats) -> tuple[float, float]:
    x, y = corners.mean(axis=0)
    return round(float(x), 1), round(float(y), 1)


def _sides(corners: Floats) -> Floats:
    lengths: Floats = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return lengths


def _side(corners: Floats) -> float:
    """How long the sides of a mark are, on average."""
    return float(_sides(corners).mean())


def _slant(corners: Floats) -> float:
    """How far four corners are from a square, as a share of its side."""
    sides, diagonals = _sides(corners), np.linalg.norm(corners[:2] - corners[2:], axis=1)
    return float(max(np.abs(sides / sides.mean() - 1).max(), abs(diagonals[0] / diagonals[1] - 1)))
