"""Where the camera is: kept while a hand hides corners, found again when somebody has moved it."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from hub.features.camera.contract import Corners
from hub.features.camera.fitting import Floats
from hub.features.camera.lens import LikelyCamera, likely_camera
from hub.pictures.board import CORNER_MARKS

MOVED: Final = 0.0016
"""By what share of the picture's width a corner has to be elsewhere for the camera to have moved."""
ENOUGH: Final = 2
"""So many corners say whether it has."""
AVERAGED: Final = 24
"""Over so many pictures the corners are averaged at most."""


class Following:
    """The camera that sees the corner marks of a board (`places`, mm)."""

    def __init__(self, places: Mapping[int, Corners]) -> None:
        self._places = places
        self.corners: dict[int, Floats] = {}
        """Where the corner marks are in the picture, on average."""
        self._pictures = 0
        self.size = (0, 0)
        self.camera: LikelyCamera | None = None
        self.moves = 0
        """How often it has been elsewhere."""

    def see(self, found: Mapping[int, Floats], size: tuple[int, int]) -> LikelyCamera | None:
        """The camera of the next picture, in which these marks were found; None if that cannot be known now."""
        corners: dict[int, Floats] = {mark: found[mark] for mark in CORNER_MARKS if mark in found}
        complete = len(corners) == len(CORNER_MARKS)
        if size != self.size or any(self._is_elsewhere(mark, at) for mark, at in corners.items()):
            if self.corners or self.size != size:
                self.moves += 1
            self.corners, self._pictures, self.camera, self.size = {}, 0, None, size
        if complete:
            self._average(corners)
        return self.camera if len(corners) >= ENOUGH else None

    def _is_elsewhere(self, mark: int, corners: Floats) -> bool:
        before = self.corners.get(mark)
        if before is None:
            return False
        return bool(np.abs(corners.mean(axis=0) - before.mean(axis=0)).max() > MOVED * self.size[0])

    def _average(self, corners: Mapping[int, Floats]) -> None:
        """Take all four into account; the camera is reckoned whenever twice as many pictures are known."""
        self._pictures = min(self._pictures + 1, AVERAGED)
        for mark, at in corners.items():
            before = self.corners.get(mark, at)
            self.corners[mark] = before + (at - before) / self._pictures
        if self._pictures & (self._pictures - 1) == 0 or self.camera is None:
            self.camera = likely_camera(self.corners, self._places, self.size)
