"""The hub's own computer: the address in the terminal opens the table once; typed by hand it asks for the PIN."""

from browser.devices import Visit
from helpers.house import House
from playwright.sync_api import expect


def test_the_terminals_address_opens_the_table_once(house: House, visit: Visit) -> None:
    """The browser it opens is the banker's, also after a restart of the hub; the next reads where the PIN is."""
    house.open("Anna", "Ben")
    page = house.way_in.rpartition("/")[2]
    first = visit(page, origin=house.local_url, device="table")
    expect(first.page.get_by_label(first.say("lobby.name.new"))).to_be_visible()
    assert "code" not in first.page.url
    second = visit(page, origin=house.local_url, device="table")
    expect(second.page.get_by_text(second.say("pair.hint.here"))).to_be_visible()
    first.without_hub()
    second.without_hub()
    house.close()
    house.open()
    first.open("table")
    expect(first.page.get_by_label(first.say("lobby.name.new"))).to_be_visible()


def test_typed_by_hand_it_asks_for_the_pin(house: House, visit: Visit) -> None:
    """`http://localhost:8080` without more says kindly where the PIN is; a tablet reads what it always did."""
    house.open("Anna", "Ben")
    here, tablet = visit("", origin=house.local_url, device="table"), visit("table")
    expect(here.page.get_by_text(here.say("pair.hint.here"))).to_be_visible()
    expect(tablet.page.get_by_text(tablet.say("pair.hint"))).to_be_visible()
    here.pair()
    expect(here.page.get_by_label(here.say("lobby.name.new"))).to_be_visible()
