"""The share market on two phones and the tablet: sales, trades, reports; a price concerns only the two who agreed."""

import re

import pytest
from browser import positions
from browser.devices import Visit
from browser.reach import unreached
from browser.screen import READING_MS, Screen
from helpers.house import House, until
from playwright.sync_api import Locator, expect

from hub.table.wire.contract import IssuerView

ANNA, BJOERN, CHLOE, BANK = 0, 1, 2, -1
PRICE = 86_753


def issuer(house: House, seat: int) -> IssuerView:
    market = house.view().market
    assert market is not None
    return next(one for one in market.issuers if one.seat == seat)


def holdings(house: House, seat: int) -> dict[int, int]:
    """Who holds how many of a player's shares."""
    return {one.holder: one.count for one in issuer(house, seat).holdings}


def market(screen: Screen) -> Locator:
    screen.touch(screen.page.get_by_role("button", name=screen.say("market.title"), exact=True))
    dialog = screen.page.get_by_role("dialog", name=screen.say("market.title"))
    expect(dialog.locator("tr[data-issuer]")).to_have_count(3)
    return dialog


def cell(dialog: Locator, seat: int, holder: int) -> Locator:
    return dialog.locator(f"tr[data-issuer='{seat}'] [data-holder='{holder}']")


def offer(phone: Screen, dialog: Locator, to: str, price: int) -> None:
    """Anna offers two of her shares to somebody, for so much together."""
    phone.touch(dialog.get_by_role("button", name=phone.say("market.offer"), exact=True))
    phone.touch(dialog.get_by_role("radio", name=to))
    phone.touch(dialog.get_by_role("button", name=phone.say("want.more")).last)
    expect(dialog.get_by_text(phone.say("market.offer.secret"))).to_be_visible()
    phone.touch(dialog.get_by_role("button", name=re.compile(phone.say("market.offer.price"))))
    phone.type_amount(dialog, price)
    phone.touch(dialog.get_by_role("button", name=f"{phone.say('command.offer_shares')} {price:,}", exact=True))


def test_shares_are_sold_and_traded_on_phones(house: House, visit: Visit) -> None:
    """Anna sells to the bank and to Björn; everybody sees how many, only the two of them for how much."""
    positions.shares(house)
    anna, bjoern, chloe = (visit("play", code_of=seat) for seat in (ANNA, BJOERN, CHLOE))
    tv = visit("tv")
    dialog = market(anna)
    deal = dialog.locator("[data-deal='sell_shares']")
    anna.touch(deal.get_by_role("button", name=anna.say("want.more")))
    anna.touch(deal.get_by_role("button", name=re.compile("^Sell")))
    until(lambda: holdings(house, ANNA) == {ANNA: 23, BANK: 2}, "two are sold to the bank")
    expect(cell(dialog, ANNA, BANK)).to_have_text("2")

    offer(anna, dialog, "Björn", PRICE)
    until(lambda: len(house.view().market.offers) == 1, "the offer is made")
    expect(bjoern.button("command.accept_shares")).to_be_visible()
    bjoern.page.wait_for_timeout(READING_MS)
    bjoern.press("command.accept_shares")
    until(lambda: holdings(house, ANNA) == {ANNA: 21, BJOERN: 2, BANK: 2}, "Björn has them")
    seen = market(chloe)
    expect(cell(seen, ANNA, BJOERN)).to_have_text("2")
    sold = chloe.say("fact.shares_moved.trade", source="Anna", target="Björn", issuer="Anna", count=2)
    expect(seen.get_by_role("listitem").filter(has_text=sold)).to_have_count(1)
    expect(bjoern.button("command.accept_shares")).to_have_count(0)
    assert not [frame for screen in (chloe, tv) for frame in screen.frames if str(PRICE) in frame]
    assert [frame for frame in bjoern.frames if str(PRICE) in frame]


@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_what_an_offer_of_shares_needs_next_comes_into_sight(house: House, visit: Visit, size: tuple[int, int]) -> None:
    """On a small phone each step is in sight once the one before is done; its price begins with their worth."""
    positions.shares(house)
    phone = visit("play", code_of=ANNA, viewport=dict(zip(("width", "height"), size, strict=True)))
    dialog = market(phone)
    phone.touch(dialog.get_by_role("button", name=phone.say("market.offer"), exact=True))
    phone.touch(dialog.get_by_role("radio", name="Björn"))
    price = dialog.get_by_role("button", name=re.compile(phone.say("market.offer.price")))
    expect(price).to_contain_text(f"{issuer(house, ANNA).price:,}")
    steps = {
        "fewer or more": "[role=dialog] .does > .stack .step",
        "what sends it": "[role=dialog] .does > .stack .primary",
    }
    assert not unreached(phone.page, steps, 0)
    phone.touch(price)
    typing = {"what is typed": "[role=dialog] output .money", "a key": "[role=dialog] .keys button"}
    assert not unreached(phone.page, typing, 0)
