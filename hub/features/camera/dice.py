"""Reads the dice in a picture: each with its upper face, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from hub.features.camera.above import HEIGHT_MM, FromAbove
from hub.features.camera.contract import SeenDie
from hub.features.camera.faces import Face, Overhead, faces_in
from hub.features.camera.fitting import Floats, Grey
from hub.features.camera.lens import LikelyCamera
from hub.features.camera.pips import guesses, outside, spots_in

MARK: Final = 1.45
"""How far round its black a mark is no place for pips, in its sides."""
APART: Final = 0.7
"""Two faces that are nearer than this (in edges) are one."""


class DiceReader:
    """Reads pictures of one size from one place, of a board of this length."""

    def __init__(self, camera: LikelyCamera, edge_mm: float) -> None:
        self._camera = camera
        self._above = FromAbove(camera, edge_mm)
        foot = self._above.pixels(camera.at[None, :2])[0]
        height = (camera.above_mm - HEIGHT_MM) * self._above.per_mm
        self._view = Overhead(complex(*foot), height, self._above.per_mm)

    def read(self, picture: Grey, marks: Mapping[int, Floats]) -> tuple[SeenDie, ...]:
        """The dice in a picture; `marks` are the corners of those in it."""
        flat = self._above.of(picture)
        covered = [self._covered(corners) for corners in marks.values()]
        spots = [outside(one, covered) for one in spots_in(flat, self._view.per_mm)]
        guessed = [guess for one in spots for guess in guesses(one, self._view.per_mm)]
        return tuple(self._die(face) for face in _agreed(list(faces_in(flat, guessed, spots, self._view))))

    def _covered(self, corners: Floats) -> Floats:
        middle = corners.mean(axis=0)
        return self._above.pixels(self._camera.on_board(middle + MARK * (corners - middle), HEIGHT_MM))

    def _die(self, face: Face) -> SeenDie:
        middle = face.guess.middle
        x, y = self._above.in_picture(np.array([[middle.real, middle.imag]]))[0]
        return SeenDie(face.guess.face, (round(float(x), 1), round(float(y), 1)))


def _agreed(found: list[Face]) -> list[Face]:
    """Each face once; where different ones would be at the same place, none is sure."""
    kept = []
    for number, one in enumerate(found):
        reach = APART * one.edge * abs(one.guess.way)
        same = [other for other in found if abs(other.guess.middle - one.guess.middle) < reach]
        alike = all(other.guess.face == one.guess.face for other in same)
        if alike and not any(other is same[0] and other is not one for other in found[:number]):
            kept.append(one)
    return kept
