"""Bids in secret: on phones, on one tablet passed round, and nothing of them on any line before all lie open."""

import re

from browser import positions
from browser.devices import Visit
from browser.reach import FINGER_PX
from browser.screen import READING_MS, Screen
from browser.walk import Reach, out_of_reach
from helpers.house import House, until
from playwright.sync_api import Locator, expect

from hub.domain.tasks import SealedAuctionRunning

ANNA, BJOERN, CHLOE = range(3)
TASK = "sealed_auction_running"
TURMSTRASSE = 3
SENTINEL, LESS, MORE = 718_281, 31_415, 720_033
SMALL = ((360, 640), (412, 915), (740, 360))
KEYS = {"a key": "[role=dialog] .key", "what shows a bid": "[role=dialog] .peek", "what sends it": ".send .button"}


def waiting(house: House) -> tuple[int, ...]:
    return house.task.waiting if isinstance(house.task, SealedAuctionRunning) else ()


def round_of(house: House) -> int:
    """Which round runs, 0 when the auction is over."""
    return house.task.round if isinstance(house.task, SealedAuctionRunning) else 0


def type_bid(screen: Screen, dialog: Locator, amount: int) -> None:
    """Type an amount with keys that stay: dots, and the amount only while held; more than the price is asked again."""
    keys = dialog.locator(".key").first
    before = keys.bounding_box()
    screen.type_amount(dialog, amount)
    assert keys.bounding_box() == before, "keys that move under a finger make another amount"
    assert str(amount) not in plain(dialog.inner_text())
    peek = dialog.get_by_role("button", name=screen.say("sealed.show"))
    peek.dispatch_event("pointerdown")
    until(lambda: screen.page.wait_for_timeout(20) or str(amount) in plain(dialog.inner_text()), "the amount shows")
    peek.dispatch_event("pointerup")
    until(lambda: screen.page.wait_for_timeout(20) or str(amount) not in plain(dialog.inner_text()), "it hides again")
    screen.touch(dialog.get_by_role("button", name=screen.say("sealed.send")))
    asked = re.compile(re.escape(screen.texts["sealed.sure.all_pay"]).replace(r"\{amount\}", r"[\d.,]+"))
    screen.page.wait_for_timeout(READING_MS)
    screen.touch(dialog.get_by_role("button", name=asked))


def plain(text: str) -> str:
    """A text without the marks that languages put into figures."""
    return re.sub(r"(?<=\d)[.,](?=\d)", "", text)


def bid_on_phone(phone: Screen, amount: int) -> None:
    phone.read(TASK)
    phone.press("sealed.enter")
    type_bid(phone, phone.page.get_by_role("dialog", name=phone.say("sealed.title")), amount)


def take_tablet(tablet: Screen, name: str) -> Locator:
    """Behind the cover somebody says who they are, and gets the keypad."""
    cover = tablet.page.get_by_role("dialog", name=tablet.say("sealed.hand", name=name))
    tablet.touch(cover.get_by_role("button", name=tablet.say("sealed.iam", name=name)))
    return tablet.page.get_by_role("dialog", name=tablet.say("sealed.title.for", name=name))


def choose(tablet: Screen, name: str) -> None:
    tablet.touch(tablet.read(TASK).get_by_role("radio", name=name))


def pass_tablet(tablet: Screen, name: str, amount: int) -> None:
    choose(tablet, name)
    tablet.press("sealed.pass", name=name)
    type_bid(tablet, take_tablet(tablet, name), amount)


def knows(screen: Screen, *amounts: int) -> bool:
    """Whether the hub told this device one of the amounts, or the page shows one."""
    # the digits of seals and nonces may happen to be those of an amount
    texts = [re.sub("[0-9a-f]{32,}", "#", text) for text in (plain(screen.page.content()), *screen.frames)]
    return any(str(amount) in text for amount in amounts for text in texts)


def test_phones_and_a_tablet_bid_in_secret_twice(house: House, visit: Visit) -> None:
    """Two phones tie and bid again; nobody else learns a bid before all lie open; then anybody can check the seals."""
    positions.sealed(house)
    anna, bjoern = visit("play", code_of=ANNA), visit("play", code_of=BJOERN)
    tablet, tv = visit("table", local=True), visit("tv")
    bid_on_phone(anna, LESS)
    until(lambda: waiting(house) == (BJOERN, CHLOE), "Anna has bid")
    anna.hold(anna.page.get_by_role("button", name=anna.say("sealed.take_back.of", name="Anna")))
    until(lambda: waiting(house) == (ANNA, BJOERN, CHLOE), "Anna has taken it back")
    bid_on_phone(anna, SENTINEL)
    until(lambda: waiting(house) == (BJOERN, CHLOE), "Anna has bid again")
    expect(anna.page.locator(".own")).to_contain_text(anna.say("sealed.sent"))
    expect(tv.page.locator(f"[data-bidder='{ANNA}']")).to_contain_text(tv.say("sealed.state.sealed"))
    bid_on_phone(bjoern, SENTINEL + 1)
    until(lambda: waiting(house) == (CHLOE,), "Björn has bid")
    expect(tablet.page.get_by_role("radio", name="Chloé")).to_be_visible()
    assert not any(knows(screen, SENTINEL, SENTINEL + 1) for screen in (tablet, tv))
    assert not knows(anna, SENTINEL + 1)
    assert not knows(bjoern, SENTINEL)
    pass_tablet(tablet, "Chloé", SENTINEL + 1)
    until(lambda: round_of(house) == 2, "Björn and Chloé bid again")

    for screen in (anna, bjoern, tablet, tv):
        expect(screen.page.locator("[data-bid]")).to_have_count(3)
        assert knows(screen, SENTINEL, SENTINEL + 1)
    assert not any(knows(screen, LESS) for screen in (bjoern, tablet, tv))
    check(anna, 3)
    bid_on_phone(bjoern, MORE)
    pass_tablet(tablet, "Chloé", MORE + 1)
    until(lambda: round_of(house) == 0, "the auction is over")
    owners = [(deed.deed, deed.owner) for deed in house.view().deeds]
    assert owners == [(TURMSTRASSE, CHLOE)]
    expect(tv.page.locator(".reveal")).to_contain_text("Chloé")
    check(bjoern, 2)


def check(screen: Screen, seals: int) -> None:
    """The page reckons the seals again, and says that they agree."""
    screen.touch(screen.page.get_by_role("region", name=screen.say("sealed.bids")).get_by_role("button"))
    dialog = screen.page.get_by_role("dialog", name=screen.say("table.feed"))
    screen.touch(dialog.get_by_role("button", name=screen.say("sealed.check")))
    expect(dialog.get_by_role("status")).to_contain_text(f"{seals} ")
    expect(dialog.get_by_text(screen.say("sealed.check.good"))).to_have_count(seals)
    expect(dialog.get_by_text(screen.say("sealed.check.broken"))).to_have_count(0)
    screen.shut(dialog)


def places(*nodes: Locator) -> list[list[int]]:
    """Where they stand, to a pixel."""
    return [[round(side) for side in (node.bounding_box() or {}).values()] for node in nodes]


def test_no_key_of_a_bid_is_covered(house: House, visit: Visit) -> None:
    """On small phones and sideways all keys, what shows the bid and what sends it are seen; none moves meanwhile."""
    positions.sealed(house)
    phone = visit("play", code_of=ANNA, locale="de-DE")
    phone.read(TASK)
    phone.press("sealed.enter")
    peek, key = phone.page.locator(".peek"), phone.page.locator(".key").last
    expect(peek).to_be_visible()
    found = out_of_reach(phone, FINGER_PX, [Reach(SMALL, KEYS)])
    phone.type_amount(phone.page.get_by_role("dialog"), LESS)
    for size in SMALL:
        found += out_of_reach(phone, FINGER_PX, [Reach((size,), KEYS)])
        before = places(peek, key)
        peek.dispatch_event("pointerdown")
        expect(phone.page.locator("output .money")).to_be_visible()
        found += out_of_reach(phone, FINGER_PX, [Reach((size,), KEYS)])
        assert places(peek, key) == before, size
        peek.dispatch_event("pointerup")
        expect(phone.page.locator("output.dots")).to_be_visible()
    assert not found, "\n".join(found)


def test_one_tablet_goes_round_behind_its_cover(house: House, visit: Visit) -> None:
    """Whoever looks at the tablet while it goes round sees the cover alone, and cannot tap beside it to the table."""
    positions.sealed(house)
    tablet = visit("table", local=True)
    choose(tablet, "Anna")
    tablet.press("sealed.pass", name="Anna")
    expect(tablet.page.get_by_role("dialog", name=tablet.say("sealed.hand", name="Anna"))).to_be_visible()
    tablet.page.touchscreen.tap(5, 5)
    cover = tablet.page.locator(".veil.cover")
    assert cover.bounding_box() == {"x": 0, "y": 0, "width": 1280, "height": 800}
    assert tablet.page.evaluate(
        "getComputedStyle(document.querySelector('.veil.cover')).backgroundColor.startsWith('rgb(')"
    )
    tablet.press("cancel")
    expect(cover).to_have_count(0)
    assert waiting(house) == (ANNA, BJOERN, CHLOE)
