"""Dice as a camera sees them: cubes of any size, colour and turn, met by the ray of each pixel."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from helpers import photographs

ROUND = {1: (2, 3, 5, 4), 2: (1, 4, 6, 3), 3: (1, 2, 6, 5), 4: (1, 5, 6, 2), 5: (1, 3, 6, 4), 6: (2, 4, 5, 3)}
"""The faces round each upper face; opposite ones make seven."""


@dataclass(frozen=True)
class ThrownDie:
    """Where a die lies (mm), what it shows and how it looks; `lifted` is the floor of a tray."""

    face: int
    x: float
    y: float
    turn: float
    edge: float = 16.0
    ground: float = 235.0
    pips: float = 30.0
    out: float = 0.26
    pip: float = 0.095
    lifted: float = 0.0


def any_die(random: Any, face: int, place: tuple[float, float]) -> ThrownDie:
    """A die by chance: white, dark or of some colour, with pips that contrast."""
    light, dark = random.uniform(150, 250), random.uniform(10, 60)
    ground, pips = (light, dark) if random.random() < 0.6 else (random.uniform(20, 110), random.uniform(200, 250))
    return ThrownDie(
        face,
        *place,
        turn=random.uniform(0, 2 * math.pi),
        edge=float(random.choice([14.0, 16.0, 16.0, 18.0])),
        ground=ground,
        pips=pips,
        out=random.uniform(0.245, 0.28),
        pip=random.uniform(0.085, 0.108),
    )


def throw(image: Any, at: Any, rays: Any, die: ThrownDie) -> None:
    """Draw a die into a grey picture."""
    stood = photographs.Stood(0, 0, die.x, die.y, die.lifted + die.edge, 0)
    rows, columns = photographs._around(at, rays, stood, die.edge)
    part, directions = image[rows, columns], rays[rows, columns].astype(np.float64)
    if part.size == 0:
        return
    shadow_x, shadow_y, _ = photographs._meeting(at, directions, die.lifted)
    part *= 1 - 0.35 * photographs._spot(shadow_x, shadow_y, die.x + 3, die.y + 3, die.edge * 0.8, 4)
    cos, sin, half = math.cos(die.turn), math.sin(die.turn), die.edge / 2
    turned = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]])
    start = turned @ (at - np.array([die.x, die.y, die.lifted + half]))
    along = directions @ turned.T
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (-half - start) / along, (half - start) / along
    near, far = np.minimum(one, other), np.maximum(one, other)
    enters, axis = near.max(axis=-1), near.argmax(axis=-1)
    hit = (enters < far.min(axis=-1)) & (enters > 0)
    meets = (start + along * enters[..., None]) / half
    for number, (side, sign) in enumerate([(2, 1), (0, 1), (1, 1), (0, -1), (1, -1)]):
        here = hit & (axis == side) & (np.sign(meets[..., side]) == sign)
        face = die.face if number == 0 else ROUND[die.face][number - 1]
        u, v = (meets[..., other][here] / 2 for other in range(3) if other != side)
        shade = 1.0 if number == 0 else (0.62, 0.75, 0.85, 0.7)[number - 1]
        part[here] = shade * np.where(_is_pip(u, v, face, die), die.pips, die.ground)


def _is_pip(u: Any, v: Any, face: int, die: ThrownDie) -> Any:
    """Which points of a face (in edges, from its middle) are on a pip."""
    places = {1: [(0, 0)], 2: [(1, 1), (-1, -1)], 4: [(1, 1), (-1, -1), (1, -1), (-1, 1)]}
    places[3] = places[1] + places[2]
    places[5] = places[1] + places[4]
    places[6] = [*places[4], (0, 1), (0, -1)]
    covered = np.zeros(u.shape, bool)
    for a, b in places[face]:
        covered |= np.hypot(u - a * die.out, v - b * die.out) < die.pip
    return covered
