"""Reads the dice in a picture: each with its upper face, or not at all.

A small net says of every place whether a die lies there, and a larger one which face it shows. They were taught with
drawn dice (`tests/features/camera/learn_dice.py`), and see the table from straight above, level with the upper faces,
where dice look alike wherever they lie.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hub.features.camera.contract import Point, Problem, SeenDie
from hub.features.camera.fitting import Floats, Grey
from hub.features.camera.lens import LikelyCamera
from hub.features.camera.straight import Straight

Flags: TypeAlias = NDArray[np.bool_]
NetKind: TypeAlias = Literal["finds", "reads"]

PER_MM, SEES, HALF, STEP = 1.5, 49, 24, 4
"""What the net was taught: pixels of a millimetre, how many it sees, of which beside a place, and between places."""
DIE_MM: Final = 16.0
"""How high an upper face usually is, and how long its edges are."""
BESIDE_MM: Final = 150.0
"""So far beside the board it is looked for dice."""
LEAST_PX: Final = 9.0
"""A die whose upper face is narrower in the picture cannot be read."""
STEEPEST: Final = 1.2
"""Beyond so much to the side for each millimetre downwards (50 degrees) the side of a die looks like its upper face."""
LIKELY: Final = 0.3
"""How probable a die is that deserves a closer look."""
FACE, ODDS = 0.97, 1100
"""How sure a face has to be after that; and how much likelier a die than none."""
MOST: Final = 60
"""So many places get a closer look at most."""
TINY: Final = 1e-9
APART_MM: Final = 8.0
"""Two faces that are nearer than this are one."""
BESIDE: Final = np.array([[-1], [0], [1]]) * np.ones((1, 3))
MIDDLE: Final = (slice(HALF - 10, HALF + 11),) * 2
"""The part of what is seen of a place that a face fills."""
BLINDING, DAZZLED, PALE = 250, 0.25, 200
"""How much of a face may be as bright as that, unless there is something darker than this: a lamp hides pips."""
ALIKE: Final = 0.8
"""How well what is there correlates with what was there before, if that is the same."""
MARK: Final = 1.45
"""How far round its black a mark is no place for dice, in its sides."""


class LikelyDie(NamedTuple):
    """What may be a die: where, how probably, its face and how sure that is, and whether it was not there before.

    `none` is how probably there is none for the net that reads faces.
    """

    at: Point
    there: float
    face: int
    sure: float
    none: float
    is_new: bool

    @property
    def odds(self) -> float:
        """How much likelier a die is there than none, for both nets together."""
        return self.there * (1 - self.none) / max((1 - self.there) * self.none, TINY)

    @property
    def is_read(self) -> bool:
        """Whether it is sure enough though nobody knows what lay there."""
        return self.sure > FACE and self.odds > ODDS


class DiceReader:
    """Reads pictures of one size from one place, of a board of this length."""

    def __init__(self, camera: LikelyCamera, edge_mm: float) -> None:
        self._above = Straight(camera, edge_mm, PER_MM, DIE_MM, BESIDE_MM)
        at = (np.arange(len(self._above) + SEES - 1) - HALF) / PER_MM - BESIDE_MM
        right, down = (at - foot for foot in camera.at[:2])
        self._leaning = (right + 1j * down[:, None]) / (camera.at[2] - DIE_MM)

    def read(self, picture: Grey, marks: Mapping[int, Floats]) -> tuple[SeenDie, ...]:
        """The dice in a picture; `marks` are the corners of those in it."""
        return tuple(SeenDie(one.face, one.at) for one in self.likely(picture, marks) if one.is_read)

    def likely(
        self, picture: Grey, marks: Mapping[int, Floats], where: Flags | None = None, before: Sequence[Grey] = ()
    ) -> list[LikelyDie]:
        """What may be dice. `where` is a smaller picture of what is looked at, if not all; `before` are earlier ones.

        What lies there as in one of those is not new, nor is anything if there are none.
        """
        bright, *earlier = (np.pad(self._above.picture(one), HALF, mode="reflect") for one in (picture, *before))
        (top, low), (left, right) = self._part(picture, where)
        part = slice(top, low + SEES), slice(left, right + SEES)
        covered = [(at.mean(axis=0) + MARK * (at - at.mean(axis=0))).astype(np.float32) for at in marks.values()]
        found = []
        for beyond in _likely(1 - _said("finds", [(bright[part], self._leaning[part])])[0, 0]):
            at = beyond + np.array([left, top])
            x, y = (float(one) for one in self._above.back(at[None])[0])
            if not self._readable(at) or any(cv2.pointPolygonTest(mark, (x, y), False) > 0 for mark in covered):
                continue
            column, row = at.round().astype(int)
            look = slice(row, row + SEES), slice(column, column + SEES)
            judged = _judged(bright[look], self._leaning[row + HALF, column + HALF])
            is_new = bool(before) and not any(_alike(bright[look], one[look]) for one in earlier)
            found.append(LikelyDie((round(x, 1), round(y, 1)), *judged, is_new))
        return found

    def _part(self, picture: Grey, where: Flags | None) -> list[tuple[int, int]]:
        """The first and the last row, and column, of what is looked at, seen from above."""
        if where is None:
            return [(0, len(self._above) - 1)] * 2
        large = cv2.resize(where.astype(np.uint8), picture.shape[::-1], interpolation=cv2.INTER_NEAREST)
        there = self._above.picture(large.astype(np.uint8, copy=False))
        ends = [np.flatnonzero(there.any(axis=axis)) for axis in (1, 0)]
        return [(int(one[0]), int(one[-1])) if len(one) else (0, 0) for one in ends]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Whether a die in the board's middle could not be read."""
        return () if self._readable(np.full(2, len(self._above) / 2)) else ("dice_small",)

    def _readable(self, at: Floats) -> bool:
        """Whether a die's upper face there is wide enough in the picture, its narrower side, and seen from above."""
        side = DIE_MM * PER_MM
        ways = np.diff(self._above.back(at + np.array([(0, side), (0, 0), (side, 0)])), axis=0)
        column, row = at.round().astype(int) + HALF
        return bool(np.linalg.svd(ways)[1][1] >= LEAST_PX and abs(self._leaning[row, column]) <= STEEPEST)


def net_of(kind: NetKind) -> Path:
    """Where the net is that does this."""
    return Path(__file__).with_name(f"dice_{kind}.onnx")


@cache
def _net(kind: NetKind) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(net_of(kind)))


def _said(kind: NetKind, looks: Iterable[tuple[Grey, Any]]) -> Floats:
    """How probable the net finds none, and each face, at its places in pictures of the same size.

    With each goes how far what is higher leans to the right and (times 1j) down: so a side is told from an upper face.
    """
    shown = [
        (np.subtract(bright, 128, dtype=np.float32) / 64, *np.broadcast_arrays(way.real, way.imag, bright)[:2])
        for bright, way in looks
    ]
    net = _net(kind)
    net.setInput(np.array(shown, np.float32))
    said = np.exp(np.asarray(net.forward(), np.float64))
    return np.asarray(said / said.sum(axis=1, keepdims=True), np.float64)


def _likely(there: Floats) -> list[Floats]:
    """Where dice may be: the middles (pixels) of what is most like one, none near another."""
    near = np.asarray(there >= cv2.dilate(there, np.ones((3, 3)))) & (there > LIKELY)
    kept, padded = list[Floats](), np.pad(there, 1)
    for row, column in sorted(np.argwhere(near).tolist(), key=lambda one: -there[tuple(one)])[:MOST]:
        around = padded[row : row + 3, column : column + 3]
        off = np.array([(around * BESIDE.T).sum(), (around * BESIDE).sum()]) / around.sum()
        at = (np.array([column, row]) + off) * STEP
        if all(np.linalg.norm(at - other) > APART_MM * PER_MM for other in kept):
            kept.append(at)
    return kept


def _judged(bright: Grey, leaning: complex) -> tuple[float, int, float, float]:
    """What `LikelyDie` has from `there` to `none`, looked at from all sides and in a mirror."""
    turned = [(np.rot90(bright, turn), np.array(leaning * (-1j) ** turn)) for turn in range(4)]
    looks = [*turned, *((look[:, ::-1], -way.conj()) for look, way in turned)]
    there = 1 - _said("finds", looks)[:, 0, 0, 0].mean()
    none, *faces = np.exp(np.log(_said("reads", looks)[:, :, 0, 0] + TINY).mean(axis=0))
    face = int(np.argmax(faces))
    shows = (bright[MIDDLE] >= BLINDING).mean() < DAZZLED or np.percentile(bright[MIDDLE], 2) < PALE
    return float(there), face + 1, float(shows * faces[face] / sum(faces)), float(none / (none + sum(faces)))


def _alike(one: Grey, other: Grey) -> bool:
    """Whether the same is in the middle of both, however bright."""
    even, other_even = (look[MIDDLE] - look[MIDDLE].mean() for look in (one, other))
    return bool((even * other_even).sum() > ALIKE * np.linalg.norm(even) * np.linalg.norm(other_even))
