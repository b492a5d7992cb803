"""A game on a small stage."""

import pytest
from helpers.scene import Scene
from table.conftest import kind, playing, seated

from hub.editions import EDITIONS

__all__ = ["kind", "playing", "seated"]


@pytest.fixture
def scene() -> Scene:
    """Three players of the first edition, the first about to throw."""
    return Scene(next(iter(EDITIONS.values())))
