"""The hub ends and comes back: the page says so at once, locks its buttons, and goes on by itself."""

import signal
import time
from pathlib import Path

import pytest
from browser.devices import Visit
from browser.screen import FETCHED
from helpers.hub_process import HubProcess
from helpers.representative import first_stands_for
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
SAID_WITHIN_S = 2.0


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
        assert said_after_s < SAID_WITHIN_S
        expect(throw).to_be_disabled()

    with HubProcess(tmp_path, port=hub.port):
        expect(tablet.banner()).to_have_count(0)
        expect(throw).to_be_enabled()
        tablet.answer("opening_throw_pending", "command.throw")
        expect(tablet.page.locator("[data-prompt]")).to_contain_text("Ben")
        assert tablet.page.evaluate("window.sameLoad")
