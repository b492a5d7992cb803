"""A part of a page that could not be fetched, because the hub or the network was away just then."""

from browser.devices import Visit
from helpers.house import House
from playwright.sync_api import expect


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
