"""A stack of A4 pages that is drawn on in millimetres from the top left corner of a page."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import segno
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from hub.printing.colours import HAIR, INK, PAPER

WIDTH_MM, HEIGHT_MM = A4[0] / mm, A4[1] / mm
PLAIN, BOLD = "Helvetica", "Helvetica-Bold"
LETTERS = "cp1252"
"""The letters of fonts that need not be embedded."""

POINTS_MINIMUM = 4.0
"""Smaller print is not readable."""
LEADING = 1.2
THIN_MM = 0.2
QUIET_MODULES = 4
"""The white border that a QR code needs, in its own squares."""


class DoesNotFit(ValueError):
    """A text is too long for its place, even in the smallest print; the message is the text."""


class NotInPrint(ValueError):
    """A text has a letter that the fonts of every PDF reader lack; the message is the letter."""


@dataclass(frozen=True, slots=True)
class Box:
    """A place on a page, in millimetres: the top left corner, width and height."""

    x: float
    y: float
    width: float
    height: float

    def inner(self, margin: float) -> Box:
        """The place without a border."""
        return Box(self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin)


class Paper:
    """Pages to draw on. The same drawing gives the same bytes."""

    def __init__(self, title: str) -> None:
        self._bytes = io.BytesIO()
        self._canvas = Canvas(self._bytes, pagesize=A4, invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Bankhalter")

    def next_page(self) -> None:
        """What is drawn from now on is on a new page."""
        self._canvas.showPage()

    def finished(self) -> bytes:
        """The whole as PDF."""
        self._canvas.save()
        return self._bytes.getvalue()

    def rectangle(self, box: Box, *, fill: str | None = None, line: str | None = HAIR) -> None:
        """A filled or bordered rectangle, or both."""
        self._pens(fill, line)
        x, y = self._point(box.x, box.y + box.height)
        self._canvas.rect(x, y, box.width * mm, box.height * mm, stroke=line is not None, fill=fill is not None)

    def circle(self, x: float, y: float, radius: float, *, fill: str | None = None, line: str | None = HAIR) -> None:
        """A circle around a point."""
        self._pens(fill, line)
        self._canvas.circle(*self._point(x, y), radius * mm, stroke=line is not None, fill=fill is not None)

    def polygon(self, points: Sequence[tuple[float, float]], fill: str) -> None:
        """A closed shape."""
        self._pens(fill, None)
        path = self._canvas.beginPath()
        path.moveTo(*self._point(*points[0]))
        for point in points[1:]:
            path.lineTo(*self._point(*point))
        path.close()
        self._canvas.drawPath(path, stroke=0, fill=1)

    def line(self, x: float, y: float, to_x: float, to_y: float, colour: str = HAIR) -> None:
        """A thin line."""
        self._pens(None, colour)
        self._canvas.line(*self._point(x, y), *self._point(to_x, to_y))

    def text(
        self, x: float, y: float, text: str, points: float, *, font: str = PLAIN, colour: str = INK, align: str = "left"
    ) -> None:
        """One line with its base at `y`; `align` says which end (or the middle) stands at `x`. Raises NotInPrint."""
        _check_letters(text)
        self._canvas.setFont(font, points)
        self._canvas.setFillColor(HexColor(colour))
        draw = {"left": "drawString", "middle": "drawCentredString", "right": "drawRightString"}[align]
        getattr(self._canvas, draw)(*self._point(x, y), text)

    def fitted(
        self, box: Box, text: str, points: float, *, font: str = PLAIN, colour: str = INK, align: str = "middle"
    ) -> None:
        """A paragraph in the middle of its place, smaller than `points` if need be. Raises DoesNotFit, NotInPrint."""
        points, lines = self._set(box, text, points, font)
        leading = points * LEADING / mm
        top = box.y + (box.height - leading * len(lines)) / 2
        x = {"left": box.x, "middle": box.x + box.width / 2, "right": box.x + box.width}[align]
        for number, line in enumerate(lines):
            self.text(x, top + leading * (number + 0.78), line, points, font=font, colour=colour, align=align)

    def qr(self, box: Box, text: str) -> None:
        """A QR code as large as its place allows, on white."""
        self.rectangle(box, fill=PAPER, line=None)
        rows = list(segno.make(text, micro=False, error="m").matrix_iter(border=QUIET_MODULES))
        module = min(box.width, box.height) / len(rows)
        path, side = self._canvas.beginPath(), module * mm
        for row, modules in enumerate(rows, 1):
            for column, dark in enumerate(modules):
                if dark:
                    path.rect(*self._point(box.x + column * module, box.y + row * module), side, side)
        self._pens("#000000", None)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def _set(self, box: Box, text: str, points: float, font: str) -> tuple[float, list[str]]:
        """The largest print up to `points` in which a text fits, and its lines."""
        while points >= POINTS_MINIMUM:
            lines = simpleSplit(text, font, points, box.width * mm)
            narrow = all(stringWidth(line, font, points) <= box.width * mm for line in lines)
            if narrow and len(lines) * points * LEADING <= box.height * mm:
                return points, lines
            points -= 0.5
        raise DoesNotFit(text)

    def _pens(self, fill: str | None, line: str | None) -> None:
        self._canvas.setLineWidth(THIN_MM * mm)
        if fill is not None:
            self._canvas.setFillColor(HexColor(fill))
        if line is not None:
            self._canvas.setStrokeColor(HexColor(line))

    def _point(self, x: float, y: float) -> tuple[float, float]:
        return x * mm, (HEIGHT_MM - y) * mm


def _check_letters(text: str) -> None:
    """Letters the fonts lack would only show on paper, as black squares."""
    try:
        text.encode(LETTERS)
    except UnicodeEncodeError as error:
        raise NotInPrint(text[error.start]) from error
