"""The edition of bids and shares on a small stage."""

from collections.abc import Callable

import pytest
from helpers.scene import Scene

from hub.editions.haustein import RULES


@pytest.fixture
def scene() -> Scene:
    """Three players, the first about to throw."""
    return Scene(RULES)


@pytest.fixture
def scene_of() -> Callable[..., Scene]:
    """A scene with so many seats and chosen cards on top: `scene_of(5, chance=6)`."""
    return lambda seats=3, **top: Scene(RULES, seats, top)
