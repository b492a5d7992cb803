"""Deeds on every device: traded with a mortgage on them, built on with the last houses, claimed from afar."""

import re

import pytest
from browser import positions
from browser.devices import Visit
from browser.looks import AT_REST
from browser.offer import give, send, side
from browser.positions import LISBON, PRAGUE, WARSAW
from browser.reach import unreached
from browser.screen import READING_MS, Screen
from helpers.house import House, until
from playwright.sync_api import Locator, expect

from hub.domain.commands import WantBuildings
from hub.domain.corrections import CorrectPiece
from hub.domain.tasks import AuctionRunning, BuildPending, PlacingPending, ShortagePending, ThrowPending

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


ANNA, BJOERN, CHLOE = range(3)
CHAUSSEESTRASSE, _, POSTSTRASSE = positions.LIGHT_BLUE
TURMSTRASSE = positions.BROWN[1]


def stages(house: House, *deeds: int) -> list[int]:
    """What stands on these streets."""
    found = {deed.deed: deed.stage for deed in house.view().deeds}
    return [found[deed] for deed in deeds]


def step(screen: Screen, command: str, deed: int) -> Locator:
    """The button that takes a street one step up or down."""
    row = screen.page.locator(f"[data-build='{deed}']")
    return row.get_by_role("button", name=re.compile(f"^{screen.say(f'command.{command}')}:"))


def want(screen: Screen, amount: int) -> None:
    """Ask for that many of the scarce houses."""
    question = screen.read("shortage_pending")
    number = question.get_by_role("group", name=screen.say("want.count"))
    for _ in range(1, amount):
        screen.touch(number.get_by_role("button", name=screen.say("want.more")))
    expect(number.get_by_role("status")).to_contain_text(str(amount))
    screen.touch(question.locator(".button.primary"))


def win(house: House, seat: int, winner: Screen, loser: Screen) -> None:
    """One bids, the other drops out, and a house waits for its place."""
    winner.answer("auction_running", "command.place_bid")
    until(lambda: isinstance(house.task, AuctionRunning) and house.task.leader == seat, "the bid leads")
    loser.answer("auction_running", "command.pass_bid")
    until(lambda: isinstance(house.task, PlacingPending), "a house is won")


@pytest.mark.rule("classic-22")
def test_the_last_houses_are_auctioned_one_by_one_from_two_devices(house: House, visit: Visit) -> None:
    """Anna at the tablet and Björn on the phone bid for the last two houses, Chloé wants none: each gets one."""
    positions.scarce(house)
    tablet, phone = visit("table", local=True), visit("play", code_of=BJOERN)
    deeds = tablet.window("table.deeds", "deeds.title")
    tablet.touch(step(tablet, "build", CHAUSSEESTRASSE))
    expect(deeds).to_have_count(0)
    want(tablet, 3)
    want(phone, 2)
    until(lambda: isinstance(house.task, ShortagePending) and house.task.seats == (CHLOE,), "only Chloé is asked")
    house.play(WantBuildings(CHLOE, 0))

    win(house, BJOERN, phone, tablet)
    phone.touch(phone.read("placing_pending").get_by_role("button", name=re.compile("^Turmstraße")))
    until(lambda: stages(house, TURMSTRASSE) == [1], "Björn's house stands")
    tablet.touch(tablet.read("auction_running").get_by_role("radio", name="Anna"))
    win(house, ANNA, tablet, phone)
    tablet.read("placing_pending")
    tablet.touch(tablet.page.get_by_role("button", name=re.compile("^Poststraße")).first)
    until(lambda: isinstance(house.task, ThrowPending), "nothing is left to deal out")

    assert stages(house, POSTSTRASSE, TURMSTRASSE) == [1, 1]
    assert house.view().stock["house"] == 0
    assert house.balances()[:2] == [1450, 1450]
    tablet.shows()
    phone.shows(BJOERN)


ANNA, BJOERN = 0, 1


def shown_of(screen: Screen, space: int) -> Locator:
    """What the list beside the track says of a space."""
    return screen.page.locator("ol.hidden > li").nth(space)


def stage(house: House, space: int) -> int:
    return next(deed.stage for deed in house.view().deeds if deed.deed == space)


@pytest.mark.rule("euro-07")
@pytest.mark.rule("euro-11")
@pytest.mark.rule("euro-15")
def test_a_claim_is_seen_bought_from_afar_and_built_on(house: House, visit: Visit) -> None:
    """Anna's claim is on the track; her phone buys Lisbon, whose first visitor is paid; in Warsaw she builds."""
    positions.claims(house)
    tablet, phone = visit("table", local=True), visit("play", code_of=ANNA)
    tablet.prompt("throw_pending")
    expect(shown_of(tablet, LISBON)).to_contain_text(tablet.say("deeds.claim", name="Anna"))
    offer = phone.read("throw_pending").locator(f"[data-remote='{LISBON}']")
    expect(offer).to_contain_text(phone.say("remote.cost.first", price=500, commission=100, visitor="Björn"))
    phone.touch(offer.get_by_role("button", name=phone.say("command.buy_remote")))
    until(lambda: house.balances() == [2_400, 3_100, 3_000], "the bank and the first visitor are paid")
    expect(shown_of(tablet, LISBON)).to_contain_text(tablet.say("deeds.owner", name="Anna"))
    expect(tablet.in_feed(tablet.say("purpose.commission", payer="Anna", payee="Björn", amount=100))).to_have_count(1)
    expect(phone.page.locator("[data-remote]")).to_have_count(0)
    phone.shows(ANNA)

    house.correct(CorrectPiece(ANNA, positions.BEFORE_WARSAW))
    house.throw(ANNA, 1, 2)
    prompt = phone.read("build_pending")
    for number, space in enumerate((WARSAW, PRAGUE), start=1):
        phone.touch(prompt.locator(f"[data-build='{space}']").get_by_role("button"))
        until(lambda paid=number: house.balances()[ANNA] == 2_400 - 200 * paid, "an apartment is paid")
    assert (stage(house, WARSAW), stage(house, PRAGUE), house.task) == (1, 1, BuildPending(ANNA, "pink"))
    phone.answer("build_pending", "command.finish_placing")
    until(lambda: house.task == ThrowPending(BJOERN), "it is Björn's turn")
    tablet.shows()
