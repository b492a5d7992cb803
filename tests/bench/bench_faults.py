"""Measures how soon a table is whole again: a node plugged in, a phone that was silent, a client that comes back.

Run it from the clone: `python tests/bench/bench_faults.py [--times N]`. One table with a simulated board, a
tablet, a phone of a player and a TV; each figure is the slowest of them. What Chromium shows is measured by
`tests/bench/test_lost_hub.py`.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.watchers import Watchers
from helpers.bare_pages import bare_pages
from helpers.house import BANKER, House
from server.browser import Browser

from hub.domain.commands import Throw
from hub.table.requests import Undo

PATIENCE_S = 60.0


class Bench:
    def __init__(self, folder: Path) -> None:
        self.house = House(folder / "data", "full", bare_pages(folder / "pages"))
        self.house.open("Anna", "Ben")
        self.watchers = Watchers()
        self.tablet, self.tv = self.watchers.connect(self.house.port, 2, self.house.key)
        self.until(lambda: len(self.house.table.state.board.nodes()) == 4 and self.state() == "up")
        self.house.begin()

    def state(self) -> str:
        """How everybody who watches sees the board; "" if they differ."""
        states = {watcher.view()["board"]["state"] for watcher in (self.tablet, self.tv)}
        return states.pop() if len(states) == 1 else ""

    def until(self, holds: Callable[[], bool]) -> float:
        """Listen until something is so; how long that took."""
        began = time.monotonic()
        self.watchers.until(holds, PATIENCE_S)
        return time.monotonic() - began

    def unplug(self) -> float:
        self.house.hands.unplug("sim-2")
        return self.until(lambda: self.state() == "partly")

    def replug(self) -> float:
        self.house.hands.replug("sim-2")
        return self.until(lambda: self.state() == "up")

    def silence(self) -> tuple[float, float]:
        """A phone that answers no ping: when it counts as gone; and when it is fresh after it came back."""
        code = self.house.table.view(BANKER).join.codes["1"]
        phone = Browser(self.house.port)
        key = phone.call("join", {"code": code})["key"]
        self.until(lambda: bool(self.tablet.view()["seats"][1]["online"]))
        gone = self.until(lambda: not self.tablet.view()["seats"][1]["online"])
        phone.close()
        before = self.house.view().undo
        self.house.play(Throw(0, (1, 2)))
        began = time.monotonic()
        back = Browser(self.house.port, key=key)
        back.wait("view", lambda view: view["undo"] == before + 1 and view["you"] == 1)
        fresh = time.monotonic() - began
        back.close()
        self.house.do(Undo(before + 1))
        return gone, fresh

    def measure(self, times: int) -> dict[str, float]:
        """Seconds, the worst of so many times."""
        cables = [(self.unplug(), self.replug()) for _ in range(times)]
        phones = [self.silence() for _ in range(times)]
        worst = {
            "unplugged_said_s": max(said for said, _ in cables),
            "replugged_s": max(back for _, back in cables),
            "silent_phone_said_s": max(said for said, _ in phones),
            "fresh_after_return_s": max(fresh for _, fresh in phones),
        }
        return {name: round(seconds, 2) for name, seconds in worst.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how soon a table is whole again.")
    parser.add_argument("--times", type=int, default=5, metavar="N", help="how often each figure is taken (5)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        try:
            print(json.dumps(bench.measure(options.times)))
        finally:
            bench.watchers.close()
            bench.house.close()


if __name__ == "__main__":
    main()
