"""Finds the marks in a picture, with each of their corners to a part of a pixel."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Final

import cv2
import numpy as np

from hub.features.camera.fitting import Floats, FoundMark, Grey, Light, light_of, named, settled, side_of
from hub.pictures.board import CORNER_MARKS

ENLARGED: Final = 1.5
FEW_PIXELS: Final = 1_300_000
"""A smaller picture is enlarged: half as many marks again are found in it for 6 ms."""
MANY_PIXELS: Final = 2_600_000
"""A larger one is halved, as often as needed."""
SOFT_PX: Final = 1.5
SHARPER: Final = 2.0
"""How wide the blur is that is taken out, and how often; without it a third of the small marks is missed."""
SMALL_PX: Final = 40.0
"""Marks with sides up to here are compared as a whole; larger ones have fields that can be read."""
LEAST_PX: Final = 8.0
LEAST, MOST = 0.2, 0.8
"""How large the mark of a piece can look, as a share of the corner marks."""


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 0.02
    parameters.polygonalApproxAccuracyRate = 0.07  # in a picture of ten pixels a square has no straight sides
    parameters.adaptiveThreshWinSizeMin = 17
    parameters.adaptiveThreshWinSizeMax = 17
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.25
    parameters.minMarkerDistanceRate = 0.02  # the white round a mark is a square, too
    parameters.minGroupDistance = 0.05
    parameters.errorCorrectionRate = 0.0  # a damaged mark is none
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)


def marks_in(grey: Grey) -> tuple[dict[int, Floats], set[int]]:
    """The corners of the marks in a picture (pixels, 4 by 2), and those marks that are there more than once."""
    scale = 1.0
    while grey.size * scale * scale > MANY_PIXELS:
        scale /= 2
    if grey.size < FEW_PIXELS:
        scale = ENLARGED
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    large = grey if scale == 1.0 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=way)
    soft = cv2.GaussianBlur(large, (0, 0), SOFT_PX * max(scale, 1.0))
    sharp = cv2.addWeighted(large, 1 + SHARPER, soft, -SHARPER, 0)
    corners, numbers, others = _detector().detectMarkers(sharp)
    placed = [(at[0].astype(np.float64) + 0.5) / scale - 0.5 for at in chain(corners, others)]
    numbered = [int(number) for number in numbers.ravel()] if corners else []
    found = [_checked(grey, *one) for one in zip(numbered, placed, strict=False)]
    large_px = [side_of(at) for number, at in zip(numbered, placed, strict=False) if number in CORNER_MARKS]
    between = (LEAST * min(large_px), MOST * max(large_px)) if large_px else (LEAST_PX, SMALL_PX)
    unread = [at for at in placed[len(numbered) :] if between[0] < side_of(at) < between[1]]
    found += [_checked(grey, None, at) for at in unread]
    return each_once(grey, found)


def each_once(
    grey: Grey, found: Iterable[FoundMark | None], light: Light | None = None
) -> tuple[dict[int, Floats], set[int]]:
    """The corners of each mark, fitted to this picture, and those marks that are there more than once."""
    alone = _apart([one for one in found if one is not None])
    twice = {mark for mark, times in Counter(one.mark for one in alone).items() if times > 1}
    once = {one.mark: one.corners for one in alone if one.mark not in twice}
    return settled(grey, once, light or light_of(grey, once)), twice


def _checked(grey: Grey, read: int | None, corners: Floats) -> FoundMark | None:
    """What is within four corners; `read` is the mark that its fields say, if they say one."""
    if read is not None and side_of(corners) > SMALL_PX:
        return FoundMark(read, corners, 1.0)
    return named(grey, corners)


def _apart(found: list[FoundMark]) -> list[FoundMark]:
    """Each once, though it was found again in the same place; where two looks say different marks there is none."""
    kept, disputed = list[FoundMark](), set[int]()
    for one in sorted(found, key=lambda one: -one.alike):
        middle, reach = one.corners.mean(axis=0), np.linalg.norm(one.corners[0] - one.corners[2]) / 2
        here = [at for at, other in enumerate(kept) if np.linalg.norm(middle - other.corners.mean(axis=0)) <= reach]
        disputed |= {at for at in here if kept[at].mark != one.mark}
        if not here:
            kept.append(one)
    return [one for at, one in enumerate(kept) if at not in disputed]
