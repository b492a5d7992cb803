"""An edition on a small stage: that of the folder in which a test stands."""

from collections.abc import Callable

import pytest
from helpers.scene import Scene

from hub.editions import EDITIONS


@pytest.fixture
def scene_of(request: pytest.FixtureRequest) -> Callable[..., Scene]:
    """A scene with so many seats and chosen cards on top: `scene_of(5, chance=6)`."""
    return lambda seats=3, **top: Scene(EDITIONS[request.path.parent.name], seats, top)


@pytest.fixture
def scene(scene_of: Callable[..., Scene]) -> Scene:
    """Three players, the first about to throw."""
    return scene_of()
