"""Films of a board that never was: people move pieces, hands hide them, the camera is pushed; five pictures a second.

The pictures are grey and made as `photographs` makes them: from each pixel outwards to what it sees.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from helpers import photographs
from helpers.camera_scenes import FIRST_MARK, PIECES
from helpers.photographs import TEXELS, Lens, Stance, Stood, Weather, edge_mm, middle, space_at
from helpers.thrown import ThrownDie, any_die, throw

Spot = tuple[float, float, float, float]

EVERY_MS = 200
HAND_MM, SLEEVE_MM, ABOVE_MM = 11.0, 33.0, 45.0
"""Half as wide as the fingers and the arm, and how high above the board they are."""
CLEAR_MM = 45.0
"""A hand that is farther from a piece no longer makes it wait."""


@dataclass(frozen=True)
class Shot:
    """One picture of a film. `truth` says for each mark the space it stands in, or None for a line or a hand's."""

    at_ms: int
    picture: Any
    truth: dict[int, int | None]
    arrived: frozenset[int] = frozenset()
    """Marks that have just been let go of, and whose space is clear."""


@dataclass(frozen=True)
class Hand:
    """A hand: the tips of its fingers, and where the arm comes from (mm)."""

    x: float
    y: float
    from_x: float
    from_y: float


@dataclass(frozen=True)
class Over:
    """A round thing on the board: a cup, or a cat (mm)."""

    x: float
    y: float
    radius: float
    height: float
    grey: float


class Film:
    """A board and its pieces before a camera, all by chance: `shots` goes on with so many moves."""

    def __init__(
        self, seed: int, size: tuple[int, int], mark_mm: int = 16, spaces: int = 40, tilt: float | None = None
    ) -> None:
        self.random = np.random.default_rng(seed)
        self.size, self.spaces, self.mark_mm, self.edge = size, spaces, mark_mm, edge_mm(spaces)
        self.now_ms = int(self.random.integers(0, 10**6))
        self.lens, self.stance = self._lens_and_stance(self.random.uniform(0, 55) if tilt is None else tilt)
        self.weather = self._weather()
        self.flicker = float(self.random.choice([0, 0, 0.02]))
        self.board = _board(spaces, int(self.random.integers(6)), int(self.random.integers(2)))
        self.height = {mark: float(self.random.uniform(2, 26)) for mark in self.marks}
        self.grey = {mark: int(self.random.integers(30, 200)) for mark in self.marks}
        self.pieces: dict[int, Stood] = {}
        self.dice: tuple[ThrownDie, ...] = ()
        for mark in self.marks:
            self.put(mark, self.free_place(int(self.random.integers(spaces))))
        self.noise = self.random.normal(0, 1, (size[1] + 64, size[0] + 64)).astype(np.float32)
        self.look_from(self.stance)

    @property
    def marks(self) -> range:
        return range(FIRST_MARK[self.mark_mm], FIRST_MARK[self.mark_mm] + PIECES)

    def _lens_and_stance(self, tilt_degrees: float) -> tuple[Lens, Stance]:
        random, size, edge = self.random, self.size, self.edge
        tilt, side, angle = math.radians(tilt_degrees), random.uniform(0, 2 * math.pi), random.uniform(55, 95)
        fitting = edge / 2 / math.tan(math.radians(angle / 2)) * size[0] / size[1]
        far = fitting * random.uniform(1.08, 1.2) * (1 + 0.3 * math.sin(tilt)) + edge * 0.2 * math.sin(tilt)
        near, across = far * math.sin(tilt) * math.sin(side), far * math.sin(tilt) * math.cos(side)
        roll = math.pi + math.atan2(-math.cos(side), math.sin(side)) if tilt > 0.2 else random.uniform(-3, 3)
        aim = tuple(
            random.uniform(-15, 15, 2) + np.array([math.cos(side), math.sin(side)]) * edge * 0.1 * math.sin(tilt)
        )
        bend = random.uniform(-0.14, 0.03) if angle < 80 else random.uniform(-0.25, -0.05)
        shift = (random.uniform(-6, 6) * size[0] / 1920, random.uniform(-6, 6) * size[0] / 1920)
        return (
            Lens(size, angle, (bend, random.uniform(-0.02, 0.03)), shift),
            Stance(across, near, far * math.cos(tilt), aim, roll),
        )

    def _weather(self) -> Weather:
        random, share, edge = self.random, self.size[0] / 1920, self.edge

        def spots(count: int, sizes: tuple[int, int], strong: tuple[float, float]) -> list[Spot]:
            return [
                (random.uniform(0, edge), random.uniform(0, edge), random.uniform(*sizes), random.uniform(*strong))
                for _ in range(count)
            ]

        return Weather(
            blur=random.uniform(0.5, 1.4) * max(share, 0.5),
            noise=random.uniform(2, 8),
            light=random.uniform(0.5, 1.05),
            shadows=[
                (*random.uniform(0, edge, 2), random.uniform(60, 250), random.uniform(0.2, 0.5)) for _ in range(2)
            ],
            lamps=spots(1, (15, 45), (0.1, 0.5)),
            quality=int(random.integers(65, 95)),
        )

    # Where things stand

    def put(self, mark: int, place: tuple[float, float]) -> None:
        turn = self.random.uniform(0, 2 * math.pi)
        self.pieces[mark] = Stood(mark, self.mark_mm, *place, self.height[mark], turn, (self.grey[mark],) * 3)

    def free_place(self, space: int, moving: int | None = None) -> tuple[float, float]:
        """A place in this space, or in the next one that has room, where people might put a piece."""
        for tried in range(400):
            at = middle((space + tried // 12) % self.spaces, self.spaces) + self.random.uniform(-13, 13, 2)
            if self.is_free(at, moving):
                return float(at[0]), float(at[1])
        raise AssertionError

    def is_free(self, at: Any, moving: int | None = None) -> bool:
        """Whether a piece fits there beside all that are not moving."""
        return all(
            math.hypot(at[0] - one.x, at[1] - one.y) > self.mark_mm * 1.85
            for mark, one in self.pieces.items()
            if mark != moving
        )

    def truth(self) -> dict[int, int | None]:
        return {mark: space_at(one.x, one.y, self.spaces) for mark, one in self.pieces.items()}

    # How it looks

    def look_from(self, stance: Stance) -> None:
        """Stand the camera there."""
        self.stance = stance
        self.at = np.array([self.edge / 2 + stance.right, self.edge / 2 + stance.near, stance.above])
        self.rays = photographs._rays(self.lens, stance, self.at, self.edge)
        x, y, ahead = photographs._meeting(self.at, self.rays, 0.0)
        self.ground = x, y
        board = photographs._softened(self.board, self.lens, stance, self.edge)
        image = np.full(x.shape, 105, np.float32)
        on_board = ahead & (x >= 0) & (y >= 0) & (x < self.edge) & (y < self.edge)
        across, down = ((one * TEXELS - 0.5).astype(np.float32) for one in (x, y))
        image[on_board] = cv2.remap(board, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[on_board]
        for px, py, radius, dark in self.weather.shadows:
            image *= 1 - dark * photographs._spot(x, y, px, py, radius, 6)
        self.empty = image
        self.lamps = sum(
            255 * bright * photographs._spot(x, y, px, py, radius, 2) for px, py, radius, bright in self.weather.lamps
        )
        self.falloff = self.weather.light * (1 - 0.25 * photographs._vignette(*self.size))
        self.stood: tuple[Any, Any] = (None, None)

    def picture(
        self, hand: Hand | None = None, held: Stood | None = None, smear: float = 0.0, over: Over | None = None
    ) -> Any:
        """What the camera takes now; a held piece is in no space."""
        standing = tuple(one for mark, one in self.pieces.items() if held is None or mark != held.mark)
        if self.stood[0] != (standing, self.dice):
            image = self.empty.copy()
            for one in sorted(standing, key=lambda one: -math.hypot(one.x - self.at[0], one.y - self.at[1])):
                photographs._stand(image[..., None], self.at, self.rays, replace(one, colour=one.colour[:1]))
            for die in sorted(self.dice, key=lambda one: -math.hypot(one.x - self.at[0], one.y - self.at[1])):
                throw(image, self.at, self.rays, die)
            self.stood = ((standing, self.dice), image)
        image = self.stood[1].copy()
        if held is not None:
            photographs._stand(image[..., None], self.at, self.rays, replace(held, colour=held.colour[:1]))
        if hand is not None:
            self._cover(image, hand)
        if over is not None:
            for height in np.linspace(0, over.height, 6):
                x, y, _ = photographs._meeting(self.at, self.rays, float(height))
                image[np.hypot(x - over.x, y - over.y) < over.radius] = over.grey
        image = image * (self.falloff * (1 + self.random.normal(0, 1) * self.flicker)) + self.lamps
        image = cv2.GaussianBlur(image, (0, 0), max(self.weather.blur, 0.3))
        if smear > 1:
            image = cv2.filter2D(image, -1, photographs._smear(smear, self.random.uniform(0, math.pi)))
        a, b = self.random.integers(0, 64, 2)
        noise = self.noise[b : b + self.size[1], a : a + self.size[0]]
        image += noise * self.weather.noise * np.sqrt(0.3 + image.clip(0, 255) / 255)
        packed = cv2.imencode(
            ".jpg", image.clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, self.weather.quality]
        )
        return cv2.imdecode(packed[1], cv2.IMREAD_GRAYSCALE)

    def _cover(self, image: Any, hand: Hand) -> None:
        """A shadow on the board, and the arm above it."""
        for height, grey in ((0.0, None), (ABOVE_MM, 150)):
            x, y, _ = photographs._meeting(self.at, self.rays, height) if height else (*self.ground, None)
            shift = 18.0 if grey is None else 0.0
            along = np.array([hand.from_x - hand.x, hand.from_y - hand.y])
            long = float(np.linalg.norm(along))
            along /= long
            ahead = (x - hand.x - shift) * along[0] + (y - hand.y - shift) * along[1]
            aside = np.abs((y - hand.y - shift) * along[0] - (x - hand.x - shift) * along[1])
            wide = HAND_MM + (SLEEVE_MM - HAND_MM) * np.clip(ahead / 90, 0, 1)
            covered = (ahead > 0) & (aside < wide)
            image[covered] = image[covered] * 0.6 if grey is None else grey + 25 * (1 - aside[covered] / wide[covered])

    # What happens

    def wait(self, seconds: float) -> Iterator[Shot]:
        for _ in range(round(seconds * 1000 / EVERY_MS)):
            yield self.shot(self.picture(), self.truth())

    def move(self, mark: int, place: tuple[float, float], steps: int = 5) -> Iterator[Shot]:
        """A hand comes, takes a piece, walks it there, lets go and leaves."""
        angle = self.random.uniform(0, 2 * math.pi)
        from_x, from_y = self.edge / 2 + 700 * math.cos(angle), self.edge / 2 + 700 * math.sin(angle)
        piece = self.pieces[mark]
        away = np.array([from_x, from_y])
        start, end = np.array([piece.x, piece.y]), np.array(place)
        for share in (0.4, 0.8, 1.0):
            yield self.shot(self.picture(self._hand(away + (start - away) * share, away)), self.truth())
        held_truth = {**self.truth(), mark: None}
        for step in range(1, steps + 1):
            at = start + (end - start) * step / steps + self.random.normal(0, 2, 2)
            low = 4.0 if self.random.random() < 0.4 else 40.0
            held = replace(piece, x=float(at[0]), y=float(at[1]), height=piece.height + low)
            yield self.shot(self.picture(self._hand(at, away), held, smear=self.random.uniform(0, 4)), held_truth)
        self.put(mark, (float(end[0]), float(end[1])))
        for _ in range(int(self.random.integers(0, 4))):  # the fingers stay for a moment
            at = end + self.random.normal(0, 1.5, 2)
            yield self.shot(self.picture(self._hand(at, away)), self.truth())
        for share in (0.85, 0.6, 0.25):
            at = away + (end - away) * share
            new = frozenset([mark]) if math.dist(at, end) > CLEAR_MM and share == 0.85 else frozenset()
            yield self.shot(self.picture(self._hand(at, away)), self.truth(), new)

    def push(self, far_mm: float) -> Iterator[Shot]:
        old, move = self.stance, self.random.normal(0, 1, 3)
        move = move / np.linalg.norm(move) * far_mm
        for share in (0.5, 1.0):
            right, near, above = np.array([old.right, old.near, old.above]) + move * share
            self.look_from(replace(old, right=right, near=near, above=above, roll=old.roll + 0.03 * share))
            yield self.shot(self.picture(smear=8 * self.size[0] / 1920), self.truth())

    def throw(self, faces: tuple[int, ...]) -> None:
        """Dice come to lie on the board's middle, or now and then beside the board."""
        dice: list[ThrownDie] = []
        while len(dice) < len(faces):
            place = self.random.uniform(135, self.edge - 135, 2)
            if self.random.random() < 0.15:
                place[int(self.random.integers(2))] = self.random.choice([-20.0, self.edge + 20])
            if self._is_in_picture(*place) and all(math.hypot(place[0] - one.x, place[1] - one.y) > 27 for one in dice):
                dice.append(any_die(self.random, faces[len(dice)], (float(place[0]), float(place[1]))))
        self.dice = tuple(dice)

    def _is_in_picture(self, x: float, y: float) -> bool:
        near = np.hypot(self.ground[0] - x, self.ground[1] - y) < 40
        return near.any() and not (near[[0, -1]].any() or near[:, [0, -1]].any())

    def _hand(self, at: Any, away: Any) -> Hand:
        return Hand(float(at[0]), float(at[1]), float(away[0]), float(away[1]))

    def shot(self, picture: Any, truth: dict[int, int | None], arrived: frozenset[int] = frozenset()) -> Shot:
        self.now_ms += EVERY_MS
        return Shot(self.now_ms, picture, truth, arrived)


@cache
def _board(spaces: int, style: int, turned: int) -> Any:
    board = photographs.board_picture(spaces, style, (0, 1, 2, 3) if turned else (0, 0, 0, 0))
    return cv2.cvtColor(board, cv2.COLOR_BGR2GRAY)


def evening(film: Film, moves: int, mishaps: Sequence[Callable[[Film], Iterator[Shot]]] = ()) -> Iterator[Shot]:
    """So many moves of pieces chosen by chance, with mishaps between; now and then the camera is pushed."""
    yield from film.wait(1.6)
    for number in range(moves):
        mark = int(film.random.choice(list(film.marks)))
        place = film.free_place(int(film.random.integers(film.spaces)), mark)
        yield from film.move(mark, place, int(film.random.integers(2, 7)))
        yield from film.wait(2)
        if film.random.random() < 0.08:
            yield from film.push(film.random.uniform(5, 60))
            yield from film.wait(2)
        if mishaps:
            yield from mishaps[number % len(mishaps)](film)


WITHIN_MS = 1500
"""How soon a piece is to be reported."""


@dataclass
class Judged:
    """What was reported of a film: how many arrivals in time or later, and each report that was wrong.

    `helpless` says in how many pictures the watcher said that marks are too small, or the board is not all there.
    """

    pictures: int = 0
    arrivals: int = 0
    in_time: int = 0
    late: int = 0
    helpless: int = 0
    wrong: list[str] = field(default_factory=list)


def judged(watcher: Any, shots: Iterator[Shot]) -> Judged:
    """Show a film to a watcher; as at a table, where each piece stands becomes known in the end."""
    found, waiting, said = Judged(), dict[int, int](), dict[int, int | None]()
    for shot in shots:
        if not found.pictures:  # the table knows where each piece begins
            for mark, space in shot.truth.items():
                watcher.learn(mark, space)
        sight = watcher.see(shot.picture, shot.at_ms)
        found.pictures += 1
        found.helpless += bool({"too_small", "cut_off"} & {*sight.reading.problems})
        found.arrivals += len(shot.arrived)
        waiting |= dict.fromkeys(shot.arrived, shot.at_ms)
        for report in sight.reports:
            said[report.mark] = report.space
            if report.space not in {None, shot.truth.get(report.mark)}:
                found.wrong.append(f"{report} at {shot.at_ms} ms, not {shot.truth.get(report.mark)}")
        for mark, since_ms in list(waiting.items()):
            space, late = shot.truth[mark], shot.at_ms - since_ms > WITHIN_MS
            if space is not None and said.get(mark) == space:
                found.in_time += not late
                found.late += late
                del waiting[mark]
            if space is not None and (mark not in waiting or late):
                watcher.learn(mark, space)
    return found
