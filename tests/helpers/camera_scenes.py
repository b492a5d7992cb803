"""Scenes for a camera that nobody chose: a board, eight pieces near the middles of spaces, a lens, a stance, light."""

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from helpers.photographs import Lens, Stance, Stood, Weather, board_picture, edge_mm, middle, photograph

FIRST_MARK = {12: 4, 16: 12, 20: 20}
"""The mark of the red piece in each size (mm); those of the other seven follow."""
PIECES = 8


@dataclass(frozen=True)
class Scene:
    """What is photographed, and which space each mark stands in."""

    spaces: int
    lens: Lens
    stance: Stance
    weather: Weather
    pieces: tuple[Stood, ...]
    truth: dict[int, int]

    def jpeg(self, seed: int = 0) -> bytes:
        """The photograph; `seed` is that of its noise, and chooses one of six boards."""
        board = _board(self.spaces, seed % 3, seed % 2)
        return photograph(self.lens, self.stance, board, list(self.pieces), self.weather, seed)


@cache
def _board(spaces: int, style: int, turned: int) -> Any:
    return board_picture(spaces, style, (0, 1, 2, 3) if turned else (0, 0, 0, 0))


def from_above(spaces: int = 40, size: tuple[int, int] = (1280, 720), slack: float = 1.15) -> tuple[Lens, Stance]:
    """A usual lens so high above the board's middle that the board fills the picture's height but for some slack."""
    lens = Lens(size)
    above = edge_mm(spaces) / 2 / math.tan(math.radians(lens.angle / 2)) * size[0] / size[1] * slack
    return lens, Stance(20, 30, above)


def scene(seed: int, size: tuple[int, int], mark_mm: int, spaces: int = 40) -> Scene:
    """A scene by chance: tilted up to 45 degrees from any side, with wide and narrow lenses, in bad light."""
    random = np.random.default_rng(seed)
    edge, share = edge_mm(spaces), size[0] / 1920
    tilt, side, angle = math.radians(random.uniform(0, 45)), random.uniform(0, 2 * math.pi), random.uniform(58, 80)
    fitting = edge / 2 / math.tan(math.radians(angle / 2)) * size[0] / size[1]
    far = fitting * random.uniform(1.12, 1.3) * (1 + 0.35 * math.sin(tilt))
    near, across = far * math.sin(tilt) * math.sin(side), far * math.sin(tilt) * math.cos(side)
    roll = math.pi + math.atan2(-math.cos(side), math.sin(side)) if tilt > 0.2 else random.uniform(-3, 3)
    stance = Stance(across, near, far * math.cos(tilt), tuple(random.uniform(-20, 20, 2)), roll)
    shift = tuple(random.uniform(-8, 8, 2) * share)
    lens = Lens(size, angle, (random.uniform(-0.15, 0.03), random.uniform(-0.02, 0.02)), shift)
    weather = Weather(
        blur=random.uniform(0.5, 1.6) * max(share, 0.5),
        smear=random.choice([0, 0, 0, 3]) * share,
        noise=random.uniform(2, 9),
        light=random.uniform(0.45, 1.1),
        shadows=[(*random.uniform(0, edge, 2), random.uniform(60, 250), random.uniform(0.2, 0.6)) for _ in range(2)],
        lamps=[(*random.uniform(0, edge, 2), random.uniform(20, 70), random.uniform(0.2, 0.8))],
        quality=int(random.integers(60, 95)),
    )
    pieces, truth = [], {}
    for mark in range(FIRST_MARK[mark_mm], FIRST_MARK[mark_mm] + PIECES):
        space = int(random.integers(spaces))
        x, y = middle(space, spaces) + random.uniform(-12, 12, 2)
        if all(math.hypot(x - piece.x, y - piece.y) > mark_mm * 1.8 for piece in pieces):
            colour = tuple(int(part) for part in random.integers(20, 200, 3))
            height = float(random.choice([3, 6, 12, 25]))
            pieces.append(Stood(mark, mark_mm, x, y, height, random.uniform(0, 2 * math.pi), colour))
            truth[mark] = space
    return Scene(spaces, lens, stance, weather, tuple(pieces), truth)
