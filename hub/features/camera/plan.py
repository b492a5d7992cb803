"""Where things lie on a board, in millimetres from its upper left corner: our printed one, or one of other measures."""

import cv2
import numpy as np
from numpy.typing import NDArray

from hub.features.camera.contract import BoardPlan, Corners, Grid
from hub.features.camera.finding import marks_in
from hub.features.camera.fitting import Floats, Grey, side_of
from hub.pictures.board import CORNER_MARK_MM, CORNER_MARKS, Place, corner_marks, edge_of, place_of
from hub.rules.needs import SIDES


def printed(spaces: int) -> BoardPlan:
    per_side = spaces // SIDES
    half = CORNER_MARK_MM / 2
    marks: dict[int, Corners] = {
        mark: ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
        for mark, (x, y) in corner_marks(per_side).items()
    }
    return BoardPlan(edge_of(per_side), tuple(place_of(space, per_side) for space in range(spaces)), marks)


def corners_of(plan: BoardPlan) -> NDArray[np.float64]:
    """The corners of the board, from Start's in the order of the track, and then those of each space (mm)."""
    board = Place(0, 0, plan.edge_mm, plan.edge_mm)
    return np.array([corner for place in (board, *plan.spaces) for corner in _corners(place)])


def _corners(place: Place) -> Corners:
    left, top, right, low = place.x, place.y, place.x + place.width, place.y + place.height
    return (right, low), (left, low), (left, top), (right, top)


def laid(grid: Grid, spaces: int, picture: Grey) -> BoardPlan | None:
    """The plan of the board under a grid that people laid over its picture; None while a corner mark is hidden.

    The corner marks in the same picture say how large the board is, since their size is known.
    """
    found, _ = marks_in(picture)
    if any(mark not in found for mark in CORNER_MARKS):
        return None
    seen = np.array(grid.outline, np.float32) * np.array(picture.shape[::-1], np.float32)
    flat = cv2.getPerspectiveTransform(seen, np.array([(1, 1), (0, 1), (0, 0), (1, 0)], np.float32))
    marks: dict[int, Floats] = {
        mark: cv2.perspectiveTransform(found[mark].reshape(-1, 1, 2), flat).reshape(4, 2).astype(np.float64)
        for mark in CORNER_MARKS
    }
    edge_mm = CORNER_MARK_MM / float(np.mean([side_of(corners) for corners in marks.values()]))
    places = tuple(_laid_place(space, spaces // SIDES, grid, edge_mm) for space in range(spaces))
    return BoardPlan(edge_mm, places, {mark: _four(corners * edge_mm) for mark, corners in marks.items()})


def _four(corners: Floats) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def _laid_place(space: int, per_side: int, grid: Grid, edge_mm: float) -> Place:
    """Where a space lies, as `hub.pictures.board.place_of` says it of the printed board."""
    side, index = divmod(space, per_side)
    wide = (1 - 2 * grid.corner) / (per_side - 1)
    along, length = (grid.corner + (index - 1) * wide, wide) if index else (0.0, grid.corner)
    deep, far = grid.deep, 1 - along - length
    x, y, width, height = (
        (far, 1 - deep, length, deep),
        (0.0, far, deep, length),
        (along, 0.0, length, deep),
        (1 - deep, along, deep, length),
    )[side]
    return Place(x * edge_mm, y * edge_mm, width * edge_mm, height * edge_mm)
