"""Pictures on paper: drawings of outlines, and photographs as PNG, each put into a place without being distorted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias


class NoPicture(ValueError):
    """A file is not a picture that can be printed; the message says why."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One outline (`d`, as in SVG) with its colours (`#rrggbb`), None for none; `width` of the line in units of `d`."""

    d: str
    fill: str | None = None
    line: str | None = None
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes, the first lowest, in a field that begins at (`x`, `y`) and is `width` by `height` units large."""

    shapes: tuple[Shape, ...]
    x: float = -10.0
    y: float = -10.0
    width: float = 20.0
    height: float = 20.0


@dataclass(frozen=True, slots=True)
class Photograph:
    """The bytes of a PNG file."""

    png: bytes


Picture: TypeAlias = Drawing | Photograph
Pictures: TypeAlias = Mapping[str, Picture]
"""A family's own pictures: of spaces (`space.7`) and of the backs of cards (`deck.chance`)."""

NO_PICTURES: Pictures = MappingProxyType({})
