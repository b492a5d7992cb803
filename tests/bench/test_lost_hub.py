"""A hub that ends or falls silent is called lost at once; the page goes on by itself, and one that wakes is fresh."""

import signal
import time
from pathlib import Path

import pytest
from browser.devices import Visit
from browser.screen import FETCHED
from helpers.house import House
from helpers.hub_process import HubProcess
from helpers.representative import first_stands_for
from helpers.waiting import until
from playwright.sync_api import Page, WebSocketRoute, expect

from hub.domain.corrections import CorrectMoney
from hub.domain.ids import BANK

pytestmark = [pytest.mark.browser]
LOST_WITHIN_S = 2.0
SAID_WITHIN_S = 10.0
FRESH_WITHIN_S = 2.0
PATIENCE_S = 60.0
SEE = """(selector) => {
  const see = () => { if (document.querySelector(selector)) window.seenAt ??= Date.now() / 1000; };
  new MutationObserver(see).observe(document.body, { childList: true, subtree: true, attributes: true });
}"""
SEE_BALANCE = """(figures) => {
  const shown = () => [...document.querySelectorAll("[data-account='1'] .balance")];
  const see = () => {
    const told = shown().map((node) => node.textContent.replace(/[^0-9]/g, ""));
    if (told.includes(figures)) window.seenAt ??= Date.now() / 1000;
  };
  new MutationObserver(see).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""The page notes by itself when it first shows something."""


@pytest.mark.parametrize("number", first_stands_for([signal.SIGKILL, signal.SIGTERM]), ids=["killed", "stopped"])
def test_a_lost_hub_is_reported_and_comes_back_without_reload(tmp_path: Path, visit: Visit, number: int) -> None:
    """Within two seconds there is a banner and nothing can be pressed; the hub's return needs no hand."""
    with HubProcess(tmp_path) as hub:
        tablet = visit("table", origin=hub.local_url, key=hub.key)
        for name in ("Anna", "Ben"):
            tablet.page.get_by_label(tablet.say("lobby.name.new")).fill(name)
            tablet.press("lobby.add")
            expect(tablet.button("lobby.piece.known", name=name)).to_be_visible()
        tablet.press("lobby.start")
        throw = tablet.read("opening_throw_pending").get_by_role("button", name=tablet.say("command.throw"))
        expect(throw).to_be_enabled()
        tablet.until(FETCHED)
        tablet.watch_banner("link.lost")
        tablet.page.evaluate("window.sameLoad = true")
        tablet.without_hub()

        hub.end(number)
        ended = time.time()
        expect(tablet.banner()).to_contain_text(tablet.say("link.lost"))
        said_after_s = tablet.said_after_s(ended)
        print(f"the loss was said after {said_after_s:.1f} s")
        assert said_after_s < LOST_WITHIN_S
        expect(throw).to_be_disabled()

    with HubProcess(tmp_path, port=hub.port):
        expect(tablet.banner()).to_have_count(0)
        expect(throw).to_be_enabled()
        tablet.answer("opening_throw_pending", "command.throw")
        expect(tablet.page.locator("[data-prompt]")).to_contain_text("Ben")
        assert tablet.page.evaluate("window.sameLoad")


def test_silence_is_reported(tmp_path: Path, visit: Visit) -> None:
    """A hub that says nothing any more, on lines that stay open, is called lost within ten seconds; it comes back."""
    with HubProcess(tmp_path) as hub:
        tablet = visit("table", origin=hub.local_url, key=hub.key)
        expect(tablet.page.get_by_label(tablet.say("lobby.name.new"))).to_be_visible()
        tablet.page.evaluate(SEE, ".banner[role=alert]")
        tablet.without_hub()
        hub.process.send_signal(signal.SIGSTOP)
        silent = time.time()
        expect(tablet.banner()).to_contain_text(tablet.say("link.lost"))
        said_after_s = tablet.page.evaluate("window.seenAt") - silent
        hub.process.send_signal(signal.SIGCONT)
        print(f"the silence was said after {said_after_s:.1f} s")
        assert said_after_s < SAID_WITHIN_S
        expect(tablet.banner()).to_have_count(0)


class Sleep:
    """Stands between a page and the hub: while the device sleeps nothing passes, and new lines come to nothing."""

    def __init__(self, page: Page) -> None:
        self.asleep = False
        page.route_web_socket("**/socket.io/**", self._route)

    def _route(self, line: WebSocketRoute) -> None:
        if self.asleep:
            return
        hub = line.connect_to_server()
        line.on_message(lambda message: self.asleep or hub.send(message))
        hub.on_message(lambda message: self.asleep or line.send(message))
        hub.on_close(lambda _code, _reason: self.asleep or line.close())


def test_a_phone_that_wakes_up_is_fresh(house: House, visit: Visit) -> None:
    """A phone that slept until the hub gave it up shows what happened meanwhile two seconds after it wakes."""
    house.open("Anna", "Ben")
    house.begin()
    phone = visit("play", code_of=1)
    phone.shows(1)
    sleep = Sleep(phone.page)
    phone.page.reload()
    phone.shows(1)
    until(lambda: house.view().seats[1].online, "the phone is there")
    phone.page.evaluate(SEE_BALANCE, "1600")
    phone.without_hub()
    sleep.asleep = True
    deadline = time.monotonic() + PATIENCE_S
    while house.view().seats[1].online:
        assert time.monotonic() < deadline, "the hub does not give the phone up"
        phone.page.wait_for_timeout(100)
    house.correct(CorrectMoney(BANK, 1, 100))
    sleep.asleep = False
    woke = time.time()
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    phone.shows(1)
    fresh_after_s = phone.page.evaluate("window.seenAt") - woke
    print(f"the phone was fresh after {fresh_after_s:.1f} s")
    assert fresh_after_s < FRESH_WITHIN_S
