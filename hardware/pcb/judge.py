"""Tells as JSON what KiCad thinks of the committed board and which net each of its pads has. Debian's Python."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

import pcbnew

from hardware.pcb import finish


def main(arguments: Sequence[str]) -> int:
    """Judge the board at the path given; returns the exit code."""
    board = pcbnew.LoadBoard(arguments[0])
    pads = {f"{each.GetParent().GetReference()}.{each.GetNumber()}": each.GetNetname() for each in board.GetPads()}
    tracks = [(each.GetNetname(), pcbnew.ToMM(each.GetWidth())) for each in board.GetTracks()]
    narrowest: dict[str, float] = {}
    for net, width_mm in tracks:
        narrowest[net] = min(narrowest.get(net, width_mm), width_mm)
    box = board.GetBoardEdgesBoundingBox()
    size_mm = [round(pcbnew.ToMM(each), 1) for each in (box.GetWidth(), box.GetHeight())]
    shown = {"findings": finish.findings(board), "pads": pads, "narrowest_mm": narrowest, "size_mm": size_mm}
    print("\n" + json.dumps(shown))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
