"""The camera that took a picture, reckoned from the four corner marks alone: nobody has to calibrate anything.

Pixels are square. Where the camera stands, its focal length, how the lens bends, where its middle is and how much
larger the marks look than printed are fitted to the corners of the marks, with what is usual where the marks say little
(a view from straight above says nothing of the focal length). A mark may lie a little beside its place, or turned: its
corners do so together, and say among themselves how near it is. How sure all of it is goes on to every place.

Places are millimetres on the board, as in `hub.pictures.board`; heights are above it.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

import cv2
import numpy as np

from hub.features.camera.contract import Corners
from hub.features.camera.fitting import Floats, side_of
from hub.pictures.board import CORNER_MARK_MM

USUAL: Final = (-0.22, -0.04, 0.0, 0.0, 0.0, 0.0)
"""Of phones and webcams: the logarithm of focal length over picture width, how the lens bends (two parts), how far its
middle is off to the right and down, in picture widths, and the logarithm of how much larger marks look than printed,
since light or ink make black wider."""
VARIES: Final = (0.2, 0.12, 0.03, 0.005, 0.005, 0.01)
"""How they vary."""
PIXELS_OFF: Final = 0.2
"""How exactly a corner of a mark is found at best."""
LAID_MM, LAID_TURNED = 0.8, 0.02
"""How exactly people lay a mark into its corner, along each edge, and turned (radians)."""
OFF_MM: Final = 2.5
LARGER: Final = (0.99, 1.02)
"""How much larger marks may look; corners that were printed at another scale look like more."""
SCALE_OFF: Final = 0.002
"""By how much a mark may look larger or smaller than it should where it is, as a share: lenses bend otherwise, too."""
SIDE_OFF_PX: Final = 0.9
"""How exactly the side of a mark of one pixel would be measured; of a larger one by so many times better."""
EDGES_OFF_PX: Final = 0.05
"""How exactly the side of any mark is measured at best."""
LEANS: Final = 0.03
"""By how much a mark leans on its piece (radians)."""
TALLEST_MM: Final = 60.0
"""How high the mark of a piece may be; it may stand on another."""
ROUNDS: Final = 25
ENOUGH: Final = 1e-7
TURNS: Final = 4
UNBENT: Final = 8
"""In so many rounds a bend is taken out."""
BESIDE: Final = np.array([(0, 0), (1, 0), (0, 1)])
USUAL_CAMERA: Final = (0.0,) * 6 + USUAL
LARGER_AT: Final = 11


class SeenSquare(NamedTuple):
    """How high above the board (mm) a square is and over which place, and how unsure both are (standard deviations)."""

    height: float
    height_off: float
    place: Floats
    place_off: Floats
    ends: Sequence[tuple[Floats, Floats]]
    """Its place, and how unsure that is, at each height that it may have."""


@dataclass(frozen=True)
class LikelyCamera:
    """The camera of a picture: the most likely one first, then one for each way in which it may differ."""

    cameras: tuple[Floats, ...]
    size: tuple[int, int]
    off_mm: float
    """How far the corner marks are, on average, from where they belong."""

    def on_board(self, points: Floats, height_mm: float) -> Floats:
        """Where points of the picture (pixels, n by 2) lie at a height above the board."""
        found: Floats = self.at[:2] + self._rays(points, 1)[0] * (self.at[2] - height_mm)
        return found

    def square(self, corners: Floats, side_mm: float, known: Sequence[float] = ()) -> "SeenSquare":
        """How high above the board a square of this size is: the nearer to the camera, the larger it looks.

        It may lean a little. Then it looks shorter or longer along the way from the camera, but as wide as it is.
        `known` are heights that it may have.
        """
        middle = corners.mean(axis=0)
        rays = self._rays(np.vstack([corners, middle + PIXELS_OFF * BESIDE]), len(self.cameras))
        feet, aboves = np.split(self._feet, [2], axis=1)
        aways = rays[:, TURNS] * aboves
        above, away = float(aboves[0, 0]), float(np.linalg.norm(aways[0]))
        ways = (aways / np.maximum(np.linalg.norm(aways, axis=1, keepdims=True), 1e-6))[:, None]
        a, b, c, d = np.moveaxis(rays[:, :TURNS] * aboves[:, None], 1, 0)
        sides = np.stack([b - a + c - d, d - a + c - b], axis=1) / 2
        side_px = side_of(corners)
        exactly = math.hypot(SIDE_OFF_PX / side_px**2, EDGES_OFF_PX / side_px)
        across, along = exactly**-2, 1 / ((exactly * math.hypot(1, away / above)) ** 2 + (LEANS * away / above) ** 2)
        wide = np.linalg.norm((sides[..., 0] * ways[..., 1] - sides[..., 1] * ways[..., 0]), axis=1)
        long = np.linalg.norm((sides * ways).sum(axis=2), axis=1)
        shares = side_mm * self._larger * (across + along) / (across * wide + along * long)
        moved = rays[0, TURNS + 1 :] * above - aways[0]
        off = shares[0] * math.hypot((across + along) ** -0.5, SCALE_OFF)
        places = feet + aways * shares[:, None]
        heights = np.clip(above * (1 - shares[0]), 0, TALLEST_MM) * aboves[:, 0] / above - above * shares
        ends = []
        for height in known:
            there = feet + aways * (1 - height / aboves)
            ends.append((there[0], np.linalg.norm([*(there[1:] - there[0]), *moved], axis=0)))
        return SeenSquare(
            height=above * (1 - shares[0]),
            height_off=float(np.linalg.norm([*(heights[1:] - heights[0]), above * off])),
            place=places[0],
            place_off=np.linalg.norm([*(places[1:] - places[0]), aways[0] * off, *moved], axis=0),
            ends=ends,
        )

    def _rays(self, points: Floats, cameras: int) -> Floats:
        """How far the rays of points run along both edges for each millimetre downwards, as so many cameras see it."""
        bent = (points - self._lenses[:cameras, None, 1:3]) / self._lenses[:cameras, None, :1]
        flat = bent
        for _ in range(UNBENT):
            far = (flat**2).sum(axis=2, keepdims=True)
            flat = bent / (1 + far * (self._lenses[:cameras, None, 3:4] + far * self._lenses[:cameras, None, 4:]))
        rays = flat @ self._turns[:cameras, :2] + self._turns[:cameras, 2:]
        found: Floats = rays[..., :2] / rays[..., 2:]
        return found

    def in_picture(self, places: Floats, height_mm: float = 0.0) -> Floats:
        """Where places (mm, n by 2) at a height above the board are seen (pixels, n by 2)."""
        parameters, points = self.cameras[0], np.column_stack([places, np.full(len(places), -height_mm)])
        seen, _ = cv2.projectPoints(points, parameters[:3], parameters[3:6], *_lens(parameters, self.size))
        return np.asarray(seen.reshape(-1, 2), np.float64)

    @property
    def fits(self) -> bool:
        """Whether the corner marks lie where they belong, and are as large: on another board, or laid badly, not."""
        return self.off_mm <= OFF_MM and LARGER[0] <= self._larger[0] <= LARGER[1]

    @property
    def at(self) -> Floats:
        """Where the camera is: along both edges, and above the board (mm)."""
        return np.asarray(self._feet[0], np.float64)

    @cached_property
    def _larger(self) -> Floats:
        """How much larger marks look."""
        return np.exp([one[LARGER_AT] for one in self.cameras])

    @cached_property
    def _turns(self) -> Floats:
        """How each camera is turned."""
        return np.array([cv2.Rodrigues(one[:3])[0] for one in self.cameras])

    @cached_property
    def _feet(self) -> Floats:
        """Where each camera is."""
        return np.array([-turn.T @ one[3:6] for turn, one in zip(self._turns, self.cameras, strict=True)]) * (1, 1, -1)

    @cached_property
    def _lenses(self) -> Floats:
        """The focal length of each camera, its middle, and how it bends."""
        lenses = [_lens(one, self.size) for one in self.cameras]
        return np.array([(matrix[0, 0], *matrix[:2, 2], *bends[:2]) for matrix, bends in lenses])


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
        _, turn, place = cv2.solvePnP(board, pixels, *_lens(USUAL_CAMERA, size))
        start = np.concatenate([turn.ravel(), place.ravel(), USUAL])
        fitted, residuals, slopes, raw = _fitted(start, board, pixels, size)
        off = math.sqrt(float(residuals @ residuals) / (len(residuals) - len(fitted)))
        known = slopes.T @ slopes / max(PIXELS_OFF, off) ** 2 + np.diag([0.0] * 6 + [1 / sd**2 for sd in VARIES])
        ways = np.linalg.cholesky(np.linalg.inv(known)).T
    except np.linalg.LinAlgError:  # the marks lie in one line, or on each other
        return None
    pixels_per_mm = float(np.mean([side_of(found[mark]) for mark in places])) / CORNER_MARK_MM
    off_mm = float(np.sqrt(np.mean(raw**2))) / pixels_per_mm
    seen = LikelyCamera((fitted, *(fitted + way for way in ways)), size, off_mm)
    return seen if seen.at[2] > 0 else None


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


def _fitted(
    start: Floats, board: Floats, pixels: Floats, size: tuple[int, int]
) -> tuple[Floats, Floats, Floats, Floats]:
    """The most likely camera (Levenberg, Marquardt), how far off each corner is (pixels), and how this changes.

    Last, how far off they are if it counts in full that marks lie beside their places.
    """
    weights = np.array([0.0] * 6 + [1 / width for width in VARIES]) * PIXELS_OFF
    usual = np.array(USUAL_CAMERA)
    laid = _laid(pixels)

    def at(parameters: Floats) -> tuple[Floats, Floats, float]:
        residuals, slopes = _residuals(parameters, board, pixels, size)
        residuals, slopes = laid @ residuals, laid @ slopes
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
    return best, residuals, slopes, _residuals(best, board, pixels, size)[0]


def _laid(pixels: Floats) -> Floats:
    """What makes of how far off corners are, how far that is from what a mark laid beside its place explains."""
    marks = pixels.reshape(-1, TURNS, 2)
    laid = np.eye(pixels.size)
    for number, corners in enumerate(marks):
        part = slice(number * TURNS * 2, (number + 1) * TURNS * 2)
        pixels_per_mm = side_of(corners) / CORNER_MARK_MM
        turned = (np.roll(corners, -1, axis=0) - np.roll(corners, 1, axis=0)).ravel() / 2
        for way, off in (
            (np.tile([1.0, 0.0], TURNS), LAID_MM * pixels_per_mm),
            (np.tile([0.0, 1.0], TURNS), LAID_MM * pixels_per_mm),
            (turned, LAID_TURNED),
        ):
            long = float(np.linalg.norm(way))
            share = 1 - 1 / math.hypot(1, off * long / PIXELS_OFF)
            laid[part, part] -= share * np.outer(way, way) / long**2
    return laid


def _residuals(parameters: Floats, board: Floats, pixels: Floats, size: tuple[int, int]) -> tuple[Floats, Floats]:
    """How far each corner is from where this camera would see it (pixels), and its change with each parameter."""
    matrix, distortion = _lens(parameters, size)
    seen, jacobian = cv2.projectPoints(board, parameters[:3], parameters[3:6], matrix, distortion)
    seen = seen.reshape(-1, TURNS, 2)
    from_middle = (seen - seen.mean(axis=1, keepdims=True)).ravel()[:, None]
    focal = matrix[0, 0] * (jacobian[:, 6] + jacobian[:, 7])
    middle = jacobian[:, 8:10] * max(size)
    grown = math.exp(parameters[LARGER_AT])
    slopes = np.column_stack([jacobian[:, :6], focal, jacobian[:, 10:12], middle, from_middle * grown])
    return (seen.ravel() + from_middle[:, 0] * (grown - 1)) - pixels.ravel(), slopes


def _lens(parameters: Sequence[float] | Floats, size: tuple[int, int]) -> tuple[Floats, Floats]:
    """The matrix of a lens and its distortion as OpenCV has them."""
    focal = float(np.exp(parameters[6])) * max(size)
    right, down = ((side - 1) / 2 + off * max(size) for side, off in zip(size, parameters[9:11], strict=True))
    matrix = np.array([[focal, 0, right], [0, focal, down], [0, 0, 1]])
    return matrix, np.array([*parameters[7:9], 0.0, 0.0])
