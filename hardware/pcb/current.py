"""Whether the committed board was made from what the folder holds now; needs no KiCad."""

from __future__ import annotations

import hashlib
from pathlib import Path

from hardware import parts

FOLDER = Path(__file__).resolve().parent
GENERATED = FOLDER.parent / "generated"
BOARD, NOTE = GENERATED / "side.kicad_pcb", GENERATED / "side.kicad_pcb.made-from"
MADE_BY = ("places.py", "place.py", "router.py", "finish.py", "make.py")


def is_current() -> bool:
    """Whether regenerating the board would change nothing but its date."""
    return BOARD.exists() and NOTE.exists() and NOTE.read_text(encoding="utf-8") == digest()


def digest() -> str:
    """What the board is made from, in a line: its netlist, its footprints, and our own sources."""
    made_from = hashlib.sha256()
    for path in (GENERATED / "side.json", parts.PARTS, *(FOLDER / name for name in MADE_BY)):
        made_from.update(path.read_bytes())
    return made_from.hexdigest() + "\n"
