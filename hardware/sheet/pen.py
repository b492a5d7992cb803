"""A pen that draws SVG; lengths in pixels, y downwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

FONT = "DejaVu Sans, Verdana, sans-serif"
INK = "#263238"
FAINT = "#90a4ae"


@dataclass(frozen=True, slots=True)
class Style:
    """How a text looks; `anchor` is start, middle or end."""

    size: float = 10
    colour: str = INK
    anchor: str = "start"
    bold: bool = False


class Pen:
    """Collects the elements of one drawing."""

    def __init__(self, width: float, height: float) -> None:
        self._elements = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-family="{FONT}">',
            f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>',
        ]

    def text(self, x: float, y: float, words: str, style: Style = Style()) -> None:  # noqa: B008, RUF100 - frozen
        """Words on a base line."""
        weight = ' font-weight="bold"' if style.bold else ""
        self._elements.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{style.size:g}" fill="{style.colour}"'
            f' text-anchor="{style.anchor}"{weight}>{escape(words)}</text>'
        )

    def line(self, points: Sequence[tuple[float, float]], colour: str = INK, width: float = 1.2) -> None:
        """A line through points."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._elements.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"/>')

    def shape(self, points: Sequence[tuple[float, float]], fill: str, colour: str) -> None:
        """A closed shape."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._elements.append(f'<polygon points="{path}" fill="{fill}" stroke="{colour}" stroke-width="1"/>')

    def box(
        self, corner: tuple[float, float], size: tuple[float, float], fill: str, colour: str, radius: float = 3
    ) -> None:
        """A rectangle with round corners."""
        (x, y), (width, height) = corner, size
        self._elements.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{radius:g}"'
            f' fill="{fill}" stroke="{colour}" stroke-width="1.2"/>'
        )

    def drawing(self) -> str:
        """The finished SVG."""
        return "\n".join([*self._elements, "</svg>"]) + "\n"
