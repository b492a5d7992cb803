"""Dice over time: those that have come to rest since a throw is awaited are a throw; those that lay there are none."""

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hub.features.camera.contract import Problem, SeenDie, Thrown
from hub.features.camera.dice import DiceReader
from hub.features.camera.fitting import Floats, Grey, Singles
from hub.features.camera.lens import LikelyCamera
from hub.features.camera.stillness import Stillness

LOOKS: Final = 3
"""So often in a row dice have to be seen the same; each time in one picture more, taken together, so noise goes."""
GIVES_UP: Final = 8
"""After so many looks that show nothing new they are looked for no more."""
CALM: Final = 0.0002
"""How much of a picture may move while dice are looked for: a fly is less than a die."""
NEAR, SAME = 0.006, 0.004
"""How far round a die everything has to have moved before, and how far it may seem to move itself (picture widths)."""
KEPT: Final = 12
"""So many dice that lay there are remembered."""


class Throws:
    """Looks for dice in one picture after the other, while somebody wants to know."""

    def __init__(self, edge_mm: float) -> None:
        self._edge_mm = edge_mm
        self._reader: tuple[LikelyCamera, DiceReader] | None = None
        self._wanted: int | None = None
        self._since_ms = 0
        self._moved: NDArray[np.bool_] = np.zeros((1, 1), np.bool_)
        self._dice: tuple[SeenDie, ...] = ()
        self._lying: tuple[SeenDie, ...] = ()
        self._same = self._looks = 0
        self._mean: Singles = np.zeros((1, 1), np.float32)
        """What all pictures show on average since everything has rested."""

    def want(self, wanted: int | None, now_ms: int) -> None:
        """So many dice are awaited; with 0 they are only looked for, with None not even that."""
        if wanted != self._wanted:
            self._wanted = wanted
            self.forget(now_ms)

    def forget(self, now_ms: int) -> None:
        """What moved until now was no throw."""
        self._since_ms, self._moved = now_ms, np.zeros((1, 1), np.bool_)
        self._dice, self._same, self._looks = (), 0, 0

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What keeps dice that are looked for from being read."""
        return () if self._wanted is None or self._reader is None else self._reader[1].problems

    @property
    def done(self) -> bool:
        """Whether looking once more at the same would say nothing new."""
        return self._wanted is None or self._looks >= GIVES_UP

    def see(
        self,
        picture: Grey,
        camera: LikelyCamera,
        marks: Mapping[int, Floats],
        stillness: Stillness,
        now_ms: int,
    ) -> tuple[tuple[SeenDie, ...], Thrown | None]:
        """The dice in the next picture, and a throw if it is one that was not reported."""
        if self._wanted is None:
            return (), None
        moving = stillness.moving
        if now_ms - self._since_ms >= stillness.rest_ms:  # what moved before is older than the wish
            self._moved = moving | self._moved if moving.shape == self._moved.shape else moving
        if moving.mean() > CALM:
            self._dice, self._same, self._looks = (), 0, 0
            return (), None
        if self.done:
            return self._dice, None
        if self._reader is None or self._reader[0] is not camera:
            self._reader = camera, DiceReader(camera, self._edge_mm)
        self._looks += 1
        self._mean = self._mean if self._looks > 1 else np.zeros(picture.shape, np.float32)
        cv2.accumulateWeighted(picture, self._mean, 1 / self._looks)
        calm = self._mean.round().astype(np.uint8)
        seen = self._reader[1].read(calm, marks, self._moved if self._moved.any() else None)
        self._same = self._same + 1 if self._is_same(seen, picture.shape[1]) else 1
        self._dice = seen
        if self._same != LOOKS:
            return seen, None
        new = [die.face for die in seen if self._is_new(die, picture)]
        self._lying = (*seen, *self._lying)[:KEPT]
        return seen, Thrown(tuple(new)) if new and len(new) == self._wanted else None

    def _is_same(self, seen: tuple[SeenDie, ...], width: int) -> bool:
        return len(seen) == len(self._dice) and all(_among(die, self._dice, width) for die in seen)

    def _is_new(self, die: SeenDie, picture: Grey) -> bool:
        """Whether it did not lie there before, and something moved there after dice began to be awaited."""
        if _among(die, self._lying, picture.shape[1]):
            return False
        scale = self._moved.shape[1] / picture.shape[1]
        x, y, reach = die.at[0] * scale, die.at[1] * scale, NEAR * self._moved.shape[1]
        rows = slice(max(0, int(y - reach)), int(y + reach) + 1)
        columns = slice(max(0, int(x - reach)), int(x + reach) + 1)
        return bool(self._moved[rows, columns].mean() > 0.3)


def _among(die: SeenDie, others: tuple[SeenDie, ...], width: int) -> bool:
    """Whether one of these is the same die at the same place."""
    return any(die.face == other.face and np.hypot(*np.subtract(die.at, other.at)) < SAME * width for other in others)
