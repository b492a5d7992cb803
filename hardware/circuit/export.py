"""Writes a checked circuit down: as our own records and as the netlist that KiCad reads, alike on every run."""

from __future__ import annotations

import re
from pathlib import Path

from hardware.circuit.bench import Bench
from hardware.circuit.netlist import Netlist, Placed, dump, in_order

MOVING = re.compile(r'\((?:date|source) "[^"]*"\)')  # the time and the place of the run


def export(bench: Bench, folder: Path) -> None:
    """Write `side.json` and `side.net`."""
    (folder / "side.json").write_text(dump(records(bench)), encoding="utf-8")
    text = MOVING.sub(lambda found: found[0].split()[0] + ' "")', bench.kicad_netlist())
    (folder / "side.net").write_text(text.rstrip() + "\n", encoding="utf-8")


def records(bench: Bench) -> Netlist:
    """The circuit as records."""
    parts = {part.ref: Placed(part.name, str(part.value)) for part in bench.circuit.parts}
    place = {reference: index for index, reference in enumerate(in_order(parts))}
    nets = {
        net.name: tuple(
            sorted(((pin.part.ref, str(pin.num)) for pin in net.pins), key=lambda end: (place[end[0]], end[1]))
        )
        for net in bench.circuit.get_nets()
    }
    return Netlist(parts, nets)
