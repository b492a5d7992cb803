"""Takes the pictures of README and docs from the real pages, in a position of a real game.

Run by hand when the pages look different, from the folder of the project, after `python3 hub` has built them:

    PYTHONPATH=tests .venv/bin/python tests/browser/pictures.py

It needs Chromium, overwrites the files in `hub/docs/pictures`, and prints how large each has become.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from browser import positions
from browser.kept import resume
from browser.screen import Screen, storing
from helpers.chromium import chromium
from helpers.house import House
from playwright.sync_api import Browser

from hub.domain.commands import Decline, PlaceBid

PICTURES = Path(__file__).parents[2] / "hub" / "docs" / "pictures"
TABLET = {"width": 1280, "height": 800}
VIEWPORTS = {
    "table": TABLET,
    "play": {"width": 390, "height": 844},
    "auction": TABLET,
    "join": {"width": 390, "height": 844},
    "tv": {"width": 1920, "height": 1080},
    "story": {"width": 1280, "height": 1180},
}
READY = {"story": ".chart canvas >> nth=1", "join": "[data-send]"}
"""What is there last, if not the balances."""
SCALES = {"tv": 2 / 3, "table": 5 / 6, "auction": 5 / 6}
"""A picture as wide as the others of a screen that is larger."""
PORT = 8080
WAY_IN = f"http://bankhalter.local:{PORT}"
"""Where phones go, as the pages say: an address as people have it, not that of the computer that takes the pictures."""
BYTES_MAXIMUM = 320_000


def shown(house: House) -> None:
    resume(house, "classic/evening-3")


EIGHT = ("Anna", "Björn", "Chloé", "Dilan", "Emil", "Fatma", "Großmutter", "Papa")


def full_auction(house: House) -> None:
    """Eight people, and a street for which they bid."""
    house.open(*EIGHT)
    house.begin()
    for seat, faces in enumerate(((1, 2), (2, 4), (3, 5), (5, 6))):
        house.throw_and_buy(seat, *faces)
    house.throw(4, 6, 3)
    positions.walk(house)
    house.play(Decline(4), PlaceBid(0, 80), PlaceBid(6, 115), PlaceBid(2, 156))


def joined(house: House) -> None:
    """Two have sat down, and others may."""
    house.open(*EIGHT[:2])


PAGES = {"auction": "table", "join": "play"}
"""What is shown, where the picture is not named after it."""
POSITIONS: dict[str, Callable[[House], None]] = {
    "table": positions.grown,
    "play": positions.grown,
    "auction": full_auction,
    "join": joined,
    "tv": positions.grown,
    "story": shown,
}


def take(browser: Browser, house: House, name: str) -> Path:
    """One page as German-speaking people see it by day, once nothing moves any more."""
    page = PAGES.get(name, name)
    look: dict[str, Any] = {"viewport": VIEWPORTS[name], "locale": "de-DE", "reduced_motion": "reduce"}
    look["device_scale_factor"] = SCALES.get(name, 1)
    origin = house.local_url if page in {"table", "story"} else house.url
    kept = storing(origin, house.key if origin == house.local_url else None)
    context = browser.new_context(**look, color_scheme="light", has_touch=page != "tv", storage_state=kept)
    screen = Screen(context, house, origin, "de")
    screen.open(f"play#code={house.view().join.codes['0']}" if name == "play" else page)
    screen.page.wait_for_selector(READY.get(name, "[data-account='1']"))
    if name == "join":
        screen.page.get_by_label(screen.say("sit.name")).fill(EIGHT[2])
    screen.page.wait_for_load_state("networkidle")
    screen.page.wait_for_timeout(3000)  # letters, and what a page shows once it stands, have come
    path = PICTURES / f"{name}.png"
    screen.page.screenshot(path=path, animations="disabled")
    context.close()
    return path


def main() -> int:
    """All pictures; returns 1 if one has become too large."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    large = 0
    with chromium() as browser:
        for page, position in POSITIONS.items():
            with (
                tempfile.TemporaryDirectory() as folder,
                patch("hub.server.access.shown_address.table_urls", return_value=[WAY_IN]),
            ):
                house = House(Path(folder))
                house.port = PORT  # the hub draws QR codes for the port it is asked at
                try:
                    position(house)
                    path = take(browser, house, page)
                finally:
                    house.close()
            size = path.stat().st_size
            large += size > BYTES_MAXIMUM
            print(f"{path.name}: {size / 1000:.0f} kB")
    return int(large > 0)


if __name__ == "__main__":
    sys.exit(main())
