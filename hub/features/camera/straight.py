"""The board as a camera that is known would see it from straight above, and the marks of pieces in it.

All of it has the same scale there, so nothing depends on outlines, which are lost in marks of ten pixels: whatever has
a dark ring in a white one, of the right size, is turned straight and compared with all marks at once.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

import cv2
import numpy as np

from hub.features.camera.finding import each_once
from hub.features.camera.fitting import (
    ALIKE,
    CORNERS,
    INNER,
    SIDE,
    Floats,
    Grey,
    Light,
    Singles,
    fitted_to,
    light_in,
    light_of,
    looks,
    named,
)
from hub.features.camera.lens import LikelyCamera
from hub.pictures.board import DICTIONARY, FIELDS, PIECE_MARKS

PER_MM: Final = 0.8
"""Pixels: a mark of 16 mm has 13."""
FINE: Final = 2.0
"""A picture in which everything is so many times larger is made smaller first."""
ROUND_MM: Final = 30.0
"""How much is seen round the board: pieces stand up into it."""
COARSE: Final = 8
"""The lens bends so little that the places of every so many pixels say those of all."""
FOLDED_PX, NOWHERE = 10, -4000
"""Far outside the picture a lens that bends would show something else: whoever looks back is so far off there."""
NEARER: Final = 1.03
"""How much larger a mark looks since it is above the board."""
AROUND: Final = 17
"""So many pixels each way say how a square is turned."""
ABOUT: Final = np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]) * 0.4
"""How far beside its ring's middle a mark is tried, in its fields: what it shows draws the ring to one side."""
_NONE: Any = None
LOGARITHM: Final = np.log(np.arange(256, dtype=np.float32) + 8)
"""Of each brightness: a shadow changes nothing of what is beside each other."""
RINGED: Final = 0.06
"""By how much (as a logarithm) the white round a mark is brighter than its edge, at least."""
MOST: Final = 80
"""So many places are compared: of the marks that were found, none was beyond the fiftieth."""
LIT_AGAIN: Final = 8
"""After so many pictures it is measured again how unsharp they are."""
ROUGHLY_ONE, LIKE_ONE = 0.5, 0.72
"""How much a place has to be like a mark so that places beside it are tried, and for a closer look."""


class Straight:
    """How a camera's pictures become such a picture of a board with this edge, and back.

    It is true of what is so high above the board, and shows so much round it.
    """

    def __init__(
        self,
        camera: LikelyCamera,
        edge_mm: float,
        per_mm: float = PER_MM,
        height_mm: float = 0.0,
        round_mm: float = ROUND_MM,
    ) -> None:
        self.camera, self.per_mm, self._height_mm, self._round_mm = camera, per_mm, height_mm, round_mm
        self._light: Light | None = None
        self._looks = 0
        steps = int((edge_mm + 2 * round_mm) * per_mm / COARSE) + 1
        self._side = steps * COARSE
        at = np.arange(steps) * COARSE + (COARSE - 1) / 2
        places = np.stack(np.meshgrid(at, at), axis=-1).reshape(-1, 2)
        coarse = self.back(places)
        there = camera.on_board(coarse, height_mm)
        coarse[np.abs((there + round_mm) * per_mm - places).max(axis=1) > FOLDED_PX] = NOWHERE
        sides = np.linalg.norm(np.diff(coarse.reshape(steps, steps, 2), axis=0), axis=-1)
        self._scale = 1.0
        while np.median(sides) * self._scale > COARSE * FINE:
            self._scale /= 2
        map_ = ((coarse + 0.5) * self._scale - 0.5).astype(np.float32).reshape(steps, steps, 2)
        self._map = cv2.resize(map_, (self._side, self._side)).astype(np.float32, copy=False)

    def picture(self, grey: Grey) -> Grey:
        """The board in this picture."""
        if self._scale < 1:
            grey = cv2.resize(grey, None, fx=self._scale, fy=self._scale, interpolation=cv2.INTER_AREA).astype(
                np.uint8, copy=False
            )
        return np.asarray(cv2.remap(grey, self._map, _NONE, cv2.INTER_LINEAR), np.uint8)

    def __len__(self) -> int:
        """How many pixels its pictures are wide and high."""
        return self._side

    def back(self, points: Floats) -> Floats:
        """Where points (n by 2) of that picture are in the camera's."""
        return self.camera.in_picture(points / self.per_mm - self._round_mm, self._height_mm)

    def marks_in(
        self, grey: Grey, corners: Mapping[int, Floats], sizes_mm: Iterable[float]
    ) -> tuple[dict[int, Floats], set[int]]:
        """As `finding.marks_in`, for marks of these sizes; corner marks are looked for only where they were."""
        light = self._light or light_in(grey, corners)
        still = [fitted_to(grey, mark, at, light) for mark, at in corners.items()]
        pieces = [named(grey, square, light) for square in self._squares(grey, sizes_mm, light.glow)]
        likely = [one for one in still + pieces if one is not None and one.alike > ALIKE]
        if likely and self._looks % LIT_AGAIN == 0:
            light = light_of(grey, {one.mark: one.corners for one in likely}, light.glow)
        self._light, self._looks = light, self._looks + 1
        return each_once(grey, (one for one in likely if one.mark in corners or one.mark in PIECE_MARKS), light)

    def _squares(self, grey: Grey, sizes_mm: Iterable[float], glow: int) -> list[Floats]:
        """Where marks of these sizes may be in the camera's picture: four corners for each."""
        seen = self.picture(grey)
        bright, edges = cv2.LUT(seen, LOGARITHM), _edges(seen)
        found: list[Floats] = []
        for side in (size * NEARER * self.per_mm for size in sizes_mm):
            ringed = cv2.filter2D(bright, -1, _ring(side), borderType=cv2.BORDER_REPLICATE)
            peaks = (ringed >= cv2.dilate(ringed, np.ones((5, 5), np.uint8))) & (ringed > RINGED)
            at = np.nonzero(peaks[1:-1, 1:-1])
            best = np.argsort(-ringed[1:-1, 1:-1][at])[:MOST]
            rows, columns = at[0][best] + 1, at[1][best] + 1
            squares = _turned(_summits(ringed, rows, columns), side, _turns(edges, rows, columns))
            there = _alike(seen, squares, side, glow)
            beside = squares[there > ROUGHLY_ONE, None] + ABOUT[:, None] * side / FIELDS
            others = _alike(seen, beside[:, 1:].reshape(-1, 4, 2), side, glow)
            alike = np.column_stack([there[there > ROUGHLY_ONE], others.reshape(len(beside), len(ABOUT) - 1)])
            best = alike.argmax(axis=1)
            found += [self.back(beside[at, best[at]]) for at in np.flatnonzero(alike.max(axis=1) > LIKE_ONE)]
        return found


@cache
def _ring(side: float) -> Singles:
    """What tells the edge of a mark and the white round it from all else, however it is turned."""
    far = int(side * 0.8)
    y, x = np.mgrid[-far : far + 1, -far : far + 1]
    radius = np.hypot(x, y) / side
    black = np.clip(1 - np.abs(radius - 0.42) / 0.10, 0, 1)
    white = np.clip(1 - np.abs(radius - 0.585) / 0.08, 0, 1)
    return np.asarray(white / white.sum() - black / black.sum(), np.float32)


def _edges(seen: Grey) -> tuple[Any, Any]:
    """How much brighter it becomes to the right, and down, with room for what is beyond its border."""
    room = AROUND // 2
    beyond = cv2.copyMakeBorder(seen, room, room, room, room, cv2.BORDER_REPLICATE)
    return cv2.Sobel(beyond, cv2.CV_32F, 1, 0), cv2.Sobel(beyond, cv2.CV_32F, 0, 1)


def _turns(edges: tuple[Any, Any], rows: Any, columns: Any) -> Floats:
    """How a square round each of these pixels would be turned, by the edges there: all its sides say the same."""
    within = np.arange(AROUND)
    around = (rows[:, None] + within)[:, :, None], (columns[:, None] + within)[:, None]
    ways = edges[0][around] + 1j * edges[1][around]
    strong = np.abs(ways) + 1e-3
    near = AROUND // 2 + 1 - np.abs(within - AROUND // 2)
    said = np.einsum("nij,i,j->n", ways**4 / strong**3, near, near)
    return np.asarray(np.angle(said) / 4, np.float64)


def _summits(heights: Any, rows: Any, columns: Any) -> Floats:
    """Where between pixels (across and down) the summits are, near pixels that are higher than those beside."""
    at = heights[rows, columns]
    sides = (
        (heights[rows, columns - 1], heights[rows, columns + 1]),
        (heights[rows - 1, columns], heights[rows + 1, columns]),
    )
    off = [(after - before) / (2 * (2 * at - before - after) + 1e-6) for before, after in sides]
    return np.asarray(np.column_stack([columns, rows]) + np.clip(np.column_stack(off), -0.5, 0.5), np.float64)


def _turned(middles: Floats, side: float, turns: Floats) -> Floats:
    """Squares (n by 4 by 2) with these middles."""
    across = np.column_stack([np.cos(turns), np.sin(turns)]) * side / 2
    down = np.column_stack([-across[:, 1], across[:, 0]])
    return np.stack(
        [middles - across - down, middles + across - down, middles + across + down, middles - across + down], axis=1
    )


def _alike(seen: Grey, squares: Floats, side: float, glow: int) -> Singles:
    """How much each of these squares looks like the mark of a piece that it looks like most."""
    if not len(squares):
        return np.zeros(0, np.float32)
    y, x = (np.mgrid[INNER] - CORNERS.min()) / (CORNERS.max() - CORNERS.min())
    right, down = squares[:, 1] - squares[:, 0], squares[:, 3] - squares[:, 0]
    places = squares[:, 0, None] + x.ravel()[:, None] * right[:, None] + y.ravel()[:, None] * down[:, None]
    patches = np.asarray(cv2.remap(seen, places.astype(np.float32), _NONE, cv2.INTER_LINEAR), np.float32)
    even = patches - patches.mean(axis=1, keepdims=True)
    even /= np.linalg.norm(even, axis=1, keepdims=True) + 1e-6
    return np.asarray((even @ _pieces(round(3.6 * SIDE / side), glow)).max(axis=1), np.float32)


@cache
def _pieces(softness: int, glow: int) -> Singles:
    """How the marks of pieces look, as columns: with this glow, and without, as it may be of the corner marks alone."""
    every = [looks(softness, one) for one in {0, glow}]
    marks = [
        one.reshape(len(DICTIONARY), -1, one.shape[1])[list(PIECE_MARKS)].reshape(-1, one.shape[1]) for one in every
    ]
    return np.ascontiguousarray(np.concatenate(marks).T)
