"""At every table and on every screen, what is asked can be read and answered without scrolling, by every finger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import pytest
from browser.asked import ASKED, FULLEST
from browser.looks import AT_REST
from browser.positions import lobby
from browser.reach import (
    CONTROLS,
    ENDING,
    FINGER_PX,
    LOW_CONTROLS,
    MOMENTS,
    MONEY,
    NAMES,
    ONE,
    QUESTION,
    TABLE_MONEY,
    TABLET_FINGER_PX,
    TV,
    FullHouse,
    moment,
    seated,
    unreached,
)
from browser.standing import Houses
from browser.test_accessibility import DOUBLE_PX, LAID_OUT, LANGUAGES, USUAL_PX, speak

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
Sizes = tuple[tuple[int, int], ...]
TABLETS = ((1280, 800), (1024, 768), (800, 1280))
PHONE = ((390, 844),)
LOW_PHONES = ((844, 390), (320, 568))
PHONES = (*PHONE, *LOW_PHONES)
TVS = ((1920, 1080), (1280, 720), (960, 540))
UPRIGHT = ((507, 1018), (768, 1024), (810, 1080), (834, 1194))
"""Tablets held upright, and half of one beside another program."""

WIDTHS = (320, 340, 360, 481, 500, 507, 530, 580, 768, 810, 820, 834, 1024)
"""Phones, halves of a tablet beside another program, tablets upright; some where a page is laid out otherwise."""

START = {"what is missing": ".start > p", "Start, below it": ".start > p + .slot .button"}
TRIES_MAXIMUM = 5  # what came and went is shown for two seconds, which a busy computer may miss

ANSWERED_BY_NOBODY = {ShortageOpen, SecondMoveOpen}

asked = pytest.mark.parametrize("asked", ASKED)


@pytest.fixture(scope="module")
def full(pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Standing]:
    """Gives the one open house in a position, in which eight sit round the table unless it says how many."""
    houses = Houses(lambda: FullHouse(tmp_path_factory.mktemp("full"), pages=pages))
    yield houses
    houses.close()


@dataclass(frozen=True)
class Reach:
    """What has to be in reach on screens of these sizes, with letters of so many pixels."""

    sizes: Sizes
    wanted: dict[str, str]
    letters: int = USUAL_PX


def all_in_reach(screen: Screen, least: int, *reaches: Reach) -> None:
    """Everything wanted is in reach, and as large as a finger needs; each language is switched to only once."""
    found = []
    session = screen.page.context.new_cdp_session(screen.page)
    for language in LANGUAGES:
        speak(screen, language)
        for what in reaches[0].wanted.values():  # a TV is loaded again for another language
            screen.page.wait_for_selector(what, state="attached")
        for reach in reaches:
            session.send("Page.setFontSizes", {"fontSizes": {"standard": reach.letters}})
            for width, height in reach.sizes:
                screen.page.set_viewport_size({"width": width, "height": height})
                screen.page.evaluate("scrollTo(0, 0)")
                screen.page.evaluate(LAID_OUT, width)
                seen = f"{language}, {width} x {height}, letters of {reach.letters}"
                found += [f"{seen}: {fault}" for fault in unreached(screen.page, reach.wanted, least)]
    session.detach()
    assert not found, "\n".join(found)


def test_whatever_can_be_asked_is_among_them(full: Standing) -> None:
    """Each task that anybody answers, and something in every edition."""
    found = [(house.view().edition, type(house.task)) for house in (full(ASKED[asked]) for asked in FULLEST)]
    assert {edition for edition, _task in found} == set(EDITIONS)
    assert set(get_args(AnyTask)) - {task for _edition, task in found} == ANSWERED_BY_NOBODY


def at_a_question(screen: Screen) -> Screen:
    """The screen with all of its question there, and nothing moving."""
    screen.page.wait_for_selector(ENDING)
    screen.until(AT_REST)
    return screen


@asked
def test_on_the_tablet_every_answer_is_in_reach(full: Standing, visit: Visit, asked: str) -> None:
    """The question, its answers and the money of who is asked; large letters may scroll the question away."""
    house = full(ASKED[asked])
    tablet = at_a_question(visit("table", local=True, of=house))
    # In secret people bid one by one behind a cover, which shows their money.
    money = {} if isinstance(house.task, SealedAuctionRunning) else TABLE_MONEY
    all_in_reach(
        tablet,
        TABLET_FINGER_PX,
        Reach(TABLETS, QUESTION | TABLE_MONEY | {"an answer": CONTROLS}),
        Reach(TABLETS, money | {"an answer": ENDING}, DOUBLE_PX),
    )


@pytest.mark.parametrize("asked", MOMENTS)
def test_upright_and_beside_another_program_it_is_in_reach_too(full: Standing, visit: Visit, asked: str) -> None:
    """On tablets of other widths as well, with everybody there is room for."""
    house = full(moment(asked, 8))
    tablet = at_a_question(visit("table", local=True, of=house))
    money = {} if isinstance(house.task, SealedAuctionRunning) else TABLE_MONEY
    all_in_reach(
        tablet,
        TABLET_FINGER_PX,
        Reach(UPRIGHT, QUESTION | money | {"an answer": CONTROLS}),
        Reach(UPRIGHT, money | {"an answer": ENDING}, DOUBLE_PX),
    )


@pytest.mark.parametrize("edition", ["classic", "mega"])
def test_real_dice_can_be_typed_without_scrolling(full: Standing, visit: Visit, edition: str) -> None:
    """Every face of two dice, and of three."""
    tablet = at_a_question(visit("table", local=True, of=full(seated(edition, 6))))
    tablet.press("prompt.type")
    tablet.page.wait_for_selector("button.face")
    all_in_reach(tablet, TABLET_FINGER_PX, Reach(TABLETS, {"a face": CONTROLS}))


@asked
def test_on_the_phone_every_answer_is_in_reach(full: Standing, visit: Visit, asked: str) -> None:
    """The same on the phone of who is asked; a low one has room for the answers alone in large letters."""
    house = full(ASKED[asked])
    prompt = house.view().prompt
    assert prompt
    phone = at_a_question(visit("play", code_of=prompt.seats[0], of=house))
    all_in_reach(
        phone,
        FINGER_PX,
        Reach(PHONE, QUESTION | MONEY | {"an answer": CONTROLS}),
        Reach(LOW_PHONES, QUESTION | MONEY | {"an answer": LOW_CONTROLS}),
        Reach(PHONE, MONEY | {"an answer": ENDING}, DOUBLE_PX),
        Reach(LOW_PHONES, {"an answer": ENDING}, DOUBLE_PX),
    )


@asked
def test_the_tv_shows_everybody(full: Standing, visit: Visit, asked: str) -> None:
    """Every name and balance, the question and the way in."""
    tv = visit("tv", of=full(ASKED[asked]))
    tv.page.wait_for_selector("li[data-account]")
    tv.until(AT_REST)
    all_in_reach(tv, 0, Reach(TVS, TV))


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
