"""The picture as it would look from straight above, level with the upper faces of dice: all pips are round in it."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from hub.features.camera.fitting import Floats, Grey, Singles
from hub.features.camera.lens import LikelyCamera

HEIGHT_MM: Final = 16.0
"""How high an upper face usually is."""
BESIDE_MM: Final = 150.0
"""So far beside the board it is looked for dice."""
FINER, FINEST, COARSEST = 1.4, 2.0, 1.3
"""How many times finer than the picture at the board's middle it is, and how fine at most and least (pixels a mm)."""
STEP_PX: Final = 16
"""The way from one picture to the other is reckoned so often, and between by its neighbours."""


class FromAbove:
    """What a camera sees of the table, for pictures of one size; places are millimetres on the board."""

    def __init__(self, camera: LikelyCamera, edge_mm: float) -> None:
        middle = edge_mm / 2
        around = camera.in_picture(
            np.array([(middle, middle), (middle + 10, middle), (middle, middle + 10)]), HEIGHT_MM
        )
        self.picture_per_mm = float(np.sqrt(abs(np.linalg.det(around[1:] - around[0])))) / 10
        self.per_mm = float(np.clip(FINER * self.picture_per_mm, COARSEST, FINEST))
        width, height = camera.size
        border = np.linspace(0, 1, 9)
        seen = np.array([(x * width, y * height) for x in border for y in border])
        places = camera.on_board(seen, HEIGHT_MM)
        ahead = np.linalg.norm(camera.in_picture(places, HEIGHT_MM) - seen, axis=1) < width / 4
        places = places[ahead]
        self.corner = places.min(axis=0).clip(-BESIDE_MM, middle)
        far = places.max(axis=0).clip(middle, edge_mm + BESIDE_MM)
        self.size = tuple(int(side) for side in np.ceil((far - self.corner) * self.per_mm / STEP_PX) * STEP_PX)
        across, down = (np.arange(0, side + STEP_PX, STEP_PX) for side in self.size)
        grid = np.stack(np.meshgrid(across, down), axis=-1).astype(np.float64)
        ways = camera.in_picture(self.places(grid.reshape(-1, 2)), HEIGHT_MM).reshape(*grid.shape)
        self._ways = [self._between(np.ascontiguousarray(ways[..., axis], np.float32)) for axis in (0, 1)]
        self._camera = camera

    def _between(self, coarse: Singles) -> Singles:
        """Every pixel of a grid of which only some are known."""
        lens = np.array([(1 / STEP_PX, 0, 0), (0, 1 / STEP_PX, 0)])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cv2.warpAffine(coarse, lens, self.size, flags=flags, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[return-value]

    def places(self, pixels: Floats) -> Floats:
        """Where on the board pixels of this picture are."""
        return np.asarray(pixels / self.per_mm + self.corner, np.float64)

    def pixels(self, places: Floats) -> Floats:
        """The other way."""
        return np.asarray((places - self.corner) * self.per_mm, np.float64)

    def of(self, picture: Grey) -> Singles:
        """The picture from above."""
        x, y = self._ways
        flat = cv2.remap(picture, x, y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=(0,))
        return flat.astype(np.float32)

    def in_picture(self, pixels: Floats) -> Floats:
        """Where pixels of this picture are in the one that was taken."""
        return self._camera.in_picture(self.places(pixels), HEIGHT_MM)
