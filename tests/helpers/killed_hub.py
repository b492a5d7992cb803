"""Plays a short scripted evening on a real store and is killed at every point where something is written or told.

Run as a program: `killed_hub.py FOLDER`. For each point a child process plays until SIGKILL hits it there; a second
child opens the same folder and repeats the whole script, as browsers and nodes would that never got an answer. What
is then in the log is printed, one JSON line per point, the undisturbed run first.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from helpers.fake_board import FakeBoard

from hub.domain.commands import Advance, Buy, Decline, PassBid, PlaceBid, Throw
from hub.editions import EDITIONS
from hub.store.folder import DataFolder
from hub.store.sqlstore import SqlStore, open_store
from hub.table.audience import Audience
from hub.table.chance import Dice
from hub.table.ports import ButtonEvent, EventId, TagEvent
from hub.table.requests import AddSeat, Begin, Enrol, Play, Redo, Request, Undo
from hub.table.session import Table

BANKER = Audience("banker")
ANNA, BEN = "04AAAAAAAAAA01", "04BBBBBBBBBB02"
Step = Callable[[Table, FakeBoard], None]


def asks(number: int, action: Any) -> Step:
    """A browser's request under a name that stays the same when it is repeated."""
    return lambda table, _board: void(table.request(BANKER, Request(f"request-{number}", action)))


def reports(number: int, event: Any) -> Step:
    """A node's report under its own number."""
    return lambda _table, board: void(board.report(event, EventId(7, number)))


def void(_result: object) -> None:
    """Nothing is done with answers; whether the effect is there is what counts."""


SCRIPT: list[Step] = [
    asks(1, AddSeat("Anna")),
    asks(2, AddSeat("Ben")),
    asks(3, Enrol(0, ANNA)),
    asks(4, Enrol(1, BEN)),
    asks(5, Begin()),
    asks(6, Play(Throw(0, (6, 5)))),
    asks(7, Play(Throw(1, (1, 2)))),
    asks(8, Play(Throw(0, (2, 3)))),
    reports(1, TagEvent("node-0", 5, ANNA, on=True)),
    reports(2, ButtonEvent("node-0", "ok", "short")),
    asks(9, Play(Throw(1, (1, 3)))),
    reports(3, TagEvent("node-0", 4, BEN, on=True)),
    asks(10, Play(Throw(0, (1, 2)))),
    asks(11, Play(Advance(0))),
    asks(12, Play(Decline(0))),
    asks(13, Play(PlaceBid(1, 30))),
    asks(14, Play(PassBid(0))),
    asks(15, Undo(12)),
    asks(16, Redo(1)),
    asks(17, Play(Throw(1, (6, 6)))),
    asks(18, Play(Buy(1))),
]


class Doom:
    """Counts points; at the chosen one the process dies as by a pulled plug."""

    def __init__(self, at: int | None) -> None:
        self.at, self.count = at, 0

    def point(self) -> None:
        """Something is about to be written or told, or has just been."""
        self.count += 1
        if self.count == self.at:
            os.kill(os.getpid(), signal.SIGKILL)


class Doomed:
    """A database connection (or cursor) with a point before and after each write."""

    def __init__(self, inner: Any, doom: Doom) -> None:
        self._inner, self._doom = inner, doom

    def cursor(self) -> Doomed:
        """A cursor that is doomed as well."""
        return Doomed(self._inner.cursor(), self._doom)

    def execute(self, *arguments: Any) -> None:
        """One statement."""
        self._doom.point()
        self._inner.execute(*arguments)
        self._doom.point()

    def commit(self) -> None:
        """The write that counts."""
        self._doom.point()
        self._inner.commit()
        self._doom.point()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


def play(folder: Path, doom: Doom) -> str:
    """Play the script on this folder; returns what is stored in the end, as one JSON line."""
    store: SqlStore = open_store(DataFolder(folder).database_url)
    store._writer = Doomed(store._writer, doom)  # type: ignore[assignment]
    board = FakeBoard()
    table = Table(store, board, EDITIONS, Dice(1))
    table.start()
    table.subscribe(lambda _version: doom.point())
    for step in SCRIPT:
        step(table, board)
        doom.point()
    view = table.view(BANKER)
    entries = store.entries(view.game or "")
    table.stop()
    store.close()
    told = {
        "requests": [stored.request for stored in entries],
        "balances": [seat.balance for seat in view.seats],
        "spaces": [seat.space for seat in view.seats],
        "tags": [seat.tag for seat in view.seats],
        "owners": [(deed.deed, deed.owner) for deed in view.deeds],
        "task": repr(view.prompt.task) if view.prompt else None,
        "undo": [view.undo, view.redo],
        "games": len(store_games(folder)),
        "points": doom.count,
    }
    return json.dumps(told)


def store_games(folder: Path) -> list[str]:
    """The stored games, read by a new hub."""
    store = open_store(DataFolder(folder).database_url)
    games = [record.id for record in store.games()]
    store.close()
    return games


def in_child(work: Callable[[], None]) -> int:
    """Do something in a child process; returns the signal that killed it, 0 if none did."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        except Exception:  # noqa: BLE001 the child must not run the parent's code
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(status)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "the script failed"
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


def main(root: Path) -> None:
    """The undisturbed run, then one run per point."""
    in_child(lambda: print(play(root / "whole", Doom(None))))
    at = 1
    while True:
        folder = root / f"killed-{at}"
        killed = in_child(lambda folder=folder, at=at: void(play(folder, Doom(at))))
        if not killed:
            return
        assert killed == signal.SIGKILL
        in_child(lambda folder=folder: print(play(folder, Doom(None))))
        at += 1


if __name__ == "__main__":
    main(Path(sys.argv[1]))
