"""A club in one process: each table under its own path, with its own codes, PIN and keys; a front page before them."""

import json
import re
from contextlib import ExitStack
from threading import Event, Thread

import pytest
from features.club.club_here import Club
from helpers.waiting import until
from websocket import WebSocketBadStatusException

from hub import cli
from hub.diagnostics.logs import TABLE
from hub.features.club import running as wiring
from hub.features.club import tables as club_tables
from hub.features.club.front import Dispatcher
from hub.features.club.table import OpenedTable, own_lines
from hub.server.access.request_filter import ConnectionPlaces, RequestFilter
from hub.server.limits import Limits
from hub.store.registry import Standing


@pytest.fixture(scope="module")
def quiet(tmp_path_factory):
    """Two tables that are only looked at."""
    with ExitStack() as closing:
        yield Club(tmp_path_factory.mktemp("club"), closing, ("1", "oak"))


@pytest.fixture
def club(tmp_path):
    with ExitStack() as closing:
        yield Club(tmp_path, closing, ("1", "oak"))


def test_tables_know_nothing_of_each_other(club):
    """What happens at one is seen there alone; keys of one open nothing at the other."""
    banker, other = club.banker("1"), club.banker("oak")
    views = banker.wait("view"), other.wait("view")
    assert [(view["role"], view["board"]["sought"]) for view in views] == [("banker", True), ("banker", False)]
    assert banker.ask({"do": "add_seat", "name": "Anna"})["ok"]
    assert banker.wait("view", lambda view: view["seats"])["seats"][0]["name"] == "Anna"
    assert other.seen()["seats"] == []
    stranger = club.browser("oak", club.key("1"))
    assert stranger.wait("view")["role"] == "viewer"


def test_codes_and_pins_are_those_of_the_table(club):
    """The PIN of one table makes nobody the banker of another, nor does the club's; a code seats at its table alone."""
    banker = club.banker("1")
    assert banker.ask({"do": "add_seat", "name": "Anna"})["ok"]
    code = banker.wait("view", lambda view: view["join"]["codes"])["join"]["codes"]["0"]
    for table, pin in (("oak", club.secrets("1").banker_pin), ("1", club.pin)):
        assert club.browser(table).call("pair", {"pin": pin})["reason"] == "wrong_pin"
    assert club.browser("oak").call("join", {"code": code})["reason"] == "wrong_code"
    assert club.browser("1").call("join", {"code": code})["ok"]


def test_what_is_shown_leads_to_the_table(quiet):
    """The address for phones has the table's path, and so has the QR code that is drawn of it."""
    shown = quiet.banker("oak").wait("view", lambda view: view["join"]["url"])["join"]["url"]
    assert shown.endswith(f":{quiet.port}/t/oak")
    assert quiet.get(f"/t/oak/api/qr.svg?text={shown}/play").status == 200


def test_pages_and_what_they_load(quiet):
    """Screens lie below the table, files at the top where all tables share them; a table without slash gets one."""
    page = quiet.get("/t/oak/table")
    assert page.status == 200
    asset = re.search(r'src="(/assets/[^"]+)"', page.body.decode())
    assert quiet.get(asset[1]).status == 200
    bare = quiet.get("/t/oak?x=1")
    assert (bare.status, bare.headers["location"]) == (307, "/t/oak/?x=1")
    assert quiet.get("/t/oak/healthz").status == 200
    assert (quiet.get("/").headers["location"], quiet.get("/club").status) == ("/club", 200)


@pytest.mark.parametrize("path", ["/t/elm/table", "/t/A-B/table", "/t//table", "/t/oak%0d%0aX-Y:1/table"])
def test_there_are_no_other_tables(quiet, path):
    """A name that is none is not found, whatever it looks like."""
    answer = quiet.get(path)
    assert answer.status == 404
    assert "x-y" not in answer.headers


def test_the_front_page_wants_the_clubs_pin(quiet):
    """Without it, with a table's PIN or with a forged key nothing is listed; with it, however often, all tables are."""
    assert quiet.get("/api/club/tables").status == 403
    assert quiet.get("/api/club/tables", key="Y2x1Yg.x").status == 403
    assert quiet.get("/api/club/pair", key=quiet.secrets("1").banker_pin).status == 403
    assert [quiet.get("/api/club/pair", key=" ".join(quiet.pin)).status for _ in range(6)] == [200] * 6
    listed = quiet.read("/api/club/tables", quiet.own_key)["tables"]
    pins = {table["name"]: table["pin"] for table in listed}
    assert pins == {name: quiet.secrets(name).banker_pin for name in ("1", "oak")}
    assert quiet.browser("oak", listed[1]["key"]).wait("view")["role"] == "banker"


def test_the_front_page_tells_what_a_table_does(club):
    """Who sits there, how many watch, and whether a game runs."""
    club.begun("oak")
    key, found = club.own_key, {"phase": "playing", "players": ["Anna", "Ben"], "watching": 1}
    found |= {"board": "none", "edition": "classic"}
    until(lambda: found.items() <= club.read("/api/club/tables", key)["tables"][1]["status"].items(), "it is told")


def test_guessing_the_clubs_pin_is_slow(club):
    """Five tries a minute for one address, as for a table's PIN; then the right one has to wait, too."""
    answers = [club.get("/api/club/pair", key=f"{guess:06}x").status for guess in range(5)]
    assert answers == [403] * 5
    assert club.get("/api/club/pair", key=club.pin).status == 429


def test_a_foreign_page_learns_nothing(quiet):
    """Neither the list nor the whereabouts of a table can be read by a page of others, nor under a foreign name."""
    for path in ("/api/club/tables", "/api/club/pair", "/t/oak/api/sheet"):
        assert quiet.get(path, Origin="http://evil.example").status == 403
    where = quiet.get("/t/oak/api/where", Origin="http://evil.example")
    assert "access-control-allow-origin" not in where.headers
    for path in ("/club", "/t/oak/table", "/t/oak/api/where", "/t/elm/table"):
        assert quiet.get(path, Host="evil.example").status in {404, 421}
    assert where.json["here"]
    assert quiet.get("/club", Host="our.example").status == 200


def test_behind_a_proxy_that_speaks_https_browsers_may_poll(tmp_path):
    """By the address at which a table is reached, whatever it speaks itself."""
    with ExitStack() as closing:
        club = Club(tmp_path, closing, ("1",), url="https://play.example")
        assert club.get("/t/1/socket.io/?EIO=4&transport=polling", X_Bankhalter="polling").status == 200


def test_names_and_addresses_are_taken_as_browsers_send_them(monkeypatch):
    """However they were typed."""
    opened = []
    monkeypatch.setattr(wiring, "club", opened.append)
    assert cli.main(["club", "--host-name", "Our.Example", "--url", "https://play.example/"]) == 0
    assert [(options.names, options.url) for options in opened] == [(("our.example",), "https://play.example")]


def test_every_answer_is_armoured(quiet):
    """Also those that no application makes: the way to a table, and that there is none."""
    for path in ("/", "/club", "/t/oak", "/t/elm/", "/t/oak/api/where", "/t/oak/table"):
        headers = quiet.get(path).headers
        assert headers["x-frame-options"] == "DENY", path
        assert "default-src 'none'" in headers["content-security-policy"], path


@pytest.mark.gate
def test_a_table_that_is_full_leaves_the_sockets_of_others(club):
    """Whoever takes all places for sockets at one table takes none at its neighbour."""

    def fill():
        for _ in range(Limits().connections + 1):
            club.banker("1").wait("view")

    with pytest.raises(WebSocketBadStatusException, match="503"):
        fill()
    assert club.banker("oak").ask({"do": "add_seat", "name": "Anna"})["ok"]


def test_log_lines_name_their_table(club):
    """What a socket, a request or a table's own thread notes says whose it is, and a help file has no other's lines."""
    for table in ("oak", "1"):
        club.browser(table).call("pair", {"pin": "none"})
    lines = [json.loads(line) for line in (club.folder / "bankhalter.log").read_text().splitlines()]
    came = [line["table"] for line in lines if line["event"] == "a browser has connected"]
    assert came == ["oak", "1"]
    for table in ("oak", "1"):
        assert {json.loads(line)["table"] for line in own_lines(club.folder, table)} == {table}


@pytest.mark.gate
def test_the_games_are_there_at_the_next_start(tmp_path):
    """Tables need not be named again; players, codes and PINs are the same."""
    with ExitStack() as closing:
        club = Club(tmp_path, closing, ("7",))
        banker = club.banker("7")
        assert banker.ask({"do": "add_seat", "name": "Anna"})["ok"]
        codes = banker.wait("view", lambda view: view["join"]["codes"])["join"]["codes"]
    with ExitStack() as closing:
        again = Club(tmp_path, closing, ())
        view = again.banker("7").wait("view")
        assert (view["seats"][0]["name"], view["join"]["codes"]) == ("Anna", codes)


def test_each_table_answers_as_soon_as_it_is_open(tmp_path, monkeypatch):
    """A process that takes over many does not keep people waiting for the last of them; who waits is shown it then."""
    monkeypatch.setattr(club_tables, "AT_ONCE", 1)
    answered, waiting = list[tuple[int, ...]](), list[tuple[object, ...]]()

    def opened(listed, place):
        club = object.__new__(Club)
        club.port = place.shared.keywords["listener"].port
        answered.append(tuple(club.get(f"/t/{name}/healthz").status for name in ("1", "oak")))
        waiting.append((club.get("/t/oak/table").headers["refresh"], club.read("/t/oak/api/where")["url"]))
        return OpenedTable(listed, place)

    monkeypatch.setattr(wiring, "OpenedTable", opened)
    with ExitStack() as closing:
        club = Club(tmp_path, closing, ("1", "oak"))
        answered.append(tuple(club.get(f"/t/{name}/healthz").status for name in ("1", "oak")))
    assert answered == [(503, 503), (200, 503), (200, 200)]
    assert waiting == [("1", None)] * 2


def test_the_process_says_how_it_is(quiet):
    """Its health and each table's can be read without a key, for administrators."""
    shown = quiet.read("/healthz")
    assert (shown["status"], shown["tables"], shown["listed"], shown["processes"]) == ("ok", 2, 2, 1)
    assert quiet.read("/t/oak/healthz")["status"] == "ok"
    assert quiet.get("/metrics").status in {200, 501}


def test_a_table_that_is_asked_too_much_leaves_places_for_others():
    """Beyond its share of requests under way a table is busy; its neighbour answers, and so does it afterwards."""
    answering, enough = Event(), Event()
    statuses: list[str] = []

    def quick(_environ, start_response):
        start_response("200 OK", [])
        return []

    def slow(environ, start_response):
        answering.set()
        enough.wait(20)
        return quick(environ, start_response)

    limits = Limits(requests_per_table=1)
    club = Dispatcher(RequestFilter(quick, ConnectionPlaces(limits, ())), {"1": slow, "2": quick}.get, Standing, limits)

    def ask(table):
        club({"PATH_INFO": f"/t/{table}/tv", "QUERY_STRING": ""}, lambda status, *_: statuses.append(status))
        return statuses[-1]

    first = Thread(target=ask, args=("1",))
    first.start()
    assert answering.wait(20)
    assert ask("1").startswith("503")
    assert ask("2").startswith("200")
    enough.set()
    first.join()
    assert ask("1").startswith("200")
    club({"PATH_INFO": "/", "QUERY_STRING": ""}, lambda *_: None)
    assert TABLE.get() == "", "what the front page says on the same line is no table's"
