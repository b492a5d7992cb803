"""One house whose game is changed for the next, and the screens round it: kept from question to question, only resized.

Each language has screens of its own, so that nobody waits for a switch. A screen is shown nothing of the way to a
position: it goes from one game to the next at once, in which nothing is news.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from browser.conftest import DEVICES, PATIENCE_MS
from browser.looks import AT_REST
from browser.positions import Position
from browser.reach import NAMES, UNREACHED, FullHouse, Sizes
from browser.screen import Screen, storing
from browser.test_accessibility import USUAL_PX
from helpers.house import BANKER, House, until
from playwright.sync_api import Browser, CDPSession, Request

from hub.server.sockets.publisher import Publisher
from hub.simulated_board.board import SimulatedKind
from hub.table.automatic.tag_moves import SPARE_TAGS
from hub.table.wire.audience import Audience
from hub.table.wire.requests import AddSeat, AgreeHouseRules, ChooseEdition, Enrol, GoOn, NewGame, RemoveSeat

SPOKEN = {"de": "de-DE", "en": "en-GB"}
KEPT_SEATS = 2  # they sit at every table, and most questions are put to them
VERSION = re.compile(r'^42\["view",\{"version":(\d+)')
REACHED = f"""([wanted, least, width, letters, patience]) => {{
  const frame = () => new Promise(requestAnimationFrame);
  const root = document.documentElement;
  const fits = (tv) => Math.abs(tv.getBoundingClientRect().width - width) < 2;
  const lettered = () => document.querySelector(".lying .tv") || getComputedStyle(root).fontSize === `${{letters}}px`;
  const laidOut = () => root.clientWidth === width && lettered()
    && [...document.querySelectorAll(".lying .tv")].every(fits);
  const unreached = {UNREACHED.rstrip().rstrip(";")};
  const measure = async () => {{
    scrollTo(0, 0);
    while (!laidOut()) await frame();
    await frame();
    await frame();
    let found = unreached([wanted, least]);
    for (let more = 0; more < patience && found.length; more++) {{
      await frame();
      found = unreached([wanted, least]);
    }}
    return found;
  }};
  window.measured = measure();
}}"""
"""Begins to find what is out of reach once a page has followed its window and its letters, and stays so for as many
frames as one has patience: a TV is made as large or small as its screen by a script, and parts that follow the height
of others take some frames more. Nobody waits here: most of the time goes by with waiting for frames, which the screens
of a room do at once."""
FOUND = "() => window.measured"
PATIENCE = 60
SHOWN = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
}"""


@dataclass(frozen=True)
class Reach:
    """What has to be in reach on screens of these sizes, with letters of so many pixels."""

    sizes: Sizes
    wanted: Mapping[str, str]
    letters: int = USUAL_PX


class ReseatedHouse(FullHouse):
    """A full house that is opened again for the next game: whoever is missing sits down, who is too many gets up."""

    def __init__(self, folder: Path, kind: SimulatedKind = "full", pages: Path | None = None) -> None:
        super().__init__(folder, kind, pages)
        self._seated = False

    @property
    def publisher(self) -> Publisher:
        """Who brings views to the screens."""
        return self._sockets._publisher

    def open(self, *players: str) -> None:
        """The table before a game with so many people, as no game had been before."""
        wanted = NAMES[: self.crowd] if players else ()
        if not self._seated:
            self._seated = True
            House.open(self, *wanted)
            return
        if self.view().pause is not None:
            self.do(GoOn(anyway=True))
        if self.view().game is not None:
            self.do(NewGame())
        self.do(AgreeHouseRules(()))
        self.do(ChooseEdition("classic"))
        there = len(self.view().seats)
        for seat in reversed(range(len(wanted), there)):
            self.do(RemoveSeat(seat))
        for seat in range(there, len(wanted)):
            self.do(AddSeat(wanted[seat]))
            self.do(Enrol(seat, SPARE_TAGS[seat]))


class Kept(Screen):
    """A screen that stays open; it knows what has come to it, and of which requests nothing has come yet."""

    letters = USUAL_PX

    def __init__(self, browser: Browser, house: House, page: str, language: str, seat: int | None = None) -> None:
        origin = house.local_url if page == "table" else house.url
        self.audience = BANKER if page == "table" else Audience("viewer") if seat is None else Audience("seat", seat)
        key = house.key if page == "table" else None
        self._look: dict[str, Any] = DEVICES[page] | {"reduced_motion": "reduce", "locale": SPOKEN[language]}
        context = browser.new_context(storage_state=storing(origin, key), **self._look)
        context.set_default_timeout(PATIENCE_MS)
        super().__init__(context, house, origin, language)
        self.loading: set[Request] = set()
        context.on("request", self._begun)
        context.on("requestfinished", self._ended)
        context.on("requestfailed", self._ended)
        self.open(page if seat is None else f"{page}#code={house.view().join.codes[str(seat)]}")
        self.page.wait_for_selector("main, [data-join]")
        self._session: CDPSession = context.new_cdp_session(self.page)

    def _begun(self, request: Request) -> None:
        self.loading.add(request)

    def _ended(self, request: Request) -> None:
        self.loading.discard(request)

    def follow(self) -> None:
        """Show what the hub shows now, with all that belongs to it, and nothing moving."""
        game, version = self.house.view().game or "", self.house.table.view(self.audience).version

        you = "null" if self.audience.seat is None else str(self.audience.seat)

        def came() -> bool:
            views = [(found, frame) for frame in self.frames[-20:] if (found := VERSION.match(frame))]
            if not views:
                return False
            found, frame = views[-1]
            return int(found[1]) >= version and game in frame and f'"you":{you},' in frame

        def at_rest() -> bool:
            self.page.evaluate(SHOWN)
            return not self.loading and bool(self.page.evaluate(AT_REST))

        until(lambda: self._wait() or came(), f"{self.audience} sees {game}, {version}")
        until(at_rest, "all parts are there, and nothing moves")
        del self.frames[:-20], self.requests[:-200]

    def sized(self, width: int, height: int) -> None:
        """The window is so large."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": "is_mobile" in self._look}
        self._session.send("Emulation.setDeviceMetricsOverride", metrics)

    def lettered(self, pixels: int) -> None:
        """Letters are so large."""
        if pixels != self.letters:
            self._session.send("Page.setFontSizes", {"fontSizes": {"standard": pixels}})
            self.letters = pixels

    def measure(self, reach: Reach, size: tuple[int, int], least: int, patience: int) -> None:
        """Begin to find what of it is out of reach at one of its sizes."""
        width, height = size
        self.lettered(reach.letters)
        self.sized(width, height)
        self.page.evaluate(REACHED, [dict(reach.wanted), least, width, reach.letters, patience])

    def measured(self, reach: Reach, size: tuple[int, int]) -> list[str]:
        """What was found so."""
        width, height = size
        faults: list[str] = self.page.evaluate(FOUND)
        return [f"{self.language}, {width} x {height}, letters of {reach.letters}: {fault}" for fault in faults]


def unreached(screens: Sequence[Kept], reach: Reach, least: int, patience: int = PATIENCE) -> list[str]:
    """What of it is out of reach, at each size, on any of the screens; they are measured at once."""
    found = []
    for size in reach.sizes:
        for screen in screens:
            screen.measure(reach, size, least, patience)
        for screen in screens:
            found += screen.measured(reach, size)
    return found


class Room:
    """The house and the screens round it. `at` leads it to a position, `screens` are those of a page."""

    def __init__(self, browser: Browser, folder: Path, pages: Path) -> None:
        self._browser = browser
        self.house = ReseatedHouse(folder, pages=pages)
        self._kept: dict[tuple[str, int | None], Sequence[Kept]] = {}

    def at(self, position: Position) -> House:
        """The house, led to a position of which the screens are shown only the end."""
        for where in [one for one in self._kept if (one[1] or 0) >= KEPT_SEATS]:
            self._leave(where)
        if not self._kept:
            position(self.house)
            return self.house
        with self.house.publisher.held():
            position(self.house)
        return self.house

    def screens(self, page: str, seat: int | None = None) -> Sequence[Kept]:
        """Those of a page, one for each language, showing what is to be seen now."""
        if (page, seat) not in self._kept:
            if seat is not None and seat >= KEPT_SEATS:
                self.house.empty_seat(seat)  # who sat down since the opening has none yet
            made = [Kept(self._browser, self.house, page, language, seat) for language in SPOKEN]
            self._kept[page, seat] = made
            if seat is not None:
                self._let_in(seat, len(made))
        for screen in self._kept[page, seat]:
            screen.follow()
        return self._kept[page, seat]

    def _let_in(self, seat: int, count: int) -> None:
        """So many phones belong to the seat, and none of them is asked about the others."""
        until(lambda: len(self.house.view().join.phones.get(str(seat), ())) >= count, "all phones have come")
        self.house.let_in(seat)

    def reached(self, page: str, least: int, *reaches: Reach, seat: int | None = None) -> None:
        """On every screen of the page everything wanted is in reach, and as large as a finger needs."""
        screens = self.screens(page, seat)
        found = [fault for reach in reaches for fault in unreached(screens, reach, least)]
        found += [fault for screen in screens for fault in screen.faults()]
        assert not found, "\n".join(found)

    def close(self) -> None:
        """Leave everything as it was."""
        for where in list(self._kept):
            self._leave(where)
        self.house.close()

    def _leave(self, where: tuple[str, int | None]) -> None:
        for screen in self._kept.pop(where):
            screen.page.context.close()
