"""Where faces end: in straight lines on all sides at once. Coins, counters and printed dots do not."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hub.features.camera.fitting import Floats, Singles
from hub.features.camera.patches import MIDDLE, SIDE, STEP, away, patches
from hub.features.camera.pips import USUAL, Guess

ENDS: Final = (1.4, 2.4)
"""Where a face may end, with its pips one to the side and one up and down."""
FREE: Final = 0.62
"""So far from pips nothing of them is seen any more."""
BESIDE: Final = 0.19
"""So far before and behind an edge brightness is compared,"""
ALONG: Final = 0.6
"""along so much of its half,"""
STRAIGHT, ALIKE = 0.85, 0.45
"""of which so much has to change by at least so much of what all of it does."""
FEW: Final = 6
"""An edge of which fewer samples are free of pips is none."""
OFF: Final = 2
"""By how many samples the middle may be wrong."""
NEEDED: Final = 5
"""How many faint edges that the camera does not see over a die's side are worse than one that it does."""
ANGLES: Final = 72
FAINT: Final = 11.0
"""What changes less along a ray is no outline."""
SIZES: Final = (1.3, 3.2)
FINE, COARSE = 0.08, 0.1
CORNERS: Final = (1.42, 1.3, 1.2)
"""How far the corners of a square are from its middle, sharp and rounded, compared with its sides."""
BATCH: Final = 300
SQUARE, ACE_SQUARE = 1.1, 1.22
"""How many times better a square has to fit than a circle."""


def ends(bare: Floats, face: int, least: Floats, facing: NDArray[np.bool_]) -> tuple[Floats, NDArray[np.bool_]]:
    """How long the edges of each face are (patches without their pips), and whether there are enough of them.

    Along an edge brightness changes by at least so much. `facing` are sides (to the right, below, to the left, above;
    for each patch) on which the camera sees the die's own side, which may be as bright: one of those may be missing.
    """
    wide = max(1, round(BESIDE * STEP))
    first, last = (MIDDLE + int(end * STEP) for end in ENDS)
    near, far = slice(first - wide, last - wide), slice(first + wide, last + wide)
    beside = np.abs(np.arange(SIDE) - MIDDLE)[:, None] <= ALONG * (np.arange(first, last) - MIDDLE)
    sides = []
    for turn in range(4):
        seen, free = np.rot90(bare, turn, (1, 2)), np.rot90(away(face) > FREE, turn)
        both = free[:, near] & free[:, far] & beside
        change = np.where(both, seen[:, :, far] - seen[:, :, near], 0)
        count = both.sum(axis=0)
        mean = change.sum(axis=1) / np.maximum(count, 1)
        same = (both & (change * np.sign(mean)[:, None] > np.abs(mean)[:, None] * ALIKE)).sum(axis=1)
        clear = np.where((same >= STRAIGHT * count) & (count >= FEW), np.abs(mean), 0)
        padded = np.pad(clear, ((0, 0), (OFF, OFF)))
        sides.append(np.max([padded[:, k : k + clear.shape[1]] for k in range(2 * OFF + 1)], axis=0))
    every = np.array(sides)
    faint = every < least[:, None]
    missing = np.where(facing[:, :, None], faint, NEEDED * faint).sum(axis=0)
    clear = np.sort(every, axis=0)[1] / every.max(axis=(0, 2))[:, None].clip(1)
    best = (missing - 0.9 * clear).argmin(axis=1)
    return 2 * (first + best - MIDDLE) / STEP, missing[np.arange(len(best)), best] <= 1


def is_square(bare: Floats) -> NDArray[np.bool_]:
    """Whether brightness changes along a square round the middle of each patch, more than along a circle."""
    change = _changes(bare)
    square, circle = (np.max([_along(change, at) for at in shapes], axis=0) for shapes in _outlines(FINE))
    return np.asarray(square > SQUARE * circle)


def squared(flat: Singles, guessed: list[Guess]) -> list[Guess]:
    """Guesses of a single pip that have a square round them, turned and sized as it is."""
    found: list[Guess] = []
    squares, circles = _outlines(COARSE)
    sizes = np.tile(np.arange(*SIZES, COARSE), len(CORNERS))
    turned = [
        (size, turn, np.roll(at, turn)) for size, at in zip(sizes, squares, strict=True) for turn in range(ANGLES // 4)
    ]
    for first in range(0, len(guessed), BATCH):
        part = guessed[first : first + BATCH]
        change = _changes(patches(flat, part))
        scores = np.array([_along(change, at) for _, _, at in turned])
        circle = np.max([_along(change, at) for at in circles], axis=0)
        best = scores.argmax(axis=0)
        for one in np.flatnonzero(scores.max(axis=0) > ACE_SQUARE * circle):
            size, turn, _ = turned[best[one]]
            way = part[one].way * 2 * size * USUAL * np.exp(2j * np.pi * turn / ANGLES)
            found.append(part[one]._replace(way=complex(way)))
    return found


def _along(change: Singles, at: NDArray[np.intp]) -> Singles:
    return np.asarray(change[:, np.arange(ANGLES), at].mean(axis=1), np.float32)


def _changes(seen: Floats) -> Singles:
    """Where along rays from the middle of each patch brightness changes, compared with where it does so most."""
    x, y = _polar()
    along = seen[:, y, x].astype(np.float32)
    change = np.abs(along[:, :, 3:] - along[:, :, :-3])
    return np.asarray(change / np.maximum(change[:, :, int(2.2 * STEP) :].max(axis=2, keepdims=True), FAINT))


@cache
def _polar() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Samples of a patch along rays from its middle, two for each step."""
    angle = 2 * np.pi * np.arange(ANGLES) / ANGLES
    far = np.arange(2 * MIDDLE + 1) / 2
    x, y = (np.rint(MIDDLE + way(angle)[:, None] * far).astype(np.intp).clip(0, SIDE - 1) for way in (np.cos, np.sin))
    return x, y


@cache
def _outlines(step: float) -> tuple[list[NDArray[np.intp]], list[NDArray[np.intp]]]:
    """For squares of all sizes, sharp or rounded, and for circles: at which sample each ray crosses them."""
    angle = 2 * np.pi * np.arange(ANGLES) / ANGLES
    square = 1 / np.maximum(np.abs(np.cos(angle)), np.abs(np.sin(angle)))

    def crossed(shape: Floats) -> list[NDArray[np.intp]]:
        sizes = np.arange(*SIZES, step)
        return [np.rint(2 * STEP * size * shape - 1.5).astype(np.intp).clip(0, 2 * MIDDLE - 3) for size in sizes]

    return [at for corner in CORNERS for at in crossed(np.minimum(square, corner))], crossed(np.ones(ANGLES))
