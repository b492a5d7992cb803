"""The game stands still, or the banker puts something right: pieces to be put back, evenings that end, reasons."""

import re
from collections.abc import Callable

import pytest
from browser import positions
from browser.correcting import FORMS, open_form
from browser.devices import Visit, once
from helpers.house import House, until
from playwright.sync_api import expect

from hub.domain.tasks import BuyPending
from hub.table.automatic.hands import SPARE_TAGS
from hub.table.requests import Hands, RestartTurn
from hub.table.wire.contract import View

ANNA = 0
ANNA_BEFORE = 19


def test_the_table_says_which_piece_goes_back(house: House, visit: Visit) -> None:
    """After an undo all devices say where Anna's piece goes, the track lights it, and it goes on by itself."""
    positions.purchase(house)
    house.do(Hands(by_hand=True))
    tablet, phone, tv = visit("table", local=True), visit("play", code_of=ANNA), visit("tv")
    tablet.prompt("buy_pending")
    house.do(RestartTurn(house.view().undo))
    for screen in (tablet, phone, tv):
        expect(screen.page.locator("[data-pause=put_back] [data-missing]")).to_have_count(1)
        expect(screen.page.locator("[data-prompt]")).to_have_count(0)
    expect(tablet.page.locator(".track .glow")).to_have_count(1)
    lay(house, ANNA, ANNA_BEFORE)
    tablet.prompt("throw_pending")
    expect(phone.page.locator("[data-pause]")).to_have_count(0)


def test_an_evening_ends_and_goes_on_after_a_restart(house: House, visit: Visit) -> None:
    """The banker stops for today and prints; another day the hub asks for the pieces, and the question is back."""
    positions.purchase(house)
    tablet = visit("table", local=True)
    tablet.touch(tablet.page.get_by_role("button", name=tablet.say("menu"), exact=True))
    tablet.press("menu.freeze")
    expect(tablet.page.get_by_role("heading", name=tablet.say("pause.frozen"), level=1)).to_be_visible()
    sheet = tablet.page.get_by_role("article", name=tablet.say("rebuild.title"))
    expect(sheet.locator("[data-rebuild]")).to_have_count(len(positions.NAMES))
    expect(sheet).to_contain_text("Lessingstraße")
    printed = tablet.page.pdf(prefer_css_page_size=True)
    assert re.findall(rb"/MediaBox \[0 0 59[45]\.\d+ 84[12]\.\d+\]", printed), "the sheet is A4"
    assert re.search(rb"/Count 1\b", printed), "and one page"
    tablet.page.emulate_media(media="print")
    expect(tablet.button("pause.go_on")).to_be_hidden()
    expect(sheet).to_be_visible()
    tablet.page.emulate_media(media="screen")

    tablet.without_hub()
    house.close()
    house.by_hand = True
    house.open()
    for seat in (1, 2, 3):
        lay(house, seat, house.view().seats[seat].space)
    expect(tablet.page.locator("[data-missing]")).to_have_count(1)
    expect(tablet.button("pause.go_on")).to_be_disabled()
    lay(house, ANNA, house.view().seats[ANNA].space)
    tablet.press("pause.go_on")
    until(lambda: isinstance(house.task, BuyPending), "the question is back")
    tablet.prompt("buy_pending")
    tablet.shows()


def lay(house: House, seat: int, space: int) -> None:
    node, reader = divmod(space, 10)
    house.hands.place(SPARE_TAGS[seat], f"sim-{node}", reader)


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
    taken_back = tablet.page.locator("ol.feed li.undone:visible").filter(has_text=REASON)
    expect(taken_back).to_contain_text(tablet.say("table.undone"))
    tablet.shows()
