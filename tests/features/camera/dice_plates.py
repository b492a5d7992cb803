"""Plates with thrown dice for `learn_dice`: parts of a table as a reader sees them from straight above.

A third way to draw dice, flat and quick, so that those with which the reader is judged stay unknown to it.
"""

import math
from typing import Any

import cv2
import numpy as np
from features.camera.solid_dice import PIPS, Die, Room, seen

SIDE, PER_MM, FINE = 192, 1.5, 3.0
"""Pixels of a plate and of a millimetre in it, and of a millimetre as it is drawn."""
MM = SIDE / PER_MM
LEVEL_MM = 16.0
"""The height that is where it belongs; what is higher leans away from the camera."""
UNSEEN, CLOSE = 20.0, 0.25
"""Dice that differ less from the ground (in brightness) cannot be told from printed pips, unless they darken it."""
BLANK = 0.06
"""So many cubes are none: houses, or sugar."""
SQUARE = np.array([1 + 1j, 1 - 1j, -1 - 1j, -1 + 1j])


class Plate:
    """Some dice among what may lie about; `picture`, `tops` and what else lies there are what is learnt from."""

    def __init__(self, random: Any) -> None:
        self.random = random
        self.image = np.empty((round(MM * FINE),) * 2, np.float32)
        steep = math.tan(math.radians(random.uniform(0, 58) if random.random() < 0.8 else random.uniform(0, 10)))
        self.lean = steep * np.exp(1j * random.uniform(0, 2 * math.pi))
        self.light = np.exp(1j * random.uniform(0, 2 * math.pi)) * random.uniform(0.2, 1)
        self.room = Room(self.lean, self.light, [self._lamp() for _ in range(int(random.integers(1, 4)))])
        self.clutter: list[complex] = []
        self.sides: list[complex] = []
        self.printed: list[complex] = []
        self._ground()
        for _ in range(int(random.integers(0, 16))):
            random.choice(
                [*[self._dots] * 4, self._coin, self._box, self._lines, self._mark, self._letters, self._card]
            )()
        dice = self._thrown(int(random.integers(5, 14)))
        for die in dice:
            self._shadow(die)
        for die in sorted(dice, key=lambda one: -(one.middle * self.lean.conjugate()).real):
            self._draw(die)
        self._lamps(dice)
        self.all_tops = [self._top(die) for die in dice if die.faces[0]]
        self.tops = [
            one
            for one in self.all_tops
            if sum(abs(one[1] - other[1]) < 0.47 * (one[2] + other[2]) for other in self.all_tops) < 2
        ]
        self.picture = self._taken()

    def _lamp(self) -> tuple[complex, float, float, float]:
        """What shiny things mirror: in which direction, how high, how small, and how bright."""
        random = self.random
        small = math.exp(random.uniform(math.log(1.5), math.log(150)))
        bright = 255 * random.uniform(0.3, 2) * min(1 + small / 4, 12)
        return self._turn(), random.uniform(0.1, 1.5), small, bright

    # What lies about

    def _ground(self) -> None:
        random, n = self.random, len(self.image)
        self.image[:] = random.uniform(20, 245)
        if random.random() < 0.6:
            few = random.uniform(-1, 1, (int(random.integers(2, 9)),) * 2).astype(np.float32)
            self.image += cv2.resize(few, (n, n), interpolation=cv2.INTER_CUBIC) * random.uniform(5, 60)
        if random.random() < 0.35:  # grain of wood or cloth
            long, short = int(random.integers(2, 40)), int(random.integers(60, 400))
            grain = random.normal(0, 1, (long, short)[:: random.choice([1, -1])]).astype(np.float32)
            self.image += cv2.resize(grain, (n, n), interpolation=cv2.INTER_LINEAR) * random.uniform(3, 25)

    def _anywhere(self) -> complex:
        self.clutter.append(complex(*self.random.uniform(0, MM, 2)))
        return self.clutter[-1]

    def _turn(self) -> complex:
        return complex(np.exp(1j * self.random.uniform(0, 2 * math.pi)))

    def _grey(self) -> float:
        return float(self.random.uniform(5, 252))

    def _fill(self, corners: Any, grey: float) -> None:
        points = np.array([(one.real, one.imag) for one in np.ravel(corners)]) * FINE
        cv2.fillPoly(self.image, [np.int32(points * 16)], grey, 8, 4)

    def _disc(self, middle: complex, radius: float, grey: float) -> None:
        self._fill(middle + radius * np.exp(2j * np.pi * np.arange(24) / 24), grey)

    def _dots(self) -> None:
        """Printed like a face, or in rows, on nothing, on a disc, or on a square too large for a die."""
        random, middle, grey = self.random, self._anywhere(), self._grey()
        self.printed.append(middle * PER_MM)
        out = random.uniform(2.5, 6) * self._turn()
        around = random.random()
        if around < 0.5:
            self._disc(middle, abs(out) * random.uniform(1.8, 3), self._grey())
        elif around < 0.7:
            self._fill(middle + out * random.uniform(2.7, 4) * SQUARE, self._grey())
        rows = [complex(a, b) for a in range(-2, 3) for b in range(-2, 2)]
        for place in rows if random.random() < 0.25 else PIPS[int(random.integers(1, 7))]:
            self._disc(middle + place * out, abs(out) * random.uniform(0.25, 0.5), grey)

    def _coin(self) -> None:
        random, middle, radius = self.random, self._anywhere(), self.random.uniform(4, 15)
        grey = self._grey()
        self._disc(middle, radius, grey)
        self._disc(middle, radius * random.uniform(0.75, 0.95), grey * random.uniform(0.7, 1.1))
        self._disc(middle, radius * random.uniform(0.1, 0.5), self._grey())

    def _box(self) -> None:
        """A tray, a card, a sheet, a cube without pips."""
        size = self.random.uniform(5, 70, 2) * self.random.choice([0.4, 1])
        corners = self._anywhere() + self._turn() * np.array(
            [complex(a * size[0], b * size[1]) for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1))]
        )
        if self.random.random() < 0.6:
            self._fill(corners, self._grey())
        else:
            points = np.array([(one.real, one.imag) for one in corners]) * FINE
            cv2.polylines(self.image, [np.int32(points)], True, self._grey(), int(self.random.integers(1, 9)))

    def _lines(self) -> None:
        way, start, step = self._turn(), self._anywhere(), self.random.uniform(2, 20)
        for number in range(int(self.random.integers(1, 7))):
            a = start + way * 1j * number * step
            ends = [(round(one.real * FINE), round(one.imag * FINE)) for one in (a - 100 * way, a + 100 * way)]
            cv2.line(self.image, *ends, self._grey(), int(self.random.integers(1, 10)))

    def _mark(self) -> None:
        """A square of squares, as on pieces."""
        middle, half = self._anywhere(), self.random.uniform(5, 12) * self._turn()
        self._disc(middle, abs(half) * 1.8, self._grey())
        self._fill(middle + half * 1.25 * SQUARE, 250)
        self._fill(middle + half * SQUARE, 10)
        for a in range(4):
            for b in range(4):
                if self.random.random() < 0.5:
                    self._fill(middle + half / 3 * (complex(a, b) * 1 - 1.5 - 1.5j + SQUARE / 2), 250)

    def _card(self) -> None:
        """Small print in columns on paper, with a band in a colour: its corner looks like a face with pips."""
        random, middle, way = self.random, self._anywhere(), self._turn()
        wide, high = random.uniform(10, 45), random.uniform(8, 30)
        paper, ink, line = self._grey(), self._grey(), random.uniform(2, 4.5)

        def at(x: float, y: float, length: float, thick: float, grey: float) -> None:
            self._fill(middle + way * (complex(x, y) + np.array([0, length, length + 1j * thick, 1j * thick])), grey)

        at(-wide, -high, 2 * wide, 2 * high, paper)
        for y in np.arange(-high + random.uniform(1, 9), high - line, line):
            x = -wide + random.uniform(1, 4)
            while x < wide - 4:
                at(x, y, random.uniform(0.8, 4), line * random.uniform(0.3, 0.6), ink)
                x += random.uniform(3, 8)
        if random.random() < 0.5:
            at(-wide + 1, -high + 1, 2 * wide - 2, random.uniform(4, high), self._grey())
        self.printed += [
            (middle + way * complex(a * (wide - 5), b * (high - 5))) * PER_MM for a in (1, -1) for b in (1, -1)
        ]

    def _letters(self) -> None:
        text = "".join(chr(int(one)) for one in self.random.integers(48, 91, int(self.random.integers(1, 7))))
        at, size = self._anywhere() * FINE, self.random.uniform(0.5, 3)
        where = round(at.real) - 40, round(at.imag)
        cv2.putText(
            self.image, text, where, cv2.FONT_HERSHEY_DUPLEX, size, self._grey(), int(self.random.integers(1, 6))
        )

    # Dice

    def _thrown(self, count: int) -> list[Die]:
        random, dice = self.random, list[Die]()
        kind = self._kind()
        for _ in range(60):
            if len(dice) == count:
                break
            middle, edge = self._anywhere(), kind["edge"]
            way, touches = self._turn(), bool(dice) and random.random() < 0.3
            if touches:
                way = dice[-1].half / abs(dice[-1].half)
                middle = dice[-1].middle + way * 1j ** int(random.integers(4)) * edge * random.uniform(1, 1.06)
                middle += way * random.normal(0, 1) * (random.random() < 0.5)
            elif random.random() < 0.4:
                kind = self._kind()
            ground = float(self._part(middle, 1.0)[1].mean()) if not touches else -99.0
            if abs(ground - kind["ground"]) < UNSEEN and kind["close"] < CLOSE:
                continue
            near = 0.49 if touches else 0.75
            if all(abs(middle - one.middle) > near * (edge + 2 * abs(one.half)) for one in dice):
                dice.append(self._die(middle, way * edge / 2, kind))
        return dice

    def _kind(self) -> dict[str, float]:
        random = self.random
        dark = random.random() < 0.55
        return {
            "edge": random.uniform(11, 21),
            "ground": random.uniform(120, 253) if dark else random.uniform(10, 140),
            "pip": random.uniform(3, 90) if dark else random.uniform(180, 253),
            "out": random.uniform(0.22, 0.285),
            "long": random.uniform(0.87, 1.13),
            "radius": random.uniform(0.072, 0.118),
            "ace": random.choice([1, 1, 1.35, 1.6]),
            "round": random.uniform(0.02, 0.35),
            "ball": random.choice([9.0, random.uniform(1.2, 1.6)]),
            "hollow": random.choice([0, random.uniform(0.2, 1.5)]),
            "lamp": random.uniform(0.0, 0.9),
            "height": random.uniform(0.35, 1.45),
            "wide": random.uniform(0, 0.6),
            "bounce": random.uniform(0.1, 0.9),
            "dark_foot": random.uniform(0, 0.6),
            "gloss": random.choice([0, random.uniform(0, 0.5), random.uniform(0.5, 1.5)]),
            "rough": math.exp(random.uniform(0, math.log(12))),
            "far": random.uniform(60, 400),
            "shadow": random.uniform(0, 0.6),
            "close": random.choice([0, random.uniform(0, 0.6)]),
            "glass": random.choice([0, random.uniform(0, 0.3)]),
            "shine": random.choice([0, 0, 30, 110]),
        }

    def _die(self, middle: complex, half: complex, kind: dict[str, float]) -> Die:
        random = self.random
        above = int(random.integers(1, 7))
        around = [one for one in range(1, 7) if one not in {above, 7 - above}]
        first = int(random.choice(around))
        second = int(random.choice([one for one in around if one not in {first, 7 - first}]))
        faces = [0] * 5 if random.random() < BLANK else [above, first, second, 7 - first, 7 - second]
        return Die(middle, half, faces, kind["ground"], kind["pip"], kind)

    def _leaning(self, places: Any, height: float) -> Any:
        return places + (height - LEVEL_MM) * self.lean

    def _outline(self, die: Die) -> Any:
        corner = die.look["round"]
        arc = corner * np.exp(1j * np.linspace(0, np.pi / 2, 5))
        return 2 * die.half * np.ravel([1j**k * ((0.5 - corner) * (1 + 1j) + arc) for k in range(4)])

    def _shadow(self, die: Die) -> None:
        """What the lamp does not reach; and close to the die, soft all round, what the room lights less."""
        edge = 2 * abs(die.half)
        for shares, dark, soft in (
            ((0, 0.5, 1), die.look["shadow"], self.random.uniform(0.5, 7)),
            ((0,), die.look["close"], self.random.uniform(3, 12)),
        ):
            feet = [self._leaning(die.middle + self._outline(die) + self.light * edge * share, 0) for share in shares]
            points = np.array([(one.real, one.imag) for one in np.ravel(feet)], np.float32) * FINE
            low, part = self._part(complex(*points.mean(axis=0)) / FINE, np.ptp(points, axis=0).max() / FINE + 8)
            if dark and part.size:
                flat = np.zeros_like(part)
                cv2.fillConvexPoly(flat, np.int32(cv2.convexHull(points - np.float32(low)) * 16), 1.0, 8, 4)
                part *= 1 - dark * cv2.GaussianBlur(flat, (0, 0), soft)

    def _draw(self, die: Die) -> None:
        look, edge = die.look, 2 * abs(die.half)
        top, foot = self._leaning(die.middle, edge), self._leaning(die.middle, 0)
        low, part = self._part((top + foot) / 2, abs(top - foot) / 2 + 0.8 * edge)
        across, down = ((np.arange(n) + a) / FINE for a, n in zip(low, part.shape[::-1], strict=True))
        met, greys = seen(die, across + 1j * down[:, None] - top, self.room, self.random)
        if not met.any():
            return
        part[met] = greys.clip(0, 255)
        self.sides += [
            ((top + foot) / 2 + half) * PER_MM
            for half in die.half * 1j ** np.arange(4)
            if (half * self.lean.conjugate()).real < 0
        ]
        if not die.faces[0]:
            self.printed.append(top * PER_MM)
        if look["glass"]:
            self._glass(top, edge, look["glass"])
        if look["shine"]:
            self._shine(top, edge, look["shine"])

    def _glass(self, middle: complex, edge: float, much: float) -> None:
        """What shines through makes one end of a die brighter."""
        low, part = self._part(middle, edge * 0.6)
        across, down = ((np.arange(n) + a) / FINE for a, n in zip(low, part.shape[::-1], strict=True))
        far = (across + 1j * down[:, None] - middle) * self._turn() / edge
        part *= 1 + much * (far.real * (abs(far) < 0.6)).astype(np.float32)

    def _shine(self, middle: complex, edge: float, bright: float) -> None:
        """A spot, or a streak across."""
        random, long = self.random, self.random.choice([1, 1, 4])
        at = middle + self._turn() * edge * random.uniform(0, 0.8 / long)
        self._add(at, edge * random.uniform(0.15, 0.7) / math.sqrt(long), bright * random.uniform(0.2, 1), long)

    def _add(self, at: complex, radius: float, bright: float, long: float = 1) -> None:
        low, part = self._part(at, 2.2 * radius * math.sqrt(long))
        across, down = ((np.arange(n) + a) / FINE for a, n in zip(low, part.shape[::-1], strict=True))
        far = (across + 1j * down[:, None] - at) * self._turn() / radius
        part += bright * np.exp(-((far.real / long) ** 2) - far.imag**2).astype(np.float32)

    def _part(self, at: complex, reach: float) -> tuple[tuple[int, int], Any]:
        """What is so near to a place (mm), and where that begins."""
        left, top = (max(0, round((one - reach) * FINE)) for one in (at.real, at.imag))
        right, low = (max(0, round((one + reach) * FINE)) for one in (at.real, at.imag))
        return (left, top), self.image[top:low, left:right]

    def _lamps(self, dice: list[Die]) -> None:
        for die in dice:
            if self.random.random() < 0.2:
                at = die.middle + complex(*self.random.normal(0, 6, 2))
                self._add(at, self.random.uniform(4, 30), 255 * self.random.uniform(0.1, 1))

    def _top(self, die: Die) -> tuple[int, complex, float]:
        """What it shows, where in the picture, and how long its edges are there (pixels)."""
        edge = 2 * abs(die.half)
        return die.faces[0], complex(self._leaning(die.middle, edge) * PER_MM), edge * PER_MM

    # How it is seen

    def _taken(self) -> Any:
        """As a camera of any sharpness sees the plate, and a reader straightens that again."""
        random = self.random
        scale, flat = np.exp(random.uniform(np.log(0.55), np.log(2.4))), 1 / math.hypot(1, abs(self.lean))
        self.narrow = scale * flat
        far = self.lean / (abs(self.lean) + 1e-9)
        turn = np.array([[far.real, far.imag], [-far.imag, far.real]])
        roll = random.uniform(0, 2 * math.pi)
        rolled = np.array([[math.cos(roll), -math.sin(roll)], [math.sin(roll), math.cos(roll)]])
        way = rolled @ np.diag([scale * flat, scale]) @ turn
        reach = np.abs(way @ np.array([[1, 1, -1, -1], [1, -1, -1, 1]]) * MM / 2).max(axis=1) + 6
        size = [int(2 * one) for one in reach]
        shift = np.array(size) / 2 + random.uniform(-0.5, 0.5, 2) - way @ np.array([MM / 2, MM / 2])
        times = 3 if scale < 1.2 else 2
        fine = np.column_stack([way * times / FINE, (shift + 0.5) * times - 0.5])
        border = {"borderMode": cv2.BORDER_REFLECT_101}
        large = cv2.warpAffine(self.image, fine, [one * times for one in size], flags=cv2.INTER_LINEAR, **border)
        seen = cv2.resize(large, size, interpolation=cv2.INTER_AREA)
        low, high = np.sort(random.uniform(0.45, 1.15, 2))
        if random.random() < 0.5:
            low = high
        seen *= np.linspace(low, high, seen.shape[0], dtype=np.float32)[:, None]
        seen = cv2.GaussianBlur(seen, (0, 0), random.uniform(0.3, 0.95) * max(1, scale / 1.4))
        if random.random() < 0.15:  # a camera that trembles
            smear = np.zeros((7, 7), np.float32)
            trail = 3 * self._turn() * random.uniform(0.2, 0.7)
            ends = [(round(16 * (3 + a * trail.real)), round(16 * (3 + a * trail.imag))) for a in (-1, 1)]
            cv2.line(smear, *ends, 1.0, 1, cv2.LINE_AA, 4)
            seen = cv2.filter2D(seen, -1, smear / smear.sum())
        if random.random() < 0.4:  # a phone that makes edges crisp, and dark parts lighter or darker
            seen += random.uniform(0, 1) * (seen - cv2.GaussianBlur(seen, (0, 0), 1.2))
            seen = 255 * (seen.clip(0, 255) / 255) ** random.uniform(0.7, 1.4)
        noise = random.normal(0, 1, seen.shape).astype(np.float32)
        seen += noise * random.uniform(0.5, 7.5) * np.sqrt(0.3 + seen.clip(0, 255) / 255)
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(58, 96))]
        seen = cv2.imdecode(cv2.imencode(".jpg", seen.clip(0, 255).astype(np.uint8), quality)[1], 0)
        back = np.column_stack([way / PER_MM, shift])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cv2.warpAffine(seen, back, (SIDE, SIDE), flags=flags, **border)
