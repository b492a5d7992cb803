"""The window in which the banker puts something right, as hands use it."""

import re
from collections.abc import Callable

from browser.screen import Screen
from playwright.sync_api import Locator

Choose = Callable[[Screen, Locator], None]


def pick(screen: Screen, window: Locator, group: str, name: str) -> None:
    choices = window.get_by_role("radiogroup", name=screen.say(group), exact=True)
    screen.touch(choices.get_by_role("radio", name=re.compile(f"{re.escape(name)}$")))


def open_form(screen: Screen, kind: str) -> Locator:
    window = screen.window("table.correct", "correct.title")
    pick(screen, window, "correct.what", screen.say(f"correct.what.{kind}"))
    return window


def money(screen: Screen, window: Locator) -> None:
    """Björn gives Anna 50."""
    pick(screen, window, "correct.from", "Björn")
    pick(screen, window, "correct.to", "Anna")
    screen.touch(window.get_by_role("button", name=screen.say("amount.more", amount="50")))


def piece(screen: Screen, window: Locator) -> None:
    """Björn stands on the first station."""
    pick(screen, window, "correct.who", "Björn")
    window.get_by_label(screen.say("correct.space")).select_option("5")


def deed(screen: Screen, window: Locator) -> None:
    """The first station belongs to Björn."""
    window.get_by_label(screen.say("correct.deed")).select_option("5")
    pick(screen, window, "correct.owner", "Björn")


def buildings(screen: Screen, window: Locator) -> None:
    """A house stands on Badstraße."""
    pick(screen, window, "correct.group", screen.say("group.brown"))
    street = window.get_by_role("group", name="Badstraße")
    screen.touch(street.get_by_role("button", name=screen.say("want.more")))


def jail(screen: Screen, window: Locator) -> None:
    """Björn sits in jail."""
    pick(screen, window, "correct.who", "Björn")


def release_card(screen: Screen, window: Locator) -> None:
    """Björn gets a card from its pile."""
    pick(screen, window, "correct.deck", screen.say("deck.chance"))
    pick(screen, window, "correct.from", screen.say("correct.pile"))
    pick(screen, window, "correct.to", "Björn")


def shares(screen: Screen, window: Locator) -> None:
    """Two of Anna's shares belong to Björn."""
    pick(screen, window, "market.issuer", "Anna")
    pick(screen, window, "correct.from", "Anna")
    pick(screen, window, "correct.to", "Björn")
    screen.touch(window.get_by_role("button", name=screen.say("want.more")))


FORMS: dict[str, Choose] = {
    "money": money,
    "piece": piece,
    "deed": deed,
    "buildings": buildings,
    "jail": jail,
    "release_card": release_card,
    "shares": shares,
}
"""By what is wrong, what is chosen."""
