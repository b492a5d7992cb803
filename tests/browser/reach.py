"""Who sits round the table when it is full, what is asked then, and what of it a screen must show without scrolling."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from browser.positions import Position, own
from browser.questions import Then
from helpers.house import House, until
from playwright.sync_api import Page

from hub.domain.commands import Decline, PlaceBid
from hub.domain.corrections import CorrectMoney, CorrectPiece
from hub.domain.ids import BANK
from hub.editions import EDITIONS
from hub.table.requests import ChooseEdition, RemoveSeat

NAMES = (
    "Großmutter Annegret",
    "Onkel Björn-Henrik",
    "Maximilian-Alexander",
    "Dilan Yıldırım",
    "Chloé",
    "Konstantinopolina",
    "Papa",
    "Friederike-Johanna",
)
"""As long as names may be; the first four sit at smaller tables, too."""

PLAYERS = (2, 4, 8)
Sizes = tuple[tuple[int, int], ...]
TABLETS: Sizes = ((1280, 800), (1024, 768), (800, 1280))
PHONE: Sizes = ((390, 844),)
LOW_PHONES: Sizes = ((740, 360), (320, 568))
SMALL: Sizes = ((568, 320), (640, 360))
"""Phones of 2016, held sideways."""
TVS: Sizes = ((1920, 1080), (1280, 720), (960, 540))
UPRIGHT: Sizes = ((507, 1018), (768, 1024), (810, 1080), (834, 1194))
"""Tablets held upright, and half of one beside another program."""
NARROW: Sizes = UPRIGHT[:2]
"""Those with the least room of the two ways a page is laid out there."""
EVERYWHERE: Mapping[str, Sizes] = {
    "table": ((768, 1024), (1024, 768), (1280, 800)),
    "play": ((360, 640), (390, 844)),
}
"""Where nothing that is asked, offered or counted may be scrolled away, with large letters either."""
ONE, OTHER = 0, 1
FINGER_PX, TABLET_FINGER_PX = 44, 56
UNREACHED = Path(__file__).with_name("reach.js").read_text(encoding="utf-8")

ENDING = "[data-prompt] :is(div.answers, .thrown) .button"
"""What answers a question with one tap; the rest of its controls says with what."""
RAISING = ".raise .button:first-child"
"""Leads to all that can be mortgaged or sold for a debt."""
CONTROLS = (
    f"{ENDING}, [data-prompt] :is(.answerers .chip, .shown, .step, .streets .button, button.face, select, {RAISING})"
)
LOW_CONTROLS = CONTROLS.replace(".step,", ".step:not(section.build *),").replace(f", {RAISING}", "")
"""Where a phone is low, streets to build on or to mortgage scroll above what ends the question."""
ANSWERS = {"an answer to an offer": ".offer .answers .button, .offer > .button"}
OFFER = ANSWERS | {"what is offered": ".offer :is(.who b, .deal > *)"}
"""A price for two is covered where all look."""
BALANCES = {"a balance": "li[data-account] .balance"}
MONEY = {"one's own balance": "[data-own-balance]"}
TABLE_MONEY = {"some balance of who is asked": "li[data-asked] .balance, [data-own-balance]"}
QUESTION = {"the question": "[data-prompt] h2"}
TV = {
    "a balance": "li[data-account] .balance",
    "a name": "li[data-account] .name",
    "the question": "[data-question]",
    "the code": "[data-join] img",
}


def unreached(page: Page, wanted: Mapping[str, str], least: int) -> list[str]:
    """What of the wanted is not wholly on the screen, is covered, or is smaller than `least` pixels."""
    found: list[str] = page.evaluate(UNREACHED, [dict(wanted), least])
    return found


class FullHouse(House):
    """However few people a position asks for, as many sit down as `crowd` says and the edition has room for."""

    crowd = len(NAMES)

    def another(self) -> FullHouse:
        """One more, which has never been opened."""
        return FullHouse(self.folder / f"{next(self._names)}", pages=self.pages)

    def open(self, *players: str) -> None:
        super().open(*(NAMES[: self.crowd] if players else ()))

    def begin(self) -> None:
        """Start the game with as many as the edition has room for, on a board that answers.

        The room that a page gives trouble with the board stays its room while the question stands.
        """
        seats = self.view().seats
        for seat in reversed(seats[EDITIONS[self.view().edition].seats[1] :]):
            self.do(RemoveSeat(seat.seat))
        super().begin()
        until(lambda: self.view().board.state == "up", "the board answers")


def among(players: int, position: Position) -> Position:
    """The same position with so many people round the table."""

    def sit_down(house: House) -> None:
        assert isinstance(house, FullHouse)
        house.crowd = players
        position(house)

    return sit_down


def seated(edition: str, players: int) -> Position:
    """So many people in an edition; the first throws next."""

    def base(house: House) -> None:
        house.open(*NAMES[:players])
        house.do(ChooseEdition(edition))
        house.begin()

    return among(players, base)


def to_throw(_house: House) -> None:
    """The first throws."""


def to_buy(house: House) -> None:
    """The first stands on a street for sale."""
    house.throw(ONE, 1, 2)


def to_bid(house: House) -> None:
    """Nobody wants to pay the price, and somebody leads."""
    to_buy(house)
    house.play(Decline(ONE), PlaceBid(OTHER, 156))


def to_raise_money(house: House) -> None:
    """The first cannot pay the tax, and owns something."""
    own(house, ONE, 6)
    house.correct(CorrectMoney(ONE, BANK, 1_400), CorrectPiece(ONE, 1))
    house.throw(ONE, 1, 2)


MOMENTS = {
    "throw": ("classic", to_throw),
    "buy": ("classic", to_buy),
    "auction": ("classic", to_bid),
    "secret bids": ("haustein", to_buy),
    "debt": ("classic", to_raise_money),
}


CROWDED = frozenset(f"{name}, {len(NAMES)} players" for name in MOMENTS)
"""The usual moments, with everybody round the table."""


def moment(name: str, players: int) -> Then:
    """A question with so many people round the table."""
    edition, moves = MOMENTS[name]
    return Then(seated(edition, players), moves)
