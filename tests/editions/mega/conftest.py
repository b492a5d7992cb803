"""The mega edition on a small stage."""

from collections.abc import Callable

import pytest
from helpers.scene import Scene

from hub.domain.decks import TicketTaken
from hub.domain.deeds import DeedMoved
from hub.domain.ids import NOBODY
from hub.editions.mega import RULES

MOGUL, BUS = 4, 6
"""Faces of the speed die."""

EXPIRING = 14
"""A ticket that takes all others out of the game."""


@pytest.fixture
def sold(scene: Scene) -> Scene:
    """All deeds belong to seat 2, save those a test gives away again."""
    for deed in RULES.track.deeds:
        scene.given(DeedMoved(deed, NOBODY, 2))
    return scene


@pytest.fixture
def ticket(scene: Scene) -> Callable[[int, int], None]:
    """Puts a ticket into a hand: `ticket(seat, number)`."""
    return lambda seat, number: scene.given(TicketTaken(seat, number, expires=False))
