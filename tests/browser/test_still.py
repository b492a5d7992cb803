"""Nothing moves under a finger: what comes while a question stands leaves answers and deeds where they are."""

from collections.abc import Callable

import pytest
from browser import positions
from browser.devices import Visit
from browser.looks import AT_REST
from browser.positions import LIGHT_BLUE, own, walk
from browser.questions import QUESTIONS
from browser.reach import ENDING, ONE, OTHER, FullHouse, moment
from browser.screen import DRESSED, STAGED, Screen
from helpers.house import House
from playwright.sync_api import expect

from hub.domain.commands import Bundle, OfferTrade
from hub.domain.corrections import CorrectMoney
from hub.domain.ids import BANK

SIZES = ((1280, 800), (1024, 768), (768, 1024))
ARMED_MS = 400
"""As long as a question stands before a tap counts."""
OF = "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes(part))"
COME = f"(part) => {OF}.length > 1"
"""A part, and its style."""
RUN = f"(part) => Promise.all({OF}.filter((name) => name.endsWith('.js')).map((name) => import(name)))"
FRAMES_WITHOUT_DEED = """() => {
  window.frames_without_deed = 0;
  const look = () => {
    const asked = document.querySelector("[data-prompt=buy_pending]");
    if (asked && !asked.querySelector(".ladder")) window.frames_without_deed += 1;
    requestAnimationFrame(look);
  };
  look();
}"""
WHERE = """(answers) => [...document.querySelectorAll(answers)].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y, width, height];
})"""


def offered(house: House) -> None:
    """Somebody wants a street of who is asked."""
    house.play(OfferTrade(OTHER, ONE, Bundle(money=180), Bundle(deeds=LIGHT_BLUE[:1])))


def paid(house: House) -> None:
    """Something happens that may be taken back."""
    house.correct(CorrectMoney(OTHER, BANK, 10))


def unplugged(house: House) -> None:
    """The board is gone."""
    house.hands.unplug("sim-0")


def gone(house: House) -> None:
    """The hub is away."""
    house.close()


BARS: dict[str, tuple[Callable[[House], None], str]] = {
    "offer": (offered, ".offer"),
    "undo": (paid, ".undo .bar"),
    "board": (unplugged, ".banner.board"),
    "offline": (gone, ".banner.link"),
}


def test_a_bar_moves_no_answer(full: FullHouse, visit: Visit) -> None:
    """On the tablet lying and upright, with eight people, and whatever the bar has to say, or several together."""
    moment("buy", 8)(full)
    own(full, ONE, *LIGHT_BLUE)
    walk(full)
    tablets: list[Screen] = []
    for width, height in SIZES:
        tablet = visit("table", local=True, of=full, viewport={"width": width, "height": height})
        tablet.page.wait_for_selector(ENDING)
        tablet.page.wait_for_selector("[data-prompt] .ladder")  # comes after the question
        tablet.without_hub()
        tablets.append(tablet)
    for tablet in tablets:
        tablet.page.evaluate(STAGED)
        tablet.until(DRESSED)
        tablet.until(AT_REST)
    tablets[-1].page.wait_for_timeout(ARMED_MS)  # a wait of real time: from then on a finger may be on its way
    before = [tablet.page.evaluate(WHERE, ENDING) for tablet in tablets]
    for bar, (happen, seen) in BARS.items():
        happen(full)
        for tablet, stood in zip(tablets, before, strict=True):
            expect(tablet.page.locator(seen)).to_be_visible()
            tablet.until(AT_REST)
            assert tablet.page.evaluate(WHERE, ENDING) == [pytest.approx(one, abs=1) for one in stood], bar


def test_a_question_comes_with_its_deed(house: House, visit: Visit) -> None:
    """Once a page stands, there is no frame in which a question waits for its deed, which would push answers down."""
    positions.lively(house)
    tablet = visit("table", local=True)
    tablet.page.wait_for_function(COME, arg="DeedMini")
    tablet.page.evaluate(RUN, arg="DeedMini")
    tablet.page.evaluate(FRAMES_WITHOUT_DEED)
    house.throw(0, 4, 3)
    positions.walk(house)
    tablet.page.wait_for_selector("[data-prompt=buy_pending] .ladder")
    assert tablet.page.evaluate("frames_without_deed") == 0


def test_a_debt_that_can_be_paid_moves_no_deed(house: House, visit: Visit) -> None:
    """Where money is raised deed by deed a button takes the place of what was missing, and does not scroll away."""
    QUESTIONS["debt"](house)
    screens = [
        visit("table", local=True, viewport={"width": 1024, "height": 500}),
        *(visit("play", code_of=ONE, viewport={"width": width, "height": 640}) for width in (360, 320)),
    ]
    for screen in screens:
        screen.press("raise.deeds")
        screen.page.wait_for_selector("[role=dialog] .refusal")
        screen.until(DRESSED)
        screen.until(AT_REST)
    before = [screen.page.evaluate(WHERE, "[role=dialog] [data-deed]") for screen in screens]
    house.correct(CorrectMoney(BANK, ONE, 5_000))
    for screen, stood in zip(screens, before, strict=True):
        pays = screen.page.locator("[role=dialog] .button.primary")
        expect(pays).to_be_visible()
        screen.until(AT_REST)
        assert stood == screen.page.evaluate(WHERE, "[role=dialog] [data-deed]") != []
        screen.page.locator("[role=dialog] [data-deed]").last.scroll_into_view_if_needed()
        expect(pays).to_be_in_viewport(ratio=1)


def test_what_may_be_taken_back_covers_no_line_of_the_history(house: House, visit: Visit) -> None:
    """On a tablet that lies it stays below the history, which says the same."""
    QUESTIONS["opening"](house)
    tablet = visit("table", local=True, viewport={"width": 1024, "height": 768})
    tablet.page.wait_for_selector(ENDING)
    paid(house)
    expect(tablet.page.locator(".undo .bar")).to_be_visible()
    tablet.until(AT_REST)
    bar, history = (tablet.page.evaluate(WHERE, one)[0] for one in (".undo .bar", ".history"))
    assert bar[1] >= history[1] + history[3]


def test_what_may_be_taken_back_lies_on_the_dock_of_a_phone(house: House, visit: Visit) -> None:
    """Where a phone is the banker's, upright and sideways, it is as wide as the dock, and the page has one column."""
    QUESTIONS["opening"](house)
    phones = [visit("table", local=True, viewport={"width": w, "height": h}) for w, h in ((390, 844), (740, 360))]
    for phone in phones:
        phone.page.wait_for_selector(ENDING)
    paid(house)
    for phone in phones:
        expect(phone.page.locator(".undo .bar")).to_be_visible()
        phone.until(AT_REST)
        bar, dock, balances = (phone.page.evaluate(WHERE, one)[0] for one in (".undo .bar", "nav", ".players"))
        assert (bar[0], bar[2]) == (dock[0], dock[2]) == (balances[0], balances[2])
        assert bar[1] + bar[3] == pytest.approx(dock[1] + dock[3], abs=1)
