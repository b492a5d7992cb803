"""Many requests over one connection: framed so that none is taken for another, limited, and giving way to others."""

import http.client
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest
from helpers.half_open import Drip, cut_off_after_s
from helpers.house import until
from helpers.own_name import OWN_NAME
from helpers.served import Server
from server.browser import PATIENCE_S
from server.conftest import Connect, Serving

from hub.server.limits import Limits
from hub.server.transport import wsgi
from hub.server.transport.wsgi import BoundedServer

HERE, PHONE = "127.0.0.1", "127.0.0.2"


@pytest.fixture
def line(server: Server) -> Iterator[http.client.HTTPConnection]:
    with closing(http.client.HTTPConnection(HERE, server.port, timeout=PATIENCE_S)) as line:
        yield line


def asked(line: http.client.HTTPConnection, path: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    line.request(method, path, headers={"Host": f"localhost:{line.port}", **headers})
    answer = line.getresponse()
    answer.read()
    return answer


def test_one_connection_for_many_requests(line: http.client.HTTPConnection) -> None:
    """Pages, refusals, what has not changed and heads come over one connection, each with one date."""
    line.connect()
    wire = line.sock
    tag = asked(line, "/icon.svg").headers["ETag"]
    for path, method, headers, status in (
        ("/table", "GET", {}, 200),
        ("/table", "HEAD", {}, 200),
        ("/icon.svg", "GET", {"If-None-Match": tag}, 304),
        ("/nothing.js", "GET", {}, 404),
        ("/healthz", "GET", {"Host": "evil.example"}, 421),
        ("/healthz", "HEAD", {"Host": "evil.example"}, 421),
        ("/healthz", "GET", {}, 200),
    ):
        answer = asked(line, path, method, **headers)
        assert (answer.status, line.sock) == (status, wire), path
        assert answer.headers["Connection"] == "keep-alive"
        assert len(answer.headers.get_all("Date") or []) == len(answer.headers.get_all("Server") or []) == 1


def test_who_wants_it_closed(line: http.client.HTTPConnection) -> None:
    """A client that says `close`, and one of HTTP/1.0 that does not ask for more, has it closed (RFC 9112, 9.3)."""
    assert asked(line, "/healthz", Connection="close").headers["Connection"] == "close"
    assert line.sock is None
    with socket.create_connection((HERE, line.port), PATIENCE_S) as wire:
        wire.sendall(b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")
        assert b"Connection: close" in wire.makefile("rb").read()


@pytest.mark.parametrize("framing", ["Content-Length: 33", "Transfer-Encoding: chunked", "Content-Length: x"])
def test_a_body_that_nobody_reads_is_no_request(server: Server, framing: str) -> None:
    """What a page smuggles into a body is not answered as if it were the next request of this browser."""
    smuggled = b"GET /icon.svg HTTP/1.1\r\nHost: x\r\n\r\n"
    with socket.create_connection((HERE, server.port), PATIENCE_S) as wire:
        wire.sendall(f"GET /healthz HTTP/1.1\r\nHost: localhost\r\n{framing}\r\n\r\n".encode() + smuggled)
        answers = wire.makefile("rb").read()
    assert answers.count(b"HTTP/1.1 ") == 1
    assert b"Connection: close" in answers


def test_pipelined_requests_are_answered_in_order(server: Server) -> None:
    """Requests that come together are answered one after the other (RFC 9112, 9.3.2)."""
    paths = ("/healthz", "/nothing", "/icon.svg")
    with socket.create_connection((HERE, server.port), PATIENCE_S) as wire:
        for path in paths:
            closes = "\r\nConnection: close" if path == paths[-1] else ""
            wire.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost{closes}\r\n\r\n".encode())
        answers = wire.makefile("rb").read()
    assert [part[:3] for part in answers.split(b"HTTP/1.1 ")[1:]] == [b"200", b"404", b"200"]


@pytest.mark.parametrize("limits", [Limits(requests_per_line=3, rest_s=0.5, request_s=1)])
class TestLimits:
    def test_so_many_requests(self, line: http.client.HTTPConnection) -> None:
        """The last answer says that it is the last."""
        said = [asked(line, "/healthz").headers["Connection"] for _ in range(3)]
        assert said == ["keep-alive", "keep-alive", "close"]

    def test_a_connection_rests_only_so_long(self, line: http.client.HTTPConnection) -> None:
        """Whoever asks nothing more is closed."""
        assert asked(line, "/healthz").headers["Connection"] == "keep-alive"
        began = time.monotonic()
        assert line.sock.recv(1) == b""
        assert 0.4 < time.monotonic() - began < PATIENCE_S

    def test_a_slow_second_request(self, line: http.client.HTTPConnection) -> None:
        """The deadline of a request holds for each, however slowly it drips."""
        asked(line, "/healthz")
        assert 0.9 < cut_off_after_s(line.sock, b"GET /healthz HTTP/1.1\r\nX: ") < PATIENCE_S


def test_who_rests_longest_gives_way(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only so many connections rest; nobody is refused because of them."""
    resting, rest = threading.Semaphore(0), BoundedServer.rest

    def counted(*given: Any) -> bool:
        may = rest(*given)
        resting.release()
        return may

    monkeypatch.setattr(BoundedServer, "rest", counted)
    server = serving(limits=Limits(rest_s=10 * PATIENCE_S, resting=2))
    with ExitStack() as closing_all:
        lines = [
            closing_all.enter_context(closing(http.client.HTTPConnection(HERE, server.port, timeout=PATIENCE_S)))
            for _ in range(5)
        ]
        for line in lines:  # each rests before the next one asks
            assert asked(line, "/healthz").status == 200
            assert resting.acquire(timeout=PATIENCE_S)
        for line in lines[:3]:
            assert line.sock.recv(1) == b""


def test_each_request_is_of_whom_the_proxy_names(serving: Serving) -> None:
    """A reverse proxy sends requests of many over one connection; one has used up its share, the next has not."""
    server = serving(limits=Limits(drawings_per_minute=1), proxies=frozenset({HERE}))
    with closing(http.client.HTTPConnection(HERE, server.port, timeout=PATIENCE_S)) as line:
        given = [f"10.0.0.{number}" for number in (1, 1, 2, 1, 3)]
        statuses = [asked(line, "/api/sheet", **{"X-Forwarded-For": one}).status for one in given]
    assert statuses == [200, 429, 200, 429, 200]


def test_forty_phones_behind_one_address(server: Server, connect: Connect, codes: dict[str, str]) -> None:
    """A repeater makes a whole party one address: all are let in, and another address finds a place as well."""
    phones = [connect(source=PHONE) for _ in range(40)]
    for phone in phones:
        phone.wait("view")
    assert phones[-1].call("join", {"code": codes["1"]})["ok"]
    connect(source="127.0.0.3").wait("view")


@pytest.mark.parametrize("limits", [Limits(requests_per_address=1, waiting_per_address=3)])
class TestTurns:
    """With a place for one request of an address, and room for three that wait."""

    def test_who_exceeds_a_share_waits(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        """While a request of an address is under way the next one waits; another address does not."""
        monkeypatch.setattr(wsgi, "is_loopback", lambda _: False)  # here everybody is from the network
        slow = Drip(server.port, PHONE, HERE, 1, 4)
        other = http.client.HTTPConnection(HERE, server.port, timeout=PATIENCE_S, source_address=("127.0.0.3", 0))
        waits = http.client.HTTPConnection(HERE, server.port, timeout=0.3, source_address=(PHONE, 0))
        with closing(other), closing(waits):
            assert asked(other, "/healthz", Host=OWN_NAME).status == 200
            waits.request("GET", "/healthz", headers={"Host": OWN_NAME})
            with pytest.raises(TimeoutError):
                waits.sock.recv(1)
            slow.close()
            waits.sock.settimeout(PATIENCE_S)
            assert waits.getresponse().status == 200

    def test_only_so_many_wait(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        """Beyond those, an address is refused at once."""
        monkeypatch.setattr(wsgi, "is_loopback", lambda _: False)
        drip = Drip(server.port, PHONE, HERE, 8, 4)
        until(lambda: drip.open() == 1 + 3, "the others are closed", PATIENCE_S)
        drip.close()
