"""Measures how many thrown dice are read, of single pictures and of throws that come to rest, and how many wrong.

Run it from the clone: `python tests/bench/bench_dice.py [--size WxH]… [--scenes N] [--first N] [--plain] [--throws]`.
Each is a board nobody chose, tilted up to 55 degrees, with five times eight dice, or two with `--throws`; every second
one is drawn the other way. Printed dots, coins and lamps are about, unless it is a `--plain` one. A die is as wide as
the narrower side of its upper face, a throw as its narrowest die.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

import cv2

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from helpers.dice_scenes import DiceScene  # noqa: E402

from hub.features.camera.contract import SeenDie, Thrown  # noqa: E402
from hub.features.camera.dice import DiceReader  # noqa: E402
from hub.features.camera.finding import marks_in  # noqa: E402
from hub.features.camera.lens import likely_camera  # noqa: E402
from hub.features.camera.plan import printed  # noqa: E402
from hub.features.camera.watching import Watcher  # noqa: E402
from hub.pictures.board import CORNER_MARKS  # noqa: E402

THROWS, DICE, THROWN = 5, 8, 2
EVERY_MS, PICTURES = 200, 14
"""How often a throw is looked at: at rest for 0.7 s after four pictures, it may be taken together until the end."""
WIDTHS_PX = (8, 12, 16, 20, 999)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how dice are read.")
    parser.add_argument("--size", action="append", metavar="WxH", help="of pictures, may be repeated (1280x720)")
    parser.add_argument("--scenes", type=int, default=40, metavar="N", help="(40)")
    parser.add_argument("--first", type=int, default=7000, metavar="N", help="the first scene (7000)")
    parser.add_argument("--plain", action="store_true", help="nothing lies about, and no lamp shines on a die")
    parser.add_argument("--throws", action="store_true", help="watch throws of two dice come to rest")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    for size in options.size or ["1280x720"]:
        width, height = map(int, size.split("x"))
        counted: Counter[tuple[int, str]] = Counter()
        pictures, took_s = 0, 0.0
        for seed in range(options.first, options.first + options.scenes):
            scene = DiceScene(seed, (width, height), style="traced" if seed % 2 else "pasted")
            if not options.plain:
                scene.clutter()
            if options.throws:
                counted += watched(scene, plain=options.plain)
                continue
            for _ in range(THROWS):
                scene.cast(DICE)
                if options.plain:
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
                took_s += time.process_time() - began_s
                pictures += 1
                counted += judged(scene, seen)
        for least in WIDTHS_PX:
            found = {what: counted[least, what] for what in ("right", "unseen", "wrong")}
            print(f"{size}, {'throws' if options.throws else 'dice'} up to {least} px: {found}")
        beside = counted[0, "nothing there"]
        print(
            f"{size}: {pictures} pictures, {beside} faces where no die lies; {took_s / max(pictures, 1) * 1000:.0f} ms"
        )


def watched(scene: DiceScene, *, plain: bool) -> Counter[tuple[int, str]]:
    """What a watcher reports of throws."""
    watcher, now_ms, counted = Watcher(printed(40)), 0, Counter[tuple[int, str]]()
    for number in range(THROWS + 1):
        scene.cast(THROWN)
        if plain:
            scene.lamps = scene.lamps * 0
        thrown = list[tuple[int, ...]]()
        picture = scene.taken()
        for _ in range(PICTURES):
            now_ms += EVERY_MS
            watcher.throws.want(THROWN, now_ms)
            reports = watcher.see(picture, now_ms).reports
            thrown += [tuple(sorted(one.faces)) for one in reports if isinstance(one, Thrown)]
            picture = scene.picture()
        if number and watcher.see(picture, now_ms).outline:  # the first lay there, and an unseen board is no question
            truth = tuple(sorted(die.face for die in scene.dice))
            what = "unseen" if not thrown else "right" if thrown == [truth] else "wrong"
            width = min(scene.edge_px(die) for die in scene.dice)
            counted[next(most for most in WIDTHS_PX if width <= most), what] += 1
            if what == "wrong":
                print(f"{truth} is read as {thrown}")
    return counted


def judged(scene: DiceScene, seen: list[SeenDie]) -> Counter[tuple[int, str]]:
    counted: Counter[tuple[int, str]] = Counter()
    for die in scene.dice:
        (x, y), width = scene.seen_at(die), scene.edge_px(die)
        here = [one for one in seen if abs(one.at[0] - x) + abs(one.at[1] - y) < max(6, width * 0.6)]
        what = "unseen" if not here else "right" if all(one.face == die.face for one in here) else "wrong"
        counted[next(most for most in WIDTHS_PX if width <= most), what] += 1
        if what == "wrong":
            print(f"{die.face} at {x:.0f}, {y:.0f} is read as {[one.face for one in here]}")
        seen = [one for one in seen if one not in here]
    counted[0, "nothing there"] += len(seen)
    return counted


if __name__ == "__main__":
    main()
