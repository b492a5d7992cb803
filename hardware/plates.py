"""Plates for a laser cutter: the board is a ring of four alike plates, each a corner and its spaces up to the next.

Red is cut through, blue is a thin line, grey is engraved as deep as the recess, or cut from a sheet of that thickness
which is glued on. One unit is one millimetre. The plate's outer edge is the lower one and its corner is at the right:
whoever stands before it sees pieces go from right to left.
"""

from __future__ import annotations

from hardware.board import SIDES, Sizes

MARGIN_MM = 5.0
CUT, SCORE, ENGRAVE = "#ff0000", "#0000ff", "#999999"


def side_plate(sizes: Sizes, spaces: int) -> str:
    """One plate as SVG in its true size."""
    length, depth = sizes.side_plate_mm(spaces), sizes.space_depth_mm
    indexes = range(spaces // SIDES)
    width, height = length + 2 * MARGIN_MM, depth + 2 * MARGIN_MM
    box = f"{-MARGIN_MM:g} {-MARGIN_MM:g} {width:g} {height:g}"
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" viewBox="{box}">',
        f'<g id="engrave" fill="{ENGRAVE}" stroke="none">',
        *(recess(sizes, spaces, index) for index in indexes),
        "</g>",
        f'<g id="score" fill="none" stroke="{SCORE}" stroke-width="0.1">',
        *(border(sizes, spaces, index) for index in indexes if index),
        "</g>",
        f'<g id="cut" fill="none" stroke="{CUT}" stroke-width="0.1">',
        *(window(sizes, spaces, index) for index in indexes),
        *(screw(sizes, x, y) for x, y in screws(sizes, spaces)),
        f'<rect x="0" y="0" width="{length:g}" height="{depth:g}"/>',
        "</g>",
        "</svg>",
        "",
    ])  # fmt: skip


def middle_mm(sizes: Sizes, spaces: int, index: int) -> float:
    """Where the middle of a space is, from the left end of the plate."""
    return sizes.side_plate_mm(spaces) - sizes.along_mm(index)


def recess(sizes: Sizes, spaces: int, index: int) -> str:
    """Where the piece stands: above the middle of its reader."""
    radius = sizes.recess_diameter_mm / 2
    return f'<circle cx="{middle_mm(sizes, spaces, index):g}" cy="{sizes.space_depth_mm / 2:g}" r="{radius:g}"/>'


def border(sizes: Sizes, spaces: int, index: int) -> str:
    """The line between a space and the one before it."""
    x = middle_mm(sizes, spaces, index) + sizes.space_pitch_mm / 2
    return f'<path d="M{x:g} 0V{sizes.space_depth_mm:g}"/>'


def window(sizes: Sizes, spaces: int, index: int) -> str:
    """The hole above the pixel of a space, near the outer edge."""
    x = middle_mm(sizes, spaces, index) - sizes.window_mm / 2
    y = sizes.space_depth_mm - sizes.window_from_edge_mm - sizes.window_mm / 2
    return f'<rect x="{x:g}" y="{y:g}" width="{sizes.window_mm:g}" height="{sizes.window_mm:g}"/>'


def screw(sizes: Sizes, x: float, y: float) -> str:
    """A hole for a screw."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{sizes.screw_mm / 2:g}"/>'


def screws(sizes: Sizes, spaces: int) -> list[tuple[float, float]]:
    """Two at each end and at every third border, as far from the antennas as the plate allows."""
    per_side, inset = spaces // SIDES, sizes.screw_from_edge_mm
    last = sizes.side_plate_mm(spaces) - inset
    borders = [middle_mm(sizes, spaces, index) + sizes.space_pitch_mm / 2 for index in range(3, per_side - 1, 3)]
    columns = [inset, *borders, last]
    return [(x, y) for x in columns for y in (inset, sizes.space_depth_mm - inset)]
