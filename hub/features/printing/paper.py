"""A stack of A4 pages that is drawn on in millimetres from the top left corner of a page."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

import segno
from msgspec import Struct
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader, simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from hub.features.printing.colours import HAIR, INK, PAPER
from hub.pictures.drawings import Drawing, Picture
from hub.pictures.outline import steps_of

WIDTH_MM, HEIGHT_MM = A4[0] / mm, A4[1] / mm
PLAIN, BOLD = "Helvetica", "Helvetica-Bold"
TOP_MM, BOTTOM_MM = 17.0, HEIGHT_MM - 8.0
"""Between them lies what is to be printed: above is the head of the page, below what no printer reaches."""

STROKES: Mapping[str, str] = {"move": "moveTo", "line": "lineTo", "curve": "curveTo", "close": "close"}
LETTERS = "cp1252"
"""The letters of fonts that need not be embedded."""

POINTS_MINIMUM = 4.0
"""Smaller print is not readable."""
LEADING = 1.2
THIN_MM = 0.2
ROUND = 1
"""How lines of drawings end and turn, as PDF numbers it."""

QUIET_MODULES = 4
"""The white border that a QR code needs, in its own squares."""

Thing = TypeVar("Thing")
MARGIN_MM = 8.0


class DoesNotFit(ValueError):
    """A text is too long for its place, even in the smallest print; the message is the text."""


class NotInPrint(ValueError):
    """A text has a letter that the fonts of every PDF reader lack; the message is the letter."""


class Box(Struct, frozen=True):
    """A place on a page, in millimetres: the top left corner, width and height."""

    x: float
    y: float
    width: float
    height: float

    def inner(self, margin: float) -> Box:
        return Box(self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin)

    def middle(self, width: float, height: float) -> Box:
        """A place of this size in the middle of it."""
        return Box(self.x + (self.width - width) / 2, self.y + (self.height - height) / 2, width, height)


Sides = tuple[Callable[[Box], None], Callable[[Box], None]]
"""How the front and the back of a card are drawn into their places."""


class Paper:
    """Pages to draw on. The same drawing gives the same bytes."""

    def __init__(self, title: str) -> None:
        self._bytes = io.BytesIO()
        self._canvas = Canvas(self._bytes, pagesize=A4, invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Bankhalter")

    def next_page(self) -> None:
        self._canvas.showPage()

    def finished(self) -> bytes:
        self._canvas.save()
        return self._bytes.getvalue()

    def rectangle(
        self, box: Box, *, fill: str | None = None, line: str | None = HAIR, width: float = THIN_MM, radius: float = 0.0
    ) -> None:
        self._pens(fill, line, width)
        x, y = self._point(box.x, box.y + box.height)
        drawn = {"stroke": line is not None, "fill": fill is not None}
        self._canvas.roundRect(x, y, box.width * mm, box.height * mm, radius * mm, **drawn)

    @contextmanager
    def within(self, box: Box, radius: float = 0.0) -> Iterator[None]:
        """Whatever is drawn meanwhile is cut off at the edge of a place."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        x, y = self._point(box.x, box.y + box.height)
        path.roundRect(x, y, box.width * mm, box.height * mm, radius * mm)
        self._canvas.clipPath(path, stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    @contextmanager
    def turned(self, box: Box) -> Iterator[Box]:
        """What is drawn into the place that this gives, as wide as `box` is high, lies in `box` on its side."""
        upright = box.middle(box.height, box.width)
        x, y = self._point(box.x + box.width / 2, box.y + box.height / 2)
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.rotate(90)
        self._canvas.translate(-x, -y)
        yield upright
        self._canvas.restoreState()

    def picture(self, box: Box, picture: Picture) -> None:
        """A picture as large as its place allows, in the middle of it."""
        if isinstance(picture, Drawing):
            self._drawing(box, picture)
            return
        image = ImageReader(io.BytesIO(picture.png))
        wide, high = image.getSize()
        scale = min(box.width / wide, box.height / high)
        place = box.middle(wide * scale, high * scale)
        x, y = self._point(place.x, place.y + place.height)
        self._canvas.drawImage(image, x, y, place.width * mm, place.height * mm, mask="auto")

    def _drawing(self, box: Box, drawing: Drawing) -> None:
        scale = min(box.width / drawing.width, box.height / drawing.height)
        place = box.middle(drawing.width * scale, drawing.height * scale)
        canvas = self._canvas
        canvas.saveState()
        canvas.setLineCap(ROUND)
        canvas.setLineJoin(ROUND)
        for shape in drawing.shapes:
            path = canvas.beginPath()
            for kind, points in steps_of(shape.d):
                figures = [
                    figure
                    for x, y in points
                    for figure in self._point(place.x + (x - drawing.x) * scale, place.y + (y - drawing.y) * scale)
                ]
                getattr(path, STROKES[kind])(*figures)
            self._pens(shape.fill, shape.line, shape.width * scale)
            canvas.drawPath(path, stroke=shape.line is not None, fill=shape.fill is not None)
        canvas.restoreState()

    def circle(self, x: float, y: float, radius: float, *, fill: str | None = None, line: str | None = HAIR) -> None:
        self._pens(fill, line)
        self._canvas.circle(*self._point(x, y), radius * mm, stroke=line is not None, fill=fill is not None)

    def polygon(self, points: Sequence[tuple[float, float]], fill: str) -> None:
        self._pens(fill, None)
        path = self._canvas.beginPath()
        path.moveTo(*self._point(*points[0]))
        for point in points[1:]:
            path.lineTo(*self._point(*point))
        path.close()
        self._canvas.drawPath(path, stroke=0, fill=1)

    def line(self, x: float, y: float, to_x: float, to_y: float, colour: str = HAIR, width: float = THIN_MM) -> None:
        """A line, thin unless a `width` (mm) is given."""
        self._pens(None, colour, width)
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

    def lines(self, text: str, font: str, points: float, width: float) -> list[str]:
        return list(simpleSplit(text, font, points, width * mm))

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

    def _pens(self, fill: str | None, line: str | None, width: float = THIN_MM) -> None:
        self._canvas.setLineWidth(width * mm)
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


def in_rows(paper: Paper, things: Iterable[Thing], width: float, height: float) -> Iterator[tuple[Thing, Box]]:
    """Each thing with its place; begins pages as they fill up."""
    columns = int((WIDTH_MM - 2 * MARGIN_MM) // width)
    rows = int((BOTTOM_MM - TOP_MM) // height)
    left = (WIDTH_MM - columns * width) / 2
    above = TOP_MM + (BOTTOM_MM - TOP_MM - rows * height) / 2
    for number, thing in enumerate(things):
        at = number % (columns * rows)
        if number and at == 0:
            paper.next_page()
        row, column = divmod(at, columns)
        yield thing, Box(left + column * width, above + row * height, width, height)
