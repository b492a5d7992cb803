"""Pictures of thrown dice that nobody chose: on the board, beside it or in a tray, alone or touching, among clutter.

`DiceScene` traces solid dice; `pasted` draws the same dice a second way, out of flat pictures of their faces.
"""

import math
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from helpers import photographs
from helpers.films import Film
from helpers.photographs import Lens, Stance, axes
from helpers.thrown import ROUND, ThrownDie, any_die, places_of

TEXTURE = 96
"""How many texels wide the picture of a face is."""


class DiceScene(Film):
    """A board that fills the picture, and a throw of up to three dice. `style` is the way in which they are drawn."""

    def __init__(self, seed: int, size: tuple[int, int] = (1280, 720), *, steepest: float = 55, style: str = "traced"):
        self.steepest, self.style = steepest, style
        super().__init__(seed, size, 20)
        for mark in list(self.pieces)[4:]:
            del self.pieces[mark]
        self.weather.lamps, self.clean = [], self.empty

    def _lens_and_stance(self, _tilt: float) -> tuple[Lens, Stance]:
        """So near that the corners of the board are just within the picture."""
        random, edge = self.random, self.edge
        tilt, side = math.radians(random.uniform(0, self.steepest)), random.uniform(0, 2 * math.pi)
        angle = random.uniform(55, 80)
        lens = Lens(
            self.size,
            angle,
            (random.uniform(-0.14, 0.03), random.uniform(-0.02, 0.03)),
            tuple(random.uniform(-6, 6, 2) * self.size[0] / 1920),
        )
        roll = math.pi + math.atan2(-math.cos(side), math.sin(side)) if tilt > 0.2 else random.uniform(-3, 3)
        aim = random.uniform(-15, 15, 2) + np.array([math.cos(side), math.sin(side)]) * edge * 0.1 * math.sin(tilt)
        corners = np.array([(x, y, 0) for x in (0, edge) for y in (0, edge)], float)
        far, margin = 2500.0, random.uniform(0.01, 0.06)
        while True:
            at = far * math.sin(tilt) * math.cos(side), far * math.sin(tilt) * math.sin(side)
            stance = Stance(*at, far * math.cos(tilt), tuple(aim), roll)
            seen = pixels(lens, stance, edge, corners) / np.array(self.size)
            if min(seen.min(), 1 - seen.max()) < margin:
                return lens, stance
            far *= 0.98

    def clutter(self) -> None:
        """Printed dots, coins, counters and perhaps a tray lie about."""
        random, image = self.random, self.clean.copy()
        if random.random() < 0.4:
            x, y = random.uniform(self.edge * 0.35, self.edge * 0.65, 2)
            inside = np.maximum(np.abs(self.ground[0] - x), np.abs(self.ground[1] - y)) < random.uniform(55, 90)
            felt = random.choice([35.0, 60.0, 200.0, 240.0])
            image[inside] = felt + random.normal(0, 3, int(inside.sum()))
        for _ in range(int(random.integers(4, 12))):
            x, y = random.uniform(60, self.edge - 60, 2)
            kind, grey = random.choice(["dots", "coin", "counter", "grid", "ring"]), random.uniform(10, 250)
            if kind == "dots":
                self._dots(image, x, y, int(random.integers(1, 7)), grey)
            elif kind == "grid":
                step = random.uniform(3, 7)
                for number in range(12):
                    self._disc(image, x + number % 4 * step, y + number // 4 * step, 1.5, grey)
            else:
                radius = random.uniform(8, 13)
                self._disc(image, x, y, radius, grey)
                self._disc(image, x, y, radius * 0.85, grey * 0.85)
                self._disc(image, x, y, radius * random.uniform(0.15, 0.4), random.uniform(10, 250))
        self.empty = image
        self.stood = (None, None)

    def _dots(self, image: Any, x: float, y: float, face: int, grey: float) -> None:
        """Printed like a face of a die, or nearly so, but on what is there, in a circle, or in a large square."""
        random = self.random
        turn, out = random.uniform(0, 6.3), random.uniform(3, 6)
        around = random.choice(["nothing", "disc", "square"])
        if around == "disc":
            self._disc(image, x, y, out * 2.4, 250 - grey)
        elif around == "square":
            u, v = self._turned(x, y, turn)
            image[np.maximum(np.abs(u), np.abs(v)) < out * random.uniform(2.9, 4)] = 250 - grey
        for a, b in places_of(face, (out, out), mirrored=False, upright=False):
            at = x + a * math.cos(turn) - b * math.sin(turn), y + a * math.sin(turn) + b * math.cos(turn)
            self._disc(image, *at, random.uniform(1.2, 2), grey)

    def _turned(self, x: float, y: float, turn: float) -> tuple[Any, Any]:
        u, v = self.ground[0] - x, self.ground[1] - y
        return u * math.cos(turn) + v * math.sin(turn), v * math.cos(turn) - u * math.sin(turn)

    def _disc(self, image: Any, x: float, y: float, radius: float, grey: float) -> None:
        u, v = self.ground[0] - x, self.ground[1] - y
        mm = np.maximum(np.hypot(*np.gradient(u)), np.hypot(*np.gradient(v))) if not hasattr(self, "_mm") else self._mm
        self._mm = mm
        share = np.clip((radius - np.hypot(u, v)) / mm + 0.5, 0, 1)
        image += share * (grey - image)

    def cast(self, count: int | None = None, size: float | None = None) -> None:
        """Throw one to three dice of one kind; some touch, on some a lamp shines."""
        random = self.random
        kind, dice = any_die(random, 1, (0, 0), size), list[ThrownDie]()
        count = count or int(random.integers(1, 4))
        while len(dice) < count:
            near = random.random() < 0.8
            place = random.uniform(*((120, self.edge - 120) if near else (-60, self.edge + 60)), 2)
            face, turn = int(random.integers(1, 7)), random.uniform(0, 6.3)
            if dice and random.random() < 0.2:
                turn = dice[-1].turn
                far, way = dice[-1].edge * random.uniform(1, 1.04), turn + math.pi / 2 * random.integers(4)
                place = dice[-1].x + far * math.cos(way), dice[-1].y + far * math.sin(way)
            elif any(math.hypot(place[0] - one.x, place[1] - one.y) < one.edge * 1.5 for one in dice):
                continue
            die = replace(
                kind, face=face, x=float(place[0]), y=float(place[1]), turn=turn, upright=random.random() < 0.5
            )
            if self._is_clear(die, dice):
                dice.append(die)
        self.dice = tuple(dice)
        x, y = self.ground
        self.lamps = np.zeros(x.shape, np.float32)
        for die in dice:
            if random.random() < 0.15:
                px, py = np.array([die.x, die.y]) + random.normal(0, 6, 2)
                self.lamps += 255 * random.uniform(0.2, 1) * photographs._spot(x, y, px, py, random.uniform(4, 30), 2)
        self.weather = replace(
            self.weather,
            blur=random.uniform(0.5, 1.3) * max(self.size[0] / 1920, 0.5),
            noise=random.uniform(1, 7),
            quality=int(random.integers(60, 95)),
        )
        self.falloff = random.uniform(0.5, 1.1) * (1 - 0.25 * photographs._vignette(*self.size))

    def _is_clear(self, die: ThrownDie, others: list[ThrownDie]) -> bool:
        """In the picture, on no mark, hidden by nothing."""
        if any(math.hypot(die.x - piece.x, die.y - piece.y) < 55 for piece in self.pieces.values()):
            return False
        marks = [95.0, self.edge - 95]
        if min(abs(die.x - one) for one in marks) < 42 and min(abs(die.y - one) for one in marks) < 42:
            return False
        x, y = self.seen_at(die)
        if not (35 < x < self.size[0] - 35 and 35 < y < self.size[1] - 35):
            return False
        return not any(self._hides(one, die) or self._hides(die, one) for one in others)

    def _hides(self, one: ThrownDie, other: ThrownDie) -> bool:
        """Whether one die stands before the upper face of the other."""
        hull = cv2.convexHull(self._corners(one, (0.0, one.edge)).astype(np.float32))
        top = self._corners(other, (other.edge,))
        return any(
            cv2.pointPolygonTest(hull, (float(x), float(y)), True) > 0.6 for x, y in top * 0.9 + top.mean(0) * 0.1
        )

    def _corners(self, die: ThrownDie, heights: tuple[float, ...]) -> Any:
        turn, half = die.turn, die.edge / 2
        cos, sin = math.cos(turn) * half, math.sin(turn) * half
        flat = [(cos * a - sin * b, sin * a + cos * b) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        places = [(die.x + a, die.y + b, z + die.lifted) for z in heights for a, b in flat]
        return pixels(self.lens, self.stance, self.edge, np.array(places))

    def seen_at(self, die: ThrownDie) -> tuple[float, float]:
        """Where in the picture the middle of its upper face is."""
        x, y = self._corners(die, (die.edge,)).mean(axis=0)
        return float(x), float(y)

    def edge_px(self, die: ThrownDie) -> float:
        """How wide the narrower side of its upper face is in the picture."""
        top = self._corners(die, (die.edge,))
        area = abs(float(cv2.contourArea(top.astype(np.float32))))
        return area / max(float(np.linalg.norm(top[0] - top[2])), float(np.linalg.norm(top[1] - top[3]))) * math.sqrt(2)

    def taken(self) -> Any:
        if self.style == "traced":
            return self.picture()
        image = self.empty.copy()
        for piece in self.pieces.values():
            photographs._stand(image[..., None], self.at, self.rays, replace(piece, colour=piece.colour[:1]))
        for die in sorted(self.dice, key=lambda one: -math.hypot(one.x - self.at[0], one.y - self.at[1])):
            self._paste(image, die)
        self.stood = ((tuple(self.pieces.values()), self.dice), image)
        return self.picture()

    def _paste(self, image: Any, die: ThrownDie) -> None:
        """A die as flat pictures of its faces, each with lines at its edges, hollow pips and a shine across."""
        low, high = self._corners(die, (0.0,)), self._corners(die, (die.edge,))
        shadow = np.zeros(image.shape, np.float32)
        slant = np.array([die.lamp[0], die.lamp[1]]) * die.edge * 0.4
        moved = replace(die, x=die.x - slant[0], y=die.y - slant[1])
        cv2.fillPoly(shadow, [np.int32(self._corners(moved, (0.0,)) * 16)], 1.0, cv2.LINE_AA, 4)
        image *= 1 - die.shadow * cv2.GaussianBlur(shadow, (0, 0), 2)
        sides = [([low[k], low[(k + 1) % 4], high[(k + 1) % 4], high[k]], ROUND[die.face][k]) for k in range(4)]
        for number, (quad, face) in enumerate(sides):
            corners = np.float32(quad)
            if cv2.contourArea(corners, oriented=True) * cv2.contourArea(np.float32(high), oriented=True) > 0:
                self._glue(image, corners, self._face(face, die), 0.55 + 0.12 * number)
        self._glue(image, np.float32(high), self._face(die.face, die), 1.0)

    def _face(self, face: int, die: ThrownDie) -> Any:
        texture = np.full((TEXTURE, TEXTURE), die.ground, np.float32)
        across, down = np.meshgrid(np.linspace(-1, 1, TEXTURE), np.linspace(-1, 1, TEXTURE))
        rim = np.maximum(np.abs(across), np.abs(down)) > 1 - die.round
        texture[rim] *= 0.9
        radius = (die.ace if face == 1 else die.pip) * TEXTURE
        for u, v in places_of(face, die.out, mirrored=die.mirrored, upright=die.upright):
            at = (round((0.5 + u) * TEXTURE * 16), round((0.5 + v) * TEXTURE * 16))
            cv2.circle(texture, at, round(radius * 16), float(die.pips), -1, cv2.LINE_AA, 4)
            hollow = (at[0] + round(radius * 5), at[1] + round(radius * 5))
            cv2.circle(texture, hollow, round(radius * 6), float(die.pips * 0.8 + die.ground * 0.2), -1, cv2.LINE_AA, 4)
        shine = die.gloss * np.exp(-(((across * math.cos(die.turn * 3) + down) * 1.5 - die.lamp[0]) ** 2) * 2)
        return texture + shine.astype(np.float32) * 0.5

    def _glue(self, image: Any, corners: Any, texture: Any, light: float) -> None:
        """A texture laid between four corners of the picture, softened as far as it is made smaller."""
        left, top = np.floor(corners.min(axis=0)).astype(int) - 2
        width, height = np.ceil(corners.max(axis=0)).astype(int) + 3 - (left, top)
        if left < 0 or top < 0 or left + width > image.shape[1] or top + height > image.shape[0]:
            return
        times = 4
        shifted = ((corners - (left, top) + 0.5) * times - 0.5).astype(np.float32)
        square = np.float32([(0, 0), (TEXTURE, 0), (TEXTURE, TEXTURE), (0, TEXTURE)]) - 0.5
        lens = cv2.getPerspectiveTransform(square, shifted)
        size = int(width * times), int(height * times)
        cover = cv2.warpPerspective(np.ones_like(texture), lens, size)
        fine = cv2.warpPerspective(texture * light, lens, size)
        part = image[top : top + height, left : left + width]
        share = cv2.resize(cover, (int(width), int(height)), interpolation=cv2.INTER_AREA)
        part[:] = part * (1 - share) + cv2.resize(fine, (int(width), int(height)), interpolation=cv2.INTER_AREA)


def pixels(lens: Lens, stance: Stance, edge: float, places: Any) -> Any:
    """Where a camera sees places (mm, n by 3): the way of `photographs._rays` backwards."""
    at = np.array([edge / 2 + stance.right, edge / 2 + stance.near, stance.above])
    forward, right, down = axes(stance, edge, at)
    away = places - at
    ahead = away @ forward
    straight = np.stack([away @ right / ahead, away @ down / ahead], axis=-1)
    far = (straight**2).sum(axis=-1, keepdims=True)
    bent = straight * (1 + lens.bend[0] * far + lens.bend[1] * far * far)
    focal = lens.size[0] / 2 / np.tan(np.radians(lens.angle / 2))
    return bent * focal + np.array(lens.size) / 2 - 0.5 + np.array(lens.shift)
