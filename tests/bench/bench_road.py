"""Compares the throws a second of two checkouts: `python tests/bench/bench_road.py OTHER [--rounds N]`.

Both play the same games of four sensible bots in turn, in a process each that stays open; of each game the quickest
time of the processor counts, because machines are shared and noisy. In November 2026, against c168c893, which asks
nobody who would have to raise money for a scarce building (K11), the means of three runs on a busy machine, which
differed by up to 0.07: classic 1.23, mpmp 1.21, haustein 1.20, mega 1.21, euronopoly 1.27. A later one with four rounds
on the 30th: 1.24, 1.22, 1.21, 1.33 and 1.29.
"""

import argparse
import subprocess
import sys
from pathlib import Path

EDITIONS = ("classic", "mpmp", "haustein", "mega", "euronopoly")
GAMES = 6
PLAYS = """
import sys, time
sys.path.insert(0, sys.argv[1])
from hub.bots import BOTS
from hub.editions import EDITIONS
from hub.simulation.match import Player
from hub.table.game.chance import Dice
for edition, seed in map(str.split, sys.stdin):
    rules, began = EDITIONS[edition], time.thread_time()
    make = BOTS["sensible"](rules)
    throws = Player(rules, [make("") for _ in range(4)], Dice(seed)).play(4_000).throws
    print(throws, time.thread_time() - began, flush=True)
"""


class Checkout:
    """A process that plays by the rules of a folder; `throws` and the best seconds of each game so far."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-c", PLAYS, str(folder.resolve())]
        self._process = subprocess.Popen(command, stdin=-1, stdout=-1, text=True, cwd=folder)
        self._best: dict[tuple[str, int], tuple[int, float]] = {}

    def play(self, edition: str, game: int) -> None:
        print(edition, game, file=self._process.stdin, flush=True)
        throws, seconds = self._process.stdout.readline().split()
        known = self._best.get((edition, game), (0, float("inf")))
        self._best[edition, game] = int(throws), min(float(seconds), known[1])

    def throws_a_second(self, edition: str) -> float:
        best = [figures for (of, _), figures in self._best.items() if of == edition]
        return sum(throws for throws, _ in best) / sum(seconds for _, seconds in best)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, help="the folder of another checkout")
    parser.add_argument("--rounds", type=int, default=8)
    options = parser.parse_args()
    other, here = Checkout(options.other), Checkout(Path(__file__).resolve().parents[2])
    for edition in EDITIONS:
        for game in list(range(GAMES)) * options.rounds:
            for checkout in (other, here):
                checkout.play(edition, game)
        before, now = other.throws_a_second(edition), here.throws_a_second(edition)
        print(f"{edition:<12}{before:8.0f}{now:8.0f}{now / before:7.2f}", flush=True)


if __name__ == "__main__":
    main()
