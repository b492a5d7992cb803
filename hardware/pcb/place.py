"""Makes an unrouted board: outline, holes, footprints of Debian's libraries, nets. Runs in Debian's Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pcbnew

from hardware.circuit.netlist import Netlist
from hardware.parts import Catalogue
from hardware.pcb import places

LIBRARIES = Path("/usr/share/kicad/footprints")
LABEL_MM = 0.8
PITCH_MM, ROWS_MM, PICO_PINS_EACH_SIDE = 2.54, 17.78, 20


def unrouted(netlist: Netlist, catalogue: Catalogue) -> Any:
    """The board with all its parts in place."""
    board = pcbnew.CreateEmptyBoard()
    nets = {}
    for name in netlist.nets:
        nets[name] = pcbnew.NETINFO_ITEM(board, name)
        board.Add(nets[name])
    net_of = netlist.net_of()
    for reference, spot in places.spots(netlist).items():
        part = netlist.parts[reference]
        footprint = load(board, catalogue.kinds[part.kind].footprint)
        footprint.SetReference(reference)
        footprint.SetValue(part.value)
        board.Add(footprint)
        footprint.SetPosition(point(spot.x_mm, spot.y_mm))
        footprint.SetOrientationDegrees(spot.degrees)
        for pad in footprint.Pads():
            if (reference, pad.GetNumber()) in net_of:
                pad.SetNet(nets[net_of[reference, pad.GetNumber()]])
        label(footprint, spot, part.kind)
    for words in (*places.WORDS, *places.reader_words(netlist)):
        write(board, *words)
    add_holes(board)
    add_outline(board)
    return board


def load(board: Any, name: str) -> Any:
    """A footprint of KiCad's libraries; the Pico's is our own."""
    library, footprint = name.split(":")
    return (
        pico(board) if library == "hardware" else pcbnew.FootprintLoad(str(LIBRARIES / f"{library}.pretty"), footprint)
    )


def pico(board: Any) -> Any:
    """Two rows of twenty; pin 1 is the origin, the USB socket is up."""
    footprint = pcbnew.FOOTPRINT(board)
    footprint.SetAttributes(pcbnew.FP_THROUGH_HOLE)
    for pin in range(1, 2 * PICO_PINS_EACH_SIDE + 1):
        left = pin <= PICO_PINS_EACH_SIDE
        place = point(0 if left else ROWS_MM, PITCH_MM * (pin - 1 if left else 40 - pin))
        pad = pcbnew.PAD(footprint)
        pad.SetNumber(str(pin))
        pad.SetAttribute(pcbnew.PAD_ATTRIB_PTH)
        pad.SetShape(pcbnew.PAD_SHAPE_RECT if pin == 1 else pcbnew.PAD_SHAPE_CIRCLE)
        pad.SetLayerSet(pcbnew.PAD.PTHMask())
        pad.SetSize(pcbnew.wxSizeMM(1.7, 1.7))
        pad.SetDrillSize(pcbnew.wxSizeMM(1.0, 1.0))
        pad.SetPos0(place)
        pad.SetPosition(place)
        footprint.Add(pad)
    footprint.Reference().SetPos0(point(ROWS_MM / 2, 6))
    footprint.Reference().SetPosition(point(ROWS_MM / 2, 6))
    return footprint


def label(footprint: Any, spot: places.Spot, kind: str) -> None:
    """The reference in small print, the value left out."""
    footprint.Value().SetVisible(False)
    reference = footprint.Reference()
    reference.SetTextSize(pcbnew.wxSizeMM(LABEL_MM, LABEL_MM))
    reference.SetTextThickness(pcbnew.FromMM(LABEL_MM / 7))
    beside = places.BESIDE_LABEL_MM if kind in {"resistor", "capacitor"} else None
    if offset := places.LABELS_MM.get(footprint.GetReference(), beside):
        reference.SetPosition(point(spot.x_mm + offset[0], spot.y_mm + offset[1]))


def write(board: Any, words: str, x_mm: float, y_mm: float, height_mm: float, degrees: float) -> None:
    """Words on the upper side."""
    text = pcbnew.PCB_TEXT(board)
    text.SetText(words)
    text.SetPosition(point(x_mm, y_mm))
    text.SetTextSize(pcbnew.wxSizeMM(height_mm, height_mm))
    text.SetTextThickness(pcbnew.FromMM(height_mm / 7))
    text.SetTextAngle(degrees * 10)
    text.SetLayer(pcbnew.F_SilkS)
    board.Add(text)


def add_holes(board: Any) -> None:
    """Four holes for screws of 3 mm."""
    for number, (x_mm, y_mm) in enumerate(places.HOLES_MM, 1):
        hole = pcbnew.FootprintLoad(str(LIBRARIES / "MountingHole.pretty"), "MountingHole_3.2mm_M3")
        hole.SetReference(f"H{number}")
        hole.Reference().SetVisible(False)
        hole.Value().SetVisible(False)
        hole.SetPosition(point(x_mm, y_mm))
        board.Add(hole)


def add_outline(board: Any) -> None:
    """The edge of the board."""
    shape = pcbnew.PCB_SHAPE(board)
    shape.SetShape(pcbnew.SHAPE_T_RECT)
    shape.SetStart(point(0, 0))
    shape.SetEnd(point(places.WIDTH_MM, places.HEIGHT_MM))
    shape.SetLayer(pcbnew.Edge_Cuts)
    shape.SetWidth(pcbnew.FromMM(0.1))
    board.Add(shape)


def point(x_mm: float, y_mm: float) -> Any:
    """A place in KiCad's units."""
    return pcbnew.wxPointMM(float(x_mm), float(y_mm))
