"""All solids on one sheet, as lines, seen from above and a little from the front."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import cadquery as cq

from hardware.sheet.pen import FONT, INK

CELL_WIDTH, CELL_HEIGHT, COLUMNS, MARGIN = 330, 280, 4, 24
TURN, TILT = 28, -58
CAPTIONS = {
    "tile": "tile, upside down: reader rails",
    "tile-corner": "corner tile, upside down",
    "holder": "holder for a wooden plate",
    "piece-base": "foot of a piece, tag pocket",
    "piece-figure": "figure, glued over the tag",
    "console-panel": "console: five buttons, display",
    "console-box": "console: box",
    "node-tray": "tray for the node",
    "tile-used": "tile as it is used: recess, window",
}
PATH = re.compile(r'<path d="([^"]*)"')
COMMENT = re.compile(r"<!--.*?-->|<g +stroke=\"rgb\(160,160,160\)\".*?</g>", re.DOTALL)


def sheet(solids: Mapping[str, Any]) -> str:
    """The sheet as SVG."""
    shown = {**solids, "tile-used": solids["tile"].rotate((0, 0, 0), (1, 0, 0), 180)}
    rows = -(-len(shown) // COLUMNS)
    width, height = COLUMNS * CELL_WIDTH, rows * CELL_HEIGHT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="{FONT}">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for place, (name, solid) in enumerate(shown.items()):
        x, y = place % COLUMNS * CELL_WIDTH, place // COLUMNS * CELL_HEIGHT
        words = f'<text x="{CELL_WIDTH / 2:g}" y="{CELL_HEIGHT - 12}" text-anchor="middle" font-size="15" fill="{INK}">'
        lines += [f'<g transform="translate({x},{y})">', drawing(solid), f"{words}{CAPTIONS[name]}</text>", "</g>"]
    return "\n".join([*lines, "</svg>", ""])


def drawing(solid: Any) -> str:
    """The lines of one solid, as large as its cell allows."""
    turned = solid.rotate((0, 0, 0), (0, 0, 1), TURN).rotate((0, 0, 0), (1, 0, 0), TILT)
    options = {
        "projectionDir": (0, 0, 1),
        "width": CELL_WIDTH,
        "height": CELL_HEIGHT - 30,
        "marginLeft": MARGIN,
        "marginTop": MARGIN,
        "showAxes": False,
        "showHidden": False,
    }
    plotted = cq.exporters.getSVG(turned.val(), options)
    body = plotted[plotted.index("<g transform") : plotted.rindex("</svg>")]
    return centred(COMMENT.sub("", re.sub(r"(\.\d{2})\d+", r"\1", body)))


def centred(body: str) -> str:
    """The lines moved into the middle of their cell, since CadQuery begins at its top left corner."""
    scale = float(re.findall(r"scale\((-?[\d.]+)", body)[0])
    places = [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", "".join(PATH.findall(body)))]
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    low, high = min(y for _, y in places), max(y for _, y in places)
    across, down = CELL_WIDTH / 2 - scale * (left + right) / 2, (CELL_HEIGHT - 30) / 2 + scale * (low + high) / 2
    moved = f'<g transform="translate({across:.2f},{down:.2f}) scale({scale:.2f},{-scale:.2f})"'
    return re.sub(r'<g transform="scale[^"]*"', moved, body, count=1)
