"""Threads that a table wakes."""

from helpers.waiting import PATIENCE_S

from hub.table.automatic.threads import WakeableThread


class Seen(WakeableThread):
    """Notes how often it looked."""

    looked = 0

    def _look(self) -> None:
        self.looked += 1


def test_one_that_is_stopped_just_as_it_notes_a_wake_ends(monkeypatch):
    """It takes the wake of `stop` for the one before, and must not wait for another."""
    thread = Seen("late")
    noted = thread._wake.clear

    def stopped_first() -> None:
        thread._stopped.set()
        thread._wake.set()
        noted()

    monkeypatch.setattr(thread._wake, "clear", stopped_first)
    thread.start()
    thread._thread.join(PATIENCE_S)
    assert not thread._thread.is_alive()
    assert not thread.looked
