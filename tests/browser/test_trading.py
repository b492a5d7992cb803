"""A trade on phone and tablet: the other side in sight, and a mortgage that goes along."""

import pytest
from browser import positions
from browser.devices import Visit
from browser.looks import AT_REST
from browser.offer import give, send, side
from browser.reach import unreached
from browser.screen import READING_MS
from helpers.house import House, until
from playwright.sync_api import expect

from hub.domain.tasks import ThrowPending

BJOERN = 1
SUEDBAHNHOF = 5
BESIDE = {"the other side": "[role=dialog] section:not(.typing) h3"}
ACROSS = {"what goes across": "[role=dialog] .goes"}
KEYS = {"a key": "[role=dialog] .keys button", "what ends it": "[role=dialog] .typing > .button"}


@pytest.mark.parametrize(
    ("page", "size", "seen"),
    [("table", (1024, 768), BESIDE), ("play", (390, 844), ACROSS), ("play", (360, 640), ACROSS)],
)
def test_money_is_typed_with_the_other_side_in_sight(
    house: House, visit: Visit, page: str, size: tuple[int, int], seen: dict[str, str]
) -> None:
    """On a tablet both sides of a trade stay side by side; on a phone a line below the keys says what goes across."""
    positions.groups(house)
    viewport = dict(zip(("width", "height"), size, strict=True))
    screen = (
        visit(page, code_of=BJOERN, viewport=viewport) if page == "play" else visit(page, local=True, viewport=viewport)
    )
    screen.press("table.trade")
    window = screen.page.get_by_role("dialog", name=screen.say("trade.title"))
    if page == "table":
        screen.touch(window.get_by_role("group", name=screen.say("trade.who")).get_by_role("button", name="Björn"))
    screen.touch(window.get_by_role("group", name=screen.say("trade.with")).get_by_role("button", name="Anna"))
    giving = side(window, screen, "Björn")
    screen.touch(giving.get_by_role("button").nth(1))
    screen.touch(giving.get_by_role("button", name=screen.say("trade.money.label")))
    screen.until(AT_REST)
    assert not unreached(screen.page, {**seen, **KEYS}, 0)


BESIDE_THE_STRIP = """(rows) => rows.map((row) => {
  const [strip, buttons] = [row.querySelector(".band.strip"), [...row.querySelectorAll("button:not(.round)")]];
  const shown = buttons.map((one) => one.getBoundingClientRect());
  const { top, bottom } = strip.getBoundingClientRect();
  const name = row.querySelector("strong, .name").getBoundingClientRect();
  return {
    wrapped: shown.some((one) => one.top > name.bottom),
    covered: shown.every((one) => top <= one.top && one.bottom <= bottom),
  };
})"""


@pytest.mark.parametrize(("position", "rows"), [(positions.claims, "[data-remote]"), (positions.groups, "[data-deed]")])
def test_the_colour_of_a_deed_is_beside_all_that_is_said_of_it(
    house: House, visit: Visit, position: positions.Position, rows: str
) -> None:
    """On a phone in large letters a deed's buttons stand below its name, and the strip goes down to them."""
    position(house)
    phone = visit("play", code_of=house.view().on_turn, viewport={"width": 320, "height": 640})
    phone.page.evaluate("document.documentElement.classList.add('large')")
    expect(phone.page.locator(rows).first).to_be_visible()
    found = phone.page.locator(rows).evaluate_all(BESIDE_THE_STRIP)
    assert [row for row in found if row["wrapped"]]
    assert [row for row in found if not row["covered"]] == []


@pytest.mark.rule("classic-24")
@pytest.mark.rule("classic-26")
def test_phone_offers_tablet_counters_phone_accepts_and_the_mortgage_is_redeemed(house: House, visit: Visit) -> None:
    """Björn's phone mortgages a station and offers it, Anna counters on the tablet; Björn accepts, Anna redeems."""
    positions.groups(house)
    positions.own(house, BJOERN, SUEDBAHNHOF)
    tablet, phone = visit("table", local=True), visit("play", code_of=BJOERN)
    station = phone.page.locator(f"[data-deed='{SUEDBAHNHOF}']")
    phone.touch(station.get_by_role("button", name=f"{phone.say('command.mortgage')}: Südbahnhof"))
    phone.page.wait_for_timeout(READING_MS)
    phone.touch(station.get_by_role("button", name=phone.say("confirm.again", amount="+100")))
    until(lambda: house.balances()[BJOERN] == 1600, "the mortgage is paid out")
    expect(station).to_contain_text(phone.say("deeds.mortgaged"))

    phone.press("table.trade")
    window = phone.page.get_by_role("dialog", name=phone.say("trade.title"))
    phone.touch(window.get_by_role("button", name="Anna"))
    phone.touch(side(window, phone, "Björn").get_by_role("button", name="Südbahnhof"))
    give(window, phone, "Anna", 150)
    send(window, phone)
    expect(phone.button("command.withdraw_trade")).to_be_visible()

    tablet.press("trade.counter")
    counter = tablet.page.get_by_role("dialog", name=tablet.say("trade.counter"))
    give(counter, tablet, "Anna", 90)
    send(counter, tablet)
    accept = phone.button("command.accept_trade")
    expect(accept).to_contain_text("90")
    phone.page.wait_for_timeout(READING_MS)
    phone.touch(accept)
    tablet.answer("mortgage_choice_pending", "command.redeem")
    until(lambda: isinstance(house.task, ThrowPending), "the mortgage is decided")

    assert house.balances()[:2] == [1500 - 90 - 110, 1600 + 90]
    deed = next(deed for deed in house.view().deeds if deed.deed == SUEDBAHNHOF)
    assert (deed.owner, deed.mortgaged) == (0, False)
    tablet.shows()
    phone.shows(BJOERN)
