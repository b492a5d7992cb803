"""Measures how many thrown dice are read, of single pictures and of throws that come to rest, and how many wrong.

Run it from the clone: `python tests/bench/bench_dice.py [--size WxH]… [--scenes N] [--first N] [--plain] [--throws |
--rest]`. Each is a board nobody chose, tilted up to 55 degrees, with five times eight dice; with `--throws` two at a
time, which are watched and count as one; with `--rest` six at a time, which are watched and count one by one. Every
second board is drawn the other way. Printed dots, coins and lamps are about, unless it is a `--plain` one. A die is as
wide as the narrower side of its upper face, a throw as its narrowest die; dice seen from farther beside than can be
read are counted for themselves.
"""

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from helpers.dice_scenes import DiceScene  # noqa: E402
from helpers.thrown import ThrownDie  # noqa: E402

from hub.features.camera.contract import CameraSight, SeenDie, Thrown  # noqa: E402
from hub.features.camera.dice import DiceReader  # noqa: E402
from hub.features.camera.finding import marks_in  # noqa: E402
from hub.features.camera.lens import likely_camera  # noqa: E402
from hub.features.camera.plan import printed  # noqa: E402
from hub.features.camera.watching import Watcher  # noqa: E402
from hub.pictures.board import CORNER_MARKS  # noqa: E402

THROWS, DICE, THROWN, RESTING = 5, 8, 2, 6
EVERY_MS, PICTURES = 200, 14
"""How often a throw is looked at: at rest for 0.7 s after four pictures, it may be taken together until the end."""
WIDTHS_PX = (9, 12, 16, 20, 999)
STEEPEST, BESIDE = math.tan(math.radians(50)), 0
"""Dice seen from farther beside than so are counted under this width."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how dice are read.")
    parser.add_argument("--size", action="append", metavar="WxH", help="of pictures, may be repeated (1280x720)")
    parser.add_argument("--scenes", type=int, default=40, metavar="N", help="(40)")
    parser.add_argument("--first", type=int, default=7000, metavar="N", help="the first scene (7000)")
    parser.add_argument("--plain", action="store_true", help="nothing lies about, and no lamp shines on a die")
    watching = parser.add_mutually_exclusive_group()
    watching.add_argument("--throws", action="store_true", help="watch throws of two dice come to rest")
    watching.add_argument("--rest", action="store_true", help="watch six dice at a time, and count each")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    count = throws_in if options.throws else resting_in if options.rest else single_in
    for size in options.size or ["1280x720"]:
        width, height = map(int, size.split("x"))
        counted: Counter[tuple[int, str]] = Counter()
        for seed in range(options.first, options.first + options.scenes):
            scene = DiceScene(seed, (width, height), style="traced" if seed % 2 else "pasted")
            if not options.plain:
                scene.clutter()
            counted += count(scene, plain=options.plain)
        for most in (BESIDE, *WIDTHS_PX):
            found = {what: counted[most, what] for what in ("right", "unseen", "wrong")}
            where = f"up to {most} px" if most else "seen from beside"
            print(f"{size}, {'throws' if options.throws else 'dice'} {where}: {found}")
        nothing, pictures, took_ms = (counted[BESIDE, what] for what in ("nothing there", "pictures", "ms"))
        print(f"{size}: {pictures} pictures, {nothing} faces where no die lies; {took_ms / max(pictures, 1):.0f} ms")


def single_in(scene: DiceScene, *, plain: bool) -> Counter[tuple[int, str]]:
    """What is read of dice in pictures of which each is the first, and how long it takes."""
    counted = Counter[tuple[int, str]]()
    for _ in range(THROWS):
        scene.cast(DICE)
        if plain:
            scene.lamps = scene.lamps * 0
        picture = scene.taken()
        marks = marks_in(picture)[0]
        if not set(CORNER_MARKS) <= marks.keys():
            break  # a board that is not seen is another question
        camera = likely_camera({mark: marks[mark] for mark in CORNER_MARKS}, printed(40).marks, scene.size)
        if camera is None or not camera.fits:
            break
        began_s = time.process_time()
        seen = list(DiceReader(camera, scene.edge).read(picture, marks))
        counted[BESIDE, "ms"] += round((time.process_time() - began_s) * 1000)
        counted[BESIDE, "pictures"] += 1
        counted += judged(scene, seen)
    return counted


def watched(scene: DiceScene, count: int, *, plain: bool) -> Iterator[tuple[CameraSight, list[tuple[int, ...]]]]:
    """What a watcher sees at last of dice thrown on a board, and the throws that it reports; again and again."""
    watcher, now_ms = Watcher(printed(40)), 0
    for number in range(THROWS + 1):
        scene.cast(count)
        if plain:
            scene.lamps = scene.lamps * 0
        thrown = list[tuple[int, ...]]()
        picture = scene.taken()
        for _ in range(PICTURES):
            now_ms += EVERY_MS
            watcher.throws.want(count, now_ms)
            sight = watcher.see(picture, now_ms)
            thrown += [tuple(sorted(one.faces)) for one in sight.reports if isinstance(one, Thrown)]
            picture = scene.picture()
        if number and sight.outline:  # the first lay there, and an unseen board is no question
            yield sight, thrown


def resting_in(scene: DiceScene, *, plain: bool) -> Counter[tuple[int, str]]:
    counted = Counter[tuple[int, str]]()
    for sight, _ in watched(scene, RESTING, plain=plain):
        counted += judged(scene, list(sight.reading.dice))
    return counted


def throws_in(scene: DiceScene, *, plain: bool) -> Counter[tuple[int, str]]:
    counted = Counter[tuple[int, str]]()
    for _, thrown in watched(scene, THROWN, plain=plain):
        truth = tuple(sorted(die.face for die in scene.dice))
        what = "unseen" if not thrown else "right" if thrown == [truth] else "wrong"
        counted[min(width_of(scene, die) for die in scene.dice), what] += 1
        if what == "wrong":
            print(f"{truth} is read as {thrown}")
    return counted


def judged(scene: DiceScene, seen: list[SeenDie]) -> Counter[tuple[int, str]]:
    counted: Counter[tuple[int, str]] = Counter()
    for die in scene.dice:
        (x, y), width = scene.seen_at(die), scene.edge_px(die)
        here = [one for one in seen if abs(one.at[0] - x) + abs(one.at[1] - y) < max(6, width * 0.6)]
        what = "unseen" if not here else "right" if all(one.face == die.face for one in here) else "wrong"
        counted[width_of(scene, die), what] += 1
        if what == "wrong":
            print(f"{die.face} at {x:.0f}, {y:.0f} is read as {[one.face for one in here]}")
        seen = [one for one in seen if one not in here]
    counted[BESIDE, "nothing there"] += len(seen)
    return counted


def width_of(scene: DiceScene, die: ThrownDie) -> int:
    """Up to how many pixels a die is wide."""
    right, near, above = scene.at
    if math.dist((die.x, die.y), (right, near)) > STEEPEST * (above - die.lifted - die.edge):
        return BESIDE
    return next(most for most in WIDTHS_PX if scene.edge_px(die) < most)


if __name__ == "__main__":
    main()
