"""Measures what the main thread of a page computes from its address until it stands, as a newcomer's and as known.

Run it from the clone, after `python3 hub` has built the pages: `python tests/bench/bench_start.py [--pages DIR ...]
[--devices D ...] [--slowdowns N ...] [--runs N] [--newcomer]`. Several folders of built pages are measured in turn, so
that computers that are busy or slow tell them apart as well; `slowness` says how slow this one was meanwhile.

It is the processor's time of the page's thread, all that it did: tasks in a trace leave out microtasks, in which a page
builds nearly all it shows. Nobody else looks at the page, for what a driver notes and asks there would count as well;
what it does by itself seconds after it stands is left out. The longest task is one with its microtasks, from a start of
its own. Medians of seven (and the least), a known device, classic with eight players, two cores with some other work:

| | tablet | TV | phone | lobby |
|---|---|---|---|---|
| main thread | 193 ms (160) | 186 ms (134) | 130 ms (113) | 140 ms (128) |
| of which styles and layout | 41 ms | 38 ms | 27 ms | 27 ms |
| its longest task | 30 ms | 40 ms | 26 ms | 29 ms |
| layouts, styles reckoned | 5, 12 | 5, 7 | 4, 7 | 4, 7 |
| slowness | 2.7 | 2.8 | 2.8 | 2.8 |

To draw nothing until the edition has come saved one layout and some work: tablet 189, TV 170, phone 112, lobby 144 ms;
but the longest task became 49 ms on the tablet and 48 on the TV, so it was left as it is.

Slowed down four times it was 1.5 to 2.9 s: Chromium brakes a thread by keeping it busy for a time of the clock on the
wall, which counts as well and on a computer with other work is most of it.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from operator import itemgetter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.bench_main_thread import MOVES_BEFORE
from browser import positions
from browser.devices import DEVICES
from browser.test_first_load import SOON
from helpers.bot_evening import RobotEvening
from helpers.chromium import chromium
from helpers.house import House
from helpers.lengths import slowness
from helpers.waiting import until
from playwright.sync_api import Browser

from hub.editions import EDITIONS
from hub.pages import pages_dir

EDITION = "classic"
PAGES = {"start": "table", "lobby": "table", "tablet": "table", "phone": "play", "tv": "tv"}
ACCOUNT = "[data-account='1']"
STANDS = {"start": "input", "lobby": "input", "phone": ".balance"}
STOOD_S = 1.6
"""So long after its address a page is left alone, slowed down so many times as long."""
KEPT = {"bankhalter.toured": "yes", "bankhalter.font": "1"}
PARTS = {"main_ms": "ThreadTime", "style_ms": "RecalcStyleDuration", "layout_ms": "LayoutDuration"}
COUNTED = {"layouts": "LayoutCount", "styles": "RecalcStyleCount"}
TRACED = ["toplevel", "blink.user_timing"]
MICROTASKS = "BlinkScheduler_PerformMicrotaskCheckpoint"


class Tab:
    """A page that the driver does not know, so that it notes and asks nothing there."""

    def __init__(self, browser: Browser) -> None:
        self.line, self.answers, self.asked = browser.new_browser_cdp_session(), {}, 0
        self.line.on("Target.receivedMessageFromTarget", lambda event: self._heard(json.loads(event["message"])))
        self.context = self.line.send("Target.createBrowserContext")
        self.target = self.line.send("Target.createTarget", {"url": "about:blank", **self.context})
        self.session = self.line.send("Target.attachToTarget", {**self.target, "flatten": False})

    def _heard(self, message: dict[str, Any]) -> None:
        if "id" in message:
            self.answers[message["id"]] = message

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        self.asked += 1
        message = json.dumps({"id": self.asked, "method": method, "params": params})
        self.line.send("Target.sendMessageToTarget", {**self.session, "message": message})
        while self.asked not in self.answers:
            self.line.send("Browser.getVersion")
        return dict(self.answers.pop(self.asked)["result"])

    def evaluate(self, script: str) -> Any:
        return self.send("Runtime.evaluate", expression=script, returnByValue=True)["result"].get("value")

    def close(self) -> None:
        self.line.send("Target.closeTarget", self.target)
        self.line.send("Target.disposeBrowserContext", self.context)
        self.line.detach()


def house_of(folder: Path, device: str, pages: Path) -> House:
    """A table before anybody sits there, with four in the lobby, or with the most players amid their game."""
    house = House(folder, "starter", pages)
    if device == "start":
        house.open()
    elif device == "lobby":
        positions.lobby(house)
    else:
        evening = RobotEvening(house, EDITION, ("sensible",) * EDITIONS[EDITION].seats[1], (), "start")
        assert all(evening.move() for _ in range(MOVES_BEFORE)), "the game was over too soon"
    return house


class Visitor:
    """A device that has been at this house before, unless a newcomer, and goes there again and again."""

    def __init__(self, browser: Browser, house: House, device: str, newcomer: bool) -> None:
        page, self.device, self.browser = PAGES[device], device, browser
        code = f"#code={house.view().join.codes['0']}" if page == "play" else ""
        self.url, self.away = f"{house.local_url}/{page}{code}", f"{house.local_url}/healthz"
        wishes = DEVICES[page]
        self.tab = Tab(browser)
        mobile = wishes.get("is_mobile", False)
        self.tab.send("Emulation.setDeviceMetricsOverride", **wishes["viewport"], deviceScaleFactor=1, mobile=mobile)
        self.tab.send("Emulation.setTouchEmulationEnabled", enabled=wishes.get("has_touch", False))
        self.tab.send("Page.enable")
        self.tab.send("Page.addScriptToEvaluateOnNewDocument", source=SOON)
        self._go(self.away, 0.5)
        key, language = {"bankhalter.key.banker": house.key}, {"bankhalter.language": wishes["locale"][:2]}
        for name, value in ({} if newcomer else KEPT | key | language).items():
            self.tab.evaluate(f"localStorage.setItem({name!r}, {value!r})")
        for _ in range(0 if newcomer else 2):  # the second time a browser keeps what it compiled
            self._go(self.url, STOOD_S)
            self._go(self.away, 0.5)

    def _go(self, url: str, seconds: float) -> None:
        self.tab.send("Page.navigate", url=url)
        time.sleep(seconds)

    def visits(self, slowdown: int, traced: bool) -> dict[str, float]:
        self.tab.send("Performance.enable", timeDomain="threadTicks")
        before = self._counters()
        if traced:
            self.browser.start_tracing(categories=TRACED)
        self.tab.send("Emulation.setCPUThrottlingRate", rate=slowdown)
        self._go(self.url, STOOD_S * slowdown)
        until(self._stands, "the page stands")
        self.tab.send("Emulation.setCPUThrottlingRate", rate=1)
        after = self._counters()
        found = (
            {"longest_ms": longest(json.loads(self.browser.stop_tracing())["traceEvents"])}
            if traced
            else {
                **{part: round(1000 * (after[name] - before[name]), 1) for part, name in PARTS.items()},
                **{what: after[name] - before[name] for what, name in COUNTED.items()},
            }
        )
        self._go(self.away, 0.5)
        self.tab.send("Performance.disable")
        return found

    def _stands(self) -> bool:
        return bool(self.tab.evaluate(f"!!document.querySelector({STANDS.get(self.device, ACCOUNT)!r})"))

    def _counters(self) -> dict[str, float]:
        return {one["name"]: one["value"] for one in self.tab.send("Performance.getMetrics")["metrics"]}


def longest(events: list[dict[str, Any]]) -> float:
    """The longest task of the page's thread since its address was given, with the microtasks that follow it."""
    starts = [one for one in events if one["name"] == "navigationStart" and one["args"]["data"]["documentLoaderURL"]]
    began = max(starts, key=itemgetter("ts"))
    thread = [one for one in events if (one["pid"], one["tid"]) == (began["pid"], began["tid"]) and "tdur" in one]
    tasks, ended = [0.0], 0.0
    for one in sorted(thread, key=itemgetter("ts")):
        if one["ts"] < max(began["ts"], ended) or not one["name"].endswith(("::RunTask", MICROTASKS)):
            continue
        ended = one["ts"] + one["dur"]
        if one["name"] == MICROTASKS:
            tasks[-1] += one["tdur"] / 1000
        else:
            tasks.append(one["tdur"] / 1000)
    return round(max(tasks), 1)


def measure(browser: Browser, folder: Path, device: str, options: argparse.Namespace) -> list[dict[str, Any]]:
    houses = [house_of(folder / f"{device}-{i}", device, pages) for i, pages in enumerate(options.pages)]
    found = []
    for slowdown in options.slowdowns:
        runs: list[list[dict[str, float]]] = [[] for _ in houses]
        slow = []
        known = [Visitor(browser, house, device, False) for house in houses if not options.newcomer]
        for traced in [False, True] * options.runs:
            for i, house in enumerate(houses):
                slow.append(slowness())
                visitor = known[i] if known else Visitor(browser, house, device, True)
                runs[i].append(visitor.visits(slowdown, traced))
                if not known:
                    visitor.tab.close()
        for visitor in known:
            visitor.tab.close()
        for pages, told in zip(options.pages, runs, strict=True):
            names = [*PARTS, *COUNTED, "longest_ms"]
            middle = {name: round(statistics.median(one[name] for one in told if name in one), 1) for name in names}
            least = min(one["main_ms"] for one in told if "main_ms" in one)
            found.append({"device": device, "slowdown": slowdown, "pages": str(pages), **middle, "least_ms": least})
            found[-1]["slowness"] = round(statistics.median(slow), 2)
    for house in houses:
        house.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what a page computes until it stands.")
    parser.add_argument("--pages", nargs="+", type=Path, default=[pages_dir()], metavar="DIR", help="built pages")
    parser.add_argument("--devices", nargs="+", default=list(PAGES), choices=list(PAGES))
    parser.add_argument("--slowdowns", nargs="+", type=int, default=[1, 4], metavar="N", help="of the processor (1 4)")
    parser.add_argument("--runs", type=int, default=7, metavar="N", help="of each kind (7)")
    parser.add_argument("--newcomer", action="store_true", help="a device that was never here, for each run")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        starts = [one for device in options.devices for one in measure(browser, Path(folder), device, options)]
    print(json.dumps({"newcomer": options.newcomer, "starts": starts}))


if __name__ == "__main__":
    main()
