"""A picture of a board that is only simulated, seen a little from the side and without colour."""

from collections.abc import Sequence
from functools import cache
from typing import Final

import cv2
import numpy as np

from hub.features.camera.contract import DrawnDie
from hub.features.camera.fitting import Grey
from hub.pictures.board import (
    CORNER_MARK_MM,
    CORNER_PAPER_MM,
    FIELDS,
    PIECE_MARKS,
    SEATS,
    corner_marks,
    edge_of,
    place_of,
    white_fields,
)
from hub.rules.needs import SIDES

PIXELS: Final = 1152
PER_MM: Final = 2.5
PAPER, TABLE, LINE = 225, 110, 60
FINER: Final = 2
LEANING: Final = 0.06
"""How much shorter the far edge looks, as a share of the near one."""
APART_MM: Final = (22.0, 17.0)
"""Between pieces in the same space, along and across the side: eight of them fit."""
QUIET_MM: Final = 2.0
DIE, DIE_MM, PIP_MM, TRAY_MM = 250, 16.0, 1.6, 290.0
CORNERS: Final = (-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j)
PIPS: Final = {
    1: (0j,),
    2: CORNERS[::2],
    3: (0j, *CORNERS[::2]),
    4: CORNERS,
    5: (0j, *CORNERS),
    6: (*CORNERS, -1 + 0j, 1 + 0j),
}
"""Where the pips of a face are, in `OUT` of its edge to the side and up or down."""
OUT: Final = 0.26


def drawn(spaces: int, pieces: dict[int, int], dice: Sequence[DrawnDie] = ()) -> Grey:
    """The picture, with each of these marks in its space, and with dice."""
    board = _board(spaces).copy()
    for mark, space in pieces.items():
        size = PIECE_MARKS[mark].size_mm
        _draw(board, mark, *_beside(mark, space, spaces // SIDES), size, size + 2 * QUIET_MM)
    edge = len(board)
    if dice:
        corner = edge / PER_MM / 2 - TRAY_MM / 2
        _square(board, corner, corner, TRAY_MM, TABLE)
    for die in dice:
        _throw(board, die)
    near, far = PIXELS * 0.02, PIXELS * (0.02 + LEANING / 2)
    corners = [(far, far), (PIXELS - far, far), (PIXELS - near, PIXELS - near), (near, PIXELS - near)]
    lens = cv2.getPerspectiveTransform(
        np.array([(0, 0), (edge, 0), (edge, edge), (0, edge)], np.float32), np.array(corners, np.float32) * FINER
    )
    seen = cv2.warpPerspective(board, lens, (PIXELS * FINER, PIXELS * FINER), borderValue=(TABLE,))
    # as in a camera, a pixel is the mean of all that falls on it
    return cv2.resize(seen, (PIXELS, PIXELS), interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


@cache
def _board(spaces: int) -> Grey:
    """Seen straight from above, without pieces."""
    per_side = spaces // SIDES
    pixels = round(edge_of(per_side) * PER_MM)
    board = np.full((pixels, pixels), PAPER, np.uint8)
    for space in range(spaces):
        x, y, width, height = (round(side * PER_MM) for side in place_of(space, per_side))
        cv2.rectangle(board, (x, y), (x + width, y + height), (LINE,), 2)
    for mark, (x_mm, y_mm) in corner_marks(per_side).items():
        _draw(board, mark, x_mm, y_mm, CORNER_MARK_MM, CORNER_PAPER_MM)
    return board


def _beside(mark: int, space: int, per_side: int) -> tuple[float, float]:
    """Where a piece stands in its space, so that eight of them do not hide each other (mm)."""
    place = place_of(space, per_side)
    piece = PIECE_MARKS[mark].piece
    along, across = (piece % 2 - 0.5) * APART_MM[0], (piece // 2 - SEATS / 4 + 0.5) * APART_MM[1]
    lying = (space // per_side) % 2 == 0
    x, y = (along, across) if lying else (across, along)
    return place.x + place.width / 2 + x, place.y + place.height / 2 + y


def _draw(board: Grey, mark: int, x_mm: float, y_mm: float, size_mm: float, paper_mm: float) -> None:
    """A mark on its white paper, with its middle there."""
    _square(board, x_mm - paper_mm / 2, y_mm - paper_mm / 2, paper_mm, 255)
    left, top, field = x_mm - size_mm / 2, y_mm - size_mm / 2, size_mm / FIELDS
    _square(board, left, top, size_mm, 0)
    for column, row in white_fields(mark):
        _square(board, left + column * field, top + row * field, field, 255)


def _throw(board: Grey, die: DrawnDie) -> None:
    """A die where it lies from the board's middle."""
    way = np.exp(1j * np.radians(die.turn)) * PER_MM
    middle = complex(die.x, die.y) * PER_MM + len(board) / 2 * (1 + 1j)
    corners = [middle + way * DIE_MM / 2 * corner for corner in CORNERS]
    outline = np.array([(round(corner.real), round(corner.imag)) for corner in corners], np.int32)
    cv2.fillPoly(board, [outline], (DIE,), cv2.LINE_AA)
    for place in PIPS[die.face]:
        at = middle + way * place * OUT * DIE_MM
        cv2.circle(board, (round(at.real), round(at.imag)), round(PIP_MM * PER_MM), (LINE,), -1, cv2.LINE_AA)


def _square(board: Grey, x_mm: float, y_mm: float, side_mm: float, grey: int) -> None:
    left, top, right, low = (round(at * PER_MM) for at in (x_mm, y_mm, x_mm + side_mm, y_mm + side_mm))
    board[top:low, left:right] = grey
