"""The geometry of the printed board: where each space lies, in millimetres from the board's upper left corner.

Start is at the lower right, as the players at its side see it, and the track goes on to the left.
"""

from typing import Final, NamedTuple

WIDE_MM, CORNER_MM, DEEP_MM = 47.0, 72.0, 72.0
"""A space along its side, a corner, and from the edge of the board inwards."""

CORNER_MARKS: Final = (0, 1, 2, 3)
"""The marks in the corners of the board's middle, in the order of the track: beside Start first (`marks`)."""
CORNER_MARK_MM, CORNER_PAPER_MM = 36.0, 46.0
"""Black from edge to edge, and the white square that is cut out and laid into the corner."""


class Place(NamedTuple):
    """Where a space lies, in millimetres: its upper left corner, width and height."""

    x: float
    y: float
    width: float
    height: float


def edge_of(per_side: int) -> float:
    """How long each side of the board is (mm)."""
    return 2 * CORNER_MM + (per_side - 1) * WIDE_MM


def place_of(space: int, per_side: int) -> Place:
    edge = edge_of(per_side)
    side, index = divmod(space, per_side)
    along = 0.0 if index == 0 else CORNER_MM + (index - 1) * WIDE_MM
    width = CORNER_MM if index == 0 else WIDE_MM
    near, far = edge - DEEP_MM, edge - along - width
    return (
        Place(far, near, width, DEEP_MM),
        Place(0, far, DEEP_MM, width),
        Place(along, 0, width, DEEP_MM),
        Place(near, along, DEEP_MM, width),
    )[side]


def corner_marks(per_side: int) -> dict[int, tuple[float, float]]:
    """Where the middle of each corner mark lies."""
    near = DEEP_MM + CORNER_PAPER_MM / 2
    far = edge_of(per_side) - near
    return dict(zip(CORNER_MARKS, ((far, far), (near, far), (near, near), (far, near)), strict=True))
