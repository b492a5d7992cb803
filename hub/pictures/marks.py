"""The marks by which a camera recognises board and pieces: which there are, how large they are, how they look.

They are ArUco marks of 4 by 4 fields (dictionary `DICT_4X4_50`): four for the corners of the board (`board`), and one
for each piece in each size, so that a mark's number alone says how large it is. Drawn from here they need no library.
"""

from typing import Final, NamedTuple

from hub.pictures.board import CORNER_MARKS

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
