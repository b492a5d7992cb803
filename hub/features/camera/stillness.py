"""What moves before a camera, and what lies still: told from small pictures of the last moment."""

from __future__ import annotations

from collections import deque
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hub.features.camera.fitting import Grey

WIDE_PX: Final = 320
"""How wide the small pictures are: a fingertip is a few pixels in them, and noise is gone."""
DIFFERENT: Final = 14
"""By how much brightness differs where something has moved."""


class Stillness:
    """Small pictures of the last `rest_ms`; what differs from none of them has lain still for that long."""

    def __init__(self, rest_ms: int) -> None:
        self._rest_ms = rest_ms
        self._small: deque[tuple[int, Grey]] = deque()
        self._settled: Grey | None = None
        self._scale = 1.0
        self.moving: NDArray[np.bool_] = np.ones((1, 1), np.bool_)

    def see(self, picture: Grey, now_ms: int) -> None:
        """Take the next picture."""
        self._scale = WIDE_PX / max(picture.shape)
        size = (round(picture.shape[1] * self._scale), round(picture.shape[0] * self._scale))
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
        if self._small and self._small[-1][1].shape != small.shape:
            self._small.clear()
            self._settled = None
        while len(self._small) > 1 and now_ms - self._small[1][0] >= self._rest_ms:
            self._small.popleft()
        complete = bool(self._small) and now_ms - self._small[0][0] >= self._rest_ms
        moving = np.full(small.shape, not complete)
        for _, earlier in self._small:
            moving |= cv2.absdiff(small, earlier) > DIFFERENT
        self.moving = moving
        self._small.append((now_ms, small))

    def rests(self, middle: tuple[float, float], reach_px: float) -> bool:
        """Whether nothing so near a point of the picture (pixels) has moved."""
        x, y, reach = (value * self._scale for value in (*middle, reach_px))
        rows = slice(max(0, int(y - reach)), int(y + reach) + 1)
        columns = slice(max(0, int(x - reach)), int(x + reach) + 1)
        return not self.moving[rows, columns].any()

    def settle(self) -> None:
        """What is seen now is known: until something changes there is nothing new to see."""
        self._settled = self._small[-1][1]

    @property
    def unchanged(self) -> bool:
        """Whether the newest picture shows what was known last."""
        return self._settled is not None and not (cv2.absdiff(self._small[-1][1], self._settled) > DIFFERENT).any()
