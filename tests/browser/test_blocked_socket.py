"""A browser whose pages load, but whose WebSocket is refused: over https it plays on, elsewhere it says what to do."""

import signal
from pathlib import Path

import pytest
from browser.devices import Visit
from browser.screen import FETCHED, Screen
from helpers.house import House, until
from helpers.hub_process import HubProcess
from playwright.sync_api import expect

LONG_MS = 25_000
BEHIND_TLS = ("--simulated", "--tls")
POLLS = "transport=polling"
NAMES = ("Anna", "Ben")
START, PRICE = 1500, 60
FACES = (1, 2)
"""From the start to the second street."""


def begin(tablet: Screen) -> None:
    """Seat people and start; throw until somebody has the first turn."""
    tablet.sit_down(*NAMES)
    opening = tablet.page.locator("[data-prompt=opening_throw_pending]")
    expect(opening).to_have_count(1)
    while opening.count():
        asked = opening.text_content() or ""
        tablet.answer("opening_throw_pending", "command.throw")
        expect(tablet.page.locator("[data-prompt]")).not_to_have_text(asked)


def agree(tablet: Screen, tv: Screen, balances: dict[str, int]) -> None:
    for screen in (tablet, tv):
        until(
            lambda of=screen: of.page.wait_for_timeout(20) or of.shown(0)["balances"] == balances,  # type: ignore[misc]
            lambda of=screen: f"{of.shown(0)} is not {balances}",  # type: ignore[misc]
        )


def test_an_evening_by_plain_requests(tmp_path: Path, visit: Visit) -> None:
    """A tablet that is refused every WebSocket pairs, starts, throws, buys, outlives a killed hub and plays on."""
    with HubProcess(tmp_path, *BEHIND_TLS) as hub:
        tablet = visit("table", origin=hub.local_url, blocked=True, ignore_https_errors=True)
        tablet.without_hub()
        tablet.type_amount(tablet.page.locator("body"), hub.pin)
        tablet.press("pair.send")
        tv = visit("tv", origin=hub.local_url, ignore_https_errors=True)
        tv.without_hub()
        begin(tablet)
        (seat,) = tablet.shown(0)["turn"]
        tablet.type_dice(*FACES)
        tablet.answer("buy_pending", "command.buy")
        money = {str(one): START - (PRICE if one == seat else 0) for one in range(len(NAMES))}
        agree(tablet, tv, money)
        tablet.until(FETCHED)
        tablet.page.evaluate("window.sameLoad = true")
        hub.end(signal.SIGKILL)
        expect(tablet.banner()).to_contain_text(tablet.say("link.lost"))
    with HubProcess(tmp_path, *BEHIND_TLS, port=hub.port):
        expect(tablet.banner()).to_have_count(0)
        agree(tablet, tv, money)
        tablet.type_dice(*FACES)
        expect(tablet.page.locator("[data-prompt]")).to_contain_text(NAMES[1 - seat])
        assert tablet.page.evaluate("window.sameLoad")
        assert any(POLLS in url for url in tablet.requests)
        assert not any(POLLS in url for url in tv.requests), "whose WebSocket works needs nothing else"


@pytest.mark.parametrize("answers", [True, False], ids=["the hub answers", "it does not"])
def test_who_gets_no_line_reads_what_to_do(house: House, visit: Visit, answers: bool) -> None:
    """Where the hub answers plain requests the page says that the browser gets no line, else it asks for the Wi-Fi."""
    house.open()
    phone = visit("rules", device="play", blocked=True)
    phone.without_hub()
    page = phone.page
    page.clock.install()
    if not answers:
        page.route("**/healthz", lambda route: route.abort())
    page.goto(f"{house.url}/play")
    for _ in range(3):
        page.clock.run_for(LONG_MS // 2)
    lost, shut = ("link.lost", "away.hint"), ("shut", "shut.detail")
    for key in shut if answers else lost:
        expect(phone.banner()).to_contain_text(phone.say(key))
    for key in (*(lost if answers else shut), "shut.secure"):
        expect(phone.banner()).not_to_contain_text(phone.say(key))


@pytest.mark.all
@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_where_neither_way_leads_there(tmp_path: Path, visit: Visit, locale: str) -> None:
    """Over https, refused both ways, the page says what else there is to do; it comes in once it is let."""
    with HubProcess(tmp_path, *BEHIND_TLS) as hub:
        phone = visit("play", origin=hub.local_url, blocked=True, ignore_https_errors=True, locale=locale)
        phone.without_hub()
        phone.page.route(f"**/*{POLLS}*", lambda route: route.abort())
        for key in ("shut", "shut.detail", "shut.secure"):
            expect(phone.banner()).to_contain_text(phone.say(key))
        phone.page.unroute(f"**/*{POLLS}*")
        expect(phone.banner()).to_have_count(0)
