"""On a phone, whatever is asked and however many sit there, it can be read and answered without scrolling."""

from __future__ import annotations

import pytest
from browser.asked import EVERYTHING
from browser.reach import CONTROLS, ENDING, FINGER_PX, LOW_CONTROLS, LOW_PHONES, MONEY, PHONE, QUESTION
from browser.reaching import Reach, Room
from browser.test_accessibility import DOUBLE_PX

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("asked", EVERYTHING)
def test_every_answer_is_in_reach(room: Room, asked: str) -> None:
    """The question, its answers and one's own money; large letters may scroll the question away."""
    prompt = room.at(EVERYTHING[asked]).view().prompt
    assert prompt
    room.reached(
        "play",
        FINGER_PX,
        Reach(PHONE, QUESTION | MONEY | {"an answer": CONTROLS}),
        Reach(LOW_PHONES, QUESTION | MONEY | {"an answer": LOW_CONTROLS}),
        Reach((*PHONE, *LOW_PHONES), MONEY | {"an answer": ENDING}, DOUBLE_PX),
        seat=prompt.seats[0],
    )
