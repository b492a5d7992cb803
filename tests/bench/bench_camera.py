"""Measures what the camera reports of films, by what is hard in them, and what looking costs on one core.

Run it from the clone: `python tests/bench/bench_camera.py [--size WxH]… [--films N] [--first N] [--mark MM] [--kept
FILE]`. Each film is an evening nobody chose: lens, tilt up to 55 degrees, light, lamps, board, hands, now and then a
pushed camera, and after each move a cat, a cup, a piece upon another, one that has fallen over or one on a line. A film
in which the watcher says most of the time that the marks are too small, or that some of the board is not in the
picture, counts as helpless, not as late. With a FILE, films that were seen before are not seen again, and the table is
of all of them. Figures are in `camera_figures.txt`.
"""

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"

import cv2

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from helpers.films import EVERY_MS, Film, evening, judged  # noqa: E402
from helpers.mishaps import MISHAPS  # noqa: E402

from hub.features.camera.plan import printed  # noqa: E402
from hub.features.camera.watching import Watcher  # noqa: E402

MOVES = 5
KINDS: dict[str, tuple[Callable[[Film], float], tuple[float, ...]]] = {
    "tilt (degrees)": (lambda film: math.degrees(math.atan2(_aside(film), film.stance.above)), (20, 40)),
    "lens (degrees across)": (lambda film: film.lens.angle, (65, 80)),
    "bend of the lens": (lambda film: -film.lens.bend[0], (0.05, 0.14)),
    "blur (pixels of 1920)": (lambda film: film.weather.blur / max(film.size[0] / 1920, 0.5), (0.8, 1.1)),
    "noise": (lambda film: film.weather.noise, (4, 6)),
    "JPEG": (lambda film: film.weather.quality, (75, 85)),
    "light": (lambda film: film.weather.light, (0.7, 0.9)),
    "darkest shadow": (lambda film: max(dark for *_, dark in film.weather.shadows), (0.3, 0.4)),
    "lamp glaring": (lambda film: max(bright for *_, bright in film.weather.lamps), (0.25, 0.4)),
}
"""What is told apart in films, and where."""
COUNTED = ("films", "pictures", "wrong", "arrivals", "in_time", "late", "helpless")


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
    parser.add_argument("--kept", type=Path, metavar="FILE", help="what was seen before")
    parser.add_argument("--mark", type=int, default=16, choices=[12, 16, 20], metavar="MM", help="(16)")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    kept = options.kept.read_text().splitlines() if options.kept and options.kept.exists() else []
    films = {(film["size"], film["seed"]): film for film in map(json.loads, kept)}
    for size in options.size or ["1280x720"]:
        for seed in range(options.first, options.first + options.films):
            if (size, seed) not in films:
                films[size, seed] = seen(size, seed, options.mark)
                print(films[size, seed], flush=True)
                if options.kept:
                    with options.kept.open("a") as lines:
                        lines.write(json.dumps(films[size, seed]) + "\n")
        width, height = map(int, size.split("x"))
        print(f"{size}: nothing moving {idle(Film(options.first, (width, height), options.mark)):.1%} of a core")
    show([*films.values()])


def _aside(film: Film) -> float:
    return math.hypot(film.stance.right, film.stance.near)


def seen(size: str, seed: int, mark_mm: int) -> dict[str, object]:
    """What was reported of one film, and what it is like."""
    width, height = map(int, size.split("x"))
    watcher, film = Timed(printed(40)), Film(seed, (width, height), mark_mm)
    kinds = {name: value(film) for name, (value, _) in KINDS.items()}
    found = judged(watcher, evening(film, MOVES, tuple(MISHAPS.values())))
    for wrong in found.wrong:
        print(f"film {seed}: {wrong}", flush=True)
    counted = {**asdict(found), "wrong": len(found.wrong), "helpless": found.helpless > found.pictures / 2}
    return {"size": size, "seed": seed, "films": 1, **counted, "took_s": watcher.took_s, **kinds}


def show(films: list[dict]) -> None:
    """A line for each kind of film: first of all, then of those that were not helpless."""
    print(f"{'':42}pictures  wrong | arrivals  in time   late  never | without helpless films")
    of = [("all", films)]
    of += [(size, [one for one in films if one["size"] == size]) for size in sorted({one["size"] for one in films})]
    for name, (_, ends) in KINDS.items():
        for low, high in zip((-math.inf, *ends), (*ends, math.inf), strict=True):
            some = [one for one in films if low <= one[name] < high]
            bound = (
                f"from {low:g}"
                if high == math.inf
                else f"below {high:g}"
                if low == -math.inf
                else f"{low:g} to {high:g}"
            )
            of.append((f"{name} {bound}", some))
    for name, some in of:
        whole, able = (
            {what: sum(one[what] for one in part) for what in COUNTED}
            for part in (some, [one for one in some if not one["helpless"]])
        )
        print(f"{name:42}{whole['pictures']:8} {whole['wrong']:6} | {_arrivals(whole)} | {_arrivals(able)}")
    took_s = {
        size: sum(one["took_s"] for one in some) / max(sum(one["pictures"] for one in some), 1)
        for size, some in of
        if "x" in size
    }
    print(", ".join(f"{size} {took * 1000:.1f} ms" for size, took in took_s.items()), "a picture")


def _arrivals(counted: dict[str, int]) -> str:
    never = counted["arrivals"] - counted["in_time"] - counted["late"]
    return f"{counted['arrivals']:8} {counted['in_time']:8} {counted['late']:6} {never:6}"


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
