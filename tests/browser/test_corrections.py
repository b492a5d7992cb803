"""What the banker puts right by hand, with its reason in the history; taken back; and what "Why?" says of a rent."""

import re
from collections.abc import Callable

import pytest
from browser import positions
from browser.correcting import FORMS, open_form
from browser.devices import Visit, once
from helpers.house import House, until
from playwright.sync_api import expect

from hub.table.wire.contract import View

ANNA, BJOERN = 0, 1
SOLD = [(ANNA, 23), (BJOERN, 2)]
REASON = "Wechselgeld vergessen"

Seen = Callable[["View"], object]


KINDS: dict[str, tuple[Seen, object]] = {
    "money": (lambda view: [view.seats[ANNA].balance, view.seats[BJOERN].balance], [1550, 1450]),
    "piece": (lambda view: view.seats[BJOERN].space, 5),
    "deed": (lambda view: [sold.owner for sold in view.deeds if sold.deed == 5], [BJOERN]),
    "buildings": (lambda view: [sold.stage for sold in view.deeds if sold.deed == 1], [1]),
    "jail": (lambda view: view.seats[BJOERN].misses, 0),
    "shares": (lambda view: [(one.holder, one.count) for one in view.market.issuers[ANNA].holdings], SOLD),
}


@pytest.mark.parametrize("kind", once(KINDS, ["buildings", "shares"]))
def test_a_correction_is_held_down_shown_with_its_reason_and_taken_back(house: House, visit: Visit, kind: str) -> None:
    """The banker chooses, says why, holds the button; the history tells it; undo brings back what was before."""
    seen, wanted = KINDS[kind]
    (positions.shares if kind == "shares" else positions.groups)(house)
    before = seen(house.view())
    assert before != wanted
    tablet = visit("table", local=True)
    window = open_form(tablet, kind)
    FORMS[kind](tablet, window)
    window.get_by_label(tablet.say("correct.reason")).fill(REASON)
    tablet.hold(window.get_by_role("button", name=re.compile(tablet.say("correct.do"))))
    expect(window).to_have_count(0)
    assert seen(house.view()) == wanted
    line = tablet.in_feed(tablet.say("fact.corrected", reason=REASON))
    expect(line).to_have_count(1)
    tablet.shows()

    tablet.touch(tablet.page.get_by_role("toolbar").get_by_role("button", name=tablet.say("table.undo")))
    until(lambda: seen(house.view()) == before, "the correction is taken back")
    taken_back = tablet.page.locator("ol.feed li.undone").filter(has_text=REASON)
    expect(taken_back).to_contain_text(tablet.say("table.undone"))
    tablet.shows()


@pytest.mark.rule("classic-07")
def test_why_tells_the_sum_and_the_rule_of_a_rent(house: House, visit: Visit) -> None:
    """A tap on a rent in the history says what it was reckoned from, on the tablet and on the payer's phone."""
    positions.groups(house)
    house.throw_and_buy(ANNA, 1, 4)
    house.throw(BJOERN, 2, 4)
    tablet, phone = visit("table", local=True), visit("play", code_of=BJOERN)
    for screen in (tablet, phone):
        rent = screen.say("purpose.rent_street", payer="Björn", payee="Anna", amount="12", deed="Chausseestraße")
        screen.touch(screen.in_feed(rent).get_by_role("button"))
        entry = screen.page.get_by_role("dialog", name=screen.say("table.feed"))
        expect(entry).to_contain_text(rent)
        expect(entry).to_contain_text(screen.say("explanation.open"))
        expect(entry).to_contain_text(
            screen.say("explanation.rent_street", deed="Chausseestraße", base="6", factor="2")
        )
        expect(entry).to_contain_text(screen.say("explanation.row", row="classic-07"))
        screen.shut(entry)


def test_a_turn_that_went_wrong_begins_again_on_all_devices(house: House, visit: Visit) -> None:
    """Restarting the turn takes back a double, a purchase and a correction, and the phone follows the tablet."""
    positions.groups(house)
    house.throw_and_buy(ANNA, 4, 1)
    before = house.balances()
    house.throw(BJOERN, 2, 2)
    house.throw_and_buy(BJOERN, 4, 4)
    assert house.balances() != before
    tablet, phone = visit("table", local=True), visit("play", code_of=BJOERN)
    tablet.press("menu")
    tablet.press("menu.restart_turn")
    until(lambda: house.balances() == before, "the turn begins again")
    phone.prompt("throw_pending")
    phone.shows(BJOERN)
    tablet.shows()


def test_the_history_by_player_and_an_undo_that_asks(house: House, visit: Visit) -> None:
    """Only lines about Chloé, back to the first move; an undo says how many moves before it takes them back."""
    positions.lively(house)
    tablet = visit("table", local=True)
    tablet.page.get_by_role("button", name=tablet.say("table.feed.filter")).click()
    window = tablet.page.get_by_role("dialog", name=tablet.say("table.feed"))
    tablet.touch(window.get_by_role("radio", name="Chloé"))
    lines = window.locator("ol.feed li")
    expect(lines.first).to_contain_text("Chloé")
    before = lines.count()
    tablet.touch(window.get_by_role("button", name=tablet.say("table.feed.older")))
    until(lambda: tablet.page.wait_for_timeout(30) or lines.count() > before, "older lines came")
    assert all("Chloé" in text for text in lines.all_inner_texts())
    tablet.touch(lines.nth(1).get_by_role("button"))
    entry = tablet.page.get_by_role("dialog").last
    tablet.touch(entry.get_by_role("button", name=tablet.say("table.undo.to")))
    moves = house.view().undo
    expect(entry.get_by_role("alert")).to_be_visible()
    assert house.view().undo == moves
    shown = re.search(r"\d+", entry.get_by_role("alert").locator("p").first.inner_text())
    taken = int(shown[0]) if shown else 1
    tablet.touch(entry.get_by_role("alert").get_by_role("button").last)
    until(lambda: house.view().undo == moves - taken, "as many moves as it said were taken back")
