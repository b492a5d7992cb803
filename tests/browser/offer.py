"""The window in which a trade is put together, as hands use it."""

from browser.screen import Screen
from playwright.sync_api import Locator, expect


def side(window: Locator, screen: Screen, name: str) -> Locator:
    """What one of them gives; on a phone, whose own side is called so."""
    of_phone = screen.page.url.rpartition("/")[2].startswith("play")
    if not of_phone:
        return window.get_by_role("region", name=screen.say("trade.gives", name=name))
    own = screen.page.locator(".me h1").inner_text() == name
    return window.get_by_role("region", name=screen.say("trade.gives.you" if own else "trade.gets.you"))


def give(window: Locator, screen: Screen, name: str, amount: int) -> None:
    """Type the money that one side gives."""
    giving = side(window, screen, name)
    screen.touch(giving.get_by_role("button", name=screen.say("trade.money.label")))
    screen.type_amount(giving, amount)
    screen.touch(giving.get_by_role("button", name=screen.say("done")))


def send(window: Locator, screen: Screen) -> None:
    screen.touch(window.get_by_role("button", name=screen.say("trade.send")))
    expect(window).to_have_count(0)
