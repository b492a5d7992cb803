"""Drawings of outlines, which SVG files by anybody are read into: outlines and plain colours, and nothing else.

A drawing holds no part of the file, so whatever else a file has never reaches paper or page; what could not be drawn
is refused rather than left out, since half a picture is no picture.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias
from xml.etree import ElementTree as ET

from msgspec import Struct

from hub.pictures.outline import NoOutline, PenStep, Point, steps_of

LENGTH_MAXIMUM, SHAPES_MAXIMUM, DEPTH_MAXIMUM = 200_000, 1_000, 30
SIZE_MAXIMUM = 100_000.0
QUIET = frozenset({"title", "desc", "metadata"})
NAMES: Mapping[str, str] = {
    "black": "#000000", "white": "#ffffff", "red": "#ff0000", "green": "#008000", "blue": "#0000ff",
    "yellow": "#ffff00", "orange": "#ffa500", "purple": "#800080", "brown": "#a52a2a", "pink": "#ffc0cb",
    "gray": "#808080", "grey": "#808080", "gold": "#ffd700", "navy": "#000080", "teal": "#008080",
    "currentcolor": "#000000", "silver": "#c0c0c0", "maroon": "#800000", "lime": "#00ff00", "cyan": "#00ffff",
}  # fmt: skip
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?")
CHANGE = re.compile(r"\s*(translate|scale|rotate|matrix)\s*\(([^()]*)\)\s*,?")


class NoPicture(ValueError):
    """A file is not a picture that can be printed; the message says why."""


class Shape(Struct, frozen=True):
    """One outline (`d`, as in SVG) with its colours (`#rrggbb`), None for none; `width` of the line in units of `d`."""

    d: str
    fill: str | None = None
    line: str | None = None
    width: float = 1.0


class Drawing(Struct, frozen=True):
    """Shapes, the first lowest, in a field that begins at (`x`, `y`) and is `width` by `height` units large."""

    shapes: tuple[Shape, ...]
    x: float = -10.0
    y: float = -10.0
    width: float = 20.0
    height: float = 20.0


class Photograph(Struct, frozen=True):
    """The bytes of a PNG file."""

    png: bytes


Picture: TypeAlias = Drawing | Photograph
Pictures: TypeAlias = Mapping[str, Picture]
"""A family's own pictures: of spaces (`space.7`) and of the backs of cards (`deck.chance`)."""

NO_PICTURES: Pictures = MappingProxyType({})


class Pose(NamedTuple):
    """Where a point goes: (a x + c y + e, b x + d y + f)."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def at(self, x: float, y: float) -> Point:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def of(self, inner: Pose) -> Pose:
        """First `inner`, then this."""
        (a, b), (c, d) = self._along(inner.a, inner.b), self._along(inner.c, inner.d)
        return Pose(a, b, c, d, *self.at(inner.e, inner.f))

    def _along(self, x: float, y: float) -> Point:
        return self.a * x + self.c * y, self.b * x + self.d * y


class Pens(NamedTuple):
    """The colours that hold where nothing else is said, as SVG begins."""

    fill: str | None = "#000000"
    line: str | None = None
    width: float = 1.0


def drawing_of(text: str) -> Drawing:
    """The drawing of an SVG file. Raises NoPicture."""
    if len(text) > LENGTH_MAXIMUM or "<!" in re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL):
        raise NoPicture("it is too large, or declares something")
    try:
        root = ET.fromstring(text)  # noqa: S314 what declares entities was refused above
    except (ET.ParseError, ValueError) as error:
        raise NoPicture("it is no SVG") from error
    if _name(root) != "svg":
        raise NoPicture("it is no SVG")
    field = _field(root)
    shapes = tuple(_shapes(root, Pose(), Pens(), 0))
    if not shapes or len(shapes) > SHAPES_MAXIMUM:
        raise NoPicture("it has no shapes, or too many")
    return Drawing(shapes, *field)


def _field(root: ET.Element) -> tuple[float, float, float, float]:
    box = root.get("viewBox")
    numbers = _numbers(box) if box else [0.0, 0.0, _length(root, "width"), _length(root, "height")]
    if len(numbers) != 4 or min(numbers[2:]) <= 0:
        raise NoPicture("it does not say how large it is")
    return numbers[0], numbers[1], numbers[2], numbers[3]


def _shapes(holder: ET.Element, pose: Pose, pens: Pens, depth: int) -> Iterator[Shape]:
    if depth > DEPTH_MAXIMUM:
        raise NoPicture("its groups lie too deep")
    for element in holder:
        name = _name(element)
        if name in QUIET:
            continue
        own_pose, own_pens = pose.of(_pose(element.get("transform", ""))), _pens(element, pens)
        if name == "g":
            yield from _shapes(element, own_pose, own_pens, depth + 1)
        else:
            yield _shape(name, element, own_pose, own_pens)


def _shape(name: str, element: ET.Element, pose: Pose, pens: Pens) -> Shape:
    try:
        steps = steps_of(_outline(name, element))
    except NoOutline as error:
        raise NoPicture(str(error)) from error
    spread = math.sqrt(abs(pose.a * pose.d - pose.b * pose.c))
    return Shape(" ".join(_written(step, pose) for step in steps), pens.fill, pens.line, pens.width * spread)


def _outline(name: str, element: ET.Element) -> str:
    """The `d` of any shape."""

    def at(*keys: str) -> list[float]:
        return [_length(element, key) for key in keys]

    if name == "path":
        return element.get("d", "")
    if name == "rect":
        x, y, width, height = at("x", "y", "width", "height")
        return f"M{x} {y}h{width}v{height}h{-width}Z"
    if name == "line":
        x, y, to_x, to_y = at("x1", "y1", "x2", "y2")
        return f"M{x} {y}L{to_x} {to_y}"
    if name in ("circle", "ellipse"):
        x, y = at("cx", "cy")
        rx, ry = at("r", "r") if name == "circle" else at("rx", "ry")
        return f"M{x - rx} {y}a{rx} {ry} 0 1 0 {2 * rx} 0a{rx} {ry} 0 1 0 {-2 * rx} 0Z"
    if name in ("polyline", "polygon"):
        points = " ".join(map(str, _numbers(element.get("points", ""))))
        return f"M{points}{'Z' if name == 'polygon' else ''}"
    raise NoPicture(f"it has a {name[:20]}, which cannot be printed")


def _written(step: PenStep, pose: Pose) -> str:
    points = [pose.at(x, y) for x, y in step.points]
    if not all(abs(number) <= SIZE_MAXIMUM for point in points for number in point):
        raise NoPicture("it is larger than any picture")
    letter = {"move": "M", "line": "L", "curve": "C", "close": "Z"}[step.kind]
    return letter + " ".join(f"{x:.4f} {y:.4f}" for x, y in points)


def _pens(element: ET.Element, pens: Pens) -> Pens:
    """What an element says of its colours, as attributes or in its style."""
    said = {key: value for key in ("fill", "stroke", "stroke-width") if (value := element.get(key)) is not None}
    for part in element.get("style", "").split(";"):
        key, _, value = part.partition(":")
        if key.strip() in ("fill", "stroke", "stroke-width"):
            said[key.strip()] = value.strip()
    fill = _colour(said["fill"]) if "fill" in said else pens.fill
    line = _colour(said["stroke"]) if "stroke" in said else pens.line
    width = _numbers(said["stroke-width"].removesuffix("px")) if "stroke-width" in said else [pens.width]
    if len(width) != 1 or not 0 <= width[0] <= SIZE_MAXIMUM:
        raise NoPicture("a line has no width")
    return Pens(fill, line, width[0])


def _colour(said: str) -> str | None:
    said = said.strip().lower()
    if said in ("none", "transparent"):
        return None
    if re.fullmatch(r"#[0-9a-f]{3}", said):
        return "#" + "".join(2 * digit for digit in said[1:])
    if re.fullmatch(r"#[0-9a-f]{6}", said):
        return said
    if said in NAMES:
        return NAMES[said]
    raise NoPicture(f"{said[:20]!r} is not a plain colour")


def _pose(said: str) -> Pose:
    pose, at = Pose(), 0
    while at < len(said.rstrip()):
        found = CHANGE.match(said, at)
        if found is None:
            raise NoPicture("a part of it is moved in a way that cannot be printed")
        pose, at = pose.of(_change(found[1], _numbers(found[2]))), found.end()
    return pose


def _change(name: str, by: list[float]) -> Pose:
    if name == "translate" and len(by) in (1, 2):
        return Pose(e=by[0], f=by[-1] if len(by) == 2 else 0.0)
    if name == "scale" and len(by) in (1, 2):
        return Pose(a=by[0], d=by[-1])
    if name == "rotate" and len(by) in (1, 3):
        cos, sin = math.cos(math.radians(by[0])), math.sin(math.radians(by[0]))
        turn = Pose(cos, sin, -sin, cos)
        return turn if len(by) == 1 else Pose(e=by[1], f=by[2]).of(turn).of(Pose(e=-by[1], f=-by[2]))
    if name == "matrix" and len(by) == 6:
        return Pose(*by)
    raise NoPicture("a part of it is moved in a way that cannot be printed")


def _length(element: ET.Element, key: str) -> float:
    numbers = _numbers(element.get(key, "0").strip().removesuffix("px"))
    if len(numbers) != 1:
        raise NoPicture(f"its {key} is not a number")
    return numbers[0]


def _numbers(text: str) -> list[float]:
    if len(NUMBER.sub("", text).replace(",", "").strip()):
        raise NoPicture("a number in it is none")
    found = [float(number) for number in NUMBER.findall(text)]
    if not all(abs(number) <= SIZE_MAXIMUM for number in found):
        raise NoPicture("it is larger than any picture")
    return found


def _name(element: ET.Element) -> str:
    """The name of an element without the address of its language."""
    return element.tag.rpartition("}")[2]
