"""Whoever has neither PIN nor code looks on: sees everything the table shows and can change nothing."""

from browser import positions
from browser.coming import pairing
from browser.devices import Visit
from browser.reach import FINGER_PX, LOW_PHONES, SMALL
from browser.walk import Reach, all_in_reach
from helpers.house import House
from playwright.sync_api import expect


def test_a_wrong_pin_is_reported_and_watching_is_free(house: House, visit: Visit) -> None:
    """A wrong PIN gives a reason; "just watch" shows the table without a single answer to the open question."""
    positions.purchase(house)
    tablet = visit("table")
    wrong = str((int(house.pin[0]) + 1) % 10) + house.pin[1:]
    tablet.type_amount(tablet.page.locator("body"), wrong)
    tablet.press("pair.send")
    expect(tablet.page.get_by_role("alert")).to_contain_text(tablet.say("reason.wrong_pin"))
    tablet.press("pair.watch")
    expect(tablet.prompt("buy_pending")).to_contain_text(tablet.say("table.waiting", names="Anna"))
    expect(tablet.prompt("buy_pending").locator(".button")).to_have_count(0)
    expect(tablet.page.get_by_role("toolbar").get_by_role("button", name=tablet.say("table.undo"))).to_have_count(0)
    tablet.shows()


def test_a_pin_is_typed_and_sent_without_scrolling(house: House, visit: Visit) -> None:
    """On low phones each key and what sends the PIN lie on the first screen, once one knows of `--tls`."""
    positions.lobby(house)
    wanted = {"a key": ".key", "what sends": "main .button.primary"}
    tablet = pairing(visit)
    expect(tablet.page.get_by_text(tablet.say("away.screen", option="--tls"))).to_be_visible()
    tablet.press("away.screen.ok")
    all_in_reach(tablet, FINGER_PX, Reach((*LOW_PHONES, *SMALL), wanted))


def test_a_tv_has_nothing_to_press(house: House, visit: Visit) -> None:
    """The TV tells the question, but offers no button, not even on the hub's own computer."""
    positions.auction(house)
    screen = visit("tv", local=True)
    expect(screen.page.get_by_role("heading", name="Lessingstraße")).to_be_visible()
    screen.shows()
    assert screen.page.get_by_role("button").count() == 0
