"""What a device has to load before it can be used the first time, and what stands there where it cannot."""

import json
import re
from typing import Any
from urllib.parse import urljoin

import pytest
from browser import positions
from browser.devices import DEVICES, Visit, once
from helpers.house import House, until
from playwright.sync_api import Browser, Page, Route, expect

WIRE_BYTES = 100_000
AHEAD = re.compile(r"\.later\.json$")
"""Texts of windows, fetched ahead once a page stands, are no part of what it waits for."""
SOON = """{
  const wait = setTimeout;
  window.setTimeout = (what, ms = 0, ...more) => (ms < 1000 ? wait(what, ms, ...more) : 0);
}"""
"""What a page loads seconds after it stands never comes, however late a busy computer notices that it stands."""
USABLE = {
    "table": "[data-prompt], .keys, input",
    "play": "[data-prompt], [data-account] .balance, h1",
    "tv": "[data-prompt], .middle",
}
FIRST: tuple[tuple[str, positions.Position], ...] = (
    *((page, positions.purchase) for page in USABLE),
    ("table", positions.shares),
    *((page, positions.lobby) for page in USABLE),
)
"""Share market, sealed bids and their checks come when they are used."""
TOUCH_PX = 180
LOOK_AT = """async (src) => {
  const image = new Image();
  image.src = src;
  await image.decode();
  const canvas = new OffscreenCanvas(300, 300).getContext("2d");
  canvas.drawImage(image, 0, 0, 300, 300);
  // between the two bows of the B and the rim's own line, wherever the coin ends
  const across = [...canvas.getImageData(0, 150, 150, 1).data];
  const brass = (at) => [183, 130, 43].every((part, i) => Math.abs(across[at + i] - part) < 3);
  return [image.naturalWidth, across.some((_, at) => at % 4 === 0 && brass(at))];
}"""
"""How wide a picture is, and whether it has the brass of the coin's rim (web/src/styles/tokens.css)."""
SENTENCES = ("Safari 15.4, Firefox 91 oder Chrome 95", "Safari 15.4, Firefox 91 or Chrome 95")


def loaded_bytes(page: Page, url: str, usable: str) -> tuple[int, dict[str, int]]:
    """What came over the wire, headers included, until that can be seen; and how much of it each file was."""
    cdp, names, sizes = page.context.new_cdp_session(page), {}, {}

    def finished(event: dict[str, Any]) -> None:
        if not AHEAD.search(names[event["requestId"]]):
            sizes[names[event["requestId"]]] = round(event["encodedDataLength"])

    cdp.on("Network.requestWillBeSent", lambda event: names.update({event["requestId"]: event["request"]["url"]}))
    cdp.on("Network.loadingFinished", finished)
    cdp.send("Network.enable")
    page.add_init_script(SOON)
    page.goto(url)
    expect(page.locator(usable).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(100)  # for what was still on its way then
    return sum(sizes.values()), sizes


@pytest.mark.parametrize("language", once(["de-DE", "en-GB"], ["de-DE"]))
@pytest.mark.parametrize(("page_name", "position"), once(FIRST, FIRST[:4]))
def test_a_first_load_is_small(
    browser: Browser, house: House, page_name: str, language: str, position: positions.Position
) -> None:
    """Tablet, phone and TV can be used after at most 100 kB, before the game and in it, over plain HTTP."""
    position(house)
    code = f"#code={house.view().join.codes['1']}" if page_name == "play" else ""
    origin = house.local_url if page_name == "table" else house.url
    with browser.new_context(**{**DEVICES[page_name], "locale": language}) as context:
        total, sizes = loaded_bytes(context.new_page(), f"{origin}/{page_name}{code}", USABLE[page_name])
    assert any("/assets/" in url for url in sizes)
    assert total <= WIRE_BYTES, f"{total} bytes: {json.dumps(sizes, indent=1)}"


@pytest.mark.parametrize("broken", [False, True], ids=["no scripts", "too old"])
def test_a_browser_that_cannot_says_what_it_takes(browser: Browser, house: House, broken: bool) -> None:
    """Without scripts, or with some that it does not understand, a page says so in both languages."""
    house.open()
    with browser.new_context(java_script_enabled=broken) as context:
        page = context.new_page()
        if broken:
            page.route("**/assets/*.js", lambda route: route.fulfill(body="?!", content_type="text/javascript"))
        page.goto(f"{house.url}/table")
        for sentence in SENTENCES:
            expect(page.get_by_text(sentence)).to_be_visible()
        without_scripts = page.locator("noscript > p")
        expect(without_scripts).to_have_count(0 if broken else 2)
        assert broken or without_scripts.first.is_visible()


def test_who_only_waits_reads_nothing_of_it(browser: Browser, house: House) -> None:
    """While scripts are on their way nothing is to be read yet, and once the page stands nothing is left."""
    house.open()
    with browser.new_context() as context:
        page, late = context.new_page(), []

        def hold_back(route: Route) -> None:
            late.append(route)

        page.route("**/assets/index-*.js", hold_back)
        page.goto(f"{house.url}/table", wait_until="commit")
        unstarted = page.locator(".unstarted")
        expect(unstarted).to_have_count(1)
        expect(unstarted).to_be_hidden()
        until(lambda: page.wait_for_timeout(20) or late, "the script is asked for")
        late[0].continue_()
        expect(page.locator(".keys")).to_be_visible()
        expect(unstarted).to_have_count(0)


def test_the_pages_go_on_a_home_screen(browser: Browser, house: House) -> None:
    """The manifest asks for the whole screen, leads to a page, and names pictures that are as large as it says."""
    house.open()
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{house.local_url}/table")
        href = page.locator("link[rel=manifest]").get_attribute("href")
        answer = context.request.get(f"{house.local_url}{href}")
        manifest = answer.json()
        assert answer.headers["content-type"] == "application/manifest+json"
        assert (manifest["display"], manifest["name"]) == ("fullscreen", "Bankhalter")
        assert context.request.get(urljoin(f"{house.local_url}{href}", manifest["start_url"])).ok
        for icon in manifest["icons"]:
            width, has_rim = page.evaluate(LOOK_AT, icon["src"])
            assert icon["sizes"] in {"any", f"{width}x{width}"}
            assert has_rim, icon["src"]
        touch = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
        assert page.evaluate(LOOK_AT, touch)[0] == TOUCH_PX
        faults = context.new_cdp_session(page).send("Page.getAppManifest")["errors"]
        assert faults == []


def test_a_page_that_misses_a_part_is_loaded_again(house: House, visit: Visit) -> None:
    """The menu cannot be fetched when it is opened: the page loads again by itself, without an error, and has it."""
    house.open()
    tablet = visit("table", local=True)
    menu = tablet.button("menu")
    expect(menu).to_be_visible()
    tablet.expected = [r"Failed to load resource: net::ERR_FAILED"]

    tablet.page.route("**/MenuDialog*", lambda route: route.abort())
    with tablet.page.expect_event("load"):
        with tablet.page.expect_event("requestfailed"):
            tablet.touch(menu)
        tablet.page.unroute("**/MenuDialog*")

    tablet.touch(menu)
    expect(tablet.page.get_by_role("dialog")).to_be_visible()
