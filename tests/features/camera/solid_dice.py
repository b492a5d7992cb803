"""Dice as a camera sees them, in greys: each pixel follows its own ray to a rounded cube, and light falls on it there.

Lengths are half edges of the die, and its own axes, unless they are said to be others.
"""

import math
from typing import Any, NamedTuple

import numpy as np

PIPS = {0: [], 1: [0j], 2: [1 + 1j, -1 - 1j], 4: [1 + 1j, 1 - 1j, -1 - 1j, -1 + 1j]}
PIPS |= {3: [0j, *PIPS[2]], 5: [0j, *PIPS[4]], 6: [*PIPS[4], 1 + 0j, -1 + 0j]}
MARCH, MET, TINY = 24, 0.004, 1e-9
"""Steps of a ray, how near it has met a die, and nothing."""
SIDES = ((2, 1), (0, 1), (1, 1), (0, -1), (1, -1))
"""Which axis leads out of each face, and which way: the upper one first."""


class Die(NamedTuple):
    """Its middle (mm), the way (mm) along half an edge, what its faces show (above, then each side), and its greys."""

    middle: complex
    half: complex
    faces: list[int]
    ground: float
    pip: float
    look: dict[str, float]


class Room(NamedTuple):
    """What is higher leans so much (mm for each); where the lamp's light goes; and what shiny things mirror of it.

    Of each of those: in which direction, how high, how small, and how bright.
    """

    lean: complex
    light: complex
    lamps: list[tuple[complex, float, float, float]]


def seen(die: Die, pixels: Any, room: Room, random: Any) -> tuple[Any, Any]:
    """Which pixels (mm, from the middle of the upper face) show the die, and how bright they are."""
    way, half = die.half / abs(die.half), abs(die.half)
    local, ray = pixels / way / half, room.lean / way
    at = np.stack([local.real, local.imag, np.ones(pixels.shape)])
    met, normal = _met(at, np.array([ray.real, ray.imag, -1.0]), die.look)
    at, grounds, normal = at[:, met], *_faces(die, at[:, met], normal[:, met], random)
    return met, _lit(die.look, room, _turned(at, way) * half, _turned(normal, way), grounds)


def _met(at: Any, ray: Any, look: dict[str, float]) -> tuple[Any, Any]:
    """Which rays from here meet a die: `at` is moved there; and the way out of it there."""
    ray = (ray / np.linalg.norm(ray))[:, None, None]
    for _ in range(MARCH):
        off, way = _off(at, 2 * look["round"], look["ball"])
        at += ray * np.minimum(off, 2.0)
    return off < MET, way


def _off(at: Any, edges: float, ball: float) -> tuple[Any, Any]:
    """How far away a cube is with so much of its edges rounded, within a ball; and the way away from it."""
    beyond = np.abs(at) - (1 - edges)
    out = np.maximum(beyond, 0)
    far = np.sqrt((out * out).sum(axis=0))
    cube = far + np.minimum(beyond.max(axis=0), 0) - edges
    middle = np.sqrt((at * at).sum(axis=0))
    way = np.where(middle - ball > cube, at / np.maximum(middle, TINY), np.sign(at) * out / np.maximum(far, TINY))
    return np.maximum(cube, middle - ball), way


def _faces(die: Die, at: Any, normal: Any, random: Any) -> tuple[Any, Any]:
    """How bright what is met would be in full light, and the way out of it: a pip may be a hollow."""
    grounds, look = np.full(at.shape[1], die.ground), die.look
    side = np.abs(at).argmax(axis=0)
    for face, (axis, sign) in zip(die.faces, SIDES, strict=True):
        here = np.flatnonzero((side == axis) & (at[axis] * sign > 0))
        first, second = (one for one in range(3) if one != axis)
        radius = 2 * look["radius"] * (look["ace"] if face == 1 else 1)
        turn, long = 1j ** int(random.integers(4)), look["long"] if face == 6 else 1.0
        for place in PIPS[face]:
            off = at[first, here] + 1j * at[second, here]
            off -= turn * 2 * look["out"] * complex(place.real * long, place.imag)
            within = abs(off) < radius
            grounds[here[within]] = die.pip
            depth = look["hollow"] * off[within] / radius
            normal[first, here[within]] -= depth.real
            normal[second, here[within]] -= depth.imag
    return grounds, normal / np.linalg.norm(normal, axis=0)


def _turned(places: Any, way: complex) -> Any:
    """The same along the axes of the plate."""
    turned = (places[0] + 1j * places[1]) * way
    return np.stack([turned.real, turned.imag, places[2]])


def _lit(look: dict[str, float], room: Room, at: Any, normal: Any, grounds: Any) -> Any:
    """As bright as in daylight from above and the light of a lamp, beside an upper face; `at` is in mm."""
    feet = look["dark_foot"] * np.clip(-at[2] / np.abs(at[2]).max(initial=TINY), 0, 1) * (1 - normal[2].clip(0, 1))
    up = np.array([0.0, 0.0, 1.0])
    return grounds * (1 - feet) * _light(look, room, normal) / _light(look, room, up) + _shine(look, room, at, normal)


def _light(look: dict[str, float], room: Room, normal: Any) -> Any:
    level = -room.light / abs(room.light) * math.cos(look["height"])
    lamp = np.array([level.real, level.imag, math.sin(look["height"])])
    from_lamp = np.clip((lamp @ normal + look["wide"]) / (1 + look["wide"]), 0, None)
    from_above, from_below = 0.5 + normal[2] / 2, 0.5 - normal[2] / 2
    return look["lamp"] * from_lamp + (1 - look["lamp"]) * (from_above + look["bounce"] * from_below)


def _shine(look: dict[str, float], room: Room, at: Any, normal: Any) -> Any:
    """What is mirrored of the lamps, the more the flatter one looks along a face (Schlick)."""
    to_eye = np.array([-room.lean.real, -room.lean.imag, 1.0])[:, None] / math.hypot(1, abs(room.lean))
    facing = (to_eye * normal).sum(axis=0).clip(0, 1)
    mirrored = 2 * facing * normal - to_eye + at / look["far"]
    mirrored /= np.linalg.norm(mirrored, axis=0)
    shine = np.zeros_like(facing)
    for around, high, small, bright in room.lamps:
        way = np.array([around.real * math.cos(high), around.imag * math.cos(high), math.sin(high)])
        shine += bright * np.exp(small / look["rough"] * (way @ mirrored - 1))
    return look["gloss"] * (0.04 + 0.96 * (1 - facing) ** 5) * shine
