"""Measures from a line of the board to the screens: one screen, then the last of many.

Run it from the clone: `python tests/bench/bench_latency.py [--presses N] [--clients N] [--disk-ms N]`, with
`--odds` from a move to its odds on all screens, at once and refined. The hub reads a pty, stores with SQLite (WAL,
FULL) before it tells anybody, and sends a view to each. `--disk-ms` says what it is like on a slower disk: each
transaction takes so much longer.

In November 2026, five screens, two busy processors, 24 moves: odds at once after 60 ms (ninth of ten 81), refined after
886 (968).
"""

import argparse
import json
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import msgspec
from bench.watchers import Watcher, Watchers
from helpers.glitches import Glitches
from helpers.hub_process import BARE, HubProcess

from hub.program import main as main_of_hub
from hub.simulated_board.board import PoweredNode
from hub.simulated_board.cable import PtyCable
from hub.store.sqlstore import SqlStore
from hub.table.interfaces.storage import Batch

LAMPS = ("die1", "ok", "cancel")


class Pressed:
    """The node of the hub; presses what is lit, so that each press is a move."""

    def __init__(self, node: PoweredNode) -> None:
        self.node = node
        self.wrote_at = 0.0

    def new_cable(self) -> str:
        """A cable whose writes are timed; nothing runs on it yet. Returns the name of its port."""
        cable = self.node.cable = Glitches(self.node._new_cable())

        def note(frame: bytes) -> bytes:
            if b'"button"' in frame:
                self.wrote_at = time.perf_counter()
            return frame

        cable.mangle = note
        return str(cable.name)

    def switch_on(self) -> None:
        self.node.node.power_on(self.node.cable.write)
        self.node._start()

    def lit(self) -> str | None:
        with self.node.hands():
            scene = self.node.node.scene
            lamps = scene.lamps if scene else {}
            return next((lamp for lamp in LAMPS if lamps.get(lamp, "off") != "off"), None)

    def press(self, lamp: str) -> float:
        """Press it; when the line was written."""
        with self.node.hands():
            self.node.node.press(lamp, "short")
        return self.wrote_at


class Bench:
    def __init__(self, folder: Path, disk_s: float) -> None:
        node = PoweredNode("sim-0", "starter", 1, True, PtyCable)
        self.pressed = Pressed(node)
        slow = f"{BARE}; from tests.bench.bench_latency import slowly; sys.exit(slowly({disk_s}))"
        self.hub = HubProcess(folder / "data", "--port", self.pressed.new_cable(), program=(sys.executable, "-c", slow))
        self.pressed.switch_on()
        self.watchers = Watchers()
        self._key = self.hub.key  # with which no screen gives way to another of this computer
        (self.banker,) = self.watchers.connect(self.hub.port, 1, self._key)
        self._names = 0
        for action in ({"do": "add_seat", "name": "Anna"}, {"do": "add_seat", "name": "Ben"}, {"do": "begin"}):
            self.ask(action)
        self.watchers.until(lambda: self.banker.view()["board"]["state"] == "up")
        self.move()

    def ask(self, action: dict[str, object]) -> None:
        self._names += 1
        acks = self.banker.acks
        request = msgspec.json.encode(["request", {"id": f"bench-{self._names}", "action": action}]).decode()
        self.banker.send(f"42{self._names}{request}")
        self.watchers.until(lambda: self.banker.acks > acks)

    def move(self) -> float:
        """One press that moves the game; where nothing is lit, the game goes back to its beginning first."""
        deadline = time.monotonic() + 2
        while (lamp := self.pressed.lit()) is None and time.monotonic() < deadline:
            self.watchers.listen(0.01)
        if lamp is None:
            view = self.banker.view()
            self.ask({"do": "undo", "seen": view["undo"], "to": 1})
            return self.move()
        return self.pressed.press(lamp)

    def measure(self, presses: int, clients: int) -> dict[str, Any]:
        """What one client waits for, then the last of many."""
        one = [self._one([self.banker]) for _ in range(presses)]
        everybody = [self.banker, *self.watchers.connect(self.hub.port, clients - 1, self._key)]
        last = [self._one(everybody) for _ in range(presses)]
        for watcher in everybody:
            assert watcher.versions == sorted(set(watcher.versions)), "views out of order"
        return {"presses": presses, "clients": clients, "one_ms": spread(one), "last_ms": spread(last)}

    def _one(self, watchers: list[Watcher]) -> float:
        """Seconds from the line until the last of these clients has its view."""
        self.watchers.quiet(0.03)
        counts = [len(watcher.versions) for watcher in watchers]
        began = self.move()
        self.watchers.until(
            lambda: all(len(watcher.versions) > count for watcher, count in zip(watchers, counts, strict=True))
        )
        return max(watcher.seen_at for watcher in watchers) - began

    def odds(self, moves: int, clients: int) -> dict[str, Any]:
        """From the line until the last client shows the odds of the position at once, and until it has refined ones."""
        everybody = [self.banker, *self.watchers.connect(self.hub.port, clients - 1, self._key)]
        self.ask({"do": "set_outlook", "on": True})
        first, refined = list[float](), list[float]()
        for _ in range(moves):
            self.watchers.quiet(1.0)
            shown, began = (self.banker.versions[-1], self.banker.view()["outlook"]), self.move()
            for found in (first, refined):
                self.watchers.until(lambda shown=shown: all(_newer(watcher, *shown) for watcher in everybody))
                found.append(max(watcher.seen_at for watcher in everybody) - began)
                shown = shown[0], self.banker.view()["outlook"]
        refined = refined[1:]  # processes were started for the first
        return {"clients": clients, "at_once_ms": spread(first), "refined_ms": spread(refined)}

    def close(self) -> None:
        self.watchers.close()
        self.hub.end(signal.SIGKILL)
        self.pressed.node.unplug()


def _newer(watcher: Watcher, before: int, said: object) -> bool:
    """Whether it shows odds after this version of the view, and others than these."""
    if watcher.versions[-1] <= before:
        return False
    outlook = watcher.view()["outlook"]
    return bool(outlook["odds"]) and outlook != said


def slowly(seconds: float) -> int:
    """The program on a disk that takes so much longer for each transaction."""
    commit = SqlStore.commit

    def slow(store: SqlStore, batch: Batch) -> None:
        commit(store, batch)
        time.sleep(seconds)

    SqlStore.commit = slow
    return main_of_hub()


def spread(seconds: list[float]) -> dict[str, float]:
    """Median and ninth of ten, in milliseconds."""
    milliseconds = sorted(1000 * second for second in seconds)
    ninth = milliseconds[len(milliseconds) * 9 // 10]
    return {"median": round(statistics.median(milliseconds), 2), "ninth_of_ten": round(ninth, 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure from a line of the board to the screens.")
    parser.add_argument("--presses", type=int, default=200, metavar="N", help="for each figure (200)")
    parser.add_argument("--clients", type=int, default=50, metavar="N", help="who watch (50)")
    parser.add_argument("--disk-ms", type=float, default=0, metavar="N", help="what a transaction takes longer (0)")
    parser.add_argument("--folder", type=Path, help="where it stores (the system's temporary folder)")
    parser.add_argument("--odds", action="store_true", help="of the odds instead, in as many moves")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        bench = Bench(Path(folder), options.disk_ms / 1000)
        try:
            measure = bench.odds if options.odds else bench.measure
            print(json.dumps(measure(options.presses, options.clients)))
        finally:
            bench.close()


if __name__ == "__main__":
    main()
