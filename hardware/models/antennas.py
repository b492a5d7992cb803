"""Which tags a reader can read: the flux of its square coil through a round tag, by the Biot-Savart law.

A module is characterised by the distance at which it just reads a tag on its axis; other positions are compared with
that. Not modelled: metal, and tags on top of each other. The effect of sleeping coils nearby is in `resonators.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.board import Sizes

Vectors = NDArray[np.float64]

COIL_MM, TURNS, TURN_PITCH_MM = 38.0, 4, 0.8  # the printed coil of the usual RC522 module
TAG_COIL_PART = 0.9  # radius of the tag's coil as a fraction of the tag's radius
GRID = 20
RANGES_MM = (20.0, 30.0, 40.0)  # a weak, a usual and a strong module
HEIGHTS_MM = (5.0, 8.0, 10.0, 12.0)
OFFSETS_MM = range(81)
HEAD = """# Which tags a reader reaches

A field model (`hardware/models/antennas.py`), nothing measured. A module is named by how far above its middle it reads
a {sizes.tag_diameter_mm:.0f} mm tag. A margin of 1 just reads. The tag of a piece in its recess is
{sizes.tag_height_mm:.1f} mm above the module; readers are {sizes.space_pitch_mm:.0f} mm apart.

| module reads up to | height of the tag | is read off its middle at | margin in its recess | at the neighbour |
|---|---|---|---|---|
"""
FOOT = """
Between 22 and 26 mm off the middle hardly any flux goes through a tag: a piece on the line between two spaces is
read by neither. Beyond that is a side lobe, which is why height separates neighbours better than distance does.
"""


@dataclass(frozen=True, slots=True)
class Reach:
    """For a module and a height of the tag: the offsets in mm at which it is read, and two margins.

    A margin of 1 is just enough to read.
    """

    range_mm: float
    height_mm: float
    zones_mm: tuple[tuple[int, int], ...]
    own_margin: float
    neighbour_margin: float


def coil() -> Vectors:
    """The straight segments of the antenna: shape (segments, 2 ends, 3 axes), in metres, centred at the origin."""
    pieces = []
    for turn in range(TURNS):
        half = (COIL_MM / 2 - turn * TURN_PITCH_MM) / 1000
        corners = [(-half, -half, 0.0), (half, -half, 0.0), (half, half, 0.0), (-half, half, 0.0)]
        pieces += [(corners[place], corners[(place + 1) % 4]) for place in range(4)]
    return np.array(pieces)


def flux(pieces: Vectors, offset_mm: float, height_mm: float, tag_diameter_mm: float, *, signed: bool = False) -> float:
    """The flux through a tag off the axis, for a current of 1 A. Only ratios are used."""
    radius = tag_diameter_mm / 2000 * TAG_COIL_PART
    steps = (np.arange(GRID) + 0.5) / GRID * 2 - 1
    x, y = np.meshgrid(steps * radius, steps * radius)
    inside = x**2 + y**2 <= radius**2
    points = np.column_stack([x[inside] + offset_mm / 1000, y[inside], np.full(inside.sum(), height_mm / 1000)])
    found = float(upward_field(pieces, points).sum()) * (2 * radius / GRID) ** 2
    return found if signed else abs(found)


def upward_field(pieces: Vectors, points: Vectors) -> Vectors:
    """The vertical component of the field at each point."""
    starts, ends = pieces[:, 0], pieces[:, 1]
    lengths = np.linalg.norm(ends - starts, axis=1)
    ways = (ends - starts) / lengths[:, None]
    to_points = points[:, None, :] - starts[None, :, :]
    along = np.einsum("pij,ij->pi", to_points, ways)
    across = (to_points**2).sum(axis=2) - along**2 + 1e-12
    rest = lengths - along
    strength = (rest / np.sqrt(rest**2 + across) + along / np.sqrt(along**2 + across)) / across
    return np.asarray(1e-7 * (strength * np.cross(ways[None, :, :], to_points)[..., 2]).sum(axis=1))


def reaches(sizes: Sizes) -> list[Reach]:
    """All modules at all heights; for the neighbour the piece stands as near to it as its recess allows."""
    pieces, tag = coil(), sizes.tag_diameter_mm
    just_read = {each: flux(pieces, 0, each, tag) for each in RANGES_MM}
    found = []
    for height in HEIGHTS_MM:
        line = [flux(pieces, offset, height, tag) for offset in OFFSETS_MM]
        own = flux(pieces, sizes.play_mm, height, tag)
        neighbour = flux(pieces, sizes.space_pitch_mm - sizes.play_mm, height, tag)
        for each, enough in just_read.items():
            read = [value >= enough for value in line]
            found.append(Reach(each, height, zones(read), own / enough, neighbour / enough))
    return sorted(found, key=lambda reach: (reach.range_mm, reach.height_mm))


def zones(read: Sequence[bool]) -> tuple[tuple[int, int], ...]:
    """First and last offset of each interval in which the tag is read."""
    starts = [place for place, value in enumerate(read) if value and not (place and read[place - 1])]
    ends = [place for place, value in enumerate(read) if value and not (place + 1 < len(read) and read[place + 1])]
    return tuple(zip(starts, ends, strict=True))


def as_table(found: Sequence[Reach], sizes: Sizes) -> str:
    """The results as a Markdown document."""
    head = HEAD.format(sizes=sizes)
    return head + "".join(map(row_text, found)) + FOOT


def row_text(reach: Reach) -> str:
    """One row of the table."""
    sizes = f"| {reach.range_mm:.0f} mm | {reach.height_mm:.0f} mm | {zones_text(reach)} "
    return sizes + f"| {reach.own_margin:.1f} | {reach.neighbour_margin:.2f} |\n"


def zones_text(reach: Reach) -> str:
    """The intervals in words."""
    return " and ".join(f"{first} to {last} mm" for first, last in reach.zones_mm) or "nowhere"
