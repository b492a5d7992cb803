"""Dice as a camera sees them: rounded solids of any size, colour, turn and gloss, met by many rays of each pixel."""

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from helpers import photographs

ROUND = {1: (2, 3, 5, 4), 2: (1, 4, 6, 3), 3: (1, 2, 6, 5), 4: (1, 5, 6, 2), 5: (1, 3, 6, 4), 6: (2, 4, 5, 3)}
"""The faces round each upper face; opposite ones make seven."""
RAYS = 3
"""So many times so many rays a pixel."""
STEPS = 28


@dataclass(frozen=True)
class ThrownDie:
    """Where a die lies (mm), what it shows and how it looks; `lifted` is the floor of a tray, lengths are in edges.

    `out` are the pips' distances from the middle, along and across (a six is longer than wide); `mirrored` are its
    diagonals the other way. `lamp` is where light comes from, `gloss` how strongly and `polish` how sharply it shines.
    """

    face: int
    x: float
    y: float
    turn: float
    edge: float = 16.0
    ground: float = 235.0
    pips: float = 30.0
    out: tuple[float, float] = (0.26, 0.26)
    pip: float = 0.095
    ace: float = 0.095
    lifted: float = 0.0
    round: float = 0.12
    mirrored: bool = False
    upright: bool = False
    lamp: tuple[float, float, float] = (0.3, 0.2, 0.93)
    gloss: float = 0.0
    polish: float = 40.0
    shadow: float = 0.35


def any_die(random: Any, face: int, place: tuple[float, float], size: float | None = None) -> ThrownDie:
    """A die by chance: white, dark or of some colour, with pips that contrast."""
    light, dark = random.uniform(150, 250), random.uniform(10, 60)
    ground, pips = (light, dark) if random.random() < 0.6 else (random.uniform(20, 110), random.uniform(200, 250))
    out = random.uniform(0.235, 0.28)
    pip = random.uniform(0.08, 0.108)
    angle = random.uniform(0, 2 * math.pi)
    low = random.uniform(0.1, 0.7)
    return ThrownDie(
        face,
        *place,
        turn=random.uniform(0, 2 * math.pi),
        edge=size or float(random.choice([12.0, 14.0, 16.0, 16.0, 18.0, 20.0])),
        ground=ground,
        pips=pips,
        out=(out, out * random.uniform(0.9, 1.1)),
        pip=pip,
        ace=pip * random.choice([1.0, 1.0, 1.4]),
        round=random.uniform(0.04, 0.2),
        mirrored=bool(random.random() < 0.5),
        upright=bool(random.random() < 0.5),
        lamp=(math.cos(angle) * low, math.sin(angle) * low, math.sqrt(1 - low * low)),
        gloss=float(random.choice([0, 0, 40, 120])),
        polish=random.uniform(8, 120),
        shadow=random.uniform(0.1, 0.5),
    )


def throw(image: Any, at: Any, rays: Any, die: ThrownDie) -> None:
    """Draw a die and its shadow into a grey picture."""
    stood = photographs.Stood(0, 0, die.x, die.y, die.lifted + die.edge, 0)
    rows, columns = photographs._around(at, rays, stood, die.edge * 1.8)
    part, directions = image[rows, columns], rays[rows, columns]
    if min(part.shape) < 2:
        return
    size = part.shape[1] * RAYS, part.shape[0] * RAYS
    along = cv2.resize(directions, size, interpolation=cv2.INTER_LINEAR).reshape(-1, 3).astype(np.float64)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    cos, sin, half = math.cos(die.turn), math.sin(die.turn), die.edge / 2
    turned = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]])
    start, along = turned @ (at - np.array([die.x, die.y, die.lifted + half])), along @ turned.T
    lamp = turned @ np.array(die.lamp)
    fine = cv2.resize(part, size, interpolation=cv2.INTER_LINEAR).reshape(-1)
    far = (-half - start[2]) / along[:, 2]
    floor = start + along * far[:, None]
    fine *= 1 - die.shadow * _passes(floor, np.broadcast_to(lamp, floor.shape), half)
    enters = _enters(start, along, half)
    near = np.isfinite(enters)
    fine[near] = _seen(start, along[near], enters[near], lamp, die, fine[near])
    part[:] = cv2.resize(fine.reshape(size[::-1]).astype(np.float32), part.shape[::-1], interpolation=cv2.INTER_AREA)


def _slabs(start: Any, along: Any, half: float) -> tuple[Any, Any]:
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (-half - start) / along, (half - start) / along
    return np.minimum(one, other).max(axis=-1), np.maximum(one, other).min(axis=-1)


def _enters(start: Any, along: Any, half: float) -> Any:
    """How far each ray goes to the cube round the die; infinitely far if it passes by."""
    near, far = _slabs(start, along, half)
    return np.where((near < far) & (near > 0), near, np.inf)


def _passes(start: Any, along: Any, half: float) -> Any:
    """Which rays from the floor to the lamp the die stops."""
    near, far = _slabs(start + along * 0.01, along, half * 0.97)
    return (near < far) & (far > 0)


def _seen(start: Any, along: Any, enters: Any, lamp: Any, die: ThrownDie, behind: Any) -> Any:
    """What rays see that meet the cube round the die: the die, or beyond its rounded edges what is behind."""
    half, radius = die.edge / 2, die.round * die.edge
    far = enters.copy()
    for _ in range(STEPS):
        over = np.abs(start + along * far[:, None]) - (half - radius)
        far += np.linalg.norm(over.clip(0), axis=1) + over.max(axis=1).clip(max=0) - radius
    places = start + along * far[:, None]
    over = np.abs(places) - (half - radius)
    gap = np.linalg.norm(over.clip(0), axis=1) + over.max(axis=1).clip(max=0) - radius
    normal = over.clip(1e-9) * np.sign(places)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    axis = np.abs(places).argmax(axis=1)
    pipped = np.zeros(len(places), bool)
    for number, (side, sign) in enumerate([(2, 1), (0, 1), (1, 1), (0, -1), (1, -1)]):
        here = (axis == side) & (np.sign(places[:, side]) == sign)
        u, v = (places[here, other] / die.edge for other in range(3) if other != side)
        pipped[here] = _is_pip(u, v, die.face if number == 0 else ROUND[die.face][number - 1], die)
    light = 0.5 + 0.5 * (normal @ lamp).clip(0) / max(lamp[2], 0.5)
    halfway = lamp - along
    halfway /= np.linalg.norm(halfway, axis=1, keepdims=True)
    shine = die.gloss * (normal * halfway).sum(axis=1).clip(0) ** die.polish
    seen = np.where(pipped, die.pips, die.ground) * light + shine
    return np.where(gap < 0.3, seen, behind)


def places_of(face: int, out: tuple[float, float], *, mirrored: bool, upright: bool) -> list[tuple[float, float]]:
    """Where the pips of a face are, in edges from its middle."""
    a, b = out
    flip = -1 if mirrored else 1
    places = {1: [(0.0, 0.0)], 2: [(a, a * flip), (-a, -a * flip)]}
    places[3] = places[1] + places[2]
    places[4] = [(a, a), (-a, -a), (a, -a), (-a, a)]
    places[5] = places[1] + places[4]
    places[6] = [(a, b), (-a, -b), (a, -b), (-a, b), (0, b), (0, -b)]
    return [(v, u) for u, v in places[face]] if upright else places[face]


def _is_pip(u: Any, v: Any, face: int, die: ThrownDie) -> Any:
    """Which points of a face (in edges, from its middle) are on a pip."""
    covered = np.zeros(u.shape, bool)
    for a, b in places_of(face, die.out, mirrored=die.mirrored, upright=die.upright):
        covered |= np.hypot(u - a, v - b) < (die.ace if face == 1 else die.pip)
    return covered
