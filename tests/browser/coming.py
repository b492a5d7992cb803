"""Devices that have no place at the table yet."""

from collections.abc import Callable
from functools import partial

from browser.devices import Visit
from browser.screen import Screen
from playwright.sync_api import expect


def pairing(visit: Visit) -> Screen:
    """A tablet from the network that has not paired."""
    tablet = visit("table")
    expect(tablet.button("pair.send")).to_be_visible()
    return tablet


def joining(visit: Visit) -> Screen:
    """A phone that has no seat yet, with a code to type."""
    phone = visit("play")
    phone.has_code()
    expect(phone.button("play.join.send")).to_be_visible()
    return phone


def arriving(visit: Visit) -> Screen:
    """A phone without a code: it takes a seat, or says whose it is."""
    phone = visit("play")
    expect(phone.page.locator(":is([data-send], li[data-seat]) .button").first).to_be_visible()
    return phone


def shown_round(show: Callable[[Visit], Screen]) -> Callable[[Visit], Screen]:
    """The same on a device that was never here, with the tour."""

    def look(visit: Visit) -> Screen:
        screen = show(partial(visit, newcomer=True))
        expect(screen.page.get_by_role("region", name=screen.say("tour.title"), exact=True)).to_be_visible()
        return screen

    return look
