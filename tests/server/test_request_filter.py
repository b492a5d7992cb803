"""Before the application: under which names, from which pages, how many."""

import http.client
import json
import socket
from types import SimpleNamespace

import pytest
import websocket
from helpers.own_name import OWN_NAME
from helpers.seated import Seated
from helpers.served import Server
from helpers.waiting import until
from server.answer import Answer
from server.browser import PATIENCE_S, Browser
from server.conftest import Connect
from server.poller import PAGE

from hub.server.access.request_filter import FORWARDED, ConnectionPlaces, Neighbours, RequestFilter, is_local
from hub.server.limits import Limits


@pytest.mark.parametrize(
    "host", ["evil.example:8080", "localhost.evil.example", "203.0.113.9", "[::2]", f"{OWN_NAME}.evil.example"]
)
def test_a_foreign_name(server: Server, host: str) -> None:
    """Under a name that is not ours nothing is answered, neither pages nor sockets (DNS rebinding)."""
    assert Answer(server, "/", Host=host).status == 421
    assert Answer(server, "/healthz", Host=host).status == 421
    with pytest.raises(websocket.WebSocketBadStatusException) as caught:
        Browser(server.port, host=host, origin=f"http://{host}")
    assert caught.value.status_code == 421


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST", "127.0.0.1", "[::1]", "localhost.", OWN_NAME, "localhost:1"]
)
def test_our_own_names(server: Server, host: str) -> None:
    """Our names and addresses are answered, whatever the port is called outside."""
    assert Answer(server, "/", Host=host).status == 200


@pytest.fixture
def probed() -> RequestFilter:
    """A filter that leads one probe of a phone to the table, before an application that answers everything."""
    limits, probes = Limits(), frozenset({("probe.example", "/generate_204")})
    return RequestFilter(lambda _asked, _start: [b"page"], ConnectionPlaces(limits, ()), Neighbours(probes=probes))


@pytest.mark.parametrize(
    ("host", "path", "status", "location"),
    [
        ("probe.example", "/generate_204", "302 Found", "http://192.0.2.7:8080/"),
        ("probe.example", "/", "421 Misdirected Request", None),
        ("other.example", "/generate_204", "421 Misdirected Request", None),
    ],
)
def test_a_probe_of_a_phone_is_led_to_the_table(probed, host, path, status, location) -> None:
    """Where it has reached it, with nothing of the table in the answer; other names and paths are foreign as ever."""
    reached = SimpleNamespace(getsockname=lambda: ("192.0.2.7", 8080))
    asked = {"HTTP_HOST": host, "PATH_INFO": path, "REMOTE_ADDR": "192.0.2.9", "wsgi.url_scheme": "http"}
    said: list[object] = []
    body = probed({**asked, "werkzeug.socket": reached}, lambda status, headers: said.extend((status, dict(headers))))
    assert said[0] == status
    assert said[1].get("Location") == location
    assert b"page" not in body


@pytest.mark.parametrize("host", ["a b", "h\u00e4user.lan", "[::1", "localhost:99999"])
def test_what_is_not_a_host_name(server: Server, host: str, caplog: pytest.LogCaptureFixture) -> None:
    """What no resolver can know (RFC 1035, 2.3.4; RFC 3986, 3.2.2) is no request, in the header and in an address."""
    for address in ("/", f"http://{host}/", f"//{host}"):
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE_S) as wire:
            wire.sendall(f"GET {address} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode("latin-1"))
            assert b" 400 " in wire.makefile("rb").readline(), address
    assert not caplog.records


def test_no_name_at_all(server: Server) -> None:
    """A request without a Host is not answered."""
    with socket.create_connection(("127.0.0.1", server.port), 5) as wire:
        wire.sendall(b"GET / HTTP/1.0\r\n\r\n")
        assert b" 400 " in wire.makefile("rb").readline()


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", f"https://{OWN_NAME}", f"http://{OWN_NAME}:1", "http://localhost"]
)
def test_a_foreign_page(server: Server, origin: str) -> None:
    """A page of another origin can neither open a socket nor fetch, though the name is right."""
    assert Answer(server, "/healthz", Origin=origin).status == 403
    with pytest.raises(websocket.WebSocketBadStatusException) as caught:
        Browser(server.port, origin=origin)
    assert caught.value.status_code == 403


@pytest.mark.parametrize(
    "limits",
    [Limits(connections=4, connections_per_address=4, connections_kept_for_localhost=1, connections_kept_for_paired=0)],
)
def test_one_too_many(server: Server, connect: Connect) -> None:
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

    def comes_in() -> bool:
        try:
            return bool(connect().wait("view"))
        except websocket.WebSocketBadStatusException:
            return False

    until(comes_in, "there is room")


@pytest.mark.parametrize("transport", ["polling", "nonsense"])
@pytest.mark.parametrize("headers", [{}, PAGE], ids=["a stranger", "as our pages"])
def test_web_sockets_only(server: Server, transport: str, headers: dict[str, str]) -> None:
    """Where they need no certificate plain requests are refused, whatever they say of themselves."""
    for method in ("GET", "POST"):
        assert Answer(server, f"/socket.io/?EIO=4&transport={transport}", method=method, **headers).status == 400


@pytest.mark.parametrize("path", ["/", "/table/deep/er", "/nothing", "/healthz", "/socket.io/?EIO=3", "/api/sheet"])
def test_every_answer_is_armoured(server: Server, path: str) -> None:
    """Every answer forbids foreign scripts, sniffing, frames and referrers, and lets no foreign page read it."""
    answer = Answer(server, path)
    assert answer.headers["Access-Control-Allow-Origin"] is None
    policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["connect-src"] == f"'self' ws://{OWN_NAME}:{server.port} wss://{OWN_NAME}:{server.port}"
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "camera=()" in answer.headers["Permissions-Policy"]
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Server"] == "Bankhalter"


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}])
def test_refusals_are_armoured(server: Server, headers: dict[str, str]) -> None:
    """What the filter turns away carries a policy, too."""
    answer = Answer(server, "/", **headers)
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert answer.headers["X-Frame-Options"] == "DENY"


@pytest.mark.feature("export")
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_a_form_of_another_page(server: Server, method: str) -> None:
    """A foreign page's form or fetch is turned away by its origin, and what is downloaded is for GET alone."""
    assert Answer(server, "/api/export.xlsx", method=method, Origin="http://evil.example").status == 403
    for path in ("/", "/table", "/healthz", "/api/export.xlsx", "/api/qr.svg"):
        assert Answer(server, path, method=method).status == 405, path


@pytest.mark.parametrize("path", ["/", "/play", "/tv", "/device", "/play/anything"])
def test_all_screens_are_one_page(server: Server, path: str) -> None:
    """Each screen's address gives the page, which is asked for again every time."""
    answer = Answer(server, path)
    assert answer.status == 200
    assert b"<title>Bankhalter" in answer.body
    assert answer.headers["Cache-Control"] == "no-cache"


def test_health(server: Server, seated: Seated) -> None:
    """The health says version, board and open game."""
    answer = Answer(server, "/healthz")
    assert answer.status == 200
    assert json.loads(answer.body) == {"status": "ok", "version": "1.2.3", "board": "up", "game": None}
    seated.begin()
    assert json.loads(Answer(server, "/healthz").body)["game"] == seated.view().game


def test_what_is_printed(server: Server, seated: Seated) -> None:
    """An edition's spaces can be fetched; an unknown edition is not found."""
    edition = seated.view().edition
    printed = json.loads(Answer(server, f"/api/editions/{edition}").body)
    assert printed["id"] == edition
    assert len(printed["spaces"]) == 40
    answer = Answer(server, "/api/editions/none")
    assert (answer.status, json.loads(answer.body)) == (404, {"reason": "no_such_edition"})


def test_a_qr_code(server: Server) -> None:
    """The address of the table is drawn as a vector picture that nobody keeps, as it may carry a code."""
    answer = Answer(
        server, f"/api/qr.svg?text=http%3A%2F%2Flocalhost%3A{server.port}%2Fplay%23code%3DCDFGH", local=True
    )
    assert answer.status == 200
    assert answer.headers["Content-Type"].startswith("image/svg+xml")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.body.startswith(b"<svg")
    assert b"M2 2.5h7" in answer.body, "two modules of white lie around the first finder, which is seven wide"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "http://evil.example/",
        "http://evil.example:{port}/",  # at our port, which proves nothing
        "http://localhost:{port}.evil.example/",
        "http://localhost:1/",
        "https://localhost:{port}/",  # where nothing but http is spoken
        "http://[:{port}/",
        "javascript:alert(1)",
        "javascript://localhost:{port}/%0aalert(1)",
        "http://u:p@localhost:{port}/",
        "x" * 300,
    ],
)
def test_a_qr_code_of_others(server: Server, text: str) -> None:
    """Other addresses are not drawn: nobody should mistake them for ours."""
    assert Answer(server, f"/api/qr.svg?text={text.format(port=server.port)}").status == 400


OWN = f"{OWN_NAME}:{{port}}"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),  # another port of this computer, or another name of its domain
        *(
            ({"Referer": f"http://{page}"}, 403)
            for page in ("evil.example/x", "localhost.evil.example/", "localhost:1/")
        ),
        ({"Referer": f"http://{OWN}@evil.example/"}, 403),
        *(({"Sec-Fetch-Site": site}, 200) for site in ("same-origin", "none")),
        *(({"Referer": f"http://{OWN}{path}"}, 200) for path in ("", "/table")),
        ({}, 200),
    ],
)
def test_what_costs_something_is_for_our_own_pages(server: Server, headers: dict[str, str], status: int) -> None:
    """Those, people who type an address, and programs get it; a link from elsewhere opens a page of ours."""
    given = {name: value.format(port=server.port) for name, value in headers.items()}
    assert Answer(server, "/api/editions/classic", **given).status == status
    assert Answer(server, "/play", **given).status == 200


@pytest.mark.parametrize(
    "request_line",
    [
        *(b"GET / HTTP/9.9", b"GET / HTTP/2.0", b"GET / HTTP/x", b"nonsense", b"a b c d", b"POST /\r\n"),
        b"GET /" + b"x" * 70_000 + b" HTTP/1.1",
        b"GET / HTTP/1.1\r\nX: " + b"x" * 70_000,
        b"GET / HTTP/1.1" + b"\r\nX: y" * 200,
    ],
)
def test_what_the_parser_refuses_is_armoured(server: Server, request_line: bytes) -> None:
    """What is no request gets an answer with the headers that all answers have."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE_S) as wire:
        wire.sendall(request_line + b"\r\n\r\n")
        answer = http.client.HTTPResponse(wire)
        answer.begin()
        assert answer.status in {400, 414, 431, 505}
        assert answer.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Server"] == "Bankhalter"


def test_a_bug_of_ours_is_armoured(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """So is what the library answers when our code breaks; no header is there twice."""
    monkeypatch.setattr(RequestFilter, "is_ours", lambda *_: 1 / 0)
    answer = Answer(server, "/")
    assert answer.status == 500
    assert answer.headers.get_all("X-Frame-Options") == ["DENY"]
    assert b"Traceback" not in answer.body
    assert Answer(server, "/healthz").status == 500


@pytest.mark.parametrize("header", ["", *FORWARDED])
def test_a_request_that_somebody_forwarded_is_not_local(header: str):
    """On this computer's own name and address it is local; not if it came through anybody, nor from elsewhere."""
    environ = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost:5080", **({header: "x"} if header else {})}
    assert is_local(environ) is not bool(header)
    assert not is_local({**environ, "REMOTE_ADDR": "192.168.1.9"})
    assert not is_local({**environ, "HTTP_HOST": "192.168.1.5:5080"})
