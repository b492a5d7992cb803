"""The start corner from above, to scale: its two readers, their neighbours, and the pieces that each of them reads."""

from __future__ import annotations

from hardware.board import Sizes
from hardware.models.antennas import COIL_MM
from hardware.sheet.pen import INK, Pen, Style

SCALE = 3.2  # drawn units for a millimetre
MARGIN_MM, HEAD_MM = 6.0, 16.0
SPACES_SHOWN = 2  # beside the corner, on each of the two sides that meet there
MODULE_MM = (40.0, 60.0)
WOOD, PLATE, READER, PIECE = "#fff3e0", "#ffe0b2", "#1565c0", "#c0392b"
NOTE = "blue: modules below the plate and their antennas · red: pieces that are read together"


def draw(sizes: Sizes, pieces: int) -> str:
    """The corner as SVG, with so many pieces above each of its readers."""
    return CornerSheet(sizes, pieces).draw()


class CornerSheet:
    """The outer corner of the board is at the lower right, and pieces go from there to the left."""

    def __init__(self, sizes: Sizes, pieces: int) -> None:
        self._sizes, self._pieces = sizes, pieces
        self._reach_mm = sizes.corner_mm + SPACES_SHOWN * sizes.space_pitch_mm
        size = SCALE * (self._reach_mm + 2 * MARGIN_MM)
        self._pen = Pen(round(size), round(size + SCALE * HEAD_MM))

    def draw(self) -> str:
        """All of it."""
        self._pen.text(SCALE * MARGIN_MM, 26, "Start holds more than other spaces", Style(16, bold=True))
        self._pen.text(SCALE * MARGIN_MM, 44, NOTE, Style(10.5, "#607d8b"))
        sizes = self._sizes
        depth, half, pitch = sizes.space_depth_mm, sizes.corner_mm / 2, sizes.space_pitch_mm
        self._plate(0, 0, sizes.corner_mm, sizes.corner_mm, WOOD)
        for number in range(SPACES_SHOWN):
            begins = sizes.corner_mm + number * pitch
            self._plate(begins, 0, pitch, depth, WOOD)
            self._plate(0, begins, depth, pitch, WOOD)
        second = sizes.corner_mm + sizes.second_plate_mm / 2
        self._plate(sizes.corner_mm, sizes.corner_mm, sizes.second_plate_mm, sizes.second_plate_mm, PLATE)
        for number in range(SPACES_SHOWN):
            middle = sizes.corner_mm + (number + 0.5) * pitch
            self._reader(middle, half, across=False)
            self._reader(half, middle, across=True)
            self._stand(middle, half, 1)
            self._stand(half, middle, 1)
        for place, below, shift, name in (
            (half, half, sizes.corner_shift_mm, "first reader"),
            (second, sizes.second_plate_mm / 2, 0.0, "second reader"),
        ):
            self._reader(place, place - shift, across=False)
            self._stand(place, place, self._pieces)
            self._words(place, place - below + 4, name)
        return self._pen.drawing()

    def _at(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """On the drawing, from millimetres to the left of the outer corner and up."""
        edge = MARGIN_MM + self._reach_mm
        return SCALE * (edge - x_mm), SCALE * (edge - y_mm + HEAD_MM)

    def _plate(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        self._pen.box(self._at(x + width, y + height), (SCALE * width, SCALE * height), fill, "#8d6e63", 2)

    def _reader(self, x: float, y: float, *, across: bool) -> None:
        """A module, its antenna below the place; the rest of it looks into the board."""
        wide, long = MODULE_MM[::-1] if across else MODULE_MM
        left, low = (x - 20, y - 20)
        self._pen.box(self._at(left + wide, low + long), (SCALE * wide, SCALE * long), "none", READER, 3)
        coil = COIL_MM / 2
        self._pen.box(self._at(x + coil, y + coil), (SCALE * COIL_MM, SCALE * COIL_MM), "#1565c01a", READER, 6)

    def _stand(self, x: float, y: float, count: int) -> None:
        """Pieces beside each other around a place."""
        size = self._sizes.piece_diameter_mm
        for number in range(count):
            middle = x + (number - (count - 1) / 2) * size
            corner = self._at(middle + size / 2, y + size / 2)
            self._pen.box(corner, (SCALE * size, SCALE * size), "#c0392b33", PIECE, SCALE * size / 2)

    def _words(self, x: float, y: float, words: str) -> None:
        place = self._at(x, y)
        self._pen.text(place[0], place[1], words, Style(10.5, INK, "middle", bold=True))
