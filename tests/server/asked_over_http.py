"""Calls each HTTP route that changes something, kills the hub at each point of writing or sending, and repeats it.

Run as a program: `asked_over_http.py FOLDER EVERY PATH...`; it prints one JSON line per kill and per undisturbed run.
"""

import json
import os
import re
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from helpers.bare_pages import bare_pages
from helpers.fake_board import FakeBoard
from helpers.killed_hub import Doom, Doomed, Kills
from msgspec import Struct

from hub.editions import EDITIONS
from hub.features.club.table import HelpWanted, help_wanted
from hub.features.workshop.at_table import put_on_table, workshop
from hub.features.workshop.desk import Workshop
from hub.features.workshop.stored import FOLDER
from hub.server.access.keys import Access, banker_key
from hub.server.access.shown_address import ShownAddress
from hub.server.limits import Limits
from hub.server.site import Site
from hub.store.folder import DATABASE, DataFolder
from hub.store.sqlstore import open_store
from hub.table.game.chance import Dice
from hub.table.table import Table

SECRET, PIN = "5ec2e7" * 11, "271828"
PAGES = "pages"
EDITION = "classic"
MOMENT = re.compile(r'"(changed_ms|since_ms|help_wanted)"[:,] ?"?[0-9]+"?')
DRAWING = b'<svg viewBox="0 0 1 1"><path d="M0 0L1 1"/></svg>'


class Trials:
    """Stands in for the trials of designs: counts how often one was started or stopped."""

    def __init__(self) -> None:
        self.orders: list[str] = []

    def of(self, _design: str) -> None:
        """No trial."""

    def start(self, design: str, *_what: object) -> None:
        self.orders.append(design)

    def stop(self) -> None:
        self.orders.append("stop")


class Life:
    """One run of a hub on a folder, whose routes are called as by the banker's tablet."""

    def __init__(self, folder: Path, doom: Doom | None = None) -> None:
        doom = doom or Doom(None)
        self._store = store = open_store(DataFolder(folder).database_url)
        store.database.writer = Doomed(store.database.writer, doom)  # type: ignore[assignment]
        editions = {EDITION: EDITIONS[EDITION]}
        table = Table(store, FakeBoard(), editions, Dice(1))
        table.start()
        self.trials = Trials()
        self.workshop = Workshop(folder, editions, partial(put_on_table, table.request), self.trials)  # type: ignore[arg-type]
        access = Access(table, SECRET, PIN)
        help_table = HelpWanted(table, doom.point)
        self.site = Site(
            table,
            access,
            ShownAddress(table, "127.0.0.1", 80, "http"),
            "1",
            pages=folder.parent / PAGES,
            routes=[workshop(self.workshop, access, Limits()), help_wanted(help_table, access, Limits())],
        )
        self.site.load()
        table.subscribe(lambda *_publication: doom.point())

    def close(self) -> None:
        self._store.close()

    def ask(self, request: str | None, path: str, body: bytes | dict[str, Any] | None = None) -> tuple[int, Any]:
        """Status and answer of a route; fills in the only design, and its file, for their placeholders in `path`."""
        cards = self.workshop.designs().designs
        name = min(cards, key=lambda card: card.changed_ms).id if cards else ""
        content = self.workshop.board(name) if path.endswith("/take") else body
        content = content if isinstance(content, bytes) else json.dumps(content or {}).encode()
        shown = {"Authorization": f"Bearer {banker_key(SECRET, PIN)}"}
        wish = {} if request is None else {"Idempotency-Key": request}
        answer = self.site.app.test_client().post(
            path.replace("<name>", name), data=content, headers={"Host": "localhost", **shown, **wish}
        )
        return answer.status_code, json.loads(MOMENT.sub(r'"\1":0', answer.get_data(as_text=True)))


class Case(Struct, frozen=True):
    """A request to a route and what is done before it."""

    body: Any = None
    before: tuple[tuple[str, Any], ...] = ()


ONE = "/api/workshop/<name>/"
NEW = ("/api/workshop", {"base": EDITION, "name": "Unser Dorf"})
PRICE = (f"{ONE}change", {"version": 0, "cells": {"track/1/price": "120"}})

CASES: Mapping[str, Case] = {
    "/api/help": Case({"wanted": True}),
    "/api/workshop": Case(NEW[1], (NEW,)),
    "/api/workshop/take": Case(None, (NEW,)),
    "/api/workshop/pictures": Case(DRAWING, (NEW,)),
    f"{ONE}change": Case(PRICE[1], (NEW,)),
    f"{ONE}size": Case({"version": 0, "spaces": 28}, (NEW,)),
    f"{ONE}undo": Case({"version": 1}, (NEW, PRICE)),
    f"{ONE}redo": Case({"version": 2}, (NEW, PRICE, (f"{ONE}undo", {"version": 1}))),
    f"{ONE}delete": Case(None, (NEW,)),
    f"{ONE}restore": Case(None, (NEW, (f"{ONE}delete", None))),
    f"{ONE}play": Case(None, (NEW,)),
    f"{ONE}try": Case(None, (NEW,)),
    f"{ONE}stop": Case(None, (NEW,)),
}


class RouteKills(Kills):
    def __init__(self, folder: Path, path: str) -> None:
        self._path, self._case = path, CASES[path]
        super().__init__(folder)

    def _prepare(self) -> None:
        life = Life(self._folder)
        for number, (path, body) in enumerate(self._case.before):
            status, answer = life.ask(f"before-{number}", path, body)
            assert status == 200, (path, answer)

    def _ask(self, folder: Path, at: int | None) -> None:
        doom = Doom(None)
        life = Life(folder, doom)
        watch_files(doom)
        doom.count, doom.at = 0, at
        answers = [life.ask("it", self._path, self._case.body)]
        doom.point()
        if at is None:
            self._points.write_text(str(doom.count))
            now, orders = stored(folder), list(life.trials.orders)
            answers.append(life.ask("it", self._path, self._case.body))
            again = stored(folder) != now or life.trials.orders != orders
            self._say(at, answers, folder, points=int(self._points.read_text()), done_again=again)

    def _ask_again(self, folder: Path, at: int) -> None:
        """Check what the kill left behind, then repeat the request twice."""
        left = {"remembered": remembered(folder), "changed": stored(folder) != stored(self._folder)}
        before, life = stored(folder), Life(folder)
        answers = [life.ask("it", self._path, self._case.body)]
        done_again = stored(folder) != before
        answers.append(life.ask("it", self._path, self._case.body))
        self._say(at, answers, folder, left=left, done_again=done_again)

    def _say(self, at: int | None, answers: list[Any], folder: Path, **more: Any) -> None:
        now = MOMENT.sub("", json.dumps(stored(folder)).replace('\\"', '"'))
        found = {"stored": now, "remembered": remembered(folder), "changed": stored(folder) != stored(self._folder)}
        print(json.dumps({"path": self._path, "at": at, "answers": answers, **found, **more}))


def watch_files(doom: Doom) -> None:
    """Add a point before and after every call that makes a file durable."""
    for owner, name in ((os, "fsync"), (Path, "replace"), (Path, "unlink")):
        inner = getattr(owner, name)

        def doomed(*arguments: Any, inner: Any = inner, **options: Any) -> Any:
            doom.point()
            found = inner(*arguments, **options)
            doom.point()
            return found

        setattr(owner, name, doomed)


def stored(folder: Path) -> list[Any]:
    """Everything durable except the remembered requests."""
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        documents = database.execute("SELECT name, data FROM documents WHERE name != 'access' ORDER BY name").fetchall()
    files = [(path.name, path) for path in sorted((folder / FOLDER).rglob("*")) if path.is_file()]
    designs = [(name, without_wishes(path)) for name, path in files if not name.endswith(".new")]
    return [documents, designs]


def without_wishes(path: Path) -> str:
    """The content of a workshop file without the wishes remembered in it."""
    if path.suffix != ".json":
        return path.read_text()
    return json.dumps({**json.loads(path.read_text()), "asked": []})


def remembered(folder: Path) -> bool:
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        if database.execute("SELECT count(*) FROM requests WHERE id = 'it'").fetchone()[0]:
            return True
    designs = (json.loads(path.read_text()) for path in (folder / FOLDER).glob("*.json"))
    return any(note["id"] == "it" for design in designs for note in design["asked"])


def main(root: Path, every: int, *paths: str) -> None:
    """Run routes undisturbed, then killed at every `every`th point, and always just before the answer arrives."""
    bare_pages(root / PAGES)
    for number, path in enumerate(paths):
        RouteKills(root / str(number), path).walk(every, first=1 + number % every)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
