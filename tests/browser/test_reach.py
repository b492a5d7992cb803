"""What else has to be in reach: dice to type, a game to start, what a payment must not cover, and no page too wide.

Every question of every edition is in files of their own, one for each sort of screen, which are looked at side by side.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import pytest
from browser.asked import EVERYTHING, FULLEST
from browser.defects import LAID_OUT
from browser.looks import AT_REST
from browser.positions import lobby
from browser.reach import (
    CONTROLS,
    ENDING,
    FINGER_PX,
    LOW_CONTROLS,
    LOW_PHONES,
    MONEY,
    NAMES,
    ONE,
    PHONE,
    QUESTION,
    TABLE_MONEY,
    TABLET_FINGER_PX,
    TABLETS,
    FullHouse,
    moment,
    seated,
    unreached,
)
from browser.reaching import Reach
from browser.standing import Houses
from browser.test_accessibility import DOUBLE_PX, LANGUAGES, speak
from playwright.sync_api import expect

from hub.domain.corrections import CorrectMoney
from hub.domain.ids import BANK
from hub.domain.tasks import AnyTask, SealedAuctionRunning, SecondMoveOpen, ShortageOpen
from hub.editions import EDITIONS
from hub.table.wire.requests import AddSeat, Undo

if TYPE_CHECKING:
    from browser.conftest import Standing, Visit
    from browser.screen import Screen
    from helpers.house import House

pytestmark = pytest.mark.browser
WIDTHS = (320, 340, 360, 481, 500, 507, 530, 580, 768, 810, 820, 834, 1024)
"""Phones, halves of a tablet beside another program, tablets upright; some where a page is laid out otherwise."""

START = {"what is missing": ".start > p", "Start, below it": ".start > p + .slot .button"}
RINGS = {"who rings": ".bell.folded .button"}
TRIES_MAXIMUM = 5  # what came and went is shown for two seconds, which a busy computer may miss

ANSWERED_BY_NOBODY = {ShortageOpen, SecondMoveOpen}


@pytest.fixture(scope="module")
def full(pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Standing]:
    """Gives the one open house in a position, in which eight sit round the table unless it says how many."""
    houses = Houses(lambda: FullHouse(tmp_path_factory.mktemp("full"), pages=pages))
    yield houses
    houses.close()


def lasting(screen: Screen, reach: Reach, least: int) -> list[str]:
    """What is out of reach and stays so: some parts follow a new size a moment later, above all on a busy computer."""
    faults: list[str] = []
    for _ in range(20):
        faults = unreached(screen.page, dict(reach.wanted), least)
        if not faults:
            break
        screen.page.wait_for_timeout(50)
    return faults


def all_in_reach(screen: Screen, least: int, *reaches: Reach) -> None:
    """Everything wanted is in reach, and as large as a finger needs; each language is switched to only once."""
    found = []
    session = screen.page.context.new_cdp_session(screen.page)
    for language in LANGUAGES:
        speak(screen, language)
        for reach in reaches:
            session.send("Page.setFontSizes", {"fontSizes": {"standard": reach.letters}})
            for width, height in reach.sizes:
                screen.page.set_viewport_size({"width": width, "height": height})
                screen.page.evaluate("scrollTo(0, 0)")
                screen.page.evaluate(LAID_OUT, width)
                seen = f"{language}, {width} x {height}, letters of {reach.letters}"
                found += [f"{seen}: {fault}" for fault in lasting(screen, reach, least)]
    session.detach()
    assert not found, "\n".join(found)


def test_whatever_can_be_asked_is_among_them(full: Standing) -> None:
    """Each task that anybody answers, and something in every edition."""
    found = [(house.view().edition, type(house.task)) for house in (full(EVERYTHING[asked]) for asked in FULLEST)]
    assert {edition for edition, _task in found} == set(EDITIONS)
    assert set(get_args(AnyTask)) - {task for _edition, task in found} == ANSWERED_BY_NOBODY


def at_a_question(screen: Screen) -> Screen:
    """The screen with all of its question there, and nothing moving."""
    screen.page.wait_for_selector(ENDING)
    screen.until(AT_REST)
    return screen


@pytest.mark.parametrize("edition", ["classic", "mega"])
def test_real_dice_can_be_typed_without_scrolling(full: Standing, visit: Visit, edition: str) -> None:
    """Every face of two dice, and of three."""
    tablet = at_a_question(visit("table", local=True, of=full(seated(edition, 6))))
    tablet.press("prompt.type")
    tablet.page.wait_for_selector("button.face")
    all_in_reach(tablet, TABLET_FINGER_PX, Reach(TABLETS, {"a face": CONTROLS}))


@pytest.mark.parametrize(
    ("page", "size"), [*(("table", size) for size in TABLETS), ("play", (320, 568)), ("tv", (960, 540))]
)
def test_what_came_and_went_covers_no_balance(full: Standing, visit: Visit, page: str, size: tuple[int, int]) -> None:
    """While a payment is shown, and may be taken back, all balances can be read and what is asked can be answered."""
    house = full(moment("throw", 8))
    balances = ".me .balance" if page == "play" else "li[data-account] .balance"
    wanted = {"a balance": balances} | ({} if page == "tv" else QUESTION | {"an answer": ENDING})
    code = {"code_of": ONE} if page == "play" else {}
    screen = visit(page, local=page == "table", of=house, viewport={"width": size[0], "height": size[1]}, **code)
    screen.page.wait_for_selector(balances)
    screen.until(AT_REST)
    for _payment in range(TRIES_MAXIMUM):
        house.correct(CorrectMoney(BANK, ONE, 900_000))
        screen.page.wait_for_selector(".delta")
        if page == "table":
            screen.page.wait_for_selector(".bar")
        screen.page.evaluate(LAID_OUT, size[0])
        found = unreached(screen.page, wanted, 0)
        shown = screen.page.locator(".delta").count() > 0
        house.do(Undo(house.view().undo, to=None))
        if shown:
            break
    assert shown, "too late to see anything"
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", ["auction", "secret bids", "debt"])
def test_who_rings_covers_no_answer_and_no_money(full: Standing, visit: Visit, name: str) -> None:
    """While a phone waits to be let in, tablet and phone show as much of a question as before, and that it waits."""
    house = full(moment(name, 8))
    prompt = house.view().prompt
    assert prompt
    tablet = visit("table", local=True, of=house)
    phone = visit("play", of=house, code_of=prompt.seats[0])
    stranger = visit("play", of=house)
    stranger.touch(stranger.page.locator(f"li[data-seat='{prompt.seats[0]}'] .button"))
    for screen in (tablet, phone):
        screen.page.wait_for_selector(RINGS["who rings"])
        at_a_question(screen)
    money = {} if isinstance(prompt.task, SealedAuctionRunning) else TABLE_MONEY
    all_in_reach(
        tablet,
        FINGER_PX,
        Reach(TABLETS, QUESTION | TABLE_MONEY | RINGS | {"an answer": CONTROLS}),
        Reach(TABLETS, money | {"an answer": ENDING}, DOUBLE_PX),
    )
    all_in_reach(
        phone,
        FINGER_PX,
        Reach(PHONE, QUESTION | MONEY | RINGS | {"an answer": CONTROLS}),
        Reach(LOW_PHONES, QUESTION | MONEY | {"an answer": LOW_CONTROLS}),
        Reach((*PHONE, *LOW_PHONES), MONEY | {"an answer": ENDING}, DOUBLE_PX),
    )
    stranger.hold(stranger.page.get_by_role("button", name=stranger.say("play.join.waiting.end")))
    for screen in (tablet, phone):
        expect(screen.page.locator(".bell")).to_have_count(0)


@pytest.mark.parametrize("page", ["lobby", "table", "play", "device", "story", "rules", "workshop"])
def test_no_page_scrolls_sideways(full: Standing, visit: Visit, page: str) -> None:
    """No page is wider than its window, however wide that is."""
    house = full(lobby if page == "lobby" else moment("auction", 8))
    if page == "play":
        screen = visit(page, code_of=ONE, of=house)
    else:
        screen = visit("table" if page == "lobby" else page, local=True, of=house)
    screen.page.wait_for_selector("main")
    screen.until(AT_REST)
    found = []
    for language in LANGUAGES:
        speak(screen, language)
        for width in WIDTHS:
            screen.page.set_viewport_size({"width": width, "height": 900})
            screen.page.evaluate(LAID_OUT, width)
            wide = screen.page.evaluate("document.documentElement.scrollWidth")
            found += [f"{language}: {wide} of {width}"] if wide > width else []
    assert not found, "\n".join(found)


def test_start_stays_in_view_below_what_is_missing(house: House, visit: Visit) -> None:
    """With eight players, one of them without a piece, nobody scrolls to start, or misses what is said about it."""
    house.by_hand = True
    house.open(*NAMES[:-1])
    house.do(AddSeat(NAMES[-1]))
    tablet = visit("table", local=True)
    tablet.page.wait_for_selector(".start > p")
    all_in_reach(tablet, TABLET_FINGER_PX, Reach((*TABLETS, *PHONE), START))
