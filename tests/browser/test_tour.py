"""Whoever is here for the first time: the first evening without reading anything, and a tour in nobody's way."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from browser import positions
from browser.devices import Visit, once
from browser.positions import BROWN, own
from browser.reach import (
    CONTROLS,
    ENDING,
    FINGER_PX,
    LOW_PHONES,
    MONEY,
    PHONE,
    QUESTION,
    TABLE_MONEY,
    TABLET_FINGER_PX,
    TABLETS,
    FullHouse,
    moment,
)
from browser.screen import STAGED, Screen
from browser.test_questions import at_a_question
from browser.walk import DOUBLE_PX, Reach, all_in_reach, grave
from helpers.house import OWN_NAME, House, until
from helpers.served import Server, adding
from playwright.sync_api import Browser, Locator, expect

from hub.composition.serving import server_context
from hub.domain.commands import Buy
from hub.store.folder import DataFolder

STAGED_AT_ONCE = True
ANNA = 0
STEPS = {"table": ("players", "question", "actions", "back"), "play": ("money", "question", "deeds", "history")}
FIRST_ASKED = ("throw", "buy", "auction", "debt")


def tour(screen: Screen) -> Locator:
    return screen.page.get_by_role("region", name=screen.say("tour.title"), exact=True)


def first_time(visit: Visit, page: str, house: House, seat: int = ANNA) -> Screen:
    """A device that was never here."""
    if page == "table":
        return visit("table", local=True, of=house, newcomer=True)
    return visit("play", code_of=seat, of=house, newcomer=True)


@pytest.mark.parametrize("page", STEPS)
def test_the_tour_comes_once_and_again_when_asked_for(house: House, visit: Visit, page: str) -> None:
    """With the first game on a device; it says what is where, ends by itself, and the menu has it for good."""
    positions.lobby(house)
    screen = first_time(visit, page, house)
    screen.page.wait_for_selector("main")
    expect(tour(screen)).to_have_count(0)
    house.begin()
    for name in STEPS[page]:
        expect(tour(screen)).to_contain_text(screen.say(f"tour.{page}.{name}"))
        expect(screen.page.locator("[data-toured]")).to_have_count(1)
        screen.touch(tour(screen).get_by_role("button").last)
    expect(tour(screen)).to_have_count(0)
    screen.page.reload()
    expect(screen.page.locator("[data-account]").first).to_be_visible()
    if page == "table":
        screen.press("menu")
    expect(tour(screen)).to_have_count(0)
    screen.press("tour.again")
    expect(tour(screen)).to_contain_text(screen.say(f"tour.{page}.{STEPS[page][0]}"))
    screen.touch(tour(screen).get_by_role("button", name=screen.say("tour.leave")))
    expect(tour(screen)).to_have_count(0)
    expect(screen.page.locator("[data-toured]")).to_have_count(0)


@pytest.mark.parametrize("asked", once(FIRST_ASKED, ["auction"]))
def test_the_tour_covers_no_answer(full: FullHouse, visit: Visit, asked: str) -> None:
    """With eight at the table answers, question and one's own money are in reach; to an auction it gives way."""
    moment(asked, 8)(full)
    prompt = full.view().prompt
    assert prompt
    tablet, phone = first_time(visit, "table", full), first_time(visit, "play", full, prompt.seats[0])
    expect(tour(at_a_question(phone))).to_be_visible()
    expect(tour(at_a_question(tablet))).to_have_count(0 if asked == "auction" else 1)
    usual = Reach(TABLETS, QUESTION | TABLE_MONEY | {"an answer": CONTROLS})
    all_in_reach(tablet, TABLET_FINGER_PX, usual, Reach(TABLETS, {"an answer": ENDING}, DOUBLE_PX))
    all_in_reach(phone, FINGER_PX, Reach((*PHONE, *LOW_PHONES), QUESTION | MONEY | {"an answer": CONTROLS}))


def test_a_complete_group_offers_the_next_house_in_one_tap(house: House, visit: Visit) -> None:
    """On the tablet and on her own phone Anna reads what it costs and becomes, and one tap builds it."""
    house.open("Anna", "Björn")
    house.begin()
    own(house, ANNA, BROWN[0])
    screens = [visit("table", local=True), visit("play", code_of=ANNA)]
    house.throw(ANNA, 1, 2)
    screens[0].prompt("buy_pending")
    screens[1].prompt("buy_pending")
    screens[0].page.wait_for_selector("[data-piece='0']")
    for screen in screens:
        screen.page.evaluate(STAGED)
    house.play(Buy(ANNA))
    steps = [screen.page.locator("[data-moment=group]").get_by_role("button").first for screen in screens]
    for screen, step in zip(screens, steps, strict=True):
        built = screen.say("building.count.house", count=1)
        expect(step).to_have_text(re.compile(f"Turmstraße.*{built}.*50"))
    money = house.balances()[ANNA]
    screens[0].touch(steps[0])
    until(lambda: house.balances()[ANNA] == money - 50, "the house is built")
    assert {deed.deed: deed.stage for deed in house.view().deeds} == {BROWN[0]: 0, BROWN[1]: 1}


NAMES: Final = ("Oma", "Mila", "Jonas")
LISTEN = """
  const asked = window.asked = [];
  const request = async (kind) => { asked.push(kind); return {}; };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""

COUNT = """
  window.decided = 0;
  addEventListener("click", ({ isTrusted }) => { window.decided += isTrusted; }, true);
"""
DECISIONS = 6
"""From the download to the first throw, the start of the hub included, whose window opens by itself."""


@contextmanager
def secured(house: House, folder: Path, **more: Any) -> Iterator[Server]:
    """The table of a house over https, with a certificate of our own."""
    tls, secret = server_context(folder, {"localhost", OWN_NAME}), DataFolder(house.folder).secrets().server_secret
    secure = Server(house.table, "127.0.0.1", 0, secret, house.pin, "test", pages=house.pages, tls=tls, **more)
    secure.start()
    try:
        yield secure
    finally:
        secure.stop()


def test_from_the_start_to_the_first_throw_there_is_little_to_decide(house: House, visit: Visit) -> None:
    """Who plays, that the game begins, and that the dice roll; nothing else stands in between."""
    house.open()
    house.dice.lay(6, 5)
    tablet = visit(house.way_in.rpartition("/")[2], device="table", origin=house.local_url, newcomer=True)
    tablet.page.evaluate(COUNT)
    tablet.sit_down(*NAMES[:2])
    tablet.answer("opening_throw_pending", "command.throw")
    until(lambda: house.view().faces == (6, 5), "the dice have rolled")
    assert 1 + tablet.page.evaluate("decided") <= DECISIONS


def test_the_screen_stays_awake_over_https(house: House, visit: Visit, tmp_path: Path) -> None:
    """With a certificate of our own tablet and TV ask for a wake lock; over plain http there is none to ask for."""
    house.open(*NAMES)
    plain = visit("table")
    expect(plain.page.get_by_role("heading", name=plain.say("pair.title"))).to_be_visible()
    assert plain.page.evaluate("[isSecureContext, 'wakeLock' in navigator]") == [False, False]
    with secured(house, tmp_path) as secure:
        for page in ("table", "tv"):
            screen = visit(page, origin=f"https://{OWN_NAME}:{secure.port}", ignore_https_errors=True)
            assert screen.page.evaluate("[isSecureContext, 'wakeLock' in navigator]") == [True, True]
            screen.page.add_init_script(LISTEN)
            screen.page.reload()
            expect(screen.page.locator("main")).to_be_visible()
            until(lambda s=screen: s.page.evaluate("asked") == ["screen"], f"/{page} asks for a wake lock")
            screen.page.context.close()


@pytest.mark.feature("trust")
@pytest.mark.parametrize("trusts", [False, True])
def test_the_page_says_when_a_device_trusts_the_table(
    house: House, browser: Browser, tmp_path: Path, trusts: bool
) -> None:
    """The page asks over https from where there is no warning: it waits until the certificate is believed."""
    from hub.features.trust.routes import trust

    house.open(*NAMES)
    context = browser.new_context(locale="en-GB", ignore_https_errors=trusts)
    with context, secured(house, tmp_path, more=adding(lambda _opened: trust(tmp_path))) as secure:
        page = context.new_page()
        with page.expect_event("requestfinished" if trusts else "requestfailed", lambda asked: "works" in asked.url):
            page.goto(f"http://localhost:{secure.port}/trust")
        expect(page.get_by_text("It worked")).to_be_visible(visible=trusts)
        expect(page.get_by_text("This page tells you")).to_be_visible(visible=not trusts)
        assert not grave(page)
