"""The camera that took a picture, reckoned from the four corner marks alone: nobody has to calibrate anything.

Pixels are square and the lens looks through the middle of the picture; what is unknown is where the camera stands, its
focal length and its main distortion. All eight are fitted to the corners of the marks, with what lenses usually have
where the marks say little (a view from straight above says nothing of the focal length). How sure each of them is goes
on to every place on the board (`LikelyCamera.spread`).

Places are millimetres on the board, as in `hub.pictures.board`; heights are above it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, Final

import cv2
import numpy as np

from hub.features.camera.contract import Corners
from hub.features.camera.fitting import Floats, side_of
from hub.pictures.board import CORNER_MARK_MM

USUAL: Final = (-0.22, -0.04)
"""The logarithm of focal length over picture width, and the distortion, of phones and webcams; and how they vary:"""
VARIES: Final = (0.2, 0.12)
PIXELS_OFF: Final = 0.2
"""How exactly a corner of a mark is found at best."""
OFF_MM: Final = 2.5
LARGER: Final = (0.99, 1.02)
"""By how much light and a printer's ink may change marks; corners that were printed at another scale look like more."""
ROUNDS: Final = 25
ENOUGH: Final = 1e-7
TURNS: Final = 4


@dataclass(frozen=True)
class LikelyCamera:
    """The camera of a picture: the most likely one first, then one for each way in which it may differ."""

    cameras: tuple[Floats, ...]
    size: tuple[int, int]
    off_mm: float
    """How far the corner marks are, on average, from where they belong."""
    larger: float = 1.0
    """How many times larger than printed they look: what makes black wider makes it so in all marks."""

    def on_board(self, points: Floats, height_mm: float, camera: int = 0) -> Floats:
        """Where points of the picture (pixels, n by 2) lie at a height above the board, in the eyes of one camera."""
        turn, at, lens = self._views[camera]
        flat = cv2.undistortPoints(points.reshape(-1, 1, 2), *lens).reshape(-1, 2)
        rays = flat @ turn[:2] + turn[2]
        found: Floats = at[:2] - rays[:, :2] * ((height_mm + at[2]) / rays[:, 2:])
        return found

    def spread(self, points: Floats, height_mm: float) -> Floats:
        """How unsure each place is along both edges of the board, as a standard deviation (mm, n by 2)."""
        beside = points + PIXELS_OFF * np.array([(0, 0), (1, 0), (0, 1)])[:, None]
        best, *moved = self.on_board(beside, height_mm).reshape(3, -1, 2)
        others = (self.on_board(points, height_mm, camera) for camera in range(1, len(self.cameras)))
        spread: Floats = np.sqrt(sum((other - best) ** 2 for other in chain(others, moved)))
        return spread

    def height_of(self, corners: Floats, side_mm: float) -> float:
        """How high above the board a square of this size is: the nearer to the camera, the larger it looks."""
        return float(self.at[2]) * (1 - side_mm * self.larger / side_of(self.on_board(corners, 0.0)))

    def in_picture(self, places: Floats, height_mm: float = 0.0) -> Floats:
        """Where places (mm, n by 2) at a height above the board are seen (pixels, n by 2)."""
        parameters, points = self.cameras[0], np.column_stack([places, np.full(len(places), -height_mm)])
        seen, _ = cv2.projectPoints(points, parameters[:3], parameters[3:6], *_lens(parameters, self.size))
        return np.asarray(seen.reshape(-1, 2), np.float64)

    @property
    def fits(self) -> bool:
        """Whether the corner marks lie where they belong, and are as large: on another board, or laid badly, not."""
        return self.off_mm <= OFF_MM and LARGER[0] <= self.larger <= LARGER[1]

    @cached_property
    def at(self) -> Floats:
        """Where the camera is: along both edges, and above the board (mm)."""
        right, down, deep = self._views[0][1]
        return np.array([right, down, -deep])

    @cached_property
    def _views(self) -> list[tuple[Floats, Floats, tuple[Floats, Floats]]]:
        """How each camera is turned, where it is (mm, downwards), and its lens."""
        turns: list[Floats] = [np.asarray(cv2.Rodrigues(one[:3])[0], np.float64) for one in self.cameras]
        return [
            (turn, -turn.T @ one[3:6], _lens(one, self.size)) for turn, one in zip(turns, self.cameras, strict=True)
        ]


def likely_camera(
    found: Mapping[int, Floats], places: Mapping[int, Corners], size: tuple[int, int]
) -> LikelyCamera | None:
    """The camera that sees the corner marks there (four corners each, pixels); None if none could.

    `places` are those of the corner marks (mm), `size` are width and height of the picture.
    """
    middles = np.array([found[mark].mean(axis=0) for mark in places], np.float32)
    on_board = np.array([np.mean(place, axis=0) for place in places.values()], np.float32)
    plane = cv2.getPerspectiveTransform(on_board, middles)
    board, pixels = _matched(found, places, plane)
    try:
        _, turn, place = cv2.solvePnP(board, pixels, *_lens([0.0] * 6 + list(USUAL), size))
        start = np.concatenate([turn.ravel(), place.ravel(), USUAL])
        fitted, residuals, slopes = _fitted(start, board, pixels, size)
        off = float(np.sqrt(np.mean(residuals**2)))
        pixels_per_mm = float(np.mean([side_of(found[mark]) for mark in places])) / CORNER_MARK_MM
        known = slopes.T @ slopes / max(PIXELS_OFF, off) ** 2 + np.diag([0.0] * 6 + [1 / sd**2 for sd in VARIES])
        ways = np.linalg.cholesky(np.linalg.inv(known)).T
    except np.linalg.LinAlgError:  # the marks lie in one line, or on each other
        return None
    seen = LikelyCamera((fitted, *(fitted + way for way in ways)), size, off / pixels_per_mm)
    if seen.at[2] <= 0:
        return None
    sides_mm = [side_of(seen.on_board(found[mark], 0.0)) for mark in places]
    return replace(seen, larger=float(np.mean(sides_mm)) / CORNER_MARK_MM)


def _matched(found: Mapping[int, Floats], places: Mapping[int, Corners], plane: Any) -> tuple[Floats, Floats]:
    """The corners of all marks on the board and in the picture; a mark may have been glued on in any turn."""
    board, pixels = [], []
    for mark, place in places.items():
        corners = np.array(place)
        expected = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), plane).reshape(-1, 2)
        turned = [np.roll(found[mark], turn, axis=0) for turn in range(TURNS)]
        pixels.append(min(turned, key=lambda seen: float(np.abs(seen - expected).sum())))
        board.append(np.column_stack([corners, np.zeros(TURNS)]))
    return np.concatenate(board), np.concatenate(pixels)


def _fitted(start: Floats, board: Floats, pixels: Floats, size: tuple[int, int]) -> tuple[Floats, Floats, Floats]:
    """The most likely camera, how far off each corner is (pixels), and how this changes (Levenberg, Marquardt)."""
    weights = np.array([0.0] * 6 + [1 / width for width in VARIES]) * PIXELS_OFF
    usual = np.array([0.0] * 6 + list(USUAL))

    def at(parameters: Floats) -> tuple[Floats, Floats, float]:
        residuals, slopes = _residuals(parameters, board, pixels, size)
        return residuals, slopes, float(residuals @ residuals + ((weights * (parameters - usual)) ** 2).sum())

    best, damping = start, 1e-3
    residuals, slopes, cost = at(best)
    for _ in range(ROUNDS):
        matrix = slopes.T @ slopes + np.diag(weights**2)
        gradient = slopes.T @ residuals + weights**2 * (best - usual)
        step = np.linalg.solve(matrix + damping * np.diag(np.diag(matrix)), -gradient)
        tried = at(best + step)
        if tried[2] < cost:
            settled = cost - tried[2] < ENOUGH * cost
            best, (residuals, slopes, cost), damping = best + step, tried, damping / 5
            if settled:
                break
        else:
            damping *= 5
    return best, residuals, slopes


def _residuals(parameters: Floats, board: Floats, pixels: Floats, size: tuple[int, int]) -> tuple[Floats, Floats]:
    """How far each corner is from where this camera would see it (pixels), and its change with each parameter."""
    matrix, distortion = _lens(parameters, size)
    seen, jacobian = cv2.projectPoints(board, parameters[:3], parameters[3:6], matrix, distortion)
    focal = matrix[0, 0] * (jacobian[:, 6] + jacobian[:, 7])
    slopes = np.column_stack([jacobian[:, :6], focal, jacobian[:, 10]])
    return (seen.reshape(-1, 2) - pixels).ravel(), slopes


def _lens(parameters: Sequence[float] | Floats, size: tuple[int, int]) -> tuple[Floats, Floats]:
    """The matrix of a lens and its distortion as OpenCV has them."""
    focal = float(np.exp(parameters[6])) * max(size)
    matrix = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]])
    return matrix, np.array([parameters[7], 0.0, 0.0, 0.0])
