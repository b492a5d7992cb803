"""Several processes on one database: whichever dies, its tables go on elsewhere, with every move once."""

import io
import json
import signal
import threading
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from helpers.club_process import ClubProcess, Tablet, new_database
from helpers.waiting import until

from hub.store.sqlstore import open_store

pytestmark = [pytest.mark.gate]
TABLES = ("1", "2", "3")
PACE_S = 0.15  # for two moves: a table lets nobody ask faster


class Evening:
    """Players at one table, who take a throw back and make it again until they are stopped."""

    def __init__(self, tablet: Tablet) -> None:
        self.tablet = tablet
        self.asked: list[str] = []
        for action in ({"do": "new_game"}, {"do": "add_seat", "name": "Anna"}, {"do": "add_seat", "name": "Ben"}):
            tablet.ask(action)  # refused at a table where they sit already
        assert tablet.ask({"do": "begin"})[1]["ok"]
        throw = {"command": "throw", "seat": 0, "faces": [1, 2], "source": "typed"}
        self.asked.append(self._done({"do": "play", "command": throw}))
        self._enough = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._play)
        self._thread.start()

    def moves(self) -> int:
        assert self._failure is None, self._failure
        return len(self.asked)

    def goes_on(self) -> None:
        seen = self.moves()
        until(lambda: self.moves() > seen + 4, f"moves at table {self.tablet.table}")

    def leave(self) -> None:
        self._enough.set()
        self._thread.join()
        self.tablet.close()

    def stop(self) -> None:
        """Play no more, after nothing went wrong."""
        self.leave()
        assert self._failure is None, self._failure

    def _play(self) -> None:
        try:
            while not self._enough.wait(PACE_S):
                self.asked.append(self._done({"do": "undo", "seen": 1}))
                self.asked.append(self._done({"do": "redo", "seen": 1}))
        except BaseException as failure:  # noqa: BLE001 the test shows it
            self._failure = failure

    def _done(self, action: dict[str, object]) -> str:
        request, ack = self.tablet.ask(action)
        assert ack["ok"], ack
        return request


@pytest.fixture(scope="module")
def database(postgres):
    """One with three tables."""
    return new_database(postgres)


@pytest.fixture(scope="module")
def started(database, tmp_path_factory):
    """Starts another process; all are ended with the last test."""
    with ExitStack() as closing:
        options = ("--database", database, "--tables", ",".join(TABLES))
        yield lambda: closing.enter_context(ClubProcess(tmp_path_factory.mktemp("club"), *options))


@pytest.fixture(scope="module")
def living():
    """Those that the test before has left."""
    return []


@pytest.fixture
def club(started, living):
    """Three processes, each of which has one of three tables."""
    living[:] = [one for one in living if one.process.poll() is None]
    while len(living) < 3:
        living.append(started())
    until(lambda: all(sum(one.has(name) for name in TABLES) == 1 for one in living), "each has one")
    return living


@contextmanager
def evenings(club: list[ClubProcess]) -> Iterator[list[Evening]]:
    with ExitStack() as leaving:
        playing = []
        for listed in club[0].tables():
            playing.append(Evening(Tablet(listed["name"], club, listed["key"])))
            leaving.callback(playing[-1].leave)
        yield playing


def check(evening: Evening, database: str) -> None:
    """What is stored is what was acknowledged, in that order: nothing lost, nothing doubled."""
    store = open_store(f"{database}?table={evening.tablet.table}")
    stored = [entry.request for entry in store.entries(store.games()[-1].id)]
    store.close()
    beginning = stored.index(evening.asked[0])
    assert beginning <= 1  # the start of the game, if that is an entry
    assert stored[beginning:] == evening.asked


def test_a_process_that_stood_still_sends_its_browsers_on(club):
    """Stopped for longer than its lease it has lost its table; when it wakes up it leads to the process that has it."""
    asleep = club[0]
    name = next(name for name in TABLES if asleep.has(name))
    asleep.process.send_signal(signal.SIGSTOP)
    until(lambda: any(one.has(name) for one in club[1:]), "another has the table")
    asleep.process.send_signal(signal.SIGCONT)
    until(lambda: asleep.get(f"/t/{name}/tv?x=1")[0] == 307, "it sends browsers on")
    heir = next(one for one in club[1:] if one.has(name))
    assert asleep.get(f"/t/{name}/tv?x=1")[1]["location"] == f"{heir.url}/t/{name}/tv?x=1"


def test_any_process_leads_to_a_table(club):
    """Each lists all tables and sends browsers on; pages of one process may ask another, pages of others may not."""
    owners = {name: next(one for one in club if one.has(name)) for name in TABLES}
    known = {name: f"{owner.url}/t/{name}" for name, owner in owners.items()}
    for process in club:
        until(lambda: {one["name"]: one["url"] for one in process.tables()} == known, "it knows")  # noqa: B023 at once
        for name, owner in owners.items():
            status, headers, _ = process.get(f"/t/{name}/table")
            sent_to = headers.get("location", process.url + f"/t/{name}/table")
            assert (status, sent_to) == (200 if owner is process else 307, f"{owner.url}/t/{name}/table")
            assert all(other.url in owner.get(f"/t/{name}/table")[1]["content-security-policy"] for other in club)
    path = "/t/1/api/where"
    shown = club[0].get(path, Origin=club[1].url)
    assert shown[1]["access-control-allow-origin"] == club[1].url
    assert set(json.loads(shown[2])["others"]) == {one.url for one in club}
    assert "access-control-allow-origin" not in club[0].get(path, Origin="http://elsewhere.example")[1]


def test_any_process_gives_out_the_games_of_all(club):
    """The wall, the league and the archive are the same wherever they are asked for, and nobody loses a table by it."""
    owners = {name: next(one for one in club if one.has(name)) for name in TABLES}
    tablets = [Tablet(listed["name"], club, listed["key"]) for listed in club[0].tables()]
    for tablet in tablets:
        for action in ({"do": "add_seat", "name": "Anna"}, {"do": "add_seat", "name": "Ben"}, {"do": "begin"}):
            assert tablet.ask(action)[1]["ok"]
    for process in club:
        until(lambda: [(one["status"] or {}).get("phase") for one in wall(process)] == ["playing"] * 3, "it shows")  # noqa: B023
        assert json.loads(process.get("/api/club/league")[2])["rankings"] == []
        key = json.loads(process.get("/api/club/pair", process.pin)[2])["key"]
        status, _, archive = process.get("/api/club/export.zip?weeks=1&language=en", key)
        assert status == 200
        with zipfile.ZipFile(io.BytesIO(archive)) as found:
            assert {name.split("/")[0] for name in found.namelist()} == {*TABLES, "games.csv", "league.csv"}
    for tablet in tablets:
        assert tablet.ask({"do": "new_game"})[1]["ok"]
        tablet.close()
    assert all(owner.has(name) for name, owner in owners.items())


def wall(process: ClubProcess) -> list[dict[str, Any]]:
    return json.loads(process.get("/api/club/wall")[2])["tables"]


def test_processes_that_are_killed_under_moves(club, database, started):
    """One after the other is killed, a new one started; every table goes on, and its log is what was acknowledged."""
    with evenings(club) as playing:
        for number in range(2):
            for evening in playing:
                evening.goes_on()
            club[number].end(signal.SIGKILL)
            for evening in playing:
                evening.goes_on()
            club.append(started())
        end(club, playing)
    for evening in playing:
        check(evening, database)


@pytest.mark.all
def test_a_rolling_restart_under_moves(club, database, started):
    """Each process ends when it is asked to, and another is started: nothing is lost or doubled either."""
    with evenings(club) as playing:
        for number in range(3):
            assert club[number].end(signal.SIGTERM) == 0
            club.append(started())
            for evening in playing:
                evening.goes_on()
        end(club, playing)
    for evening in playing:
        check(evening, database)


def end(club: list[ClubProcess], playing: list[Evening]) -> None:
    for evening in playing:
        evening.stop()
    for process in club:
        if process.process.poll() is None:
            assert process.end(signal.SIGTERM) == 0
