"""Finds round spots that may be pips, and which of them lie as those of one face do. Nothing is sure yet.

Places are complex numbers here, in pixels of a picture from above: turning and enlarging is multiplying.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hub.features.camera.fitting import Floats, Singles

Complex: TypeAlias = NDArray[np.complex128]

EDGE_MM: Final = (11.0, 21.0)
"""How long the edges of dice are."""
OUT: Final = (0.21, 0.30)
"""How far pips are from the middle of a face along its edges, in edges."""
USUAL, USUAL_MM = 0.26, 16.5
"""How far out they usually are, and of which edge to begin with."""
SOFT_MM: Final = (0.65, 0.95, 1.4, 2.1)
"""A spot stands out between two neighbours of these softenings."""
FAINT: Final = 7.0
"""What stands out less is nothing."""
CLEAR: Final = 15.0
"""By how much a single pip differs from what is round it,"""
AROUND_MM: Final = 3.9
"""so far from its middle."""
APART_MM: Final = 1.2
COMPACT: Final = 0.12
"""How far a spot is from being a line, where 0.25 is round."""
MOST: Final = 1500
"""So many of the clearest spots are looked at."""
UNLIKE: Final = 2.5
"""How many times clearer one pip of a face may be than another."""
NEAR: Final = 0.35
"""How near to its place the spot of a pip is, where the corner pips are one to the side."""
HIT_MM: Final = 0.7
"""How exactly a spot is where a pip should be."""
PLACES: Final = {
    1: (0j,),
    2: (-1 - 1j, 1 + 1j),
    3: (-1 - 1j, 0j, 1 + 1j),
    4: (-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j),
    5: (-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j, 0j),
    6: (-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j, -1 + 0j, 1 + 0j),
}
"""Where the pips of a face are; the corner ones are one to the side and one up or down."""
ALL: Final = (0j, -1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j, -1 + 0j, 1 + 0j, -1j, 1j)
"""Where any face may have a pip."""


BETWEEN: Final = tuple(complex(x, y) for x in (-0.5, 0.5) for y in (-1, -0.5, 0.5, 1))
"""Where no face of one to three has any."""


class Guess(NamedTuple):
    """A face that may be there: its middle, and the way (in pixels) that is one to the side in `PLACES`."""

    face: int
    middle: complex
    way: complex
    dark: bool


class Spots(NamedTuple):
    """Spots that are darker than their surroundings, or lighter: their places, and how much they stand out.

    `near` is how much the clearest spot stands out that is as near to a pixel as a pip has to be to its place.
    """

    places: Complex
    clear: Floats
    near: Singles
    dark: bool


def spots_in(flat: Singles, per_mm: float) -> list[Spots]:
    """The dark and the light spots of a picture from above."""
    soft = [cv2.GaussianBlur(flat, (0, 0), sigma * per_mm) for sigma in SOFT_MM]
    steps = [finer - coarser for finer, coarser in pairwise(soft)]
    lighter, darker = steps[0], steps[0]
    for step in steps[1:]:
        lighter, darker = np.maximum(lighter, step), np.minimum(darker, step)
    return [_peaks(-darker, per_mm, dark=True), _peaks(lighter, per_mm, dark=False)]


def _peaks(clear: Singles, per_mm: float, *, dark: bool) -> Spots:
    reach = int(APART_MM * per_mm)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2)
    clear[:2], clear[-2:], clear[:, :2], clear[:, -2:] = 0, 0, 0, 0
    rows, columns = np.nonzero((clear >= cv2.dilate(clear, kernel)) & (clear > FAINT))

    def at(right: int, down: int) -> Floats:
        return clear[rows + down, columns + right].astype(np.float64)

    wide, high = (2 * at(0, 0) - at(*step) - at(-step[0], -step[1]) for step in ((1, 0), (0, 1)))
    slant = (at(1, 1) + at(-1, -1) - at(1, -1) - at(-1, 1)) / 4
    compact = np.flatnonzero(wide * high - slant**2 > COMPACT * (wide + high) ** 2)
    compact = compact[np.argsort(-at(0, 0)[compact])[:MOST]]
    x = columns + (at(1, 0) - at(-1, 0)) / 2 / np.maximum(wide, 1e-6)
    y = rows + (at(0, 1) - at(0, -1)) / 2 / np.maximum(high, 1e-6)
    near = cv2.dilate(clear, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round(HIT_MM * per_mm) + 1,) * 2))
    return Spots((x + 1j * y)[compact], at(0, 0)[compact], np.asarray(near, np.float32), dark)


def outside(spots: Spots, covered: Sequence[Floats]) -> Spots:
    """Without those in areas that are known to be something else (corners, pixels)."""
    areas = [np.asarray(area, np.float32) for area in covered]
    free = [
        all(cv2.pointPolygonTest(area, (at.real, at.imag), measureDist=False) < 0 for area in areas)
        for at in spots.places
    ]
    return spots._replace(places=spots.places[free], clear=spots.clear[free])


def guesses(spots: Spots, per_mm: float) -> list[Guess]:
    """Faces of two and more pips whose spots lie as those pips do, no other among them. Some are found repeatedly."""
    at = spots.places
    if len(at) < 2:
        return []
    first, second = _pairs(spots, per_mm)
    middle, way = (at[first] + at[second]) / 2, (at[second] - at[first]) / (2 + 2j)
    height, width = spots.near.shape
    least = np.minimum(spots.clear[first], spots.clear[second]) / UNLIKE

    def there(place: complex) -> NDArray[np.bool_]:
        where = middle + place * way
        x, y = where.real.round().astype(int).clip(0, width - 1), where.imag.round().astype(int).clip(0, height - 1)
        return np.asarray(spots.near[y, x] > least)

    hits = {place: there(place) for place in ALL}
    found: list[Guess] = []
    for face, turn in ((2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (6, 1j)):
        wanted = {place * turn for place in PLACES[face]}
        fits = np.all([hits[place] == (place in wanted) for place in ALL], axis=0)
        found += [
            _fitted(Guess(face, complex(middle[one]), complex(way[one] * turn), spots.dark), spots)
            for one in np.flatnonzero(fits)
        ]
    return found


def _fitted(guess: Guess, spots: Spots) -> Guess:
    """Moved, turned and enlarged so that all its pips lie best where spots are, not only the two that began it."""
    if guess.face < 3:
        return guess
    places = np.array(PLACES[guess.face])
    at = (spots.places - guess.middle) / guess.way
    near = np.abs(at[None, :] - places[:, None])
    best, there = near.argmin(axis=1), near.min(axis=1) < NEAR
    seen, wanted = at[best][there], places[there]
    middle = wanted.mean()
    turn = (np.conj(wanted - middle) * seen).sum() / (np.abs(wanted - middle) ** 2).sum()
    moved = seen.mean() - turn * middle
    return guess._replace(middle=complex(guess.middle + guess.way * moved), way=complex(guess.way * turn))


def _pairs(spots: Spots, per_mm: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Spots that may be pips in opposite corners of a face."""
    at, clear = spots.places, spots.clear
    least, most = (np.sqrt(8) * out * edge * per_mm for out, edge in zip(OUT, EDGE_MM, strict=True))
    far = np.abs(at[:, None] - at[None, :])
    like = clear[:, None] < UNLIKE * clear[None, :]
    first, second = np.nonzero((far > least) & (far < most) & like & like.T)
    once = first < second
    return first[once], second[once]


def aces(spots: Spots, flat: Singles, per_mm: float) -> list[Guess]:
    """Single spots with even brightness round them. How the die is turned is open, and its size that of most."""
    angles = np.exp(2j * np.pi * np.arange(16) / 16)
    around = _sampled(flat, spots.places[:, None] + AROUND_MM * per_mm * angles)
    level = np.median(around, axis=1)
    clear = (level - _sampled(flat, spots.places)) * (1 if spots.dark else -1)
    even = np.percentile(np.abs(around - level[:, None]), 75, axis=1) < 0.25 * clear
    chosen = spots.places[even & (clear > CLEAR)]
    return [Guess(1, complex(middle), complex(USUAL * USUAL_MM * per_mm), spots.dark) for middle in chosen]


def likely(flat: Singles, guessed: list[Guess]) -> list[Guess]:
    """Without faces of few pips at which a few points already show that there is none."""
    few, many = ([guess for guess in guessed if (guess.face < 4) is less] for less in (True, False))
    if not few:
        return many
    middle, way = (np.array([getattr(guess, name) for guess in few])[:, None] for name in ("middle", "way"))
    ground = _sampled(flat, middle + way * np.array(BETWEEN))
    pips = _sampled(flat, middle + way * np.array(ALL))
    level = np.median(ground, axis=1, keepdims=True)
    full = np.array([[place in PLACES[guess.face] for place in ALL] for guess in few])
    dark = np.where([guess.dark for guess in few], 1.0, -1.0)[:, None]
    clear = np.where(full, (level - pips) * dark, 0).sum(axis=1) / full.sum(axis=1)
    off = np.where(full, 0, np.abs(pips - level)).max(axis=1)
    fits = (clear > FAINT) & (off < 0.45 * clear) & (np.median(np.abs(ground - level), axis=1) < 0.3 * clear)
    return many + [guess for guess, fit in zip(few, fits, strict=True) if fit]


def _sampled(flat: Singles, at: Complex) -> Floats:
    x, y = at.real.round().astype(int), at.imag.round().astype(int)
    return np.asarray(flat[y.clip(0, flat.shape[0] - 1), x.clip(0, flat.shape[1] - 1)], np.float64)
