"""Measures what two updates a second cost the main thread of a page: tablet, phone and TV, with the most players.

Run it from the clone, after `python3 hub` has built the pages: `python tests/bench/bench_main_thread.py [--edition E]
[--seconds N] [--devices D ...] [--slowdowns N ...]`. Bots move twice a second in the middle of a
game, one page at a time looks on in Chromium with all its animations. Figures are the processor's time of the page's
main thread, as Chromium counts it, also with the processor slowed down as if it were that of an old device. How often
a page lays itself out for an update, and reckons its styles, differs little between computers that keep up with it.

Four times ten seconds each, in turn with the page that had three histories mounted and showed one, an update of classic
with eight players, on two cores with other work, costs the tablet:

| | three histories | one |
|---|---|---|
| main thread | 57 ms | 44 ms |
| of which scripts | 20 ms | 15 ms |
| layouts | 4.0 | 2.5 |
| styles reckoned | 5.6 | 3.4 |
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from browser.devices import DEVICES
from browser.screen import Screen, storing
from helpers.bot_evening import RobotEvening
from helpers.chromium import chromium
from helpers.house import House
from playwright.sync_api import Browser, CDPSession

from hub.editions import EDITIONS
from hub.pages import pages_dir

PAGES = {"tablet": "table", "phone": "play", "tv": "tv"}
MOVES_BEFORE = 300
"""So far has the game gone: the feed is full and most deeds are somebody's."""
UPDATES_PER_SECOND = 2
WARM_S = 5.0
Work = dict[str, Any]
PARTS = {"script": "ScriptDuration", "style": "RecalcStyleDuration", "layout": "LayoutDuration"}
COUNTED = {"layouts": "LayoutCount", "styles": "RecalcStyleCount"}


def counters(line: CDPSession) -> dict[str, float]:
    """Chromium's own counters of a page; durations in seconds since it was opened."""
    return {one["name"]: one["value"] for one in line.send("Performance.getMetrics")["metrics"]}


def play(evening: RobotEvening, seconds: float) -> int:
    began, moves = time.monotonic(), 0
    while (now := time.monotonic() - began) < seconds:
        if now * UPDATES_PER_SECOND >= moves:
            assert evening.move(), "the game is over: take fewer seconds"
            moves += 1
        time.sleep(0.01)
    return moves


def opened(browser: Browser, house: House, device: str) -> Screen:
    """The page on a device, at rest; the phone is that of the first player."""
    page = PAGES[device]
    wishes: dict[str, Any] = {**DEVICES[page], "reduced_motion": "no-preference"}
    screen = Screen(
        browser.new_context(storage_state=storing(house.local_url, house.key), **wishes),
        house,
        house.local_url,
        wishes["locale"][:2],
    )
    screen.open(f"play#code={house.view().join.codes['0']}" if page == "play" else page)
    screen.page.wait_for_selector("[data-account='1']")
    screen.page.wait_for_load_state("networkidle")
    return screen


def looked_on(screen: Screen, evening: RobotEvening, device: str, slowdown: int, seconds: float) -> Work:
    line = screen.page.context.new_cdp_session(screen.page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    play(evening, min(WARM_S, seconds))
    before, began = counters(line), time.monotonic()
    moves = play(evening, seconds)
    took, after = time.monotonic() - began, counters(line)
    line.detach()

    def ms(name: str) -> float:
        return round(1000 * (after[name] - before[name]) / took, 1)

    parts = {f"{part}_ms": ms(name) for part, name in PARTS.items()}
    counts = {f"{what}_per_update": round((after[name] - before[name]) / moves, 1) for what, name in COUNTED.items()}
    work = {"updates_per_second": round(moves / took, 2), "task_ms": ms("TaskDuration"), **parts, **counts}
    return {"device": device, "slowdown": slowdown, **work}


def measured(folder: Path, browser: Browser, edition: str, device: str, slowdown: int, seconds: float) -> Work:
    """One page at a table of its own; the game is the same for all, so that they can be compared."""
    house = House(folder, "starter", pages_dir())
    try:
        evening = RobotEvening(house, edition, ("sensible",) * EDITIONS[edition].seats[1], (), "main-thread")
        assert all(evening.move() for _ in range(MOVES_BEFORE)), "the game was over too soon"
        screen = opened(browser, house, device)
        work = looked_on(screen, evening, device, slowdown, seconds)
        screen.page.context.close()
        assert not screen.faults(), screen.faults()
    finally:
        house.close()
    return work


def measure(folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    edition = options.edition
    with chromium() as browser:
        work = [
            measured(folder / f"{device}-{slowdown}", browser, edition, device, slowdown, options.seconds)
            for device in options.devices
            for slowdown in options.slowdowns
        ]
    return {"edition": edition, "players": EDITIONS[edition].seats[1], "work": work}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what updates cost the main thread of the pages.")
    parser.add_argument("--edition", default=next(iter(EDITIONS)), choices=list(EDITIONS))
    parser.add_argument("--seconds", type=float, default=15, metavar="S", help="for each page and slowdown (15)")
    parser.add_argument("--devices", nargs="+", default=list(PAGES), choices=list(PAGES))
    parser.add_argument("--slowdowns", nargs="+", type=int, default=[1, 4], metavar="N", help="of the processor (1 4)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder), options)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
