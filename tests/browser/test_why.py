"""Why a game ended as it did, in a browser: while it is found out, and when it is known."""

import pytest
from browser.devices import Visit
from browser.kept import resume
from helpers.house import House
from helpers.near_workers import NearWorkers
from playwright.sync_api import expect

from hub.features.odds.contract import LookingBackView
from hub.features.odds.hindsight.desk import HindsightDesk, look_back, past_of
from hub.features.odds.outlook import Budget

pytestmark = pytest.mark.feature("evening")

GAME = "classic/sensible-2"


def test_the_story_says_why_once_it_is_known(house: House, visit: Visit) -> None:
    """First how far it is; then curve and table, turning points, and for each player what made the chance change."""
    resume(house, GAME, outlook=True)
    moment, played = house.table.desk(HindsightDesk).wanted(), house.table.played()
    house.table.desk(HindsightDesk).note(moment, 30)
    reader = visit("story", local=True)
    section = reader.page.locator("section[data-why]")
    expect(section.get_by_role("progressbar")).to_have_attribute("value", "30")
    found = look_back(NearWorkers().workers, past_of(played, moment), Budget(36, 5))
    house.table.desk(HindsightDesk).answer(moment, LookingBackView(wanted=True, percent=100, found=found))
    expect(section).to_have_attribute("data-why", "known", timeout=20_000)
    expect(section.get_by_role("img", name=reader.say("evening.why.odds.picture")).locator("canvas")).to_have_count(1)
    shares = section.get_by_role("table", name=reader.say("evening.why.shares"))
    expect(shares.get_by_role("row")).to_have_count(1 + len(found.shares))
    section.locator("summary").click()
    rows = section.locator("details tbody tr")
    expect(rows.last.locator("th")).to_have_text(str(found.odds.turns[-1]))
    expect(rows.last.locator("td")).to_contain_text([f"{round(100 * curve[-1])}" for curve in found.odds.seats])
    turning = section.locator("ol > li")
    expect(turning).to_have_count(len(found.turning))
    assert reader.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
