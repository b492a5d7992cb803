"""What is printed in plastic: whole solids in their true sizes, with room for what they hold."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.missing import need_extra

from hardware import frame

pytestmark = pytest.mark.all  # cutting solids takes half a minute
ROOT = Path(__file__).resolve().parents[2]
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
# prints for each solid: whether it is one valid piece, its size, and whether it is solid at some points
PROBE = """
import json, sys
from hardware import board
from hardware.solids import picture
from hardware.solids.make import solids
points = json.loads(sys.argv[1])
found = {}
made = solids(board.read())
for name, each in made.items():
    solid, box = each.val(), each.val().BoundingBox()
    (piece,) = each.solids().vals()
    found[name] = {
        "valid": solid.isValid(),
        "size": [box.xlen, box.ylen, box.zlen],
        "bed": box.zmin,
        "filled": [piece.isInside(tuple(point)) for point in points.get(name, [])],
    }
print(json.dumps({"solids": found, "picture": picture.sheet(made)}))
"""
# in the coordinates of each solid: what must be air, then what must be plastic
AIR = {
    "tile": [
        (0, 0, 0.6),
        (13.5, 0, 1.1),
        (0, -27, 1.5),
        (0, 10, 11.3),
        (19.9, 0, 11.3),
        (-19.9, 30, 11.3),
        (0, 33, 11.3),
    ],
    "tile-corner": [(0, 0, 0.6), (19.9, -22, 11.3), (-19.9, 30, 11.3)],
    "holder": [(0, 0, 0.6), (0, 10, 8.3), (19.9, 0, 8.3), (-19.9, 20, 8.3)],
    "piece-base": [(0, 0, 1.0), (12.4, 0, 1.2)],
    "console-panel": [(0, -12, 1), (68, -12, 1), (-68, -12, 1), (14, 24, 1), (88, 35, 1)],
    "console-box": [(0, 0, 20), (88, 35, 40), (0, 41, 8)],
    "node-tray": [(0, 0, 8), (-45.5, 21.5, 5), (45.5, 23.7, 5), (-54, 0, 12), (54, -16, 12)],
}
PLASTIC = {
    "tile": [(0, 0, 2), (19.5, 0, 9), (19.5, 0, 13.5), (21, 0, 11), (-19.5, 0, 9), (19.5, -21, 11.3)],
    "tile-corner": [(0, 0, 2), (19.5, -24.5, 11.3), (-21, 0, 11)],
    "holder": [(0, -20, 0.6), (0, 20, 0.6), (19.5, 0, 6), (21, 0, 8), (-19.5, 0, 6), (19.5, -21, 8.3)],
    "piece-base": [(0, 0, 0.3), (13.2, 0, 1.2)],
    "console-panel": [(0, 10, 1), (17, -12, 1)],
    "console-box": [(0, 0, 1), (94, 0, 20), (88, 37.5, 40)],
    "node-tray": [(0, 0, 1), (-42.5, 21.5, 5), (-54.5, 30, 8)],
}


@pytest.fixture(scope="module")
def shown():
    """What is known about each solid, and the picture of all; CadQuery runs in a process of its own."""
    need_extra("hardware", "cadquery")
    points = {name: [*AIR[name], *PLASTIC[name]] for name in AIR}
    command = [sys.executable, "-c", PROBE, json.dumps(points)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def probed(shown):
    """What is known about each solid."""
    return shown["solids"]


@pytest.mark.timeout(300)
def test_the_committed_picture_shows_the_solids(shown, generated):
    """The picture has the lines of today's solids; a processor may round the last digit otherwise."""
    drawn, committed = shown["picture"], (generated / "solids.svg").read_text(encoding="utf-8")
    assert NUMBER.sub("", drawn) == NUMBER.sub("", committed), "run python3 hub hardware"
    numbers = [[float(number) for number in NUMBER.findall(text)] for text in (drawn, committed)]
    assert numbers[0] == pytest.approx(numbers[1], abs=0.05), "run python3 hub hardware"


@pytest.mark.timeout(300)
def test_every_solid_is_whole_and_lies_on_the_bed(probed):
    """Each is one valid solid and starts at height 0, as a printer wants it."""
    assert len(probed) == 8
    assert [name for name, shown in probed.items() if not shown["valid"] or abs(shown["bed"]) > 1e-6] == []


def test_tiles_have_the_sizes_of_the_board(probed, sizes):
    """A tile is as wide as spaces are apart, a corner is a square, and a piece fits into its recess."""
    assert probed["tile"]["size"][:2] == pytest.approx([sizes.space_pitch_mm, sizes.space_depth_mm])
    assert probed["tile-corner"]["size"][:2] == pytest.approx([sizes.corner_mm, sizes.corner_mm])
    assert probed["piece-base"]["size"][0] == pytest.approx(sizes.piece_diameter_mm)
    assert probed["piece-base"]["size"][0] < sizes.recess_diameter_mm
    assert 2 * (sizes.piece_diameter_mm / 2 - 0.8) > sizes.tag_diameter_mm


@pytest.mark.parametrize("name", sorted(AIR))
def test_there_is_room_where_something_goes(probed, name):
    """Recess, window, reader, tag, buttons, screws and cables find air; what holds them is plastic."""
    assert probed[name]["filled"] == [False] * len(AIR[name]) + [True] * len(PLASTIC[name])


def test_a_post_stands_between_two_holders(probed, sizes):
    """Holders are as far apart as readers, and leave the width of a post."""
    assert probed["holder"]["size"][0] + frame.POST_MM[0] <= sizes.space_pitch_mm


def test_everything_fits_onto_a_usual_printer(probed):
    """No solid is longer than 200 mm or higher than 180 mm."""
    assert max(max(shown["size"][:2]) for shown in probed.values()) <= 200
    assert max(shown["size"][2] for shown in probed.values()) <= 180
