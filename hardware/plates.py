"""Plates for a laser cutter: the board is a ring of four identical plates, each a corner and its spaces up to the next.

Red is cut through, blue is a thin line, grey is engraved as deep as the recess, or cut from a sheet of that thickness
which is glued on. One unit is one millimetre. The plate's outer edge is the lower one and its corner is at the right:
seen from there, pieces go from right to left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.board import SIDES, Sizes

MARGIN_MM = 5.0
CUT, SCORE, ENGRAVE = "#ff0000", "#0000ff", "#999999"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a side's plate: its spaces from `first` to before `end`, and where it is on the whole plate."""

    first: int
    end: int
    left_mm: float
    right_mm: float

    @property
    def width_mm(self) -> float:
        """How long it is."""
        return self.right_mm - self.left_mm


def whole(sizes: Sizes, spaces: int) -> Part:
    """A plate in one piece."""
    return Part(0, spaces // SIDES, 0.0, sizes.side_plate_mm(spaces))


def halves(sizes: Sizes, spaces: int) -> tuple[Part, Part]:
    """The same in two, for a laser of 400 mm: cut between two spaces, the corner in the first one."""
    plate, cut = whole(sizes, spaces), spaces // SIDES // 2
    at_mm = middle_mm(sizes, spaces, cut) + sizes.space_pitch_mm / 2
    return Part(0, cut, at_mm, plate.right_mm), Part(cut, plate.end, 0.0, at_mm)


def side_plate(sizes: Sizes, spaces: int, part: Part | None = None) -> str:
    """One plate, or a part of it, as SVG in its true size."""
    part = part or whole(sizes, spaces)
    middles = [middle_mm(sizes, spaces, index) - part.left_mm for index in range(part.first, part.end)]
    return drawing(
        (part.width_mm, sizes.space_depth_mm),
        engraved=[recess(sizes, x, sizes.space_depth_mm / 2) for x in middles],
        scored=[border(sizes, x) for x in middles[1:]],
        cut=[
            *(window(sizes, x) for x in middles),
            *(screw(sizes, x, y) for x, y in screws(sizes, spaces, part)),
        ],
    )


def second_plate(sizes: Sizes) -> str:
    """The plate inside the ring above the second reader of a corner; it is glued, screws would be too near."""
    middle = sizes.second_plate_mm / 2
    return drawing((sizes.second_plate_mm,) * 2, engraved=[recess(sizes, middle, middle)], scored=[], cut=[])


def drawing(size_mm: tuple[float, float], engraved: Sequence[str], scored: Sequence[str], cut: Sequence[str]) -> str:
    """A plate of that size with what is done to it."""
    width, height = size_mm[0] + 2 * MARGIN_MM, size_mm[1] + 2 * MARGIN_MM
    box = f"{-MARGIN_MM:g} {-MARGIN_MM:g} {width:g} {height:g}"
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" viewBox="{box}">',
        f'<g id="engrave" fill="{ENGRAVE}" stroke="none">',
        *engraved,
        "</g>",
        f'<g id="score" fill="none" stroke="{SCORE}" stroke-width="0.1">',
        *scored,
        "</g>",
        f'<g id="cut" fill="none" stroke="{CUT}" stroke-width="0.1">',
        *cut,
        f'<rect x="0" y="0" width="{size_mm[0]:g}" height="{size_mm[1]:g}"/>',
        "</g>",
        "</svg>",
        "",
    ])  # fmt: skip


def middle_mm(sizes: Sizes, spaces: int, index: int) -> float:
    """Where the middle of a space is, from the left end of the plate."""
    return sizes.side_plate_mm(spaces) - sizes.along_mm(index)


def recess(sizes: Sizes, x: float, y: float) -> str:
    """Where the piece stands: above the middle of its reader."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{sizes.recess_diameter_mm / 2:g}"/>'


def border(sizes: Sizes, middle: float) -> str:
    """The line between a space and the one before it."""
    return f'<path d="M{middle + sizes.space_pitch_mm / 2:g} 0V{sizes.space_depth_mm:g}"/>'


def window(sizes: Sizes, middle: float) -> str:
    """The hole above the pixel of a space, near the outer edge."""
    x = middle - sizes.window_mm / 2
    y = sizes.space_depth_mm - sizes.window_from_edge_mm - sizes.window_mm / 2
    return f'<rect x="{x:g}" y="{y:g}" width="{sizes.window_mm:g}" height="{sizes.window_mm:g}"/>'


def screw(sizes: Sizes, x: float, y: float) -> str:
    """A hole for a screw."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{sizes.screw_mm / 2:g}"/>'


def screws(sizes: Sizes, spaces: int, part: Part) -> list[tuple[float, float]]:
    """Two at each end and at every third border, as far from the antennas as the plate allows."""
    inset = sizes.screw_from_edge_mm
    thirds = (index for index in range(3, spaces // SIDES - 1, 3) if part.first < index < part.end)
    borders = [middle_mm(sizes, spaces, index) + sizes.space_pitch_mm / 2 - part.left_mm for index in thirds]
    columns = [inset, *borders, part.width_mm - inset]
    return [(x, y) for x in columns for y in (inset, sizes.space_depth_mm - inset)]
