"""Outlines as SVG writes them (the `d` of a path), read into straight lines and curves for paper.

Pages and paper share their signs this way: `M-8 0H6M0-6 6 0 0 6` is drawn by a browser and by `Paper.drawing`.
"""

import math
import re
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]

BETWEEN = re.compile(r"[\s,]*")
LETTER = re.compile(r"[MmLlHhVvCcSsQqTtAaZz]")
FIGURE = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
FLAG = re.compile(r"[01]")
FIGURES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
FLAGS = (3, 4)
"""Which figures of an arc are flags: nothing need stand between them."""

STEPS_MAXIMUM = 20_000
"""No sign has more; a drawing by somebody else must not keep the printer busy."""


class PenStep(NamedTuple):
    """One step of the pen: to a new beginning, along a line, along a curve (two handles and its end), or back."""

    kind: Literal["move", "line", "curve", "close"]
    points: tuple[Point, ...] = ()


class NoOutline(ValueError):
    """A text is no outline; the message is what is wrong with it."""


@cache
def steps_of(d: str) -> tuple[PenStep, ...]:
    """The steps of an outline, all of them absolute. Raises NoOutline."""
    pen, found = _Pen(), []
    for letter, figures in _commands(d):
        found += pen.draw(letter, figures)
        if len(found) > STEPS_MAXIMUM:
            raise NoOutline("an outline has too many steps")
    return tuple(found)


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with as many figures as it takes; further figures repeat it, as SVG has it."""
    at, letter = _after(BETWEEN, d, 0), ""
    while at < len(d):
        found = LETTER.match(d, at)
        if found is None and letter in ("", "Z", "z"):
            raise NoOutline(f"an outline has no {d[at]!r} there")
        if found is not None:
            letter, at = found.group(), found.end()
        figures = []
        for place in range(FIGURES[letter.upper()]):
            at = _after(BETWEEN, d, at)
            number = (FLAG if letter in "Aa" and place in FLAGS else FIGURE).match(d, at)
            if number is None:
                raise NoOutline(f"{letter} takes {FIGURES[letter.upper()]} figures")
            figures.append(float(number.group()))
            at = number.end()
        yield letter, figures
        letter = {"M": "L", "m": "l"}.get(letter, letter)
        at = _after(BETWEEN, d, at)


def _after(pattern: re.Pattern[str], d: str, at: int) -> int:
    found = pattern.match(d, at)
    return at if found is None else found.end()


class _Pen:
    """Where the pen is, where its line began, and the last handle, which some curves go on from."""

    def __init__(self) -> None:
        self.at: Point = (0.0, 0.0)
        self.began: Point = (0.0, 0.0)
        self.handle: Point | None = None
        self.cubic = False

    def draw(self, letter: str, figures: list[float]) -> list[PenStep]:
        kind, relative = letter.upper(), letter.islower()
        if kind == "Z":
            self.at, self.handle = self.began, None
            return [PenStep("close")]
        if kind == "A":
            return self._arc(figures, relative)
        if kind in "HV":
            x, y = self.at if not relative else (0.0, 0.0)
            figures = [figures[0], y] if kind == "H" else [x, figures[0]]
        points = self._points(figures, relative)
        if kind in "CSQT":
            return [self._curve(kind, points)]
        self.at, self.handle = points[0], None
        if kind == "M":
            self.began = self.at
        return [PenStep("move" if kind == "M" else "line", (self.at,))]

    def _points(self, figures: list[float], relative: bool) -> list[Point]:
        dx, dy = self.at if relative else (0.0, 0.0)
        return [(x + dx, y + dy) for x, y in zip(figures[::2], figures[1::2], strict=True)]

    def _curve(self, kind: str, points: list[Point]) -> PenStep:
        start, cubic = self.at, kind in "CS"
        if kind in "ST":
            (x, y), handle = start, self.handle if self.handle and self.cubic == cubic else start
            points = [(2 * x - handle[0], 2 * y - handle[1]), *points]
        self.at, self.handle, self.cubic = points[-1], points[-2], cubic
        if cubic:
            return PenStep("curve", tuple(points))
        (qx, qy), end = points
        first = (start[0] + (qx - start[0]) * 2 / 3, start[1] + (qy - start[1]) * 2 / 3)
        second = (end[0] + (qx - end[0]) * 2 / 3, end[1] + (qy - end[1]) * 2 / 3)
        return PenStep("curve", (first, second, end))

    def _arc(self, figures: list[float], relative: bool) -> list[PenStep]:
        start = self.at
        end = self._points(figures[5:], relative)[0]
        self.at, self.handle = end, None
        radii = (abs(figures[0]), abs(figures[1]))
        if start == end or not all(radii):
            return [PenStep("line", (end,))]
        return list(_arc(start, end, radii, math.radians(figures[2]), figures[3] != 0, figures[4] != 0))


def _arc(start: Point, end: Point, radii: Point, turned: float, large: bool, onward: bool) -> Iterator[PenStep]:
    """An arc of an ellipse as curves of at most a quarter each (SVG 1.1, F.6.5)."""
    cos, sin = math.cos(turned), math.sin(turned)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = cos * dx + sin * dy, cos * dy - sin * dx
    far = (x / radii[0]) ** 2 + (y / radii[1]) ** 2
    rx, ry = (radius * max(1.0, math.sqrt(far)) for radius in radii)
    root = math.sqrt(max(0.0, 1 / far - 1)) * (1 if large != onward else -1)
    u, v = root * rx * y / ry, -root * ry * x / rx
    first = math.atan2((y - v) / ry, (x - u) / rx)
    sweep = (math.atan2((-y - v) / ry, (-x - u) / rx) - first) % (2 * math.pi)
    sweep -= 0 if onward else 2 * math.pi
    middle = ((start[0] + end[0]) / 2 + cos * u - sin * v, (start[1] + end[1]) / 2 + sin * u + cos * v)

    def at(along: float, across: float) -> Point:
        across, along = ry * across, rx * along
        return middle[0] + cos * along - sin * across, middle[1] + sin * along + cos * across

    count = max(1, math.ceil(abs(sweep) / (math.pi / 2) - 1e-9))
    part = sweep / count
    reach = 4 / 3 * math.tan(part / 4)
    for number in range(count):
        a, b = first + number * part, first + (number + 1) * part
        one = at(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a))
        other = at(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b))
        yield PenStep("curve", (one, other, at(math.cos(b), math.sin(b))))
