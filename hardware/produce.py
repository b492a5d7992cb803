"""Regenerates everything in `hardware/generated`, from the pin map to the drawings; for `python3 hub hardware`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from hardware import bill, board, frame, handbook, harness, kicad, parts, pins, plates, power, ring, shopping
from hardware.circuit.drawn_up import draw_up
from hardware.circuit.netlist import Netlist, load
from hardware.models import antennas, bus, lines, neighbours
from hardware.models.resonators import Module
from hardware.sheet import corner_sheet, ring_sheet, side_sheet, sizes_sheet, starter_sheet

GENERATED = Path(__file__).parent / "generated"
FACTORY = kicad.ROOT / "build" / "hardware"
NO_GRAPHVIZ = "starter-harness.svg stays as it is, because Graphviz is missing; on Debian: sudo apt install graphviz"


class SolidsFailed(Exception):
    """What makes the solids failed; the text is what it said."""


def produce(folder: Path = GENERATED, say: Callable[[str], None] = print) -> None:
    """Make everything, and say what it lacks a program for.

    Raises CircuitWrong, GuideFailed, KiCadFailed, PinMapWrong or SolidsFailed.
    """
    folder.mkdir(exist_ok=True)
    draw_up(folder)
    say("side.json, side.net: the circuit has passed its rule check")
    for name, text in documents(load(folder / "side.json")).items():
        (folder / name).write_text(text, encoding="utf-8")
        say(name)
    if shutil.which("dot"):
        harness.draw(pins.read(), folder)
        say("starter-harness.svg")
    else:
        say(NO_GRAPHVIZ)
    make_solids(folder, say)
    say(f"the build guide: {handbook.make(FACTORY / 'guide')}")
    if kicad.is_there():
        make_board(folder, say)
    else:
        say(f"side.kicad_pcb stays as it is. {kicad.MISSING}")


def make_solids(folder: Path, say: Callable[[str], None]) -> None:
    """Make what is printed in plastic, as STL and STEP, and its picture; raises SolidsFailed."""
    ran = subprocess.run(
        [sys.executable, "-m", "hardware.solids.make", str(FACTORY / "solids")],
        cwd=kicad.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode != 0:
        raise SolidsFailed(ran.stdout + ran.stderr)
    (FACTORY / "solids" / "solids.svg").replace(folder / "solids.svg")
    say(f"solids.svg; STL and STEP in {FACTORY / 'solids'}")


def make_board(folder: Path, say: Callable[[str], None]) -> None:
    """Route the board if it is not current, and make all that a factory and a solderer need; raises KiCadFailed."""
    say("side.kicad_pcb: if parts or places have changed it is routed again, which takes some minutes")
    kicad.run("hardware.pcb.make")
    kicad.run("hardware.pcb.plot", str(folder / "side.kicad_pcb"), str(folder))
    say("side-gerbers.zip, side-positions.csv, side-board.svg")
    kicad.interactive_bill(folder / "side.kicad_pcb", FACTORY)
    say(f"side-bill.html: in {FACTORY}")


def documents(netlist: Netlist) -> dict[str, str]:
    """The text of everything that is made without other programs, by file name."""
    return {**side_documents(netlist), **starter_documents(), **board_documents()}


def side_documents(netlist: Netlist) -> dict[str, str]:
    """Sheet, bill, shopping list and power budget of the side node."""
    catalogue = parts.read()
    rows = bill.bill(netlist, catalogue)
    figures = power.figures()
    return {
        "side.svg": side_sheet.draw(netlist, catalogue),
        "bus.txt": bus.as_table(bus.built(netlist, catalogue)),
        "side-bill.csv": bill.as_csv(rows, catalogue.prices_estimated),
        "side-order.csv": bill.as_order(rows),
        "shopping.csv": shopping.as_csv(shopping.read(bill.total(rows))),
        "power.txt": power.as_table(power.budget(netlist, figures), figures),
    }


def starter_documents() -> dict[str, str]:
    """Picture and wires of the starter, and what a ring has besides."""
    pinmap = pins.read()
    wires = harness.jumpers(pinmap)
    return {
        "starter.svg": starter_sheet.draw(wires, pinmap.reader_pins),
        "starter-wires.csv": harness.as_csv(wires),
        "ring.svg": ring_sheet.draw(ring.wires(pinmap)),
        "ring-wires.csv": ring.as_csv(ring.wires(pinmap)),
    }


def board_documents() -> dict[str, str]:
    """What the models say, and the plates of both boards."""
    sizes = board.read()
    side_plates = {f"plate-{spaces}.svg": plates.side_plate(sizes, spaces) for spaces in sizes.tracks}
    halves = {
        f"plate-{spaces}-{number}.svg": plates.side_plate(sizes, spaces, part)
        for spaces in sizes.tracks
        for number, part in enumerate(plates.halves(sizes, spaces), 1)
    }
    return {
        **side_plates,
        **halves,
        "frame.md": frame.as_table(sizes),
        "plate-second.svg": plates.second_plate(sizes),
        "sizes.svg": sizes_sheet.draw(sizes),
        "lines.txt": lines.as_table([lines.examine(*case) for case in lines.CASES]),
        "antennas.txt": antennas.as_table(antennas.reaches(sizes), sizes),
        "neighbours.txt": neighbours.as_table(sizes),
        "pieces.txt": neighbours.as_pieces_table(sizes),
        "corner.svg": corner_sheet.draw(sizes, neighbours.pieces(Module(), sizes)),
        "lockstep.txt": board.as_table(sizes),
    }
