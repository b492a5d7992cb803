"""Measures whether pieces walk smoothly on a processor slowed down.

Run it from the clone, after `python3 hub` has built the pages: `python tests/bench/bench_frames.py [--edition E]
[--walks N] [--devices D ...] [--slowdown N]`. Bots move in the middle of a game with the most players, one page looks
on in Chromium, whose trace tells processor time. A piece moves by its transform alone, which the compositor draws
without the main thread: 60 frames a second leave it 16.7 ms for each. The main thread's figures are its tasks
without the microtasks after them.

Four walks each of classic with eight players, on two cores with other work, the main thread slowed down four times:

| | tablet | TV |
|---|---|---|
| frames late, of all | 0 of 223 | 0 of 183 |
| compositor and painter | 0.97 ms a frame | 0.87 ms a frame |
| main thread, meanwhile | 197 ms a second, 69 ms at most | 201 ms a second, 27 ms at most |
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.bench_main_thread import MOVES_BEFORE, opened
from helpers.bot_evening import RobotEvening
from helpers.chromium import chromium
from helpers.house import House
from playwright.sync_api import Browser, Page

from hub.editions import EDITIONS
from hub.pages import pages_dir

STAGED_MS = 4000
"""Animations are loaded three seconds after the page stands."""
LONGEST_MS = 1300
"""No walk takes longer."""
NOTING = """() => {
  const animate = Element.prototype.animate;
  window.walked = 0;
  Element.prototype.animate = function (frames, options) {
    const movement = animate.call(this, frames, options);
    const start = performance.now();
    if (this.classList.contains("piece") && frames.length > 2)
      movement.finished.then(() => { performance.measure("walk", { start }); window.walked += 1; });
    return movement;
  };
}"""
"""Each walk is written into the trace."""
TRACED = ["toplevel", "blink.user_timing", "devtools.timeline", "cc", "benchmark"]
Event = dict[str, Any]


def traced(browser: Browser, page: Page, evening: RobotEvening, walks: int, slowdown: int) -> list[Event]:
    """What Chromium did while so many pieces walked."""
    page.evaluate(NOTING)
    page.wait_for_timeout(STAGED_MS)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    browser.start_tracing(page=page, categories=TRACED)
    while page.evaluate("window.walked") < walks:
        assert evening.move(), "the game is over: take fewer walks"
        page.wait_for_timeout(LONGEST_MS)
    return json.loads(browser.stop_tracing())["traceEvents"]


def spans(events: list[Event]) -> Iterator[tuple[int, int, int]]:
    """From when to when pieces walked, in microseconds, and in which process."""
    begun: dict[str, int] = {}
    for event in events:
        if event["name"] == "walk" and event["ph"] == "b":
            begun[str(event["id2"])] = event["ts"]
        elif event["name"] == "walk" and event["ph"] == "e":
            yield begun[str(event["id2"])], event["ts"], event["pid"]


def figures(events: list[Event]) -> dict[str, float]:
    """Of all walks: what their frames cost those who draw them, and how long the main thread was busy."""
    walks = list(spans(events))
    names = {(one["pid"], one["tid"]): one["args"]["name"] for one in events if one["name"] == "thread_name"}
    busy: dict[str, list[float]] = {}
    frames = {"all": 0, "late": 0}
    for one in events:
        if not any(start <= one["ts"] < end for start, end, _ in walks):
            continue
        if one["name"].endswith("::RunTask") and "tdur" in one:
            busy.setdefault(names.get((one["pid"], one["tid"]), ""), []).append(one["tdur"] / 1000)
        if one["name"] == "PipelineReporter" and one["ph"] == "b" and one["pid"] == walks[0][2]:
            report = one["args"].get("chrome_frame_reporter", {})
            frames["all"] += 1
            frames["late"] += report.get("state") == "STATE_DROPPED" and bool(report.get("affects_smoothness"))
    seconds = sum(end - start for start, end, _ in walks) / 1e6
    drawing = sum(map(sum, (busy.get(name, []) for name in ("Compositor", "VizCompositorThread"))))
    main = busy["CrRendererMain"]
    return {
        "walks": len(walks),
        "seconds": round(seconds, 2),
        "frames": frames["all"],
        "late": frames["late"],
        "drawing_ms_a_frame": round(drawing / frames["all"], 2),
        "main_ms_a_second": round(sum(main) / seconds),
        "main_longest_ms": round(max(main), 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure whether pieces walk smoothly.")
    parser.add_argument("--edition", default=next(iter(EDITIONS)), choices=list(EDITIONS))
    parser.add_argument("--walks", type=int, default=4, metavar="N")
    parser.add_argument("--devices", nargs="+", default=["tablet", "tv"], choices=["tablet", "tv"])
    parser.add_argument("--slowdown", type=int, default=4, metavar="N", help="of the processor (4)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        for device in options.devices:
            house = House(Path(folder) / device, "starter", pages_dir())
            bots = ("sensible",) * EDITIONS[options.edition].seats[1]
            evening = RobotEvening(house, options.edition, bots, (), "frames")
            assert all(evening.move() for _ in range(MOVES_BEFORE)), "the game was over too soon"
            screen = opened(browser, house, device)
            walks = figures(traced(browser, screen.page, evening, options.walks, options.slowdown))
            print(json.dumps({"device": device, "slowdown": options.slowdown, **walks}))
            screen.page.context.close()
            house.close()


if __name__ == "__main__":
    main()
