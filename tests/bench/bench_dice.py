"""Measures how many thrown dice are read off single pictures, and how many wrong.

Run it from the clone: `python tests/bench/bench_dice.py [--size WxH]… [--scenes N] [--first N] [--plain]`. Each is a
board nobody chose, tilted up to 55 degrees, with five times eight dice; every second one is drawn the
other way. Printed dots, coins and lamps are about, unless it is a `--plain` one. A die is as wide as the narrower side
of its upper face.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

import cv2

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from helpers.dice_scenes import DiceScene  # noqa: E402

from hub.features.camera.contract import SeenDie  # noqa: E402
from hub.features.camera.dice import DiceReader  # noqa: E402
from hub.features.camera.finding import marks_in  # noqa: E402
from hub.features.camera.lens import likely_camera  # noqa: E402
from hub.features.camera.plan import printed  # noqa: E402
from hub.pictures.board import CORNER_MARKS  # noqa: E402

THROWS, DICE = 5, 8
WIDTHS_PX = (8, 12, 16, 20, 999)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how dice are read.")
    parser.add_argument("--size", action="append", metavar="WxH", help="of pictures, may be repeated (1280x720)")
    parser.add_argument("--scenes", type=int, default=40, metavar="N", help="(40)")
    parser.add_argument("--first", type=int, default=7000, metavar="N", help="the first scene (7000)")
    parser.add_argument("--plain", action="store_true", help="nothing lies about, and no lamp shines on a die")
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
            print(f"{size}, dice up to {least} px: {found}")
        beside = counted[0, "nothing there"]
        print(
            f"{size}: {pictures} pictures, {beside} faces where no die lies; {took_s / max(pictures, 1) * 1000:.0f} ms"
        )


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
