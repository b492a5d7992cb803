"""Small pictures of what may be a face, turned and enlarged so that its pips lie where those of every face do."""

from __future__ import annotations

from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hub.features.camera.fitting import Floats, Singles
from hub.features.camera.pips import PLACES, Complex, Guess

REACH, STEP = 3.5, 8
"""How far a patch shows what is round a face, and how many samples are between two of its places for pips."""
SIDE: Final = 2 * int(REACH * STEP) + 1
MIDDLE: Final = SIDE // 2
WITHIN: Final = 1.32
"""How far from its middle a patch shows the face alone."""


def patches(flat: Singles, guessed: list[Guess]) -> Floats:
    """What the picture from above shows round each guess."""
    middle, way = (np.array([getattr(guess, name) for guess in guessed])[:, None, None] for name in ("middle", "way"))
    tall = (middle + way * grid()).reshape(-1, SIDE)
    x, y = (np.ascontiguousarray(part, np.float32) for part in (tall.real, tall.imag))
    seen = cv2.remap(flat, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen.reshape(len(guessed), SIDE, SIDE), np.float64)


@cache
def grid() -> Complex:
    """The place of each sample of a patch."""
    along = (np.arange(SIDE) - MIDDLE) / STEP
    return along[None, :] + 1j * along[:, None]


@cache
def reach() -> Floats:
    """How far each sample is from the middle, along the face."""
    return np.asarray(np.maximum(np.abs(grid().real), np.abs(grid().imag)), np.float64)


@cache
def inner() -> NDArray[np.bool_]:
    """The samples that show the face alone."""
    return np.asarray(reach() <= WITHIN)


@cache
def away(face: int) -> Floats:
    """How far each sample is from the nearest pip of a face."""
    return np.asarray(np.min([np.abs(grid() - place) for place in PLACES[face]], axis=0), np.float64)
