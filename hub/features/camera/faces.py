"""Says of places in a picture from above whether the upper face of a die is there, and which. When in doubt, none is.

What is there has to look like one face as a whole, pips and the empty places between them, and like no other; it is
even in brightness, ends in straight lines on all sides, and nothing about it could be a die's side or a printed dot.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hub.features.camera.fitting import Floats, Singles
from hub.features.camera.outlines import ends, is_square, squared
from hub.features.camera.patches import SIDE, STEP, away, grid, inner, patches, reach
from hub.features.camera.pips import ALL, EDGE_MM, PLACES, Complex, Guess, Spots, aces, likely

PIPS: Final = (0.3, 0.4, 0.52)
SOFT: Final = (0.14, 0.24, 0.36)
"""How large pips are, and how unsharp; they are one to the side and one up or down."""
LIKE: Final = (0.82, 0.86)
"""How much of what a face shows its pips have to explain, where they are few and where they are many,"""
UNLIKE: Final = 0.1
"""how much less those of any other,"""
REST: Final = (0.32, 0.38)
"""and how large the rest may be, compared with pips."""
FAINT: Final = 18.0
"""By how much pips differ from their face at least (brightness)."""
WEAKEST: Final = 0.5
"""How clear the faintest pip is, compared with the clearest."""
EVEN, ODD = 0.3, {5: 0.14}
"""By how much a face may differ from itself, compared with its pips, and how much of it more, where that is not:"""
USUALLY_ODD: Final = 0.06
GROUND: Final = 0.75
"""How far from its pips a face is plain."""
EDGE, LEAST_EDGE = 0.08, 5.5
"""By how much brightness changes at an edge, compared with pips and at least."""
STEEP: Final = 0.12
"""So steep a view (the tangent of its angle) shows a die's side."""
SMALLER: Final = 0.87
"""Of a rounded die the face may seem so much smaller."""
BATCH: Final = 500
PIP, CLEAR = 0.35, 0.35
"""How near to its place a pip is, and how clear a spot may be that is none, compared with pips."""
SIDE_STEEP, SIDE_TURNED = (0.65, 1.5), 0.7
"""From where, and how turned, a die's side looks as square as its upper face."""


class Face(NamedTuple):
    """A face that is there: its guess, and how long its edges are in the same measure as the guess's way."""

    guess: Guess
    edge: float


class Overhead(NamedTuple):
    """From where a picture is seen: above this pixel, so high (pixels), with so many of them a millimetre."""

    foot: complex
    above: float
    per_mm: float

    def to_camera(self, guess: Guess) -> complex:
        """Which way the camera is, turned as the guess is: as long as the tangent of the view's angle."""
        return (self.foot - guess.middle) / self.above / guess.way * abs(guess.way)


def faces_in(flat: Singles, guessed: list[Guess], spots: list[Spots], view: Overhead) -> Iterator[Face]:
    """Which guesses are faces, and which single spots."""
    single = squared(flat, [guess for one in spots for guess in aces(one, flat, view.per_mm)])
    guessed = [*likely(flat, guessed), *single]
    for face in PLACES:
        mine = [guess for guess in guessed if guess.face == face]
        for first in range(0, len(mine), BATCH):
            part = mine[first : first + BATCH]
            fits, edges = _fitting(patches(flat, part), face, part, view)
            for at in np.flatnonzero(fits):
                found = Face(part[at], float(edges[at]))
                if not _is_doubtful(found, spots, view):
                    yield found


def _fitting(seen: Floats, face: int, guessed: list[Guess], view: Overhead) -> tuple[NDArray[np.bool_], Floats]:
    """Which patches show this face, and how long its edges are."""
    sign = np.array([-1.0 if guess.dark else 1.0 for guess in guessed])
    alike, rest, pipped = _alike(seen[:, inner()], sign, face)
    other = np.max([alike[one] for one in PLACES if one != face], axis=0)
    fits = (alike[face] >= LIKE[face > 3]) & (other <= alike[face] - UNLIKE)
    ground, pips = inner() & (away(face) > GROUND), PLACES[face]
    level = np.median(seen[:, ground], axis=1)
    value = {place: (seen[:, _near(place)].mean(axis=1) - level) * sign for place in ALL}
    clear = np.array([value[place] for place in pips])
    pip = clear.min(axis=0)
    fits &= (pip >= FAINT) & (pip >= WEAKEST * clear.max(axis=0)) & (rest <= REST[face > 3] * pip)
    fits &= np.abs([value[place] for place in ALL if place not in pips]).max(axis=0) <= EVEN * pip
    fits &= np.percentile(np.abs(seen[:, ground] - level[:, None]), 95, axis=1) <= EVEN * pip
    bare, ways = seen - pipped, np.array([view.to_camera(guess) for guess in guessed])
    facing = np.array([(ways * np.conj(1j**turn)).real > STEEP for turn in range(4)])
    edge, ended = ends(bare, face, np.maximum(EDGE * pip, LEAST_EDGE), facing)
    within = reach()[None] < 0.37 * edge[:, None, None]
    odd = (np.abs(bare - level[:, None, None]) > EVEN * pip[:, None, None]) & within
    fits &= ended & (odd.sum(axis=(1, 2)) <= ODD.get(face, USUALLY_ODD) * within.sum(axis=(1, 2)))
    if face > 1:  # a single pip was found by the square round it
        fits &= is_square(bare)
    length = edge * np.abs([guess.way for guess in guessed]) / view.per_mm
    return fits & (length > SMALLER * EDGE_MM[0]) & (length < EDGE_MM[1]), edge


def _is_doubtful(face: Face, spots: list[Spots], view: Overhead) -> bool:
    """Whether spots that are none of its pips say that there is no such face."""
    guess, edge = face
    mine, others = sorted(spots, key=lambda one: one.dark != guess.dark)
    at = (mine.places - guess.middle) / guess.way
    far = _reach(at) / edge
    pip = np.min([np.abs(at - place) for place in PLACES[guess.face]], axis=0) < PIP
    if not pip.any():
        return True
    clear = mine.clear / mine.clear[pip].min()
    if ((far < 0.42) & ~pip & (clear > CLEAR)).any():
        return True
    beyond = _reach((others.places - guess.middle) / guess.way) / edge < 0.36
    if guess.face == 1 and (others.clear[beyond] > 0.5 * mine.clear[pip].max()).any():
        return True
    if guess.face == 5 and sum(bool((np.abs(at - 2 * 1j**turn) < PIP)[clear > 0.5].any()) for turn in range(4)) > 1:
        return True  # the dots go on
    return _may_be_side(at / edge, clear, view.to_camera(guess))


def _may_be_side(at: Complex, clear: Floats, to_camera: complex) -> bool:
    """Whether it may be a die's side: pips (in edges, along the face) where the upper face would be, or none below."""
    steep = abs(to_camera)
    if not SIDE_STEEP[0] < steep < SIDE_STEEP[1] or abs(np.sin(2 * np.angle(to_camera))) > SIDE_TURNED:
        return False
    ahead = to_camera / steep
    way = complex(round(ahead.real), round(ahead.imag)) * (1 + steep) / 2
    behind, before = (np.abs(at + sign * way) < 0.5 for sign in (1, -1))
    return bool((behind & (clear > 0.3)).any() or not (before & (clear > 0.2)).any())


def _reach(at: Complex) -> Floats:
    return np.asarray(np.maximum(np.abs(at.real), np.abs(at.imag)), np.float64)


def _alike(seen: Floats, sign: Floats, face: int) -> tuple[dict[int, Floats], Floats, Floats]:
    """How much of each patch (rows of its inner part) the pips of each face explain.

    Then what those of one face leave, and what its pips alone look like.
    """
    even = seen - (seen @ _slopes()) @ _slopes().T
    faces, looks, lengths = _looks()
    shares = (even @ looks.T) * sign[:, None]
    alike = np.clip(shares, 0, None) ** 2 / np.maximum((even**2).sum(axis=1, keepdims=True), 1e-9)
    best = np.where(faces == face, shares, -np.inf).argmax(axis=1)
    share = shares[np.arange(len(best)), best]
    left = np.abs(even * sign[:, None] - share[:, None] * looks[best])
    pipped = (sign * share / lengths[best])[:, None, None] * _whole()[best]
    return {one: alike[:, faces == one].max(axis=1) for one in PLACES}, np.percentile(left, 98, axis=1), pipped


@cache
def _near(place: complex) -> NDArray[np.bool_]:
    return np.asarray(np.abs(grid() - place) < 0.22)


@cache
def _kinds() -> list[tuple[int, complex, float, float]]:
    """Faces in each turn, with pips of each size and softness."""
    turned = [(face, turn) for face in PLACES for turn in (1, 1j)[: 1 + (face in {2, 3, 6})]]
    return [(face, turn, radius, soft) for face, turn in turned for radius in PIPS for soft in SOFT]


@cache
def _whole() -> Floats:
    """Patches of all kinds: 1 on a pip."""
    whole = []
    for face, turn, radius, soft in _kinds():
        fine = np.zeros((SIDE, SIDE))
        for place in PLACES[face]:
            fine = np.maximum(fine, np.clip((radius - np.abs(grid() - place * turn)) * STEP + 0.5, 0, 1))
        whole.append(cv2.GaussianBlur(fine, (0, 0), soft * STEP))
    return np.array(whole)


@cache
def _looks() -> tuple[NDArray[np.intp], Floats, Floats]:
    """How the inner parts of all kinds look: rows of length 1 with what is even or grows evenly taken out."""
    rows = _whole()[:, inner()]
    rest = rows - (rows @ _slopes()) @ _slopes().T
    lengths = np.linalg.norm(rest, axis=1)
    return np.array([kind[0] for kind in _kinds()]), rest / lengths[:, None], lengths


@cache
def _slopes() -> Floats:
    """An orthonormal base of what is even and what grows evenly."""
    places = grid()[inner()]
    base, _ = np.linalg.qr(np.stack([np.ones(len(places)), places.real, places.imag], axis=1))
    return np.asarray(base, np.float64)
