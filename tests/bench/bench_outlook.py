"""Measures what the outlook costs the table: from a press to the screen, with and without odds, in turn.

Run it from the clone: `python tests/bench/bench_outlook.py [--presses N] [--edition E] [--json]`. Presses are so far
apart that rollouts are being played when the next one comes; `answer` is how long after a move its odds are shown.
"""

import argparse
import statistics
import tempfile
import time
from pathlib import Path

import msgspec
from bench_latency import Bench, Spread, spread
from msgspec import Struct

BLOCK = 10
APART_S = 0.25
"""Longer than a position is left alone before rollouts begin."""

ANSWER_MAXIMUM_S = 200
"""Rollouts give way: on a busy computer an answer may take long, and that is what is to be said."""


class Figures(Struct, frozen=True, kw_only=True):
    """From a line of the board to the banker's screen, without odds and with; then from a move to its odds."""

    edition: str
    presses: int
    off_ms: Spread
    on_ms: Spread
    ratio: float
    answer_ms: Spread


class Measured:
    """A hub with one client that plays an edition."""

    def __init__(self, folder: Path, edition: str) -> None:
        self.bench = Bench(folder, 0)
        self.bench.ask({"do": "new_game"})
        self.bench.ask({"do": "choose_edition", "edition": edition})
        self.bench.ask({"do": "begin"})
        self.switch(on=True)
        self.answer()  # the first takes longer: processes begin

    def switch(self, *, on: bool) -> None:
        """The outlook; what it takes to begin its processes, once for an evening, is not counted."""
        self.bench.ask({"do": "set_outlook", "on": on})
        if on:
            self._wait_for_odds()

    def press(self) -> float:
        """Seconds from a press to its view, while there may be rollouts."""
        time.sleep(APART_S)
        return self.bench._one(self.bench.move, [self.bench.banker])

    def answer(self) -> float:
        """Seconds from a move until its odds are shown."""
        self.bench._one(self.bench.move, [self.bench.banker])
        return self._wait_for_odds()

    def _wait_for_odds(self) -> float:
        """Seconds until those of the present position are shown."""
        began = time.perf_counter()
        while not (self.bench.banker.view()["outlook"] or {}).get("odds"):
            assert time.perf_counter() - began < ANSWER_MAXIMUM_S
            self.bench.watchers.listen(0.01)
        return time.perf_counter() - began


def measure(folder: Path, edition: str, presses: int) -> Figures:
    """Blocks of presses without and with odds, in turn."""
    measured = Measured(folder, edition)
    took: dict[bool, list[float]] = {False: [], True: []}
    try:
        for block in range(2 * presses // BLOCK):
            measured.switch(on=block % 2 == 1)
            took[block % 2 == 1] += [measured.press() for _ in range(BLOCK)]
        answers = [measured.answer() for _ in range(BLOCK)]
    finally:
        measured.bench.close()
    off, on = (statistics.median(took[odds]) for odds in (False, True))
    return Figures(
        edition=edition,
        presses=presses,
        off_ms=spread(took[False]),
        on_ms=spread(took[True]),
        ratio=round(on / off, 2),
        answer_ms=spread(answers),
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure what the outlook costs the table.")
    parser.add_argument("--presses", type=int, default=100, metavar="N", help="of each kind (100)")
    parser.add_argument("--edition", default="classic", metavar="E", help="what is played (classic)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder), options.edition, options.presses)
    print(msgspec.json.encode(figures).decode() if options.json else shown(figures))


def shown(figures: Figures) -> str:
    """For people."""
    rows = (("without odds", figures.off_ms), ("with odds", figures.on_ms), ("a move to its odds", figures.answer_ms))
    lines = [f"{name:20}{row.median:9}{row.ninth_of_ten:9}" for name, row in rows]
    return "\n".join([f"{figures.edition:20}{'median ms':>9}{'9 of 10':>9}", *lines, f"ratio {figures.ratio}"])


if __name__ == "__main__":
    main()
