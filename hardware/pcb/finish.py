"""Puts the router's paths on the board as copper, pours ground on both layers, and asks KiCad for its judgement.

Runs in Debian's Python.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pcbnew

from hardware.pcb.place import point
from hardware.pcb.places import GRID_MM, HEIGHT_MM, WIDTH_MM
from hardware.pcb.router import CLEARANCE_MM, VIA_MM, Field, Net, Pad

SIGNAL_MM, POWER_MM, VIA_DRILL_MM = 0.25, 0.4, 0.3
POUR_EDGE_MM = 0.6
FINDING = re.compile(r"^\[(\w+)\]: (.*)\n.*Severity: (\w+)", re.MULTILINE)


def pads(board: Any) -> list[Pad]:
    """All copper and holes of the parts, for the router."""
    return [read_pad(pad) for footprint in board.Footprints() for pad in footprint.Pads()]


def read_pad(pad: Any) -> Pad:
    """One pad as the router sees it; a pad that is turned counts as the box around it."""
    place, box = pad.GetPosition(), pad.GetBoundingBox()
    through = pad.GetAttribute() in {pcbnew.PAD_ATTRIB_PTH, pcbnew.PAD_ATTRIB_NPTH}
    return Pad(
        net=pad.GetNetname(),
        x_mm=pcbnew.ToMM(place.x),
        y_mm=pcbnew.ToMM(place.y),
        half_width_mm=pcbnew.ToMM(box.GetWidth()) / 2,
        half_height_mm=pcbnew.ToMM(box.GetHeight()) / 2,
        is_round=pad.GetShape() == pcbnew.PAD_SHAPE_CIRCLE,
        layers=(0, 1) if through else (0,),
    )


def add_copper(board: Any, field: Field, net: Net) -> None:
    """The paths of a net as tracks and vias, and short tracks from the grid to the middles of its pads."""
    width = POWER_MM if net.wide else SIGNAL_MM
    info = board.FindNet(net.name)
    for path in net.paths:
        for start, end in straights(path, field):
            track(board, info, (start, end), width)
    for node in net.vias(field.size):
        _, column, row = field.place(node)
        via(board, info, column * field.grid_mm, row * field.grid_mm)
    for pad in net.pads:
        column, row = field.nearest(pad.x_mm, pad.y_mm)
        nodes = net.nodes()
        ends = (pad.layers[0], column * field.grid_mm, row * field.grid_mm), (pad.layers[0], pad.x_mm, pad.y_mm)
        if max(abs(one - other) for one, other in zip(*ends, strict=True)) > 0.001:
            for layer in (each for each in pad.layers if field.node(each, column, row) in nodes):
                track(board, info, ((layer, *ends[0][1:]), (layer, *ends[1][1:])), width)


def straights(path: Sequence[int], field: Field) -> Iterator[tuple[tuple[int, float, float], tuple[int, float, float]]]:
    """The straight pieces of a path, as (layer, x, y) of both ends."""
    places = [field.place(node) for node in path]
    start = 0
    for index in range(1, len(places)):
        last = index + 1 == len(places)
        if last or way(places[index - 1], places[index]) != way(places[index], places[index + 1]):
            if places[start][0] == places[index][0]:
                yield tuple((layer, x * GRID_MM, y * GRID_MM) for layer, x, y in (places[start], places[index]))  # type: ignore[misc]
            start = index


def way(one: tuple[int, int, int], other: tuple[int, int, int]) -> tuple[int, ...]:
    """The direction of a step."""
    return tuple(there - here for here, there in zip(one, other, strict=True))


def track(
    board: Any, net: Any, ends: tuple[tuple[int, float, float], tuple[int, float, float]], width_mm: float
) -> None:
    """A straight piece of copper."""
    (layer, *start), (_, *end) = ends
    made = pcbnew.PCB_TRACK(board)
    made.SetStart(point(*start))
    made.SetEnd(point(*end))
    made.SetWidth(pcbnew.FromMM(width_mm))
    made.SetLayer((pcbnew.F_Cu, pcbnew.B_Cu)[layer])
    made.SetNet(net)
    board.Add(made)


def via(board: Any, net: Any, x_mm: float, y_mm: float) -> None:
    """A plated hole from layer to layer."""
    made = pcbnew.PCB_VIA(board)
    made.SetPosition(point(x_mm, y_mm))
    made.SetWidth(pcbnew.FromMM(VIA_MM))
    made.SetDrill(pcbnew.FromMM(VIA_DRILL_MM))
    made.SetNet(net)
    board.Add(made)


def add_pours(board: Any) -> None:
    """Ground wherever nothing else is, on both layers."""
    low, right, bottom = POUR_EDGE_MM, WIDTH_MM - POUR_EDGE_MM, HEIGHT_MM - POUR_EDGE_MM
    for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
        zone = pcbnew.ZONE(board)
        zone.SetLayer(layer)
        zone.SetNet(board.FindNet("GND"))
        zone.SetLocalClearance(pcbnew.FromMM(CLEARANCE_MM + 0.05))
        zone.SetMinThickness(pcbnew.FromMM(0.25))
        outline = zone.Outline()
        outline.NewOutline()
        for x_mm, y_mm in ((low, low), (right, low), (right, bottom), (low, bottom)):
            outline.Append(pcbnew.FromMM(x_mm), pcbnew.FromMM(y_mm))
        board.Add(zone)


def filled(board: Any, path: Path) -> Any:
    """The board with its pours filled; KiCad 6 crashes unless it has been saved and loaded first."""
    board.Save(str(path))
    board = pcbnew.LoadBoard(str(path))
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    board.Save(str(path))
    return pcbnew.LoadBoard(str(path))


def findings(board: Any) -> list[tuple[str, str, str]]:
    """What KiCad's design rule check has to say: kind, sentence and severity of each finding."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report"
        pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MILLIMETRES, True)
        return FINDING.findall(report.read_text(encoding="utf-8"))
