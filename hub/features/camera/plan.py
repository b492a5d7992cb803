"""Where things lie on a board, in millimetres from its upper left corner: our printed one, or one of other measures."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hub.features.camera.contract import BoardPlan, Corners
from hub.pictures.board import CORNER_MARK_MM, Place, corner_marks, edge_of, place_of
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
