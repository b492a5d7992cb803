"""Draws estimates, spreads and curves as SVG, as wide as a phone; wider screens enlarge them a little.

Drawing them here, with four kinds of lines, means that the page needs no library and no network. Colours are classes
of `style.css`; tables below the drawings contain their figures, so drawings are hidden from screen readers.
"""

import math
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from hub.features.laboratory.page.texts import Bilingual
from hub.simulation.statistics import Estimate, Spread

WIDTH, MARGIN = 360, 12
LEFT, RIGHT = MARGIN, WIDTH - MARGIN
ROW, BELOW = 40, 22
HEIGHT = 200
"""The height of the area in which curves are drawn."""

CURVES_LEFT = 46
TICKS = 4

Format = Callable[[float], Bilingual]


class Row(Struct, frozen=True):
    """A line of a drawing: its name, figure and colour."""

    label: Bilingual
    found: Estimate | Spread | None
    colour: str


class Curve(Struct, frozen=True):
    """Points from left to right, and the colour that the legend names."""

    points: Sequence[tuple[float, float]]
    colour: str


class Scale(Struct, frozen=True):
    """Where a figure is drawn: from `low` at `first` to `high` at `last`, with marks every `step`."""

    low: float
    high: float
    step: float
    first: float = LEFT
    last: float = RIGHT

    def at(self, value: float) -> float:
        """Where a figure is drawn; figures outside the range are drawn at the edge."""
        part = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return round(self.first + part * (self.last - self.first), 1)

    @property
    def marks(self) -> list[float]:
        """The figures that label the axis."""
        return [self.low + self.step * at for at in range(round((self.high - self.low) / self.step) + 1)]


def scale(low: float, high: float, first: float = LEFT, last: float = RIGHT) -> Scale:
    """A scale of round figures that holds both."""
    if high <= low:
        high = low + 1
    rough = (high - low) / TICKS
    ten = 10.0 ** math.floor(math.log10(rough))
    step = next(step for step in (ten, 2 * ten, 5 * ten, 10 * ten) if step >= rough)
    return Scale(math.floor(low / step) * step, math.ceil(high / step) * step, step, first, last)


def rows_drawn(rows: Sequence[Row], form: Format, reference: float | None = None) -> str:
    """One line each: the figure as a point with its interval, or a spread as a box; a dashed line at a `reference`."""
    known = [value for row in rows for value in _values(row.found)] + ([] if reference is None else [reference])
    if not known:
        return ""
    across = scale(min(0.0, *known), max(known))
    height = ROW * len(rows)
    parts = [*_marks(across, height, form)]
    if reference is not None:
        parts.append(_line(across.at(reference), 0, across.at(reference), height, "reference"))
    for at, row in enumerate(rows):
        parts += _row(row, at * ROW, across, form)
    return _svg("".join(parts), height + BELOW)


def curves_drawn(curves: Sequence[Curve], form: Format, most: float | None = None) -> str:
    points = [point for curve in curves for point in curve.points]
    across = scale(0, max(x for x, _ in points), CURVES_LEFT, RIGHT)
    up = scale(0, most if most is not None else max(y for _, y in points), HEIGHT, 8)
    parts = [
        f"{_line(CURVES_LEFT, up.at(mark), RIGHT, up.at(mark), 'grid')}"
        f'<text class="mark" x="{CURVES_LEFT - 6}" y="{up.at(mark) + 4}" text-anchor="end">{form(mark).svg}</text>'
        for mark in up.marks
    ]
    parts += [
        f'<text class="mark" x="{across.at(mark)}" y="{HEIGHT + 17}" text-anchor="middle">{mark:.0f}</text>'
        for mark in across.marks
    ]
    for curve in curves:
        path = " ".join(f"{across.at(x)},{up.at(y)}" for x, y in curve.points)
        parts.append(f'<polyline class="curve {curve.colour}" points="{path}"/>')
    return _svg("".join(parts), HEIGHT + BELOW)


def _values(found: Estimate | Spread | None) -> list[float]:
    if found is None:
        return []
    values = (found.tenth, found.nine_tenths) if isinstance(found, Spread) else (found.low, found.value, found.high)
    return [value for value in values if math.isfinite(value)]


def _marks(across: Scale, height: int, form: Format) -> Iterator[str]:
    for mark in across.marks:
        x = across.at(mark)
        anchor = "start" if x <= LEFT else "end" if x >= RIGHT else "middle"
        yield _line(x, 0, x, height, "zero" if mark == 0 else "grid")
        yield f'<text class="mark" x="{x}" y="{height + 17}" text-anchor="{anchor}">{form(mark).svg}</text>'


def _row(row: Row, top: int, across: Scale, form: Format) -> Iterator[str]:
    y, found = top + 28, row.found
    yield f'<text class="label" x="{LEFT + 5}" y="{top + 15}">{row.label.svg}</text>'
    if found is None:
        return
    value = found.middle if isinstance(found, Spread) else found.value
    yield f'<text class="value" x="{RIGHT}" y="{top + 15}" text-anchor="end">{form(value).svg}</text>'
    if isinstance(found, Spread):
        left, right = across.at(found.quarter), across.at(found.three_quarters)
        yield _line(across.at(found.tenth), y, across.at(found.nine_tenths), y, f"interval {row.colour}")
        yield (
            f'<rect class="box {row.colour}" x="{left}" y="{y - 6}" width="{round(max(1, right - left), 1)}" '
            'height="12" rx="2"/>'
        )
        yield _line(across.at(value), y - 8, across.at(value), y + 8, "middle")
    else:
        yield _line(across.at(found.low), y, across.at(found.high), y, f"interval {row.colour}")
        yield f'<circle class="point {row.colour}" cx="{across.at(value)}" cy="{y}" r="5"/>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def _svg(content: str, height: int) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" aria-hidden="true" focusable="false">{content}</svg>'
