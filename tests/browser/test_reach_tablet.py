"""On a tablet, whatever is asked and however many sit there, it can be read and answered without scrolling."""

from __future__ import annotations

import pytest
from browser.asked import EVERYTHING
from browser.reach import CONTROLS, ENDING, MOMENTS, QUESTION, TABLE_MONEY, TABLET_FINGER_PX, TABLETS, UPRIGHT
from browser.reaching import Reach, Room
from browser.test_accessibility import DOUBLE_PX
from helpers.house import House

from hub.domain.tasks import SealedAuctionRunning

pytestmark = pytest.mark.browser


def money_of(house: House) -> dict[str, str]:
    """What is seen of the money of who is asked: in secret people bid one by one behind a cover, which shows theirs."""
    return {} if isinstance(house.task, SealedAuctionRunning) else TABLE_MONEY


@pytest.mark.parametrize("asked", EVERYTHING)
def test_every_answer_is_in_reach(room: Room, asked: str) -> None:
    """The question, its answers and the money of who is asked; large letters may scroll the question away."""
    money = money_of(room.at(EVERYTHING[asked]))
    room.reached(
        "table",
        TABLET_FINGER_PX,
        Reach(TABLETS, QUESTION | TABLE_MONEY | {"an answer": CONTROLS}),
        Reach(TABLETS, money | {"an answer": ENDING}, DOUBLE_PX),
    )


@pytest.mark.parametrize("asked", [f"{name}, 8 players" for name in MOMENTS])
def test_upright_and_beside_another_program_it_is_in_reach_too(room: Room, asked: str) -> None:
    """On tablets of other widths as well, with everybody there is room for."""
    money = money_of(room.at(EVERYTHING[asked]))
    room.reached(
        "table",
        TABLET_FINGER_PX,
        Reach(UPRIGHT, QUESTION | money | {"an answer": CONTROLS}),
        Reach(UPRIGHT, money | {"an answer": ENDING}, DOUBLE_PX),
    )
