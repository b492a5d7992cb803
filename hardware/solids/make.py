"""Writes every solid as STL, for printing, as STEP, for changing, and all on one picture.

`python -m hardware.solids.make FOLDER`; in a process of its own, since CadQuery's kernel is big and slow to load.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cadquery as cq

from hardware import board
from hardware.solids import boxes, picture
from hardware.solids.board import holder, piece_base, piece_figure, tile

COARSENESS_MM = 0.05


def solids(sizes: board.Sizes) -> Mapping[str, Any]:
    """Everything that is printed, by file name."""
    return {
        "tile": tile(sizes, sizes.space_pitch_mm),
        "tile-corner": tile(sizes, sizes.corner_mm, sizes.corner_shift_mm),
        "holder": holder(sizes),
        "piece-base": piece_base(sizes),
        "piece-figure": piece_figure(sizes),
        "console-panel": boxes.panel(),
        "console-box": boxes.box(),
        "node-tray": boxes.tray(),
    }


def main(arguments: Sequence[str]) -> int:
    """Write them all into a folder; returns the exit code."""
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    made = solids(board.read())
    (folder / "solids.svg").write_text(picture.sheet(made), encoding="utf-8")
    for name, solid in made.items():
        cq.exporters.export(solid, str(folder / f"{name}.stl"), tolerance=COARSENESS_MM)
        cq.exporters.export(solid, str(folder / f"{name}.step"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
