"""The hub's computer stays awake while a game is played, and only then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from helpers.house import until

from hub.composition.awake import AwakeThread, awake_mode


class Sleep:
    """A system that may be kept awake, if it `can`."""

    def __init__(self, can: bool) -> None:
        self.can, self.held, self.tries, self.said = can, False, 0, 0

    @contextmanager
    def mode(self) -> Iterator[SimpleNamespace]:
        """As wakepy's."""
        self.tries += 1
        self.held = self.can
        yield SimpleNamespace(active=self.can)
        self.held = False

    def say(self) -> None:
        """People are shown that it may fall asleep."""
        self.said += 1


@pytest.mark.parametrize("can", [True, False])
def test_awake_while_a_game_is_played(can: bool) -> None:
    """It is held from beginning to end of each game, and where it cannot be held people are shown it once."""
    sleep, plays = Sleep(can), [False]
    thread = AwakeThread(lambda: plays[0], sleep.say, sleep.mode)
    thread.start()
    for game in (1, 2):
        assert not sleep.held
        plays[0] = True
        thread.wake()
        until(lambda game=game: sleep.tries == game, "it is tried")
        plays[0] = False
        thread.wake()
        until(lambda: thread._holding is None, "it is over")
    plays[0] = True
    thread.wake()
    until(lambda: sleep.tries == 3 and sleep.held == can, "it is held again")
    thread.stop()
    assert not sleep.held
    assert sleep.said == (0 if can else 1)


def test_the_library_says_whether_it_works() -> None:
    """Where nothing can be asked to stay awake, the mode is entered all the same and says so, without a warning."""
    with awake_mode() as mode:
        assert mode.active in {True, False}
