"""Finds the marks in a picture, with each of their corners to a part of a pixel."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hub.features.camera.lens import Floats

Grey: TypeAlias = NDArray[np.uint8]

ENLARGED: Final = 1.5
FEW_PIXELS: Final = 1_300_000
"""A smaller picture is enlarged: half as many marks again are found in it for 6 ms."""
SOFT_PX: Final = 1.5
"""How wide the blur is that is taken out; without it a third of the small marks is missed."""


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 0.02
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.25
    parameters.errorCorrectionRate = 0.0  # a damaged mark is none
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)


def marks_in(grey: Grey) -> tuple[dict[int, Floats], set[int]]:
    """The corners of the marks in a picture (pixels, 4 by 2), and those marks that are there more than once."""
    scale = ENLARGED if grey.size < FEW_PIXELS else 1.0
    large = grey if scale == 1.0 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    sharp = cv2.addWeighted(large, 2.0, cv2.GaussianBlur(large, (0, 0), SOFT_PX * scale), -1.0, 0)
    corners, numbers, _ = _detector().detectMarkers(sharp)
    seen = [int(number) for number in numbers.ravel()] if corners else []
    twice = {mark for mark, times in Counter(seen).items() if times > 1}
    pixels = [(at[0].astype(np.float64) + 0.5) / scale - 0.5 for at in corners]
    return {mark: at for mark, at in zip(seen, pixels, strict=True) if mark not in twice}, twice
