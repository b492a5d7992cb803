"""On a TV, whatever is asked and however many sit there, everybody reads all of it from afar."""

from __future__ import annotations

import pytest
from browser.asked import EVERYTHING
from browser.reach import CROWDED, TV, TVS
from browser.reaching import Reach, Room
from browser.test_accessibility import DOUBLE_PX, USUAL_PX

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("asked", EVERYTHING)
def test_everybody_and_the_question_can_be_seen(room: Room, asked: str) -> None:
    """Every name and balance, the question and the way in, also where a browser is set to large letters."""
    room.at(EVERYTHING[asked])
    letters = (USUAL_PX, DOUBLE_PX) if asked in CROWDED else (USUAL_PX,)
    room.reached("tv", 0, *(Reach(TVS, TV, pixels) for pixels in letters))
