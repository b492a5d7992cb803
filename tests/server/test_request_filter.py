"""Before the application: under which names, from which pages, how many."""

from __future__ import annotations

import http.client
import json
import socket
import time
from contextlib import ExitStack

import pytest
import websocket
from helpers.own_name import OWN_NAME
from helpers.seated import Seated
from server.browser import PATIENCE_S, Browser
from server.conftest import Connect

from hub.server.limits import Limits, Places
from hub.server.serve import Server


def get(server: Server, path: str, method: str = "GET", **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    """Ask over plain HTTP; `Host` is the usual one unless given."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    connection.request(method, path, headers={"Host": f"localhost:{server.port}", **headers})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8080",
        "localhost.evil.example",
        "203.0.113.9",
        "a b",
        "localhost,evil",
        "[::2]",
    ],
)
def test_a_foreign_name(server: Server, host: str) -> None:
    """Under a name that is not ours nothing is answered, neither pages nor sockets (DNS rebinding)."""
    assert get(server, "/", Host=host)[0].status == 421
    assert get(server, "/healthz", Host=host)[0].status == 421
    with pytest.raises(websocket.WebSocketBadStatusException) as caught:
        Browser(server.port, host=host, origin=f"http://{host}")
    assert caught.value.status_code == 421


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST", "127.0.0.1", "[::1]", "localhost.", OWN_NAME, "localhost:1"]
)
def test_our_own_names(server: Server, host: str) -> None:
    """Our names and addresses are answered, whatever the port is called outside."""
    assert get(server, "/", Host=host)[0].status == 200


def test_no_name_at_all(server: Server) -> None:
    """A request without a Host is not answered."""
    with socket.create_connection(("127.0.0.1", server.port), 5) as wire:
        wire.sendall(b"GET / HTTP/1.0\r\n\r\n")
        assert b" 421 " in wire.makefile("rb").readline()


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://localhost", "http://localhost:1", "http://127.0.0.1"]
)
def test_a_foreign_page(server: Server, origin: str) -> None:
    """A page of another origin can neither open a socket nor fetch, though the name is right."""
    assert get(server, "/healthz", Origin=origin)[0].status == 403
    with pytest.raises(websocket.WebSocketBadStatusException) as caught:
        Browser(server.port, local=True, origin=origin)
    assert caught.value.status_code == 403


class TestFewPlaces:
    """With room for four, one of them kept for the hub's own computer."""

    @pytest.fixture
    def limits(self) -> Limits:
        """A small house."""
        return Limits(connections=4, connections_per_address=4, connections_kept_for_localhost=1)

    def test_one_too_many(self, server: Server, connect: Connect) -> None:
        """When the network has taken its places, there is still one here; who leaves makes room."""
        strangers = [connect() for _ in range(3)]
        for stranger in strangers:
            stranger.wait("view")
        with pytest.raises(websocket.WebSocketBadStatusException) as caught:
            connect()
        assert caught.value.status_code == 503
        here = connect(local=True)
        here.wait("view")
        with pytest.raises(websocket.WebSocketBadStatusException):
            connect(local=True)
        strangers[0].close()
        here.close()
        assert _connects(server)


def test_one_device_cannot_take_all_places() -> None:
    """An address has at most its share, whoever it belongs to; a place is free again as soon as it is left."""
    places = Places(Limits(connections=10, connections_per_address=2, connections_kept_for_localhost=2))
    with ExitStack() as taken:
        fits = [taken.enter_context(places.take(address, False)) for address in ("10.0.0.1",) * 3 + ("10.0.0.2",)]
        assert fits == [True, True, False, True]
    with places.take("10.0.0.1", False) as again:
        assert again


def _connects(server: Server) -> bool:
    """Whether a stranger gets in before long."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            browser = Browser(server.port)
        except websocket.WebSocketBadStatusException:
            time.sleep(0.02)
            continue
        browser.wait("view")
        browser.close()
        return True
    return False


@pytest.mark.parametrize("transport", ["polling", "nonsense"])
def test_web_sockets_only(server: Server, transport: str) -> None:
    """Long polling is not offered."""
    assert get(server, f"/socket.io/?EIO=4&transport={transport}")[0].status == 400
    assert get(server, f"/socket.io/?EIO=4&transport={transport}", "POST")[0].status == 400


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/table",
        "/play",
        "/tv",
        "/device",
        "/table/deep/er",
        "/nothing",
        "/healthz",
        "/socket.io/?EIO=3",
        "/api/export.xlsx",
    ],
)
def test_every_answer_is_armoured(server: Server, path: str) -> None:
    """Every answer forbids foreign scripts, sniffing, frames and referrers, and lets no foreign page read it."""
    answer, _ = get(server, path)
    assert answer.headers["Access-Control-Allow-Origin"] is None
    policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["connect-src"] == f"'self' ws://localhost:{server.port} wss://localhost:{server.port}"
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "camera=()" in answer.headers["Permissions-Policy"]
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Server"] == "Bankhalter"


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}])
def test_refusals_are_armoured(server: Server, headers: dict[str, str]) -> None:
    """What the gate turns away carries a policy, too."""
    answer, _ = get(server, "/", **headers)
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert answer.headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_a_form_of_another_page(server: Server, method: str) -> None:
    """A foreign page's form or fetch is turned away by its origin; no route changes anything."""
    assert get(server, "/api/export.xlsx", method, Origin="http://evil.example")[0].status == 403
    for path in ("/", "/table", "/healthz", "/api/export.xlsx", "/api/qr.svg"):
        assert get(server, path, method)[0].status == 405, path


@pytest.mark.parametrize("path", ["/", "/play", "/tv", "/device", "/play/anything"])
def test_all_screens_are_one_page(server: Server, path: str) -> None:
    """Each screen's address gives the page, which is asked for anew every time."""
    answer, body = get(server, path)
    assert answer.status == 200
    assert b"<title>Bankhalter" in body
    assert answer.headers["Cache-Control"] == "no-cache"


def test_files_of_the_page(server: Server) -> None:
    """Hashed files are kept for ever, others asked about; what is not there or lies outside is not found."""
    answer, body = get(server, "/assets/index-B5f3.js")
    assert (answer.status, body) == (200, b"export {};")
    assert "immutable" in answer.headers["Cache-Control"]
    assert "javascript" in answer.headers["Content-Type"]
    assert get(server, "/icon.svg")[0].headers["Cache-Control"] == "no-cache"
    for path in ("/assets/nothing.js", "/favicon.ico", "/assets/../../secrets.json", "/..%2f..%2fetc/passwd", "/api/x"):
        assert get(server, path)[0].status == 404, path


def test_health(server: Server, seated: Seated) -> None:
    """The health says version, board and open game."""
    answer, body = get(server, "/healthz")
    assert answer.status == 200
    assert json.loads(body) == {"status": "ok", "version": "1.2.3", "board": "up", "game": None}
    seated.begin()
    assert json.loads(get(server, "/healthz")[1])["game"] == seated.view().game


def test_what_is_printed(server: Server, seated: Seated) -> None:
    """An edition's spaces can be fetched; an unknown edition is not found."""
    edition = seated.view().edition
    printed = json.loads(get(server, f"/api/editions/{edition}")[1])
    assert printed["id"] == edition
    assert len(printed["spaces"]) == 40
    answer, body = get(server, "/api/editions/none")
    assert (answer.status, json.loads(body)) == (404, {"reason": "no_such_edition"})


def test_a_qr_code(server: Server) -> None:
    """The address of the table is drawn as a vector picture that nobody keeps, as it may carry a code."""
    answer, body = get(server, f"/api/qr.svg?text=http%3A%2F%2F192.168.1.2%3A{server.port}%2Fplay%23code%3DCDFGH")
    assert answer.status == 200
    assert answer.headers["Content-Type"].startswith("image/svg+xml")
    assert answer.headers["Cache-Control"] == "no-store"
    assert body.startswith(b"<svg")


@pytest.mark.parametrize(
    "text", ["", "http://evil.example/", "javascript:alert(1)", "http://u:p@localhost:{port}/", "x" * 300]
)
def test_a_qr_code_of_others(server: Server, text: str) -> None:
    """Other addresses are not drawn: nobody should mistake them for ours."""
    assert get(server, f"/api/qr.svg?text={text.format(port=server.port)}")[0].status == 400
