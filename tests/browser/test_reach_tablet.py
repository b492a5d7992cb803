"""On a tablet, whatever is asked and however many sit there, it can be read and answered without scrolling."""

from __future__ import annotations

import pytest
from browser.asked import EVERYTHING, FULLEST
from browser.questions import Then
from browser.reach import (
    CONTROLS,
    CROWDED,
    ENDING,
    NAMES,
    NARROW,
    QUESTION,
    TABLE_MONEY,
    TABLET_FINGER_PX,
    TABLETS,
    UPRIGHT,
    seated,
)
from browser.reaching import Reach, Room
from browser.test_accessibility import DOUBLE_PX
from helpers.house import House

from hub.domain.corrections import CorrectTurn
from hub.domain.tasks import SealedAuctionRunning

pytestmark = pytest.mark.browser


def money_of(house: House) -> dict[str, str]:
    """What is seen of the money of who is asked: in secret people bid one by one behind a cover, which shows theirs."""
    return {} if isinstance(house.task, SealedAuctionRunning) else TABLE_MONEY


def elsewhere(asked: str, money: dict[str, str]) -> tuple[Reach, ...]:
    """Upright and beside another program, with everybody there is room for.

    The usual moments on more tablets, and with large letters; what else is asked has these on `TABLETS`.
    """
    usual = QUESTION | money | {"an answer": CONTROLS}
    if asked in CROWDED:
        return Reach(UPRIGHT, usual), Reach(UPRIGHT, money | {"an answer": ENDING}, DOUBLE_PX)
    return (Reach(NARROW, usual),) if asked in FULLEST else ()


@pytest.mark.parametrize("asked", EVERYTHING)
def test_every_answer_is_in_reach(room: Room, asked: str) -> None:
    """The question, its answers and the money of who is asked; large letters may scroll the question away."""
    money = money_of(room.at(EVERYTHING[asked]))
    room.reached(
        "table",
        TABLET_FINGER_PX,
        Reach(TABLETS, QUESTION | TABLE_MONEY | {"an answer": CONTROLS}),
        Reach(TABLETS, money | {"an answer": ENDING}, DOUBLE_PX),
        *elsewhere(asked, money),
    )


@pytest.mark.parametrize("seat", [len(NAMES) // 2, len(NAMES) - 1])
def test_the_last_of_eight_see_their_balance_too(room: Room, seat: int) -> None:
    """Whoever is asked: other questions here are put to the first, whose balance is the first in the list."""

    def to_throw(house: House) -> None:
        house.correct(CorrectTurn(seat))

    room.at(Then(seated("classic", len(NAMES)), to_throw))
    wanted = QUESTION | TABLE_MONEY | {"an answer": CONTROLS}
    room.reached("table", TABLET_FINGER_PX, Reach((*TABLETS, *UPRIGHT), wanted))
