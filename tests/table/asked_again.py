"""Sends one request of each kind, kills the hub at each point where something is written or sent, and repeats it.

Run as a program: `asked_again.py FOLDER EVERY KIND...`; it prints one JSON line per kill and per undisturbed request.
"""

import json
import re
import socket
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from helpers.bare_pages import bare_pages
from helpers.fake_board import FakeBoard
from helpers.killed_hub import BANKER, Doom, Doomed, Kills
from helpers.served import Server
from msgspec.structs import replace
from table.asked import BROUGHT, CASES, SIDE, THE_GAME, Case

from hub.editions import EDITIONS
from hub.features import features
from hub.server.limits import Bucket
from hub.server.sockets.connections import Connection
from hub.store.folder import DATABASE, DataFolder
from hub.store.sqlstore import open_store
from hub.table import requests as wire
from hub.table.game.chance import Dice
from hub.table.requests.base import Request
from hub.table.table import Table
from hub.table.wire.audience import Ack

DRAWN = re.compile(
    r'"(holder|code|game|id)":"[^"]*"|"(name)":"[0-9a-f]{24}"|"(since_ms|at_ms)":\d+'
    r'|"(?:left:)?[0-9a-f]{12}(?:[0-9a-f]{12})?"(?::\d{13})?'
)
"""What is drawn by lot or is the time: two hubs that did the same differ in it."""

PRESSES, PAGES = "presses.txt", "pages"


class Hands:
    """The hands of a simulated board; presses are counted in a file, since a board outlives the hub."""

    def __init__(self, folder: Path) -> None:
        self.by_hand = False
        self._presses = folder / PRESSES

    def press(self, _button: str, _press: str) -> None:
        with self._presses.open("a") as file:
            file.write("x")

    def place(self, *_where: object) -> None:
        """Do nothing."""

    lift = unplug = replug = place


class Life:
    """One run of a hub on a folder, with all parts that a request passes through."""

    def __init__(self, folder: Path, port: int) -> None:
        self.doom = Doom(None)
        self._store = open_store(DataFolder(folder).database_url)
        self._store.database.writer = Doomed(self._store.database.writer, self.doom)  # type: ignore[assignment]
        board = FakeBoard(settings=SIDE)
        board.simulator = Hands(folder)  # type: ignore[assignment]
        bots = {"sensible": lambda *_: lambda *_: None}
        self.table = Table(self._store, board, EDITIONS, Dice(1), bots, features=tuple(features().values()))  # type: ignore[arg-type]
        self.table.start()
        for brought in BROUGHT:
            getattr(brought, "opened", bool)(self.table)
        self._server = Server(self.table, "127.0.0.1", port, "5ec2e7" * 8, "271828", "1", pages=folder.parent / PAGES)
        self._server.load()
        self._server.site._seating.publisher.start()
        self.table.subscribe(lambda *_publication: self.doom.point())

    def ask(self, request: Request) -> Ack:
        if getattr(request.action, "game", None) == THE_GAME:
            (game,) = self._store.games()
            request = replace(request, action=replace(request.action, game=game.id))
        tablet = Connection("", "", Bucket(1, 1), None, BANKER)
        return self._server.site._sockets.carry_out(tablet, BANKER, request)

    def join(self) -> None:
        """Have another phone join the first seat."""
        assert self._server.site._access.join(self._server.site._access.codes()["0"])


class ActionKills(Kills):
    def __init__(self, folder: Path, case: Case, port: int) -> None:
        self._case, self._port = case, port
        self._request = Request("it", case.action)
        if isinstance(case.action, wire.ChooseAddress):
            self._request = Request("it", wire.ChooseAddress(f"http://localhost:{port}"))
        super().__init__(folder)

    def _prepare(self) -> None:
        life = Life(self._folder, self._port)
        for number, action in enumerate(self._case.before):
            ack = life.ask(Request(f"before-{number}", action))
            assert ack.ok, (action, ack)
        for _ in range(self._case.phones):
            life.join()

    def _ask(self, folder: Path, at: int | None) -> None:
        life = Life(folder, self._port)
        begun = life.doom.count
        life.doom.at = None if at is None else begun + at
        ack = life.ask(self._request)
        life.doom.point()
        if at is None:
            points = life.doom.count - begun
            self._points.write_text(str(points))
            self._say(at, points=points, answers=[[ack.ok, ack.reason]], **self._left(folder))

    def _ask_again(self, folder: Path, at: int) -> None:
        """Check what the kill left behind, then repeat the request twice."""
        life, answers = Life(folder, self._port), []
        left, before = self._left(folder), stored(folder)
        for _ in range(2):
            ack = life.ask(self._request)
            answers.append([ack.ok, ack.reason])
            left.setdefault("done_again", stored(folder) != before)
        after = stored(folder)
        self._say(at, answers=answers, **{**left, "stored": plain(after), "presses": after[-1]})

    def _left(self, folder: Path) -> dict[str, Any]:
        """What is durable: whether anything has changed, and whether the request is remembered."""
        with closing(sqlite3.connect(folder / DATABASE)) as database:
            remembered = database.execute("SELECT count(*) FROM requests WHERE id = 'it'").fetchone()[0]
        now = stored(folder)
        return {
            "remembered": bool(remembered),
            "changed": now != stored(self._folder),
            "stored": plain(now),
            "presses": now[-1],
        }

    def _say(self, at: int | None, **found: Any) -> None:
        print(json.dumps({"kind": type(self._case.action).__name__, "at": at, **found}))


def stored(folder: Path) -> list[Any]:
    """Everything durable except the remembered requests; also presses, which a board reports even after a kill."""
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        documents = database.execute("SELECT name, data FROM documents ORDER BY name").fetchall()
        entries = database.execute(
            "SELECT seq, entry, actor, request FROM entries JOIN games ON id = game ORDER BY number, seq"
        ).fetchall()
    presses = folder / PRESSES
    return [documents, entries, len(presses.read_text()) if presses.exists() else 0]


def plain(stored: list[Any]) -> str:
    """The same as text, without random values."""
    return DRAWN.sub(r'"\1\2\3":""', json.dumps(stored).replace('\\"', '"'))


def main(root: Path, every: int, *kinds: str) -> None:
    """Run cases undisturbed, then killed at every `every`th point, and always just before the answer arrives."""
    bare_pages(root / PAGES)
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    for number, case in enumerate(case for kind, cases in CASES.items() if kind.__name__ in kinds for case in cases):
        ActionKills(root / str(number), case, port).walk(every, first=1 + number % every)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
