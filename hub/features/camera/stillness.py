"""What moves before a camera, and what lies still: told from small pictures of the last moment."""

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
ADAPTS: Final = 2.0
"""How many times brighter or darker a whole picture may be though nothing has moved."""


class Stillness:
    """Small pictures of the last `rest_ms`; what differs from none of them has lain still for that long."""

    def __init__(self, rest_ms: int) -> None:
        self.rest_ms = rest_ms
        self._small: deque[tuple[int, Grey]] = deque()
        self._noted: Grey | None = None
        self._scale = 1.0
        self._by: Grey = np.full((1, 1), 255, np.uint8)

    @property
    def moving(self) -> NDArray[np.bool_]:
        """Where something moves."""
        return self.moving_by(DIFFERENT)

    def moving_by(self, little: int) -> NDArray[np.bool_]:
        """Where brightness has differed by more than this."""
        return np.asarray(self._by > little)

    def see(self, picture: Grey, now_ms: int) -> None:
        self._scale = WIDE_PX / max(picture.shape)
        size = (round(picture.shape[1] * self._scale), round(picture.shape[0] * self._scale))
        small = cv2.blur(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), (3, 3)).astype(np.uint8, copy=False)
        if self._small and self._small[-1][1].shape != small.shape:
            self._small.clear()
            self._noted = None
        while len(self._small) > 1 and now_ms - self._small[1][0] >= self.rest_ms:
            self._small.popleft()
        complete = bool(self._small) and now_ms - self._small[0][0] >= self.rest_ms
        self._by = np.full(small.shape, 0 if complete else 255, np.uint8)
        for _, earlier in self._small:
            np.maximum(self._by, _difference(small, earlier), out=self._by)
        self._small.append((now_ms, small))

    def rests(self, middle: tuple[float, float], reach_px: float) -> bool:
        """Whether nothing so near a point of the picture (pixels) has moved."""
        x, y, reach = (value * self._scale for value in (*middle, reach_px))
        rows = slice(max(0, int(y - reach)), int(y + reach) + 1)
        columns = slice(max(0, int(x - reach)), int(x + reach) + 1)
        return not self.moving[rows, columns].any()

    def note(self) -> None:
        """What is seen now is known: until something changes there is nothing new to see."""
        self._noted = self._small[-1][1]

    @property
    def unchanged(self) -> bool:
        """Whether the newest picture shows what was known last."""
        return self._noted is not None and not (_difference(self._small[-1][1], self._noted) > DIFFERENT).any()


def _difference(one: Grey, other: Grey) -> Grey:
    """By how much two pictures differ, except in that a lamp flickers or a camera adapts itself."""
    part, before = (np.asarray(picture[::4, ::4], np.float32) + 1 for picture in (one, other))
    lamp = float(np.clip(np.median(before / part), 1 / ADAPTS, ADAPTS))  # more is a hand before the lens, or its end
    evened = cv2.convertScaleAbs(one, alpha=lamp)
    return np.asarray(cv2.absdiff(evened, other), np.uint8)
