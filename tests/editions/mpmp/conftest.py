"""The mpmp edition on a small stage."""

import pytest
from helpers.scene import Scene

from hub.domain.decks import ReleaseCardMoved
from hub.domain.ids import NOBODY
from hub.editions.mpmp import RULES


class MpmpScene(Scene):
    """A stage on which a release card is a copy with a number of its own."""

    def holds_release_card(self, seat: int, deck: str = "community", card: int = 1) -> None:
        self.given(ReleaseCardMoved(deck, card, NOBODY, seat))


@pytest.fixture
def scene() -> MpmpScene:
    """Three players with 30,000 each, the first about to throw."""
    return MpmpScene(RULES)
