"""Lays the picture of a mark over the square where one may be: says which mark it is, and moves its corners into place.

A square of ten pixels is too small to read field by field, and large enough to be compared as a whole.
"""

import math
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hub.pictures.board import DICTIONARY, FIELDS, white_fields

Grey: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float64]
Singles: TypeAlias = NDArray[np.float32]

PER_FIELD: Final = 4
WHITE: Final = 2
QUIET: Final = 3
"""The white round a mark on its disc, in samples."""
SIDE: Final = FIELDS * PER_FIELD + 2 * WHITE
"""A patch shows a mark with so many samples to a field, and with some of the white round it: a disc has little."""
CORNERS: Final = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * FIELDS * PER_FIELD + WHITE - 0.5
"""The corners of the black in a patch."""
INNER: Final = (slice(WHITE + PER_FIELD, SIDE - WHITE - PER_FIELD),) * 2
"""The part of a patch that tells marks apart."""
TURNS: Final = 4
BLURS_PX: Final = np.arange(0.5, 2.4, 0.4)
"""How unsharp a picture may be."""
GLOWS: Final = ((1.0, 1.0), (1.0, 0.5), (2.0, 0.45))
"""How white spreads into black: light by a factor, up to white, and to a power. On a dark board white is too bright."""
INK: Final = 0.03
"""The light of black."""
ALIKE: Final = 0.85
"""How much (as a correlation) a square has to be like a mark, and how much less so before it is moved into place:"""
ROUGHLY: Final = 0.65
WHOLLY: Final = 0.5
"""How much so with its edge and the white round it, before that: of what only has such fields most is less."""
CLEARLY: Final = 3.0
"""How many times farther from being any other mark it has to be."""
FLAT: Final = 9.0
"""A patch that varies less shows nothing."""
TELLING: Final = 4
"""So many of the smallest marks say how unsharp a picture is."""
ROUNDS: Final = 3
LOST: Final = PER_FIELD * 1.2
"""Corners that have to be moved so far (samples) were none."""


class Light(NamedTuple):
    """What light makes of a picture: how unsharp it is, and which of `GLOWS` white has."""

    blur_px: float = 0.9
    glow: int = 0


USUAL_LIGHT: Final = Light()


class FoundMark(NamedTuple):
    """A mark found: its number, its corners (pixels, from its own upper left), and how alike it looks, up to 1."""

    mark: int
    corners: Floats
    alike: float


@cache
def _look(mark: int, softness: int, glow: int) -> Floats:
    """How a mark looks in a patch, in so many quarters of a sample unsharp; white is 1."""
    fine = np.ones((FIELDS + 2, FIELDS + 2), np.float32)
    fine[1:-1, 1:-1] = 0
    for column, row in white_fields(mark):
        fine[row + 1, column + 1] = 1
    large = np.kron(fine, np.ones((PER_FIELD, PER_FIELD), np.float32))
    return _soft(large, softness, glow, PER_FIELD - WHITE)


@cache
def _beyond(softness: int, glow: int) -> Floats:
    """What is seen in a patch of a dark disc beyond its white."""
    disc = np.ones(((FIELDS + 4) * PER_FIELD,) * 2, np.float32)
    edge = 2 * PER_FIELD - QUIET
    disc[edge:-edge, edge:-edge] = 0
    return _soft(disc, softness, glow, 2 * PER_FIELD - WHITE)


def _soft(large: Singles, softness: int, glow: int, margin: int) -> Floats:
    soft = cv2.GaussianBlur(large, (0, 0), max(softness, 1) / 4, borderType=cv2.BORDER_REPLICATE)
    light, power = GLOWS[glow]
    glowing = np.minimum(light * (INK + (1 - INK) * soft), 1) ** power
    return np.asarray(glowing[margin:-margin, margin:-margin], np.float64)


@cache
def looks(softness: int, glow: int) -> Singles:
    """The inner fields of all marks in all four turns as rows, each with the mean 0 and the length 1."""
    turned = [np.rot90(_look(mark, softness, glow), turn) for mark in range(len(DICTIONARY)) for turn in range(TURNS)]
    return np.array([_even(one[INNER]) for one in turned], np.float32)


def _even(patch: Floats) -> Floats:
    """As a row with the mean 0 and the length 1, so that two are as alike as their product says."""
    flat = patch.ravel() - patch.sum() / patch.size
    return np.asarray(flat / max(math.sqrt(flat @ flat), 1e-6), np.float64)


@cache
def _solver(mark: int, softness: int, glow: int) -> tuple[Floats, Floats]:
    """The look of a mark, and what turns a difference from it into brightness, spread of the black and a movement."""
    look = _look(mark, softness, glow)
    down, across = np.gradient(look)
    y, x = (np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2) / (SIDE / 2)
    spread = np.hypot(across, down)
    ways = (
        np.ones_like(look),
        look,
        spread,
        across,
        down,
        across * x,
        across * y,
        down * x,
        down * y,
        _beyond(softness, glow),
    )
    return look, np.asarray(np.linalg.pinv(np.stack([way.ravel() for way in ways], axis=1)), np.float64)


def _patch(grey: Grey, corners: Floats, way: int = cv2.INTER_LINEAR) -> Floats:
    """The picture within four corners and round them, as a patch."""
    lens = _lens(corners)
    flags = way | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(grey, lens, (SIDE, SIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE).astype(
        np.float64
    )


def _lens(corners: Floats) -> Floats:
    """What makes places in a patch places in the picture."""
    return np.asarray(cv2.getPerspectiveTransform(CORNERS.astype(np.float32), corners.astype(np.float32)), np.float64)


def side_of(corners: Floats) -> float:
    """How long the sides of a square are on average."""
    return cv2.arcLength(corners.astype(np.float32), closed=True) / 4


def softness_of(corners: Floats, blur_px: float) -> int:
    """How unsharp a patch from there is."""
    return round(4 * blur_px * FIELDS * PER_FIELD / max(side_of(corners), 4.0))


def named(grey: Grey, corners: Floats, light: Light = USUAL_LIGHT) -> FoundMark | None:
    """The mark that is within four corners (pixels), if it is none of the others."""
    half: Floats = (corners - corners[[2, 3, 0, 1]]) / 2
    corners = half + corners.mean(axis=0)  # the nearest parallelogram: a mark is too small to show more
    softness, glow = softness_of(corners, light.blur_px), light.glow
    patch = _patch(grey, corners)
    if patch.std() < FLAT:
        return None
    roughly = looks(softness, glow) @ _even(patch[INNER]).astype(np.float32)
    mark, turn = divmod(int(roughly.argmax()), TURNS)
    if roughly.max() < ROUGHLY or _even(np.rot90(patch, -turn)) @ _even(_look(mark, softness, glow)) < WHOLLY:
        return None
    fitted = fitted_to(grey, mark, np.roll(corners, turn, axis=0), light)
    if fitted is None or fitted.alike < ALIKE:
        return None
    unlike = 1 - looks(softness, glow) @ _even(_patch(grey, fitted.corners)[INNER]).astype(np.float32)
    itself = float(unlike[mark * TURNS])
    unlike[mark * TURNS : mark * TURNS + TURNS] = 2
    return fitted if itself < 1 - ALIKE and float(unlike.min()) > CLEARLY * itself else None


def settled(grey: Grey, found: Mapping[int, Floats], light: Light) -> dict[int, Floats]:
    """Marks (their corners, pixels) moved to where they lie best in a picture with this light."""
    moved = {mark: fitted_to(grey, mark, at, light, _exact(at)) for mark, at in found.items()}
    return {mark: one.corners if (one := moved[mark]) and one.alike >= ALIKE else at for mark, at in found.items()}


def light_of(grey: Grey, found: Mapping[int, Floats], glow: int | None = None) -> Light:
    """The light in a picture: the glow by the largest of its marks, if it is unknown, how unsharp by the smallest.

    With a wrong blur a small mark seems larger or smaller than it is, and its piece so much higher or lower.
    """
    telling = sorted(found.items(), key=lambda one: side_of(one[1]))
    glow = light_in(grey, dict(telling[-TELLING:])).glow if glow is None else glow
    return light_in(grey, dict(telling[:TELLING]), glow)


def light_in(grey: Grey, marks: Mapping[int, Floats], glow: int | None = None) -> Light:
    """The light in which these marks look most like themselves, if need be with this glow."""
    lights = [(one, blur_px) for one in (range(len(GLOWS)) if glow is None else [glow]) for blur_px in BLURS_PX]
    fits = []
    for one, blur_px in lights:
        fitted = [fitted_to(grey, mark, at, Light(blur_px, one), _exact(at)) for mark, at in marks.items()]
        fits.append(sum(mark.alike for mark in fitted if mark is not None))
    best = int(np.argmax(fits))
    (glow, blur_px), at = lights[best], best % len(BLURS_PX)
    if at in {0, len(BLURS_PX) - 1}:
        return Light(float(blur_px), glow)
    before, there, after = fits[best - 1 : best + 2]
    aside = (after - before) / (2 * there - before - after) / 2
    return Light(float(blur_px + aside * (BLURS_PX[1] - BLURS_PX[0])), glow)


def _exact(corners: Floats) -> int:
    """How pixels become samples of a patch, if it matters more that edges stay where they are than how noisy it is."""
    return cv2.INTER_CUBIC if side_of(corners) < SIDE else cv2.INTER_LINEAR


def fitted_to(
    grey: Grey, mark: int, corners: Floats, light: Light = USUAL_LIGHT, way: int = cv2.INTER_LINEAR
) -> FoundMark | None:
    """This mark with its corners moved to where its picture lies best; None if it lies nowhere near."""
    look, solver = _solver(mark, softness_of(corners, light.blur_px), light.glow)
    y, x = ((CORNERS - (SIDE - 1) / 2) / (SIDE / 2)).T[::-1]
    lens = _lens(corners)
    moved: Floats = np.zeros((TURNS, 2))
    for _ in range(ROUNDS):
        patch = _patch(grey, corners, way)
        _, contrast, _, right, down, a, b, c, d, _ = solver @ patch.ravel()
        if contrast < FLAT:
            return None
        # The picture is the mark moved the other way: what brightens to the right has come from the left.
        moved = moved - np.column_stack([right + a * x + b * y, down + c * x + d * y]) / contrast
        if np.abs(moved).max() > LOST:
            return None
        corners = np.asarray(cv2.perspectiveTransform((CORNERS + moved)[:, None], lens)[:, 0], np.float64)
    alike = float(_even(_patch(grey, corners, way).ravel()) @ _even(look.ravel()))
    return FoundMark(mark, corners, alike)
