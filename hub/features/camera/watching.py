"""What a camera sees over time: where the pieces have come to rest, and what the dice show."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from msgspec import structs

from hub.features.camera.contract import (
    BoardPlan,
    CameraSight,
    Corners,
    Problem,
    Reading,
    Report,
    SeenDie,
    SeenPiece,
    Stands,
)
from hub.features.camera.finding import marks_in
from hub.features.camera.fitting import Floats, Grey, side_of
from hub.features.camera.lens import LikelyCamera, likely_camera
from hub.features.camera.plan import corners_of
from hub.features.camera.reading import (
    Heights,
    board_in,
    both,
    closer,
    heights_within,
    measured,
    pieces_in,
    problems_of,
)
from hub.features.camera.stillness import Stillness
from hub.features.camera.straight import Straight
from hub.features.camera.throws import Throws
from hub.pictures.board import CORNER_MARKS, PIECE_MARKS, SIZES_MM

REST_MS: Final = 700
"""How long a piece or a die lies still before it is reported."""
LOOKS: Final = 3
"""In how many pictures a mark has to be seen at the same place."""
GONE_MS: Final = 3000
"""After that a piece is no longer where it stood, if nothing moves there and it is not seen."""
MOVED_MS: Final = 2000
"""How long people are told that the camera was moved."""
NEAR: Final = 2.2
"""How far round a piece nothing may move, in sides of its mark."""
STRAYED: Final = 0.25
"""How far a mark at rest may seem to move, in its sides."""
BESIDE: Final = 1.3
"""How near a piece has to be to hide another, in sides of its mark."""
NEW_SIZES: Final = 10
"""In how many pictures marks are looked for once that have another size than those seen so far."""
KNOWN: Final = 6
"""After so many looks at a picture in which all has rested there is nothing left to find."""


@dataclass
class RestingMark:
    """A mark that has been at the same place of the picture: its corners on average, in how many pictures."""

    corners: Floats
    looks: int
    seen_ms: int

    def take(self, corners: Floats, now_ms: int) -> None:
        self.looks += 1
        self.corners = self.corners + (corners - self.corners) / self.looks
        self.seen_ms = now_ms

    @property
    def middle(self) -> tuple[float, float]:
        x, y = self.corners.mean(axis=0)
        return float(x), float(y)

    @property
    def side_px(self) -> float:
        return side_of(self.corners)

    def is_at(self, corners: Floats) -> bool:
        """Whether these corners are at the same place, and the piece was not turned either."""
        return bool(np.linalg.norm(corners - self.corners, axis=1).max() < STRAYED * self.side_px)


class Watcher:
    """Looks at one picture after the other; no clock, no file. `plan` is the board's.

    `heights` are those of marks above the board (mm, at least and at most) as far as they were learnt before.
    """

    def __init__(self, plan: BoardPlan, heights: dict[int, Heights] | None = None) -> None:
        self.plan = plan
        self.heights: dict[int, Heights] = dict(heights or {})
        self._following = Following(plan.marks)
        self._stillness = Stillness(REST_MS)
        self.throws = Throws(plan.edge_mm)
        self._rests: dict[int, RestingMark] = {}
        self._stands: dict[int, int] = {}
        """The spaces that were reported."""
        self._unmoved: set[int] = set()
        """The pieces that nobody has touched since they were reported."""
        self._learning: dict[int, int] = {}
        self._moved_ms: int | None = None
        self._straight: Straight | None = None
        self._sizes: set[float] = set()
        """The sizes of marks (mm) that were seen."""
        self._changed_ms, self._looks, self._looked = 0, 0, 0
        self._sight: CameraSight | None = None

    def see(self, picture: Grey, now_ms: int) -> CameraSight:
        """What the next picture shows (rows of brightness); `now_ms` may start anywhere and only grows."""
        self._stillness.see(picture, now_ms)
        if self._sight is not None and self._all_known:
            self._sight = structs.replace(self._sight, reports=())
            return self._sight
        self._count_look(now_ms)
        found, twice = self._marks_in(picture)
        size = (picture.shape[1], picture.shape[0])
        camera = self._follow(found, size, now_ms)
        fitting = camera if camera is not None and camera.fits else None
        dice, thrown = tuple[SeenDie, ...](), None
        if fitting is not None:
            self._take(found, now_ms)
            dice, thrown = self.throws.see(picture, fitting, found, self._stillness, now_ms)
        steady = {**found, **{mark: rest.corners for mark, rest in self._rests.items() if mark in found}}
        pieces = pieces_in(steady, twice, camera, self.plan, self.heights)
        reports = list[Report]()
        if fitting is not None:
            reports = [*self._arrived(pieces, fitting, twice), *self._left(now_ms), *([thrown] if thrown else [])]
        corners = None if camera is None else camera.in_picture(corners_of(self.plan))
        points = [] if corners is None else [(round(float(x), 1), round(float(y), 1)) for x, y in corners]
        self._sight = CameraSight(
            reading=Reading("", pieces, board_in(found), self._problems(picture, found, camera, now_ms), dice),
            reports=tuple(reports),
            size=size,
            outline=tuple(points[:4]),
            spaces=tuple(tuple(points[at : at + 4]) for at in range(4, len(points), 4)),
            closer=closer(found),
        )
        return self._sight

    @property
    def _all_known(self) -> bool:
        """Whether looking once more at what has not changed would say nothing new."""
        return self._looks >= KNOWN and self._stillness.unchanged and not self._missed and self.throws.done

    def _count_look(self, now_ms: int) -> None:
        """However fast pictures come, a piece has to rest before it is known."""
        if not self._stillness.unchanged:
            self._changed_ms, self._looks = now_ms, 0
        elif now_ms - self._changed_ms >= REST_MS:
            self._looks += 1
        self._stillness.note()

    def _follow(self, found: Mapping[int, Floats], size: tuple[int, int], now_ms: int) -> LikelyCamera | None:
        """Where the camera is; once it was moved, nothing that rested is known any more."""
        moves = self._following.moves
        camera = self._following.see(found, size)
        if self._following.moves != moves:
            self._rests.clear()
            self._moved_ms = now_ms if moves else None
            self.throws.forget(now_ms)
        return camera

    def _marks_in(self, picture: Grey) -> tuple[dict[int, Floats], set[int]]:
        """The marks: where the camera is known to see the board, or else anywhere."""
        following, size = self._following, (picture.shape[1], picture.shape[0])
        if following.camera is None or following.size != size:
            return marks_in(picture)
        if self._straight is None or self._straight.camera is not following.camera:
            self._straight = Straight(following.camera, self.plan.edge_mm)
        self._looked += 1
        sizes = self._sizes if self._sizes and self._looked % NEW_SIZES else SIZES_MM
        found, twice = self._straight.marks_in(picture, following.corners, sizes)
        self._sizes |= {PIECE_MARKS[mark].size_mm for mark in found.keys() & PIECE_MARKS.keys()}
        return (found, twice) if len(found.keys() & CORNER_MARKS) >= ENOUGH else marks_in(picture)

    def learn(self, mark: int, space: int) -> None:
        """The table knows, from elsewhere, in which space a piece stands now: so its height can be learnt."""
        self._learning[mark] = space
        self._looks = 0

    def _take(self, found: Mapping[int, Floats], now_ms: int) -> None:
        """Follow each piece as long as it stays where it is."""
        for mark in found.keys() & PIECE_MARKS.keys():
            rest = self._rests.get(mark)
            if rest is not None and rest.is_at(found[mark]):
                rest.take(found[mark], now_ms)
            else:
                if rest is not None:
                    self._unmoved.discard(mark)
                self._rests[mark] = RestingMark(found[mark], 1, now_ms)

    def _arrived(self, pieces: Iterable[SeenPiece], camera: LikelyCamera, twice: set[int]) -> Iterator[Stands]:
        """Pieces that have come to rest elsewhere than was reported."""
        for piece in pieces:
            mark, rest = piece.mark, self._rests.get(piece.mark)
            if rest is None or mark in twice or rest.looks < LOOKS or not self._is_still(rest):
                continue
            if self._hides_another(mark, rest):
                continue
            self._learn(piece, rest, camera)
            if piece.space is None and mark in self._unmoved:
                continue
            if piece.space != self._stands.get(mark):
                yield self._reported(mark, piece.space)
            if piece.space is not None:
                self._unmoved.add(mark)

    def _hides_another(self, mark: int, rest: RestingMark) -> bool:
        """Whether a piece that stood here is no longer seen: this one may stand on it, higher than anybody knows."""
        return any(
            hidden.seen_ms < rest.seen_ms and math.dist(hidden.middle, rest.middle) < BESIDE * rest.side_px
            for other, hidden in self._rests.items()
            if other != mark
        )

    def _reported(self, mark: int, space: int | None) -> Stands:
        self._unmoved.discard(mark)
        if space is None:
            del self._stands[mark]
        else:
            self._stands[mark] = space
        return Stands(mark, space)

    def _left(self, now_ms: int) -> Iterator[Stands]:
        """Pieces that are no longer where they were reported, although nothing moves there."""
        for mark in list(self._stands):
            rest = self._rests.get(mark)
            if rest is None or now_ms - rest.seen_ms < GONE_MS:
                continue
            if self._is_still(rest):
                yield self._reported(mark, None)
            else:
                rest.seen_ms = now_ms - GONE_MS + REST_MS

    @property
    def _missed(self) -> bool:
        """Whether a piece was not seen where it stood, which may still change."""
        seen = {piece.mark for piece in self._sight.reading.pieces} if self._sight else set()
        return not self._stands.keys() <= seen

    def _is_still(self, rest: RestingMark) -> bool:
        return self._stillness.rests(rest.middle, NEAR * rest.side_px)

    def _learn(self, piece: SeenPiece, rest: RestingMark, camera: LikelyCamera) -> None:
        """Which heights put the piece into the space where the table knows it to be."""
        space = self._learning.get(piece.mark)
        if space is None or piece.space not in {None, space}:
            return
        del self._learning[piece.mark]
        within = heights_within(rest.corners, camera, self.plan.spaces[space])
        if within is not None:
            within = both(within, measured(camera.square(rest.corners, PIECE_MARKS[piece.mark].size_mm)))
            known = both(self.heights.get(piece.mark, within), within)
            self.heights[piece.mark] = known if known[0] <= known[1] else within

    def _problems(
        self, picture: Grey, found: Mapping[int, Floats], camera: LikelyCamera | None, now_ms: int
    ) -> tuple[Problem, ...]:
        problems = (*problems_of(picture, found, camera, self.plan), *self.throws.problems)
        moved = self._moved_ms is not None and now_ms - self._moved_ms < MOVED_MS
        return (*problems, "moved") if moved else problems


MOVED: Final = 0.0016
"""By what share of the picture's width a corner has to be elsewhere for the camera to have moved."""
ENOUGH: Final = 2
"""So many corners say whether it has."""
AVERAGED: Final = 24
"""Over so many pictures the corners are averaged at most."""


class Following:
    """The camera that sees the corner marks of a board (`places`, mm)."""

    def __init__(self, places: Mapping[int, Corners]) -> None:
        self._places = places
        self.corners: dict[int, Floats] = {}
        """Where the corner marks are in the picture, on average."""
        self._pictures = 0
        self.size = (0, 0)
        self.camera: LikelyCamera | None = None
        self.moves = 0
        """How often it has been elsewhere."""

    def see(self, found: Mapping[int, Floats], size: tuple[int, int]) -> LikelyCamera | None:
        """The camera of the next picture, in which these marks were found; None if that cannot be known now."""
        corners: dict[int, Floats] = {mark: found[mark] for mark in CORNER_MARKS if mark in found}
        complete = len(corners) == len(CORNER_MARKS)
        if size != self.size or any(self._is_elsewhere(mark, at) for mark, at in corners.items()):
            if self.corners or self.size != size:
                self.moves += 1
            self.corners, self._pictures, self.camera, self.size = {}, 0, None, size
        if complete:
            self._average(corners)
        return self.camera if len(corners) >= ENOUGH else None

    def _is_elsewhere(self, mark: int, corners: Floats) -> bool:
        before = self.corners.get(mark)
        if before is None:
            return False
        return bool(np.abs(corners.mean(axis=0) - before.mean(axis=0)).max() > MOVED * self.size[0])

    def _average(self, corners: Mapping[int, Floats]) -> None:
        """Take all four into account; the camera is reckoned whenever twice as many pictures are known."""
        self._pictures = min(self._pictures + 1, AVERAGED)
        for mark, at in corners.items():
            before = self.corners.get(mark, at)
            self.corners[mark] = before + (at - before) / self._pictures
        if self._pictures & (self._pictures - 1) == 0 or self.camera is None:
            self.camera = likely_camera(self.corners, self._places, self.size)
