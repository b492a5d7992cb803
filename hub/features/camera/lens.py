"""The camera that took a picture, reckoned from the four corner marks alone: nobody has to calibrate anything.

Pixels are square and the lens looks through the middle of the picture; what is unknown is where the camera stands, its
focal length and its main distortion. All eight are fitted to the corners of the marks, with what lenses usually have
where the marks say little (a view from straight above says nothing of the focal length). How sure each of them is goes
on to every place on the board (`LikelyCamera.spread`).

Places are millimetres on the board, as in `hub.pictures.board`; heights are above it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hub.features.camera.contract import Corners
from hub.features.camera.fitting import Floats
from hub.pictures.board import CORNER_MARK_MM

USUAL: Final = (-0.22, -0.04)
"""The logarithm of focal length over picture width, and the distortion, of phones and webcams; and how they vary:"""
VARIES: Final = (0.2, 0.12)
PIXELS_OFF: Final = 0.2
"""How exactly a corner of a mark is found at best."""
OFF_MM: Final = 2.5
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

    def on_board(self, points: Floats, height_mm: float, camera: int = 0) -> Floats:
        """Where points of the picture (pixels, n by 2) lie at a height above the board, in the eyes of one camera."""
        parameters = self.cameras[camera]
        turn = cv2.Rodrigues(parameters[:3])[0]
        at = -turn.T @ parameters[3:6]
        flat = cv2.undistortPoints(points.reshape(-1, 1, 2), *_lens(parameters, self.size)).reshape(-1, 2)
        rays = np.column_stack([flat, np.ones(len(flat))]) @ turn
        found: Floats = at[:2] + rays[:, :2] * ((-height_mm - at[2]) / rays[:, 2])[:, None]
        return found

    def spread(self, points: Floats, height_mm: float) -> Floats:
        """How unsure each place is along both edges of the board, as a standard deviation (mm, n by 2)."""
        best = self.on_board(points, height_mm)
        others = [self.on_board(points, height_mm, camera) - best for camera in range(1, len(self.cameras))]
        moved = [self.on_board(points + PIXELS_OFF * step, height_mm) - best for step in np.eye(2)]
        spread: Floats = np.sqrt(sum(other**2 for other in chain(others, moved)))
        return spread

    def in_picture(self, places: Floats, height_mm: float = 0.0) -> Floats:
        """Where places (mm, n by 2) at a height above the board are seen (pixels, n by 2)."""
        parameters, points = self.cameras[0], np.column_stack([places, np.full(len(places), -height_mm)])
        seen, _ = cv2.projectPoints(points, parameters[:3], parameters[3:6], *_lens(parameters, self.size))
        return np.asarray(seen.reshape(-1, 2), np.float64)

    @property
    def fits(self) -> bool:
        """Whether the corner marks lie where they belong: on another board, or laid badly, they do not."""
        return self.off_mm <= OFF_MM

    @cached_property
    def at(self) -> Floats:
        """Where the camera is: along both edges, and above the board (mm)."""
        parameters = self.cameras[0]
        at = -cv2.Rodrigues(parameters[:3])[0].T @ parameters[3:6]
        return np.array([at[0], at[1], -at[2]])

    @property
    def above_mm(self) -> float:
        """How high the camera is above the board."""
        return float(self.at[2])


def likely_camera(
    found: Mapping[int, Floats], places: Mapping[int, Corners], size: tuple[int, int]
) -> LikelyCamera | None:
    """The camera that sees the corner marks there (four corners each, pixels); None if none could.

    `places` are those of the corner marks (mm), `size` are width and height of the picture.
    """
    middles = np.array([found[mark].mean(axis=0) for mark in places])
    on_board = np.array([np.mean(place, axis=0) for place in places.values()])
    plane = cv2.getPerspectiveTransform(_single(on_board), _single(middles))
    board, pixels = _matched(found, places, plane)
    try:
        fitted, residuals, slopes = _fitted(_start(board, pixels, size), board, pixels, size)
        off = float(np.sqrt(np.mean(residuals**2)))
        known = slopes.T @ slopes / max(PIXELS_OFF, off) ** 2 + np.diag([0.0] * 6 + [1 / sd**2 for sd in VARIES])
        ways = np.linalg.cholesky(np.linalg.inv(known)).T
    except np.linalg.LinAlgError:  # the marks lie in one line, or on each other
        return None
    pixels_per_mm = np.mean([cv2.arcLength(_single(found[mark]), closed=True) for mark in places]) / 4 / CORNER_MARK_MM
    seen = LikelyCamera((fitted, *(fitted + way for way in ways)), size, off / float(pixels_per_mm))
    return seen if seen.above_mm > 0 else None


def _single(points: Any) -> NDArray[np.float32]:
    """Points in the precision that OpenCV wants there."""
    return np.asarray(points, np.float32)


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


def _start(board: Floats, pixels: Floats, size: tuple[int, int]) -> Floats:
    """A usual lens, standing where it sees the marks best."""
    lens = np.array([*[0.0] * 6, *USUAL])
    _, turn, place = cv2.solvePnP(board, pixels, *_lens(lens, size))
    return np.concatenate([turn.ravel(), place.ravel(), USUAL])


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
    return (seen.reshape(-1, 2) - pixels).ravel(), np.column_stack([jacobian[:, :6], focal, jacobian[:, 10]])


def _lens(parameters: Sequence[float] | Floats, size: tuple[int, int]) -> tuple[Floats, Floats]:
    """The matrix of a lens and its distortion as OpenCV has them."""
    focal = float(np.exp(parameters[6])) * max(size)
    matrix = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]])
    return matrix, np.array([parameters[7], 0.0, 0.0, 0.0])
