"""Measures what the camera reports of films, and what looking costs on one core.

Run it from the clone: `python tests/bench/bench_camera.py [--size WxH]… [--films N] [--first N] [--mark MM]`. Each film
is an evening nobody chose: lens, tilt up to 55 degrees, light, lamps, board, hands, now and then a pushed camera, and
after each move a cat, a cup, a piece upon another, one that has fallen over or one on a line. A film in which the
watcher says most of the time that the marks are too small, or that some of the board is not in the picture, counts as
helpless, not as late. Figures are in `camera_figures.txt`.
"""

import argparse
import os
import sys
import time
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"

import cv2

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from helpers.films import EVERY_MS, Film, Judged, evening, judged  # noqa: E402
from helpers.mishaps import MISHAPS  # noqa: E402

from hub.features.camera.plan import printed  # noqa: E402
from hub.features.camera.watching import Watcher  # noqa: E402

MOVES = 5


class Timed(Watcher):
    """A watcher that says how long it took, in seconds of the processor."""

    took_s, closer = 0.0, 1.0

    def see(self, picture, now_ms):
        began_s = time.process_time()
        sight = super().see(picture, now_ms)
        self.took_s += time.process_time() - began_s
        self.closer = max(self.closer, sight.closer)
        return sight


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the camera.")
    parser.add_argument("--size", action="append", metavar="WxH", help="of pictures, may be repeated (1280x720)")
    parser.add_argument("--films", type=int, default=10, metavar="N", help="(10)")
    parser.add_argument("--first", type=int, default=5000, metavar="N", help="the first film (5000)")
    parser.add_argument("--mark", type=int, default=16, choices=[12, 16, 20], metavar="MM", help="(16)")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    for size in options.size or ["1280x720"]:
        width, height = map(int, size.split("x"))
        whole, able, took_s = Judged(), Judged(), 0.0
        for seed in range(options.first, options.first + options.films):
            watcher, film = Timed(printed(40)), Film(seed, (width, height), options.mark)
            found = judged(watcher, evening(film, MOVES, tuple(MISHAPS.values())))
            took_s += watcher.took_s
            whole = added(whole, found)
            if found.helpless <= found.pictures / 2:
                able = added(able, found)
            for wrong in found.wrong:
                print(f"film {seed}: {wrong}", flush=True)
            print(
                f"film {seed}, {watcher.closer} times closer: {found.in_time} of {found.arrivals} in time, "
                f"helpless in {found.helpless} of {found.pictures}",
                flush=True,
            )
            print(
                f"{size}: {whole.pictures} pictures, {len(whole.wrong)} wrong, "
                f"{whole.in_time} of {whole.arrivals} in time; "
                f"where the marks are large enough {able.in_time} of {able.arrivals} in {able.pictures} pictures; "
                f"{took_s / whole.pictures * 1000:.1f} ms a picture",
                flush=True,
            )
        print(f"{size}: nothing moving {idle(film):.1%} of a core")


def added(one: Judged, other: Judged) -> Judged:
    return Judged(
        one.pictures + other.pictures,
        one.arrivals + other.arrivals,
        one.in_time + other.in_time,
        one.helpless + other.helpless,
        one.wrong + other.wrong,
    )


def idle(film: Film) -> float:
    """The share of a core that looking takes while nothing moves."""
    watcher = Timed(printed(40))
    for shot in film.wait(3):
        watcher.see(shot.picture, shot.at_ms)
    watcher.took_s = 0.0
    shots = [*film.wait(4)]
    for shot in shots:
        watcher.see(shot.picture, shot.at_ms)
    return watcher.took_s / (len(shots) * EVERY_MS / 1000)


if __name__ == "__main__":
    main()
