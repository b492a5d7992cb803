"""What everybody in the room sees of all tables: the wall, calls for help, the league, and all games to take home."""

import csv
import io
import time
import zipfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from features.club.club_here import Club
from flask import Flask
from helpers.logged import recorded
from helpers.waiting import until

from hub.features.club import league
from hub.features.club.exports import StoredGame, archive, exports
from hub.features.club.league import Results
from hub.features.club.views import LeagueView
from hub.server.access.keys import club_key
from hub.server.limits import Limits
from hub.store.folder import DataFolder, Secrets
from hub.store.sqlstore import open_store
from hub.table.interfaces.storage import StoreError
from hub.table.lobby import seated
from hub.table.state import LOBBY


def finished(folder: Path, name: str, ago_ms: int = 0) -> None:
    """Store a recorded game at a table, as if it had ended just now."""
    played, _ = recorded(name)
    late = int(time.time() * 1_000) - ago_ms - played.entries[-1].at_ms
    entries = [msgspec.structs.replace(stored, at_ms=stored.at_ms + late) for stored in played.entries]
    record = msgspec.structs.replace(played.record, started_ms=played.record.started_ms + late)
    store = open_store(DataFolder(folder).database_url)
    store.import_game(record, entries, {LOBBY: msgspec.json.encode(seated(record.edition, record.names))})
    store.close()


@pytest.fixture
def closing():
    with ExitStack() as stack:
        yield stack


def wall(club: Club) -> dict[str, Any]:
    """What is shown of each table."""
    return {table["name"]: table["status"] or {} for table in club.read("/api/club/wall")["tables"]}


def slowly(holds: Callable[[], object], what: str) -> None:
    """Wait for what nobody may ask for many times a second."""

    def held() -> object:
        time.sleep(0.3)
        return holds()

    until(held, what)


def seen(club: Club, table: str, what: str, wanted: object) -> None:
    until(lambda: wall(club)[table].get(what) == wanted, f"{what} is {wanted}")


def help_of(club: Club, key: str, wanted: bool | None = None) -> tuple[int, dict[str, Any]]:
    """Ask whether help is wanted at table 1, or say so."""
    answer = club.get("/t/1/api/help", key=key) if wanted is None else club.post("/t/1/api/help", key, wanted=wanted)
    return answer.status, answer.json


def test_the_wall_shows_every_table_without_a_key(tmp_path, closing):
    """Who plays what and who leads; nothing that lets somebody do something there."""
    club = Club(tmp_path, closing, ("1", "oak"))
    banker = club.begun("1")
    seen(club, "1", "phase", "playing")
    assert wall(club)["1"]["leaders"] == ["Anna", "Ben"]
    assert wall(club)["oak"]["phase"] == "lobby"
    secrets = club.secrets("1")
    said = club.get("/api/club/wall").body.decode()
    assert not [word for word in (secrets.banker_pin, club.pin, "key") if word in said]
    found = {"command": "correct_money", "payer": -1, "payee": 1, "amount": 500}
    assert banker.ask({"do": "correct", "correction": found})["ok"]
    seen(club, "1", "leaders", ["Ben"])
    assert wall(club)["1"]["worth"] == 2_000
    assert club.get("/wall").status == 200


def test_the_wall_shows_what_is_auctioned_now(tmp_path, closing):
    """By the name that is printed on it, with the highest bid and who made it; afterwards no more."""
    club = Club(tmp_path, closing, ("1",))
    banker = club.begun("1")

    def play(**command):
        ack = banker.ask({"do": "play", "command": command})
        assert ack["ok"], (command, ack)

    for seat, faces in ((0, [6, 5]), (1, [1, 2]), (0, [1, 2])):  # the first two say who begins
        play(command="throw", seat=seat, faces=faces, source="typed")
    play(command="advance", seat=0)
    play(command="decline", seat=0)
    until(lambda: wall(club)["1"]["auction"], "an auction")
    auction = wall(club)["1"]["auction"]
    assert (auction["lot"], auction["high"], auction["leader"], auction["sealed"]) == ("deed_lot", 0, "", False)
    assert auction["name"]
    play(command="place_bid", seat=1, amount=40)
    until(lambda: wall(club)["1"]["auction"]["high"] == 40, "the bid")
    assert wall(club)["1"]["auction"]["leader"] == "Ben"
    play(command="pass_bid", seat=0)
    seen(club, "1", "auction", None)


def test_a_table_calls_for_help(tmp_path, closing):
    """Its banker and its players may, onlookers may not; the wall shows it until somebody there says help is here."""
    club = Club(tmp_path, closing, ("1", "oak"))
    banker = club.key("1")
    assert help_of(club, banker) == (200, {"since_ms": 0})
    assert help_of(club, "")[0] == 403
    assert help_of(club, club.key("oak"), wanted=True)[0] == 403
    status, called = help_of(club, banker, wanted=True)
    assert (status, called["since_ms"] > 0) == (200, True)
    seen(club, "1", "help_ms", called["since_ms"])
    assert help_of(club, banker, wanted=True) == (200, called), "who calls again has waited since the first time"
    assert wall(club)["oak"]["help_ms"] == 0
    assert help_of(club, banker, wanted=False) == (200, {"since_ms": 0})
    seen(club, "1", "help_ms", 0)


@pytest.mark.gate
def test_a_player_calls_for_help_and_it_is_known_after_a_restart(tmp_path):
    """The call is stored with the table: whoever opens it next shows it."""
    with ExitStack() as stack:
        club = Club(tmp_path, stack, ("1",))
        banker = club.banker("1")
        assert banker.ask({"do": "add_seat", "name": "Anna"})["ok"]
        code = banker.wait("view", lambda view: view["join"]["codes"])["join"]["codes"]["0"]
        phone = club.browser("1")
        assert phone.call("join", {"code": code})["ok"]
        key = phone.wait("welcome", lambda welcome: welcome["key"])["key"]
        called = help_of(club, key, wanted=True)[1]["since_ms"]
        assert called > 0
    with ExitStack() as stack:
        again = Club(tmp_path, stack, ())
        seen(again, "1", "help_ms", called)


@pytest.mark.gate
def test_a_call_that_is_heard_late_calls_nobody_back(tmp_path):
    """Asked again by the same id, also after a restart, it counts once; what else is asked by that id is refused."""
    with ExitStack() as stack:
        club = Club(tmp_path, stack, ("1",))
        key = club.key("1")
        call = partial(club.post, "/t/1/api/help", key)
        assert call("it", wanted=True).json["since_ms"] > 0
        assert call("it", wanted=False).status == 409
        for name, wanted in (("here", False), ("it", True)):
            assert call(name, wanted=wanted).json == {"since_ms": 0}
        assert [call("", wanted=True).status, call("other", wanted="yes").status] == [400, 400]
    with ExitStack() as stack:
        again = Club(tmp_path, stack, ())
        assert again.post("/t/1/api/help", key, "it", wanted=True).json == {"since_ms": 0}


def test_the_league_is_made_of_the_games_of_all_tables(tmp_path, closing):
    """Each finished game of the asked weeks counts, whichever table it was played at; anybody may look."""
    for table, name in (("1", "classic/mixed-5"), ("oak", "mpmp/fallen-a-5")):
        finished(tmp_path / "tables" / table, name)
    club = Club(tmp_path, closing, ("1", "oak"))

    def league(query=""):
        return club.read(f"/api/club/league{query}")["rankings"]

    slowly(lambda: [ranking["edition"] for ranking in league()] == ["", "classic", "mpmp"], "both games")
    everybody = league("?weeks=1")[0]
    assert everybody["games"] == 2
    assert everybody["rows"][0]["points"] == max(row["points"] for row in everybody["rows"])
    assert [club.get(f"/api/club/league?weeks={weeks}").status for weeks in ("0", "54", "x", "-1")] == [400] * 4
    assert len(club.read("/api/club/league?weeks=53")["weeks"]) == 53
    assert club.get("/league").status == 200


@pytest.mark.feature("evening")
@pytest.mark.gate
def test_a_name_that_is_forgotten_leaves_the_league(tmp_path, closing):
    """As it leaves the hall of fame of its table."""
    finished(tmp_path / "tables" / "1", "classic/mixed-5")
    club = Club(tmp_path, closing, ("1",))

    def names():
        return {row["name"] for ranking in club.read("/api/club/league")["rankings"] for row in ranking["rows"]}

    slowly(lambda: "Anna" in names(), "Anna")
    assert club.banker("1").ask({"do": "forget_name", "name": "Anna"})["ok"]
    slowly(lambda: "Anna" not in names(), "Anna is gone")
    assert "Ben" in names()


def test_the_league_waits_for_people_who_look_for_their_tables(monkeypatch):
    """A process that takes over reads the newest games only when everybody is back, and tells until it is stored."""
    told, read, troubles, away = list[str](), list[str](), [StoreError("away", "the server is away")], [True]
    games = tuple(SimpleNamespace(id=name) for name in ("old", "new"))
    past = SimpleNamespace(games=games, names=None, now=None, played=lambda record: read.append(record.id))
    source = SimpleNamespace(played=lambda: "a game", past=lambda: past)
    monkeypatch.setattr(league, "GAMES", 1)

    def tell(name: str, _results: str) -> None:
        if troubles:
            raise troubles.pop()
        told.append(name)

    results = Results(SimpleNamespace(tell=tell), lambda: {"7": source}, lambda: bool(away))
    results.tell()
    assert (told, len(troubles)) == ([], 1)
    away.clear()
    for _ in range(3):
        results.tell()
    assert (told, read) == (["7"], ["new"])


def unpacked(archive: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        assert found.testzip() is None
        return {name: found.read(name) for name in found.namelist()}


def table_in(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


@pytest.mark.feature("export")
def test_a_damaged_game_keeps_no_other_at_home():
    """It stands in the list, without a file; the next one is there."""
    played, _ = recorded("classic/mixed-5")

    def damaged():
        raise StoreError("corrupt", "an entry is missing")

    games = [StoredGame("1", played.record, damaged), StoredGame("oak", played.record, lambda: played)]
    went_on = list[object]()
    sent = b"".join(archive(games, LeagueView((), ()), "en", lambda: went_on.append(True)))
    assert len(went_on) == len(games), "or it would be cut off as one that stands still"
    found = unpacked(sent)
    rows = table_in(found["games.csv"])
    assert [(row[0], bool(row[4])) for row in rows[1:]] == [("1", False), ("oak", True)]
    assert [name for name in found if name.endswith(".xlsx")] == [rows[2][4]]


SECRETS = Secrets("00" * 32, "123456")
KEY = club_key(SECRETS.server_secret, SECRETS.banker_pin)


def statuses(results: Callable[[], dict[str, str]], limits: Limits, keys: list[str]) -> list[int]:
    """How a club without games answers whoever asks for all of them, each with a key or without."""
    app = Flask(__name__)
    app.register_blueprint(exports(SECRETS, list, results, limits))
    shown = ({"Authorization": f"Bearer {key}"} if key else {} for key in keys)
    return [app.test_client().get("/api/club/export.zip?language=en", headers=one).status_code for one in shown]


@pytest.mark.parametrize(("told", "status"), [(StoreError("away", "the server is away"), 503), ("[{}]", 500)])
def test_a_league_that_cannot_be_read_holds_up_no_later_export(told, status):
    """One export at a time: the one that failed is over, also where another version tells what we do not understand."""
    answers = [told, told, "[]"]

    def results():
        answer = answers.pop(0)
        if isinstance(answer, StoreError):
            raise answer
        return {"1": answer}

    assert statuses(results, Limits(), [KEY] * 3) == [status, status, 200]


def test_whoever_has_no_key_takes_no_try_from_who_has():
    """Behind a router they have one address."""
    assert statuses(dict, Limits(exports_per_minute=2), ["", "x", "", KEY]) == [403, 403, 403, 200]


@pytest.mark.gate
def test_all_games_can_be_taken_home(tmp_path, closing):
    """A list, the league and a workbook of each game of the asked weeks, for whoever gave the club's PIN."""
    finished(tmp_path / "tables" / "1", "classic/mixed-5")
    finished(tmp_path / "tables" / "oak", "mpmp/fallen-a-5", ago_ms=20 * 24 * 3_600_000)
    club = Club(tmp_path, closing, ("1", "oak"))
    assert club.banker("oak").ask({"do": "begin"})["ok"]
    key = club.own_key
    slowly(lambda: club.read("/api/club/league")["rankings"], "the league")
    address = "/api/club/export.zip?language=en&weeks="
    assert (club.get(f"{address}4").status, club.get(f"{address}0", key=key).status) == (403, 400)
    assert club.get(f"{address}4", key=club.key("1")).status == 403

    answers = []  # one at a time: whoever asks too soon is told so

    def files(weeks):
        slowly(lambda: answers.append(club.get(f"{address}{weeks}", key=key)) or answers[-1].status == 200, "all games")
        return unpacked(answers[-1].body)

    assert len(files(1)) == 4
    found = files(12)
    games = table_in(found["games.csv"])
    assert games[0] == ["Table", "Began", "Edition", "Who played", "File"]
    assert [row[0] for row in games[1:]] == ["1", "oak", "oak"]
    assert {row[4] for row in games[1:]} == found.keys() - {"games.csv", "league.csv"}
    assert all(found[row[4]][:2] == b"PK" for row in games[1:])
    league = table_in(found["league.csv"])
    assert league[0][:6] == ["Edition", "Place", "Name", "Points", "Games", "Wins"]
    assert league[1][0] == "All games together"
    assert {len(row) for row in league} == {6 + 12}, "and the points of each week"
