"""The clock of the computer is set back during the game: order and undo follow the log, never the clock."""

import itertools
import re
from pathlib import Path

import pytest
from helpers.fake_board import FakeBoard
from helpers.seated import BANKER, Seated
from helpers.told import exported

from hub.domain.commands import Buy
from hub.editions import EDITIONS
from hub.table.game.chance import Dice
from hub.table.table import Table

CLOCK = re.compile(r"time\.(time|time_ns|localtime|gmtime|ctime|strftime)\(|\b(datetime|date)\.(now|utcnow|today)\(")
HUB = Path(__file__).parents[2] / "hub"


def test_one_place_asks_the_clock() -> None:
    """`now_ms` alone, which gives only moments that have a date; logs have their own, and pings that of the library."""
    asking = {
        path.relative_to(HUB).as_posix() for path in HUB.rglob("*.py") if CLOCK.search(path.read_text(encoding="utf-8"))
    }
    assert asking == {"table/interfaces/storage.py", "server/transport/borrowed.py"}


def test_a_clock_that_runs_backwards_changes_nothing_but_times(playing: Seated, monkeypatch: pytest.MonkeyPatch):
    """Each entry is a day older than the one before; the game goes on, is undone, exported and resumed."""
    days = itertools.count()
    monkeypatch.setattr("hub.table.changes.playing.now_ms", lambda: 1_700_000_000_000 - 86_400_000 * next(days))
    playing.throw(0, 2, 3)
    playing.play(Buy(0))
    playing.undo()
    playing.play(Buy(0))
    entries = playing.store.entries(playing.view().game)
    times = [stored.at_ms for stored in entries[-4:]]
    assert times == sorted(times, reverse=True)
    played = playing.table.played()
    assert played is not None
    exported(played)
    before = playing.view()
    resumed = Table(playing.store, FakeBoard(), EDITIONS, Dice(1)).view(BANKER)
    assert (resumed.seats, resumed.prompt, resumed.undo) == (before.seats, before.prompt, before.undo)
