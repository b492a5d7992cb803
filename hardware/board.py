"""The wooden board: where its readers are, from the sizes of `sizes.toml`. Lengths in millimetres."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from math import hypot
from pathlib import Path

SIZES = Path(__file__).parent / "sizes.toml"
SIDES = 4
CASES = ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2))  # windows late, silent windows a round

HEAD = """# How far apart two awake readers are

All sides poll the same index at the same time, so that two awake antennas are far from each other. Readers that the hub
wants first are polled in windows of their own, in which all sides use the same half of their readers.

The columns "1 / 0" and so on say by how many windows a side is late, and how many are silent at the end of a round.

| spaces | edge of the board | in lockstep | 1 / 0 | 1 / 1 | 2 / 1 | 2 / 2 | wanted first |
|---|---|---|---|---|---|---|---|
"""
FOOT = """
Three antenna diameters, 120 mm, are recommended between readers that are awake at the same time. A side that is late
would meet its neighbour in the corner where the round begins again, so the firmware lets all readers sleep for two
windows at the end of each round: no poll begins more than two windows late (`firmware/node/reader_windows.py`). Readers
that are wanted first are 122 mm away from those of a side that is one window late, 84 mm if it is two.

Three or more tags on the last space of a side take longer. Then two antennas in a corner may be awake together for some
milliseconds; a garbled answer removes no piece, which counts as gone only when three of four polls have missed it.
"""

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Sizes:
    """Every size of the wooden board, in millimetres; `tracks` counts spaces."""

    space_pitch_mm: float
    corner_mm: float
    corner_shift_mm: float
    space_depth_mm: float
    plate_mm: float
    spacer_mm: float
    recess_mm: float
    recess_diameter_mm: float
    piece_diameter_mm: float
    tag_diameter_mm: float
    tag_above_recess_mm: float
    window_mm: float
    window_from_edge_mm: float
    screw_mm: float
    screw_from_edge_mm: float
    second_plate_mm: float
    tracks: tuple[int, ...]

    @property
    def tag_height_mm(self) -> float:
        """From the face of the reader module up to the tag of a piece that stands in its recess."""
        return self.spacer_mm + self.plate_mm - self.recess_mm + self.tag_above_recess_mm

    @property
    def play_mm(self) -> float:
        """How far from the middle of its recess a piece may stand."""
        return (self.recess_diameter_mm - self.piece_diameter_mm) / 2

    def length_mm(self, spaces: int) -> float:
        """The edge of the whole board."""
        return 2 * self.corner_mm + (spaces // SIDES - 1) * self.space_pitch_mm

    def side_plate_mm(self, spaces: int) -> float:
        """The length of one of the four plates that make the board: a corner and the spaces up to the next."""
        return self.length_mm(spaces) - self.corner_mm

    def along_mm(self, index: int) -> float:
        """Where the middle of a space is on its plate."""
        return self.corner_mm / 2 + (index and (self.corner_mm - self.space_pitch_mm) / 2 + index * self.space_pitch_mm)

    def reader_place(self, side: int, index: int, spaces: int) -> Place:
        """Where a recess and its reader are, from the middle of the board; index 0 is the corner that its side owns.

        The reader of a corner is `corner_shift_mm` further out.
        """
        half = self.length_mm(spaces) / 2
        return turned((half - self.along_mm(index), half - self.corner_mm / 2), side)

    def second_place(self, side: int, spaces: int) -> Place:
        """Where the second reader of a corner is: under a plate inside the ring, where it keeps off all others."""
        inward = self.length_mm(spaces) / 2 - self.corner_mm - self.second_plate_mm / 2
        return turned((inward, inward), side)


def turned(place: Place, side: int) -> Place:
    """A place of the first side on another one: a quarter more with each."""
    x, y = place
    for _ in range(side):
        x, y = -y, x
    return x, y


def read(path: Path = SIZES) -> Sizes:
    """The sizes of the project; raises TypeError for a size that is missing or unknown."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return Sizes(**{**table, "tracks": tuple(table["tracks"])})


def closest_in_lockstep(sizes: Sizes, spaces: int, late_windows: int = 0, silent_windows: int = 0) -> float:
    """The least distance of two awake readers, while no side is further than so many windows from another.

    `silent_windows` are at the end of each round, when every reader sleeps.
    """
    per_side = spaces // SIDES
    windows = range(per_side + silent_windows)
    late = range(-late_windows, late_windows + 1)
    pairs = [(window, (window + by) % len(windows)) for window in windows for by in late]
    return min(
        distance(sizes.reader_place(0, one, spaces), sizes.reader_place(side, other, spaces))
        for one, other in pairs
        for side in range(1, SIDES)
        if one < per_side and other < per_side
    )


def closest_of_halves(sizes: Sizes, spaces: int) -> float:
    """The least distance of two awake readers while every side looks at any reader of the same half of it."""
    per_side = spaces // SIDES
    lower, upper = range(per_side // 2), range(per_side // 2, per_side)
    return min(
        distance(sizes.reader_place(0, one, spaces), sizes.reader_place(side, other, spaces))
        for half in (lower, upper)
        for one in half
        for other in half
        for side in range(1, SIDES)
    )


def distance(one: Place, other: Place) -> float:
    """Between two places."""
    return hypot(one[0] - other[0], one[1] - other[1])


def as_table(sizes: Sizes) -> str:
    """How far apart awake readers are, as a document."""
    rows = []
    for spaces in sizes.tracks:
        found = [closest_in_lockstep(sizes, spaces, late, silent) for late, silent in CASES]
        cells = (sizes.length_mm(spaces), *found, closest_of_halves(sizes, spaces))
        rows.append(f"| {spaces} | " + " | ".join(f"{cell:.0f} mm" for cell in cells) + " |\n")
    return HEAD + "".join(rows) + FOOT
