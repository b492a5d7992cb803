"""The geometry of the printed board, in millimetres from its upper left corner, and the marks that a camera recognises.

Start is at the lower right, as the players at its side see it, and the track goes on to the left. Marks are ArUco marks
of 4 by 4 fields (dictionary `DICT_4X4_50`): four for the corners of the board, and one for each piece in each size, so
that a mark's number alone says how large it is. Drawn from here they need no library.
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


SIZES_MM: Final = (12.0, 16.0, 20.0)
"""How large the mark of a piece may be."""
SEATS: Final = 8
"""How many pieces there are, in the order of the lobby's colours."""
INNER: Final = 4
FIELDS: Final = INNER + 2
"""Along a mark: the fields that tell it apart, and with its black border."""

DICTIONARY: Final = (
    0xB532, 0x0F9A, 0x332D, 0x9946, 0x549E, 0x79CD, 0x9E2E,
    0xC4F2, 0xFEDA, 0xCF56, 0xF991, 0x11A7, 0x0EB7, 0x2A0F,
    0x24B1, 0x263E, 0x4665, 0x6600, 0x6C5E, 0x76AF, 0x868B,
    0xB02B, 0xCCD5, 0xDD82, 0xFE47, 0x9471, 0xACE4, 0xA554,
)  # fmt: skip
"""The inner fields of each mark, row by row from the upper left, a white one as 1."""


class PieceMark(NamedTuple):
    """What the number of a mark says: which piece it is on, and how large it is."""

    piece: int
    size_mm: float


PIECE_MARKS: Final = {
    len(CORNER_MARKS) + size * SEATS + piece: PieceMark(piece, size_mm)
    for size, size_mm in enumerate(SIZES_MM)
    for piece in range(SEATS)
}


def white_fields(mark: int) -> list[tuple[int, int]]:
    """Column and row of the white fields of a mark, among FIELDS each way."""
    bits = format(DICTIONARY[mark], f"0{INNER * INNER}b")
    return [(at % INNER + 1, at // INNER + 1) for at, bit in enumerate(bits) if bit == "1"]
