"""Whatever is asked, and however many sit there: it is read and answered on every screen without scrolling."""

from itertools import product
from typing import get_args

import pytest
from browser.asked import EVERYTHING, FULLEST, OF_PARTS, OF_SHARES, OFFERED
from browser.defects import LAID_OUT
from browser.devices import Visit, once
from browser.looks import AT_REST
from browser.positions import auction, own
from browser.positions import walk as walk_there
from browser.reach import (
    ANSWERS,
    BALANCES,
    CONTROLS,
    CROWDED,
    ENDING,
    EVERYWHERE,
    FINGER_PX,
    LOW_CONTROLS,
    LOW_PHONES,
    MONEY,
    NAMES,
    NARROW,
    OFFER,
    ONE,
    OTHER,
    PHONE,
    QUESTION,
    SMALL,
    TABLE_MONEY,
    TABLET_FINGER_PX,
    TABLETS,
    TV,
    TVS,
    UPRIGHT,
    FullHouse,
    moment,
    seated,
    unreached,
)
from browser.screen import Screen
from browser.walk import DOUBLE_PX, LANGUAGES, LARGE_PX, USUAL_PX, Reach, all_in_reach, speak, walk
from helpers.house import House
from playwright.sync_api import expect

from hub.domain.commands import Advance, Draw, PlaceBid, Throw
from hub.domain.corrections import CorrectBuildings, CorrectMoney, CorrectTurn
from hub.domain.ids import BANK
from hub.domain.tasks import AnyTask, SealedAuctionRunning, SecondMoveOpen, ShortageOpen
from hub.editions import EDITIONS
from hub.table.requests import AddSeat, SetRealDice, Undo

IN_GATE = {
    f"{OF_PARTS} in classic, 8 players": "de",
    "secret bids, 8 players": "en",
    "riding in mega, 8 players": "de",
    "remote in euronopoly, 4 players": "en",
}
"""One of each edition whose questions differ, at all sizes with all letters, two of them in each language; an auction
among eight is looked at in `test_tour.py`, in both."""
REST = {asked: " ".join(each for each in LANGUAGES if each != IN_GATE.get(asked)) for asked in EVERYTHING}
ANSWERED_BY_NOBODY = {ShortageOpen, SecondMoveOpen}
START = {"what is missing": ".start > p", "Start, below it": ".start > p ~ .slot .button"}
CARD = {"the card": ".drawn"}
LEADS = {"who leads": ".leads :is(b, .money)"}
RINGS = {"who rings": ".bell.folded .button"}
TRIES_MAXIMUM = 5  # what came and went is shown for two seconds, which a busy computer may miss
MEGA_DARK_BLUE = (48, 49, 51)
ZOOMED = (195, 422)
"""A phone at 200 %."""
OVERLAPS = """() => [...document.querySelectorAll("li[data-account]")].map((row) => {
  const [piece, balance] = [".badge", ".balance"].map((one) => row.querySelector(one).getBoundingClientRect());
  return piece.right > balance.left;
})"""
"""Of each whether the balance begins on the piece."""
BEYOND_BUTTON = """() => [...document.querySelectorAll(".step .figures")].flatMap((sum) => {
  const [inner, outer] = [sum, sum.closest("button")].map((node) => node.getBoundingClientRect());
  const stays = inner.left >= outer.left && inner.right <= outer.right;
  return stays ? [] : [`${sum.textContent}: ${inner.width} of ${outer.width}`];
})"""
"""Which sums go on where their button has ended."""
ON_PHONE = (
    Reach(PHONE, QUESTION | MONEY | {"an answer": CONTROLS}),
    Reach(LOW_PHONES, QUESTION | MONEY | {"an answer": LOW_CONTROLS}),
    Reach((*PHONE, *LOW_PHONES), MONEY | {"an answer": ENDING}, DOUBLE_PX),
)
"""Large letters may scroll the question away."""


def money_of(house: House) -> dict[str, str]:
    """What is seen of the money of who is asked: in secret people bid one by one behind a cover, which shows theirs."""
    return {} if isinstance(house.task, SealedAuctionRunning) else TABLE_MONEY


def on_tablet(asked: str, money: dict[str, str]) -> tuple[Reach, ...]:
    """On every tablet; upright and beside another program, with everybody there is room for."""
    usual = QUESTION | money | {"an answer": CONTROLS}
    reaches = (Reach(TABLETS, usual | TABLE_MONEY), Reach(TABLETS, money | {"an answer": ENDING}, DOUBLE_PX))
    if asked in CROWDED:
        return *reaches, Reach(UPRIGHT, usual), Reach(UPRIGHT, money | {"an answer": ENDING}, DOUBLE_PX)
    return (*reaches, Reach(NARROW, usual)) if asked in FULLEST else reaches


def whole(page: str, asked: str, money: dict[str, str]) -> list[Reach]:
    """Question, offer and balances with usual and large letters, at the sizes most have, and no word is broken.

    Two lots of names in large letters scroll under their answers on the smallest phones; a share has no picture.
    """
    wanted = QUESTION | money | {"an answer": ENDING}
    small = list[Reach]()
    if asked.startswith(OFFERED):
        least = wanted | ANSWERS
        wanted = least if asked.startswith(OF_SHARES) else wanted | OFFER
        least = least if asked.startswith(OF_PARTS) else wanted
        small = [Reach((*LOW_PHONES, *SMALL), wanted), Reach(SMALL, least, LARGE_PX)] if page == "play" else []
    return [*small, *(Reach(EVERYWHERE[page], wanted, letters, words=True) for letters in (USUAL_PX, LARGE_PX))]


def at_a_question(screen: Screen) -> Screen:
    screen.page.wait_for_selector(ENDING)
    screen.until(AT_REST)
    return screen


def phone_of(house: House, visit: Visit, seat: int) -> Screen:
    """Somebody's phone, let in where bids lie already."""
    phone = visit("play", code_of=seat, of=house)
    house.let_in(seat)
    return phone


@pytest.mark.parametrize(("asked", "languages"), once([*IN_GATE.items(), *REST.items()], [*IN_GATE.items()]))
def test_every_question_is_in_reach(full: FullHouse, visit: Visit, asked: str, languages: str) -> None:
    """Question, answers and money on each page; with most people nobody is kept out or scrolls, no word is broken."""
    EVERYTHING[asked](full)
    prompt = full.view().prompt
    assert prompt
    tablet, phone = visit("table", local=True, of=full), phone_of(full, visit, prompt.seats[0])
    found = []
    for page, screen, least, counted, reaches in (
        ("table", tablet, TABLET_FINGER_PX, BALANCES, on_tablet(asked, money_of(full))),
        ("play", phone, FINGER_PX, MONEY, ON_PHONE),
    ):
        at_a_question(screen)
        if asked in FULLEST:
            found += walk(screen, *reaches, *whole(page, asked, counted), least=least, languages=languages.split())
        else:
            all_in_reach(screen, least, *reaches, languages=languages.split())
    assert not found, "\n".join(found)
    tv = visit("tv", of=full)
    for shown in TV.values():
        tv.page.wait_for_selector(shown)
    tv.until(AT_REST)
    usual = Reach(TVS, TV, words=asked in FULLEST)
    large = [Reach(TVS, TV, DOUBLE_PX)] if asked in CROWDED else []
    all_in_reach(tv, 0, usual, *large, languages=languages.split())


def test_whatever_can_be_asked_is_among_them(full: FullHouse) -> None:
    """Each task that anybody answers, and something in every edition."""
    found = []
    for asked in FULLEST:
        house = full.another()
        EVERYTHING[asked](house)
        found.append((house.view().edition, type(house.task)))
        house.close()
    assert {edition for edition, _task in found} == set(EDITIONS)
    assert set(get_args(AnyTask)) - {task for _edition, task in found} == ANSWERED_BY_NOBODY


@pytest.mark.parametrize("seat", once([len(NAMES) // 2, len(NAMES) - 1], [len(NAMES) - 1]))
def test_the_last_of_eight_see_their_balance_too(full: FullHouse, visit: Visit, seat: int) -> None:
    """Whoever is asked: other questions here are put to the first, whose balance is the first in the list."""
    seated("classic", len(NAMES))(full)
    full.correct(CorrectTurn(seat))
    tablet = at_a_question(visit("table", local=True, of=full))
    wanted = QUESTION | TABLE_MONEY | {"an answer": CONTROLS}
    all_in_reach(tablet, TABLET_FINGER_PX, Reach((*TABLETS, *UPRIGHT), wanted))


@pytest.mark.parametrize("edition", once(["classic", "mega"], ["mega"]))
def test_real_dice_can_be_typed_without_scrolling(full: FullHouse, visit: Visit, edition: str) -> None:
    """Every face of two dice, and of three."""
    seated(edition, 6)(full)
    tablet = at_a_question(visit("table", local=True, of=full))
    tablet.press("prompt.type")
    tablet.page.wait_for_selector("button.face")
    all_in_reach(tablet, TABLET_FINGER_PX, Reach(TABLETS, {"a face": CONTROLS}))


def test_real_dice_are_typed_below_a_card(full: FullHouse, visit: Visit) -> None:
    """What it told the last player is read above all faces for the next, in large letters, too."""
    moment("throw", 8)(full)
    full.do(SetRealDice(on=True))
    full.play(Throw(ONE, (3, 4)), Advance(ONE), Draw(ONE), Advance(ONE))
    walk_there(full)
    tablet = at_a_question(visit("table", local=True, of=full))
    wanted = QUESTION | TABLE_MONEY | {"a face": CONTROLS}
    upright, *lying = EVERYWHERE["table"]
    seen = [Reach((*TABLETS, upright), wanted | CARD), Reach(tuple(lying), wanted | CARD, LARGE_PX)]
    all_in_reach(tablet, TABLET_FINGER_PX, *seen, Reach((upright,), wanted, LARGE_PX))


def test_a_bid_is_made_on_the_smallest_phones(full: FullHouse, visit: Visit) -> None:
    """Held sideways, with the large letters of the page, too, it is in sight with its steps and who leads."""
    moment("auction", 8)(full)
    phone = at_a_question(phone_of(full, visit, ONE))
    speak(phone, "de")
    found = []
    for large, (width, height) in product((False, True), SMALL):
        phone.page.evaluate("(large) => document.documentElement.classList.toggle('large', large)", large)
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.page.evaluate(LAID_OUT, width)
        found += unreached(phone.page, QUESTION | MONEY | LEADS | {"an answer": CONTROLS}, FINGER_PX)
    assert not found, "\n".join(found)


def test_a_question_is_not_squeezed(full: FullHouse, visit: Visit) -> None:
    """On a phone at 200 % zoom, too, it has more of the width than what one has."""
    moment("buy", 2)(full)
    width, height = ZOOMED
    phone = at_a_question(visit("play", code_of=ONE, of=full, locale="de-DE"))
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.page.evaluate(LAID_OUT, width)
    assert phone.page.evaluate("document.querySelector('[data-prompt] h2').offsetWidth") > width / 2


def test_no_balance_lies_over_a_piece(full: FullHouse, visit: Visit) -> None:
    """Of six people at a bank that is a phone, or a tablet held upright, each has their money beside their piece."""
    seated("classic", 6)(full)
    bank = at_a_question(visit("table", local=True, device="play", of=full))
    for width, height in ((360, 640), *PHONE, *UPRIGHT):
        bank.page.set_viewport_size({"width": width, "height": height})
        bank.page.evaluate(LAID_OUT, width)
        assert bank.page.evaluate(OVERLAPS) == [False] * 6, width


def test_no_sum_for_a_skyscraper_leaves_its_button(full: FullHouse, visit: Visit) -> None:
    """On a phone in large letters what a building costs or brings stands on its button, though it has five figures."""
    seated("mega", 6)(full)
    own(full, ONE, *MEGA_DARK_BLUE)
    full.correct(CorrectBuildings(dict.fromkeys(MEGA_DARK_BLUE, 6)))
    phone = phone_of(full, visit, ONE)
    expect(phone.page.locator(f"[data-build='{MEGA_DARK_BLUE[0]}'] .step:enabled")).to_contain_text("+10,000")
    letters = phone.page.context.new_cdp_session(phone.page)
    letters.send("Page.setFontSizes", {"fontSizes": {"standard": LARGE_PX}})
    phone.page.set_viewport_size({"width": 360, "height": 740})
    phone.page.evaluate(LAID_OUT, 360)
    cut = phone.page.evaluate(BEYOND_BUTTON)
    assert not cut, "\n".join(cut)


SHOWN_ON = [*(("table", size) for size in TABLETS), ("play", (320, 568)), ("tv", (960, 540))]


@pytest.mark.parametrize(("page", "size"), once(SHOWN_ON, SHOWN_ON[2:]))
def test_what_came_and_went_covers_no_balance(full: FullHouse, visit: Visit, page: str, size: tuple[int, int]) -> None:
    """While a payment is shown, and may be taken back, all balances can be read and what is asked can be answered."""
    moment("throw", 8)(full)
    balances = ".me .balance" if page == "play" else "li[data-account] .balance"
    wanted = {"a balance": balances} | ({} if page == "tv" else QUESTION | {"an answer": ENDING})
    code = {"code_of": ONE} if page == "play" else {}
    screen = visit(page, local=page == "table", of=full, viewport={"width": size[0], "height": size[1]}, **code)
    screen.page.wait_for_selector(balances)
    screen.until(AT_REST)
    for _payment in range(TRIES_MAXIMUM):
        full.correct(CorrectMoney(BANK, ONE, 900_000))
        screen.page.wait_for_selector(".delta")
        if page == "table":
            screen.page.wait_for_selector(".bar")
        screen.page.evaluate(LAID_OUT, size[0])
        found = unreached(screen.page, wanted, 0)
        shown = screen.page.locator(".delta").count() > 0
        full.do(Undo(full.view().undo, to=None))
        if shown:
            break
    assert shown, "too late to see anything"
    assert not found, "\n".join(found)


@pytest.mark.all
def test_what_somebody_owes_breaks_no_name(full: FullHouse, visit: Visit) -> None:
    """On a tablet held upright, in large letters, a debt stands below a name and leaves it its words."""
    EVERYTHING["credit in euronopoly, 4 players"](full)
    tablet = at_a_question(visit("table", local=True, of=full))
    expect(tablet.page.locator(".owed")).to_be_visible()
    all_in_reach(tablet, 0, Reach(((820, 1180),), TABLE_MONEY, LARGE_PX, words=True))


@pytest.mark.all
def test_what_may_be_taken_back_covers_no_answer_beside_an_offer(house: House, visit: Visit) -> None:
    """An offer waits while people bid: the last bid may be taken back, and the next be made, on every tablet."""
    auction(house)
    tablet = at_a_question(visit("table", local=True))
    house.play(PlaceBid(OTHER, 220))
    tablet.page.wait_for_selector(".bar")
    for width, height in TABLETS:
        tablet.page.set_viewport_size({"width": width, "height": height})
        tablet.page.evaluate(LAID_OUT, width)
        assert not unreached(tablet.page, QUESTION | {"an answer": ENDING, "the way back": ".bar .button"}, FINGER_PX)


@pytest.mark.parametrize("name", once(["auction", "secret bids", "debt"], ["secret bids"]))
def test_who_rings_covers_no_answer_and_no_money(full: FullHouse, visit: Visit, name: str) -> None:
    """While a phone waits to be let in, tablet and phone show as much of a question as before, and that it waits."""
    moment(name, 8)(full)
    prompt = full.view().prompt
    assert prompt
    tablet, phone = visit("table", local=True, of=full), phone_of(full, visit, prompt.seats[0])
    stranger = visit("play", of=full)
    stranger.touch(stranger.page.locator(f"li[data-seat='{prompt.seats[0]}'] .button"))
    for screen in (tablet, phone):
        screen.page.wait_for_selector(RINGS["who rings"])
        at_a_question(screen)
    all_in_reach(
        tablet,
        FINGER_PX,
        Reach(TABLETS, QUESTION | TABLE_MONEY | RINGS | {"an answer": CONTROLS}),
        Reach(TABLETS, money_of(full) | {"an answer": ENDING}, DOUBLE_PX),
    )
    usual, *others = ON_PHONE
    all_in_reach(phone, FINGER_PX, Reach(PHONE, usual.wanted | RINGS), *others)
    stranger.hold(stranger.page.get_by_role("button", name=stranger.say("play.join.waiting.end")))
    for screen in (tablet, phone):
        expect(screen.page.locator(".bell")).to_have_count(0)


def test_start_stays_in_view_below_what_is_missing(house: House, visit: Visit) -> None:
    """With eight players, one of them without a piece, nobody scrolls to start, or misses what is said about it."""
    house.by_hand = True
    house.open(*NAMES[:-1])
    house.do(AddSeat(NAMES[-1]))
    tablet = visit("table", local=True)
    tablet.page.wait_for_selector(".start > p")
    all_in_reach(tablet, TABLET_FINGER_PX, Reach((*TABLETS, *PHONE), START))
