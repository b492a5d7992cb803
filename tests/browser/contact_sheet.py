"""Takes pictures of every screen at its sizes by day and by night, and lays them out on one contact sheet to look at.

From the folder of the project, after `python3 hub` has built the pages; all looks, or those whose names are asked for:

    PYTHONPATH=tests .venv/bin/python tests/browser/contact_sheet.py FOLDER [PATTERN…]

It needs Chromium. `sheet.html` in the folder shows all pictures there, a row a screen; each opens as it was taken.
"""

import sys
import tempfile
from fnmatch import fnmatch
from functools import partial
from pathlib import Path

from browser import positions
from browser.asked import EVERYTHING, FULLEST
from browser.defects import LAID_OUT
from browser.devices import Visit, visiting
from browser.looks import AT_REST, LOOKS, OVER, Show, after, asked, button, table, tv
from browser.positions import Position
from browser.reach import ENDING, ONE, TV, FullHouse
from browser.screen import DRESSED, FETCHED, Screen
from browser.test_tour import secured
from helpers.chromium import chromium
from helpers.club_process import ClubProcess, new_database
from helpers.house import House, until
from helpers.postgres import postgres_server
from helpers.served import adding
from playwright.sync_api import Browser, Error, Page, expect

from hub.features.trust.routes import trust

SIZES = {"play": ((390, 844), (360, 640), (844, 390)), "tv": ((1920, 1080),)}
TABLET = ((1280, 800), (1024, 768), (768, 1024))
"""Of all other pages."""
SCHEMES = ("light", "dark", "large")
"""By day, by night, and by day in large letters."""
ROW_PX = 220
STANDS_MS = 500
LARGE = "(large) => document.documentElement.classList.toggle('large', large)"


def theirs(visit: Visit) -> Screen:
    """The phone of the first at a table, whoever that is."""
    phone = visit("play", code_of=ONE)
    phone.house.let_in(ONE)
    return phone


def gone(show: Show, visit: Visit) -> Screen:
    """A page whose hub is away."""
    screen = show(visit)
    screen.without_hub()
    screen.house.close()
    expect(screen.banner()).to_be_visible()
    return screen


def elsewhere(page: str, visit: Visit) -> Screen:
    """A page that no test opens in a position of its own."""
    return visit(page, local=True, device="table")


REST: dict[str, tuple[Position, Show]] = {
    "offline": (positions.purchase, partial(gone, asked)),
    "offline-on-phone": (positions.purchase, partial(gone, theirs)),
    "hall": (OVER, partial(elsewhere, "story")),
    "help": (positions.lively, after(table, button("menu"), sees=button("menu.help"))),
    **{page: (positions.lively, partial(elsewhere, page)) for page in ("camera", "nowhere")},
}
"""What people meet beside a game."""


def full(show: Show, sees: str, visit: Visit) -> Screen:
    screen = show(visit)
    screen.page.wait_for_selector(sees)
    return screen


PAGES = {"table": (table, ENDING), "play": (theirs, "main"), "tv": (tv, TV["the question"])}
FULL: dict[str, tuple[Position, Show]] = {
    f"{one} on {page}": (EVERYTHING[one], partial(full, *shown)) for one in FULLEST for page, shown in PAGES.items()
}
"""Whatever is asked, with as many long names as there can be."""


def take(browser: Browser, folder: Path, look: str, position: Position, show: Show) -> None:
    """One screen at all its sizes by day and by night, as German-speaking people see it."""
    with tempfile.TemporaryDirectory() as kept:
        house = (FullHouse if look in FULL else House)(Path(kept))
        try:
            position(house)
            with visiting(browser, house) as (visit, _screens):
                screen = show(partial(visit, locale="de-DE"))
                if look not in REST:  # some of it has neither
                    screen.until(DRESSED)
                    screen.until(FETCHED)
                photograph(screen.page, folder, look)
        finally:
            house.close()


def whole(page: Page) -> bool:
    """What is fetched late is there: the page has not changed for a moment."""
    before = page.content()
    page.wait_for_timeout(STANDS_MS)
    return page.content() == before


def photograph(page: Page, folder: Path, look: str) -> None:
    """The page at its sizes by day and by night, as soon as nothing moves."""
    address = page.url.rpartition("/")[2].partition("#")[0]
    for width, height in SIZES.get(address, TABLET):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(LAID_OUT, width)
        until(partial(whole, page), "the page is whole")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            page.evaluate(LARGE, scheme == "large")
            until(lambda: page.evaluate(AT_REST), "nothing moves")
            path = folder / f"{look}+{width}x{height}+{scheme}.jpg"
            page.screenshot(path=path, animations="disabled", type="jpeg", quality=80)


def take_trust(browser: Browser, folder: Path) -> None:
    """How a device stops warning of the table."""
    with tempfile.TemporaryDirectory() as kept, browser.new_context(locale="de-DE") as context:
        house = House(Path(kept))
        positions.lively(house)
        with secured(house, Path(kept), more=adding(lambda _: trust(Path(kept)))) as server:
            page = context.new_page()
            page.goto(f"http://localhost:{server.port}/trust")
            photograph(page, folder, "trust")
        house.close()


def take_club(browser: Browser, folder: Path) -> None:
    """The pages of a club with two tables."""
    with postgres_server() as server, tempfile.TemporaryDirectory() as kept:
        options = ("--database", new_database(server), "--tables", "7,8")
        with ClubProcess(Path(kept), *options) as club, browser.new_context(locale="de-DE") as context:
            page = context.new_page()
            page.goto(club.url)
            photograph(page, folder, "club-door")
            page.get_by_label("PIN").fill(club.pin)
            page.get_by_role("button", name="Tische zeigen").click()
            for name, address in (("club", ""), ("club-wall", "/wall"), ("club-league", "/league")):
                page.goto(club.url + address) if address else page.locator("[data-table]").first.wait_for()
                photograph(page, folder, name)


def lay_out(folder: Path) -> None:
    """The sheet: all pictures in the folder, those of a screen side by side."""
    rows: dict[str, list[Path]] = {}
    for picture in sorted(folder.glob("*+*.jpg")):
        rows.setdefault(picture.name.partition("+")[0], []).append(picture)
    lines = [
        f"<h2>{look}</h2><p>"
        + "".join(f"<a href='{one.name}'><img height={ROW_PX} src='{one.name}'></a> " for one in pictures)
        for look, pictures in rows.items()
    ]
    style = (
        "<style>body{background:#888;font:14px sans-serif}h2,p{margin:4px;font-size:14px;white-space:nowrap}</style>"
    )
    page = "\n".join(["<!doctype html><meta charset=utf-8>", style, *lines])
    (folder / "sheet.html").write_text(page, encoding="utf-8")


def main() -> int:
    """Everything, or what is named; returns 1 if a screen could not be shown."""
    folder, *wanted = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)
    failed = 0
    with chromium() as browser:
        for look, (position, show) in (LOOKS | FULL | REST).items():
            if wanted and not any(fnmatch(look, name) for name in wanted):
                continue
            try:
                take(browser, Path(folder), look, position, show)
            except (AssertionError, Error) as error:
                failed += 1
                print(f"{look}: {error}", file=sys.stderr)
        for look, take_it in (("trust", take_trust), ("club", take_club)):
            if wanted and look not in wanted:
                continue
            try:
                take_it(browser, Path(folder))
            except (AssertionError, Error) as error:
                failed += 1
                print(f"{look}: {error}", file=sys.stderr)
    lay_out(Path(folder))
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
