"""What a factory needs of the finished board: Gerbers and drill files in one archive, where its parts sit; a picture.

Runs in Debian's Python.
"""

from __future__ import annotations

import csv
import io
import re
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pcbnew

LAYERS = {
    "F_Cu": pcbnew.F_Cu,
    "B_Cu": pcbnew.B_Cu,
    "F_Mask": pcbnew.F_Mask,
    "B_Mask": pcbnew.B_Mask,
    "F_Silkscreen": pcbnew.F_SilkS,
    "B_Silkscreen": pcbnew.B_SilkS,
    "Edge_Cuts": pcbnew.Edge_Cuts,
}
# from below to above: layer and colour of the picture
PICTURE = (("F_Mask", "#d9b44a"), ("F_Silkscreen", "#f5f5f5"))
SOLDER_MASK, TRACK_COLOURS = "#1f6b3a", ("#26794a", "#3fa866")
NOT_DRAWN = re.compile(r"<!--.*?-->|<title>.*?</title>|<desc>.*?</desc>", re.DOTALL)
DATED = re.compile(r"^.*CreationDate.*\n|(?<=\)) date [^*\n]*|(?<=}) date .*", re.MULTILINE)
NANOMETRES = re.compile(r"(?<![#.\d])\d{4,}(?:\.\d+)?")


def main(arguments: Sequence[str]) -> int:
    """Plot the board at the first path into the folder at the second; returns the exit code."""
    board, folder = pcbnew.LoadBoard(arguments[0]), Path(arguments[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as litter:
        plot_layers(board, Path(litter), pcbnew.PLOT_FORMAT_GERBER)
        drill(board, Path(litter))
        with zipfile.ZipFile(folder / "side-gerbers.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(Path(litter).iterdir()):
                archive.writestr(zipfile.ZipInfo(path.name), undated(path.read_text("utf-8")), zipfile.ZIP_DEFLATED)
    (folder / "side-positions.csv").write_text(positions(board), encoding="utf-8")
    with tempfile.TemporaryDirectory() as litter:
        plot_layers(board, Path(litter), pcbnew.PLOT_FORMAT_SVG)
        (folder / "side-board.svg").write_text(picture(board, Path(litter)), encoding="utf-8")
    return 0


def positions(board: Any) -> str:
    """Where the middle of each part is, for a factory that assembles: x to the right and y up, as in Gerbers."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("Designator", "Mid X", "Mid Y", "Layer", "Rotation"))
    for footprint in sorted(board.Footprints(), key=lambda each: each.GetReference()):
        places = [pad.GetPosition() for pad in footprint.Pads() if pad.GetNumber()]
        if places:  # holes are no parts
            x, y = ((min(way) + max(way)) / 2 for way in ([each.x for each in places], [each.y for each in places]))
            turn = f"{footprint.GetOrientationDegrees() % 360:.0f}"
            writer.writerow(
                (footprint.GetReference(), f"{pcbnew.ToMM(x):.3f}mm", f"{-pcbnew.ToMM(y):.3f}mm", "Top", turn)
            )
    return text.getvalue()


def plot_layers(board: Any, folder: Path, format_: int) -> None:
    """Every layer as a file of its own."""
    controller = pcbnew.PLOT_CONTROLLER(board)
    options = controller.GetPlotOptions()
    options.SetOutputDirectory(str(folder))
    options.SetPlotFrameRef(False)  # noqa: FBT003, RUF100 - KiCad's own way to say so
    options.SetPlotValue(False)
    options.SetDrillMarksType(pcbnew.PCB_PLOT_PARAMS.NO_DRILL_SHAPE)
    options.SetSubtractMaskFromSilk(format_ == pcbnew.PLOT_FORMAT_GERBER)  # in a drawing it would leave white spots
    for name, layer in LAYERS.items():
        controller.SetLayer(layer)
        controller.OpenPlotfile(name, format_, name)
        controller.PlotLayer()
    controller.ClosePlot()


def undated(text: str) -> str:
    """A file for a factory without when it was plotted, so that the same board gives the same file."""
    return DATED.sub("", text)


def drill(board: Any, folder: Path) -> None:
    """The holes, plated and not."""
    writer = pcbnew.EXCELLON_WRITER(board)
    writer.SetFormat(True)
    writer.CreateDrillandMapFilesSet(str(folder), True, False)


def picture(board: Any, folder: Path) -> str:
    """The upper side in colour: tracks, and on them KiCad's plots of bare copper and of the print."""
    box = board.GetBoardEdgesBoundingBox()
    width, height = (round(pcbnew.ToMM(each), 1) for each in (box.GetWidth(), box.GetHeight()))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width + 4:g} {height + 4:g}">',
        f'<rect width="{width:g}" height="{height:g}" rx="1" fill="{SOLDER_MASK}"/>',
        *(line(track) for track in sorted(board.GetTracks(), key=lambda each: -each.GetLayer()) if not is_via(track)),
    ]
    for name, colour in PICTURE:
        plotted = next(folder.glob(f"*{name}.svg")).read_text(encoding="utf-8")
        body = re.sub(r"<g >\s*</g>\s*", "", NOT_DRAWN.sub("", plotted[plotted.index("<g") : plotted.rindex("</svg>")]))
        parts.append(NANOMETRES.sub(in_mm, body.replace("#000000", colour)))
    holes = [hole(pad) for pad in board.GetPads() if pad.GetDrillSize().x]
    return "\n".join([*parts, *holes, "</svg>", ""])


def is_via(track: Any) -> bool:
    """Whether a track is no line but a via."""
    return bool(track.GetClass() == "VIA")


def line(track: Any) -> str:
    """A straight piece of copper; those below shimmer through."""
    (x1, y1), (x2, y2) = ((pcbnew.ToMM(end.x), pcbnew.ToMM(end.y)) for end in (track.GetStart(), track.GetEnd()))
    colour = TRACK_COLOURS[track.GetLayer() == pcbnew.F_Cu]
    path = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
    return f'<line {path} stroke="{colour}" stroke-width="{pcbnew.ToMM(track.GetWidth()):g}" stroke-linecap="round"/>'


def hole(pad: Any) -> str:
    """The hole of a pad."""
    place, size = pad.GetPosition(), pcbnew.ToMM(pad.GetDrillSize().x) / 2
    return f'<circle cx="{pcbnew.ToMM(place.x):g}" cy="{pcbnew.ToMM(place.y):g}" r="{size:g}" fill="#ffffff"/>'


def in_mm(found: re.Match[str]) -> str:
    """A length that KiCad wrote in nanometres."""
    return f"{float(found[0]) / 1e6:.3g}" if float(found[0]) < 1e6 else f"{float(found[0]) / 1e6:.2f}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
