"""The edition whose throws add up, as people choose and play it: stops on the track."""

import re

from browser.devices import Visit
from helpers.house import House
from playwright.sync_api import expect

from hub.domain.commands import Advance, Throw
from hub.table.requests import Hands

EDITION = "mpmp"


def test_an_edition_is_chosen_and_a_move_of_three_throws_is_shown_as_one(house: House, visit: Visit):
    """Chosen in the lobby; after two doubles the spaces passed are marked, told, and gone once the piece stands."""
    house.open("Anna", "Björn")
    tablet = visit("table", local=True)
    tablet.touch(tablet.page.get_by_role("radio", name=re.compile(re.escape(tablet.say(f"edition.{EDITION}")))))
    expect(tablet.page.get_by_text(tablet.say(f"{EDITION}.lobby.players.hint"))).to_be_visible()
    tablet.press("lobby.start")
    tablet.prompt("throw_pending")
    house.do(Hands(by_hand=True))
    for faces in ((3, 3), (4, 4)):
        house.play(Throw(0, faces))
    again = tablet.prompt("throw_again_pending")
    expect(again).to_contain_text("Chausseestraße")
    expect(again).to_contain_text("Neue Straße")
    expect(tablet.page.locator("rect.stop")).to_have_count(2)
    house.play(Throw(0, (6, 3)), Advance(0))
    tablet.prompt("buy_pending")
    expect(tablet.page.locator("rect.stop")).to_have_count(0)
