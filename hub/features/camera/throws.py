"""Dice over time: those that have come to rest since a throw is awaited are a throw; those that lay there are none."""

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hub.features.camera.contract import Problem, SeenDie, Thrown
from hub.features.camera.dice import FACE, DiceReader, LikelyDie
from hub.features.camera.fitting import Floats, Grey, Singles
from hub.features.camera.lens import LikelyCamera
from hub.features.camera.stillness import Stillness

LOOKS: Final = (3, 8)
"""After so many pictures at rest dice are looked for, in all of them taken together, so noise goes."""
ODDS: Final = 40
"""How much likelier a die has to be than none where something has changed."""
CALM: Final = 0.0002
"""How much of a picture may move while dice are looked for: a fly is less than a die."""
KEPT: Final = 4
"""So many pictures of what lay there before are remembered: in some a hand may have rested over it."""
LITTLE, NEAR, SHARE = 6, 0.006, 0.15
"""Where a die has come brightness has changed by more than this, so far round it (picture widths), in such a share."""


class Throws:
    """Looks for dice in one picture after the other, while somebody wants to know."""

    def __init__(self, edge_mm: float) -> None:
        self._edge_mm = edge_mm
        self._reader: tuple[LikelyCamera, DiceReader] | None = None
        self._wanted: int | None = None
        self._since_ms = 0
        self._moved: NDArray[np.bool_] = np.zeros((1, 1), np.bool_)
        self._dice: tuple[SeenDie, ...] = ()
        self._looks = 0
        self._mean: Singles = np.zeros((1, 1), np.float32)
        """What all pictures show on average since everything has rested."""
        self._before: tuple[Grey, ...] = ()
        """What lay there whenever everything rested before, the newest first."""

    def want(self, wanted: int | None, now_ms: int) -> None:
        """So many dice are awaited; with 0 they are only looked for, with None not even that."""
        if wanted != self._wanted:
            self._wanted = wanted
            self._await(now_ms)

    def forget(self, now_ms: int) -> None:
        """The camera is elsewhere: nobody knows what lay there before."""
        self._before = ()
        self._await(now_ms)

    def _await(self, now_ms: int) -> None:
        """What moved until now was no throw."""
        self._since_ms, self._moved = now_ms, np.zeros((1, 1), np.bool_)
        self._dice, self._looks = (), 0

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What keeps dice that are looked for from being read."""
        return () if self._wanted is None or self._reader is None else self._reader[1].problems

    @property
    def done(self) -> bool:
        """Whether looking once more at the same would say nothing new."""
        nothing_new = self._before and not self._moved.any()
        return self._wanted is None or self._looks >= LOOKS[-1] or bool(self._wanted and nothing_new)

    def see(
        self, picture: Grey, camera: LikelyCamera, marks: Mapping[int, Floats], stillness: Stillness, now_ms: int
    ) -> tuple[tuple[SeenDie, ...], Thrown | None]:
        """The dice in the next picture, and a throw if it is one that was not reported."""
        if now_ms - self._since_ms >= stillness.rest_ms:  # what moved before is older than the wish
            moving = stillness.moving_by(LITTLE)
            self._moved = moving | self._moved if moving.shape == self._moved.shape else moving
        if stillness.moving.mean() > CALM:
            self._dice, self._looks = (), 0
            return (), None
        if self.done:
            return self._dice, None
        if self._reader is None or self._reader[0] is not camera:
            self._reader = camera, DiceReader(camera, self._edge_mm)
        self._looks += 1
        self._mean = self._mean if self._looks > 1 else np.zeros(picture.shape, np.float32)
        cv2.accumulateWeighted(picture, self._mean, 1 / self._looks)
        if self._looks not in LOOKS:
            return self._dice, None
        calm = self._mean.round().astype(np.uint8)
        likely = self._reader[1].likely(calm, marks, self._moved if self._moved.any() else None, self._before)
        new = [one for one in likely if self._is_new(one, picture.shape[1])]
        self._dice = tuple(SeenDie(one.face, one.at) for one in likely if one in new or one.is_read)
        is_thrown = bool(new) and len(new) == self._wanted
        if is_thrown or not self._before:
            self._looks = LOOKS[-1]
        if self._looks == LOOKS[-1]:
            self._before = (calm, *self._before)[:KEPT]
        return self._dice, Thrown(tuple(one.face for one in new)) if is_thrown else None

    def _is_new(self, one: LikelyDie, width: int) -> bool:
        """Whether it is a die that lies where something moved since dice have been awaited, and now is otherwise."""
        wide = self._moved.shape[1]
        x, y, reach = one.at[0] * wide / width, one.at[1] * wide / width, NEAR * wide
        rows = slice(max(0, int(y - reach)), int(y + reach) + 1)
        columns = slice(max(0, int(x - reach)), int(x + reach) + 1)
        moved = self._moved[rows, columns].mean() > SHARE
        return bool(one.is_new and one.odds > ODDS and one.sure > FACE and moved)
