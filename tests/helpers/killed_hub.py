"""Plays the beginning of an evening on a real store and is killed at points where something is written or sent.

Run as a program: `killed_hub.py FOLDER EDITION EVERY`. For every EVERY-th point a child process plays until it is
killed there (SIGKILL); a second child opens the same folder, repeats the last request, like a browser or node that got
no answer, and plays on. It prints what it found and what is stored in the end, one JSON line per kill, the undisturbed
run first.
"""

import json
import os
import random
import shutil
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

import msgspec
from helpers.fake_board import FakeBoard
from helpers.play import random_command
from msgspec import Struct

from hub.domain.tasks import AdvancePending, BuyPending, ThrowPending
from hub.editions import EDITIONS
from hub.store.folder import DataFolder
from hub.store.sqlstore import SqlStore, open_store
from hub.table.game.chance import Dice
from hub.table.interfaces.board import ButtonEvent, EventId, TagEvent
from hub.table.requests import REQUESTS, AddSeat, Begin, ChooseEdition, Enrol, Play, Redo, Undo, request_type
from hub.table.requests.base import Request
from hub.table.table import Table
from hub.table.wire.audience import Audience

BANKER = Audience("banker")
PLAYERS = {"Anna": "04AAAAAAAAAA01", "Ben": "04BBBBBBBBBB02", "Cleo": "04CCCCCCCCCC03"}
BOOT = 7
ENTRIES = 16
READERS = 13


class Asked(Struct, frozen=True):
    """What is in progress: a browser's request, or a node's reports by their numbers."""

    request: request_type(REQUESTS) | None = None  # type: ignore[valid-type]
    reports: tuple[tuple[int, TagEvent | ButtonEvent], ...] = ()


class Doom:
    """Counts points and kills the process (SIGKILL) at the chosen one."""

    def __init__(self, at: int | None) -> None:
        self.at, self.count = at, 0

    def point(self) -> None:
        self.count += 1
        if self.count == self.at:
            os.kill(os.getpid(), signal.SIGKILL)


class Doomed:
    """A database connection (or cursor) with a point before and after each write."""

    def __init__(self, inner: Any, doom: Doom) -> None:
        self._inner, self._doom = inner, doom

    def cursor(self) -> Self:
        return Doomed(self._inner.cursor(), self._doom)

    def execute(self, *arguments: Any) -> None:
        self._doom.point()
        self._inner.execute(*arguments)
        self._doom.point()

    def commit(self) -> None:
        self._doom.point()
        self._inner.commit()
        self._doom.point()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


class Evening:
    """One hub on one folder. The next request depends only on what is stored, so it is the same after any kill."""

    def __init__(self, folder: Path, edition: str, doom: Doom) -> None:
        self.edition, self.doom = edition, doom
        self.store: SqlStore = open_store(DataFolder(folder).database_url)
        self.store.database.writer = Doomed(self.store.database.writer, doom)  # type: ignore[assignment]
        self.board = FakeBoard("side", 4, READERS)
        self.table = Table(self.store, self.board, EDITIONS, Dice(0))
        self.table.start()
        self.table.subscribe(lambda *_publication: doom.point())
        self._under_way = folder / "under_way.json"

    def repeat(self) -> None:
        if self._under_way.exists():
            self._ask(msgspec.json.decode(self._under_way.read_bytes(), type=Asked))

    def play(self) -> Iterator[None]:
        while (asked := self._next()) is not None:
            self._under_way.write_bytes(msgspec.json.encode(asked))
            self._ask(asked)
            self.doom.point()
            yield

    def play_on(self) -> None:
        for _ in self.play():
            pass

    def outcome(self) -> dict[str, Any]:
        """What is stored in the end, without random values and times."""
        game = self.table.view(BANKER).game or ""
        outcome = {
            "log": [(s.request, s.actor, msgspec.json.encode(s.entry).decode()) for s in self.store.entries(game)],
            "position": self.position(),
            "handled": {node: event.n for node, event in self.store.positions().items()},
            "games": len(self.store.games()),
        }
        self.table.stop()
        self.store.close()
        return outcome

    def position(self) -> list[Any]:
        """What banker and phones see: money, spaces, dice, question, history, undo, and the players."""
        view, phone = self.table.view(BANKER), self.table.view(Audience("seat", 0))
        assert [seat.balance for seat in phone.seats] == [seat.balance for seat in view.seats]
        task = repr(view.prompt.task) if view.prompt else None
        seats = [[seat.name, seat.tag, seat.balance, seat.space] for seat in view.seats]
        deeds = [[deed.deed, deed.owner, deed.stage, deed.mortgaged] for deed in view.deeds]
        feed = [(line.key, line.args, line.undone) for line in view.feed]
        return [view.edition, view.phase, seats, deeds, task, view.undo, view.redo, view.faces, feed]

    def _ask(self, asked: Asked) -> None:
        live = self.table.state.live
        self.table.state.chance = Dice(f"{self.edition}/{len(live.entries) if live else 0}")
        if asked.request is not None:
            self.table.request(BANKER, asked.request)
        for number, event in asked.reports:
            self.board.report(event, EventId(BOOT, number))

    def _next(self) -> Asked | None:
        live = self.table.state.live
        if live is not None:
            return self._play_next() if len(live.entries) < ENTRIES else None
        view = self.table.view(BANKER)
        if view.edition != self.edition:
            return Asked(Request("edition", ChooseEdition(self.edition)))
        names = list(PLAYERS)[: max(2, EDITIONS[self.edition].seats[0])]
        for number, name in enumerate(names):
            if number >= len(view.seats):
                return Asked(Request(f"seat-{number}", AddSeat(name)))
            if view.seats[number].tag is None:
                return Asked(Request(f"tag-{number}", Enrol(number, PLAYERS[name])))
        return Asked(Request("begin", Begin()))

    def _play_next(self) -> Asked:
        live = self.table.state.live
        number = len(live.entries)
        luck, task = random.Random(f"{self.edition}/{number}"), live.game.state.agenda.task
        first = 2 * number + 1
        if live.effective.redo and luck.random() < 0.5:
            return Asked(Request(f"r{number}", Redo(len(live.effective.redo))))
        if live.undoable() > 3 and luck.random() < 0.15:
            return Asked(Request(f"r{number}", Undo(live.undoable())))
        if isinstance(task, AdvancePending) and luck.random() < 0.7:
            node, reader = self.table.state.board_map.reader(task.space)
            uid = list(PLAYERS.values())[task.seat]
            lifted, laid = TagEvent(node, reader, uid, False), TagEvent(node, reader, uid, True)
            return Asked(reports=((first, lifted), (first + 1, laid)))
        if isinstance(task, ThrowPending | BuyPending) and luck.random() < 0.5:
            button = "ok" if isinstance(task, BuyPending) else "die1"
            return Asked(reports=((first, ButtonEvent("node-0", button, "short")),))
        return Asked(Request(f"r{number}", Play(random_command(live.game, luck, Dice(number)))))


def in_child(work: Callable[[], None]) -> int:
    """Run `work` in a child process; returns the signal that killed it, 0 if it ended normally."""
    sys.stdout.flush()
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
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "the evening failed"
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


class Kills:
    """Prepares a folder once, then sends a request in a copy of that folder for each kill.

    Subclasses define how to prepare, send and repeat it; each of these runs in a process that may be killed.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._points = folder.with_suffix(".points")
        in_child(self._prepare)

    def undisturbed(self) -> int:
        """Run without a kill and print the outcome; returns the number of points, the last one after the answer."""
        in_child(lambda: self._ask(self._copied(0), None))
        return int(self._points.read_text())

    def walk(self, every: int, first: int) -> None:
        """Run undisturbed, then killed at every `every`th point, and always just before the answer arrives."""
        points = self.undisturbed()
        for at in sorted({*range(first, points, every), points}):
            self.killed(at)

    def killed(self, at: int) -> None:
        """Send the request, be killed at that point, and repeat it."""
        folder = self._copied(at)
        assert in_child(lambda: self._ask(folder, at)) == signal.SIGKILL
        in_child(lambda: self._ask_again(folder, at))

    def _prepare(self) -> None:
        raise NotImplementedError

    def _ask(self, folder: Path, at: int | None) -> None:
        """Send the request; with `at` None, which is undisturbed, report the number of points."""
        raise NotImplementedError

    def _ask_again(self, folder: Path, at: int) -> None:
        """Check what the kill left behind, then repeat the request."""
        raise NotImplementedError

    def _copied(self, at: int) -> Path:
        return shutil.copytree(self._folder, self._folder.with_name(f"{self._folder.name}-{at}"))


def undisturbed(folder: Path, edition: str) -> None:
    """Play to the end without a kill and report every position."""
    evening = Evening(folder, edition, Doom(None))
    positions = [evening.position(), *(evening.position() for _ in evening.play())]
    print(json.dumps({**evening.outcome(), "positions": positions, "points": evening.doom.count}))


def resumed(folder: Path, edition: str) -> None:
    """Start again after a kill and report what was found."""
    evening = Evening(folder, edition, Doom(None))
    found = evening.position()
    evening.repeat()
    evening.play_on()
    print(json.dumps({**evening.outcome(), "found": found}))


def main(root: Path, edition: str, every: int) -> None:
    """The undisturbed run, then one run for every `every`th point."""
    in_child(lambda: undisturbed(root / "whole", edition))
    at = 1 + len(edition) % every
    while True:
        folder = root / f"killed-{at}"
        killed = in_child(lambda folder=folder, at=at: Evening(folder, edition, Doom(at)).play_on())
        if not killed:
            return
        assert killed == signal.SIGKILL
        in_child(lambda folder=folder: resumed(folder, edition))
        at += every


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
