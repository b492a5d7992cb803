"""Anything at all over HTTP and over the socket: no mistake of our own, nothing logged, the next one is answered."""

import itertools
import json
import logging
import random
import re
import socket
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from fuzz.commands import seeds
from fuzz.mutations import changed
from helpers.seated import Seated
from helpers.served import Server
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from server.answer import Answer
from server.browser import PATIENCE_S, Browser

from hub.domain.corrections import CorrectBuildings
from hub.server.limits import Limits
from hub.server.sockets.handlers import RequestReader
from hub.table.requests import REQUESTS, Correct

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", "X" * 50)
PATHS = [
    *("/", "/table", "/play/x", "/healthz", "/%ff", "*", "//evil.example/", "http://localhost/", "/%5c..%5c"),
    *("/api/editions/classic", "/api/editions/%00", "/api/qr.svg?text=http://[", "/api/export.xlsx"),
    *("/api/export.xlsx?language=de", "/assets/../index.html", "/assets/%2e%2e/%2e%2e/etc/passwd"),
    *("/socket.io/?EIO=3", "/socket.io/?EIO=4&transport=websocket"),
    "/socket.io/?EIO=4&transport=websocket&sid=x",
]
HEADERS = [
    *("Content-Length:99999999", "Content-Length:-1", "Content-Length:x", "Transfer-Encoding:chunked"),
    *("Content-Type:multipart/form-data", "Upgrade:websocket", "Connection:upgrade", "Sec-WebSocket-Key:x"),
    *("Sec-WebSocket-Version:13", "Expect:100-continue", "Authorization:Bearer", "Authorization:Bearerÿ"),
    *("Range:bytes=5-1", "Range:bytes=0-0", "If-None-Match:*", "Origin:null", "X-Forwarded-For:::1"),
    "Host:evil.example",
]
WORDS = st.text(st.characters(min_codepoint=33, max_codepoint=255), min_size=1, max_size=40)
EVENTS = ("request", "pair", "join", "refresh", "watch_device", "connect", "unknown", "")
FEW = settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
PIECES = ("x", "table", "mega", "icon.svg", "index-B5f3.js", "", "..", "../..", "\0", "\udcff", "ä", "x" * 300)
ODD = ("", "x", "-1", "3", "9" * 30, "9" * 5_000, "1e3", "\0", "\udcff", "🎲", "yes", "en", "[" * 5_000, "{}", "null")
PLACEHOLDER = re.compile("<[^>]*>")
names = itertools.count()


@pytest.fixture
def limits() -> Limits:
    many = 1_000_000
    return Limits(many, many, many, many, exports_per_minute=many, tellings_per_minute=many)


def exchange(server: Server, request: bytes) -> bytes:
    """Send these bytes and nothing more; the whole answer."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE_S) as wire:
        wire.sendall(request)
        wire.shutdown(socket.SHUT_WR)
        return wire.makefile("rb").read()


def routes(server: Server) -> list[str]:
    return [rule.rule for rule in server.site.app.url_map.iter_rules()]  # type: ignore[attr-defined]


class Asking:
    """Fills in an address and adds the query that some page would send to one of them."""

    def __init__(self, port: int) -> None:
        self.chance = random.Random(4)
        self.offered = {"command": "mortgage", "seat": 0, "deed": 3}
        lines = [line[1:] for seed in seeds() for line in seed.split(b"\n")[5:] if b'"play"' in line]
        self.commands = [json.loads(line)["command"] for line in lines]
        self.query = {"commands": json.dumps([self.offered]), "first": "0", "to": "4", "names": "no", "language": "de"}
        self.query["sheets"] = "labels"
        self.query["text"] = f"http://localhost:{port}/table"

    def good(self, route: str) -> str:
        return self._filled(route, "classic", self.query)

    def odd(self, route: str) -> tuple[str, bool]:
        """Something near it, and whether the banker's own computer asks."""
        command = changed(self.chance.choice((self.offered, self.chance.choice(self.commands))), self.chance)
        query = {**self.query, "commands": json.dumps([command])}
        query |= {name: self.chance.choice(ODD) for name in query if self.chance.random() < 0.3}
        return self._filled(route, self.chance.choice(PIECES), query), self.chance.random() < 0.8

    def _filled(self, route: str, piece: str, query: dict[str, str]) -> str:
        path = PLACEHOLDER.sub(lambda _: quote(piece, errors="surrogateescape"), route)
        return f"{path}?{urlencode(query, errors='surrogateescape')}"


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


@FEW
@given(
    data=st.data(),
    method=st.sampled_from(METHODS),
    headers=st.lists(st.sampled_from(HEADERS), max_size=4),
    body=st.binary(max_size=60),
)
def test_any_http_request(playing, server, caplog, data, method, headers, body):
    """Whatever is asked is answered, refused or cut off; nothing breaks, and nothing of it is shown or logged."""
    path = data.draw(st.sampled_from(PATHS) | st.sampled_from(routes(server)) | WORDS)
    lines = [f"{method} {path} HTTP/1.1", f"Host: localhost:{server.port}", *headers, "", ""]
    answer = exchange(server, "\r\n".join(lines).encode("latin-1") + body)
    assert errors(caplog) == []
    assert not answer.startswith(b"HTTP/1.1 500")
    assert b"Traceback" not in answer


def test_any_question_about_a_game(playing: Seated, server: Server, caplog: pytest.LogCaptureFixture) -> None:
    """At every address there is, first as pages ask, then almost so: no mistake of ours, and nothing has happened."""
    before, asking, answered = playing.view(), Asking(server.port), set()
    for route in routes(server):
        for turn in range(15):
            path, local = asking.odd(route) if turn else (asking.good(route.replace("<game>", str(before.game))), True)
            answer = Answer(server, path, local=local)
            assert answer.status < 500, path
            if answer.status == 200:
                answered.add(route)
    assert errors(caplog) == []
    assert playing.view() == before
    assert "/api/explanations" in answered
    assert {route for route in routes(server) if route.startswith("/api/")} <= answered


@pytest.mark.parametrize(
    "query",
    ["EIO=3", "EIO=4&transport=x", "EIO=4&transport=websocket", "EIO=4&transport=websocket&sid=Call+0900", "EIO=4&j=x"],
)
def test_nothing_that_a_stranger_sends_the_line_is_logged(server, caplog, capfd, query):
    """Not even the first of a kind, which the library would show in the terminal with words of the stranger."""
    assert Answer(server, f"/socket.io/?{query}").status == 400
    assert [record.getMessage() for record in caplog.records if "engineio" in record.name] == []
    assert capfd.readouterr() == ("", "")


def test_any_event(seated: Seated, banker: Browser, caplog: pytest.LogCaptureFixture) -> None:
    """Three hundred events, each almost right, are answered or passed over; no mistake of ours, money is kept."""
    seated.begin()
    chance = random.Random(8)
    lines = [line[1:] for seed in seeds() for line in seed.split(b"\n")[5:] if b'"new_game"' not in line]
    for _ in range(300):
        request = {"id": f"any-{next(names)}", "action": changed(json.loads(chance.choice(lines)), chance)}
        event = "request" if chance.random() < 0.8 else chance.choice(EVENTS)
        banker.emit(event, *([request] if chance.random() < 0.7 else [changed(request, chance)]))
    reason = banker.ask({"do": "undo", "seen": -1}, "the-last")["reason"]
    assert reason in {"stale", "no_game", "frozen"}
    assert errors(caplog) == []
    live = seated.table.state.live
    assert live is None or sum(live.game.state.ledger.balances) == 0


READER = RequestReader(REQUESTS)


def buildings(stages: dict[str, Any]) -> tuple[dict[str, Any]]:
    """The arguments of an event that corrects buildings, as JSON gives them: every key is a text."""
    correction = {"command": "correct_buildings", "stages": stages, "reason": ""}
    return ({"id": "1", "action": {"do": "correct", "correction": correction}},)


def test_numbers_as_keys_are_read() -> None:
    """Spaces are numbers, also where they are keys."""
    stages = {6: 4, 8: 3}
    read = READER.read(buildings({"6": 4, "8": 3}))
    assert (read.id, read.action) == ("1", Correct(CorrectBuildings(stages)))


@pytest.mark.parametrize("stages", [{"six": 4}, {"9" * 30: 1}, {"-" + "9" * 30: 1}, {"6": 2**60}, {"6": "4"}])
def test_keys_that_make_no_sense(stages: dict[str, Any]) -> None:
    """Words and endless numbers are no spaces, and neither is a stage that is a text."""
    assert READER.read(buildings(stages)) is None
