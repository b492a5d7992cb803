"""Places, routes and pours the board, lets KiCad judge it, and saves it with a note of what it was made from.

Runs in Debian's Python: `PYTHONPATH=. /usr/bin/python3 -m hardware.pcb.make`.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import Any

from hardware import parts
from hardware.circuit.netlist import Netlist, load
from hardware.pcb import finish, place, places
from hardware.pcb.current import BOARD, GENERATED, NOTE, digest, is_current
from hardware.pcb.router import Field, Ground, Net, NotRouted, Pad, Router

WIDE_NETS = ("3V3", "5V", "5V_IN")
EDGE_NODES = 2


def main() -> int:
    """Make the board unless it is current; returns the exit code."""
    if is_current():
        print("side.kicad_pcb is current")
        return 0
    try:
        board = finish.filled(routed(load(GENERATED / "side.json")), BOARD)
    except (places.NoPlace, NotRouted) as wrong:
        print(wrong, file=sys.stderr)
        return 1
    errors = [f"{kind}: {sentence}" for kind, sentence, severity in finish.findings(board) if severity == "error"]
    for sentence in errors:
        print(sentence, file=sys.stderr)
    NOTE.write_text("" if errors else digest(), encoding="utf-8")
    return int(bool(errors))


def routed(netlist: Netlist) -> Any:
    """The board with its copper, but for the pours' filling; raises NoPlace or NotRouted."""
    board = place.unrouted(netlist, parts.read())
    field = Field(
        columns=int(places.WIDTH_MM / places.GRID_MM) + 1,
        rows=int(places.HEIGHT_MM / places.GRID_MM) + 1,
        grid_mm=places.GRID_MM,
        edge=EDGE_NODES,
    )
    pads = finish.pads(board)
    ground = Ground(field, pads, finish.POWER_MM)
    nets = [Net(name, found, ground, wide=name in WIDE_NETS) for name, found in by_net(pads).items() if len(found) > 1]
    Router(ground, nets).run()
    for net in nets:
        finish.add_copper(board, field, net)
    finish.add_pours(board)
    return board


def by_net(pads: list[Pad]) -> dict[str, list[Pad]]:
    """The pads of each net, in the order of their places, so that every run routes alike."""
    found: defaultdict[str, list[Pad]] = defaultdict(list)
    for pad in sorted(pads, key=lambda each: (each.net, each.x_mm, each.y_mm)):
        if pad.net:
            found[pad.net].append(pad)
    return dict(found)


if __name__ == "__main__":
    sys.exit(main())
