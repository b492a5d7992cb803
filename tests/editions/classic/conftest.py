"""The classic edition on a small stage."""

from collections.abc import Callable

import pytest
from helpers.scene import Scene

from hub.editions.classic import RULES


@pytest.fixture
def scene() -> Scene:
    """Three players, the first about to throw."""
    return Scene(RULES)


@pytest.fixture
def scene_with_card() -> Callable[..., Scene]:
    """A scene with chosen cards on top: `scene_with_card(chance=6)`."""
    return lambda seats=3, **top: Scene(RULES, seats, top)
