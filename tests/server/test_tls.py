"""The hub over https: one connection for several threads, clients that do not speak it, a certificate that is kept."""

import http.client
import json
import socket
import ssl
import threading
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
import websocket
from cryptography import x509
from helpers.banker_key import banker_key
from helpers.seated import Seated
from helpers.served import Server
from server.browser import PATIENCE_S

from hub.composition.authority import Authority
from hub.composition.serving import NoCertificate, server_context
from hub.server.limits import Limits
from hub.store.folder import AUTHORITY, CERTIFICATE
from hub.table.interfaces.storage import now_ms
from hub.table.requests import AddSeat

MANY = 150


@pytest.fixture
def tls(tmp_path: Path) -> ssl.SSLContext:
    """The server speaks https only."""
    return server_context(tmp_path, {"localhost", "127.0.0.1"})


@pytest.fixture
def limits() -> Limits:
    """Many requests do no harm."""
    return Limits(events_per_second=10_000, events_burst=10_000, flood_per_second=10_000, flood_burst=10_000)


def trusting(folder: Path) -> ssl.SSLContext:
    """A client that trusts the hub's authority."""
    return ssl.create_default_context(cafile=folder / AUTHORITY)


def fetched(server: Server, folder: Path, path: str) -> bytes:
    url = f"{server.local_url}/{path}"
    with urllib.request.urlopen(url, context=trusting(folder), timeout=PATIENCE_S) as answer:
        return bytes(answer.read())


def test_reading_and_writing_at_once(server: Server, seated: Seated, tmp_path: Path) -> None:
    """While the table publishes and a browser asks, neither loses a byte: every request is answered, views arrive."""
    wire = websocket.create_connection(
        f"wss://localhost:{server.port}/socket.io/?EIO=4&transport=websocket",
        origin=f"https://localhost:{server.port}",
        sslopt={"context": trusting(tmp_path)},
        timeout=PATIENCE_S,
    )
    wire.send("40" + json.dumps({"key": banker_key()}))
    publishing = threading.Thread(target=lambda: [seated.ask(AddSeat("")) for _ in range(MANY)])
    publishing.start()
    for number in range(MANY):
        action = {"do": "enrol", "seat": number % 2, "uid": None}
        wire.send(f"42{number}{json.dumps(['request', {'id': f'own{number}', 'action': action}])}")
    answered: set[str] = set()
    views = 0
    while len(answered) < MANY or views < 2:  # while it does not keep up it is spared the views between
        frame = str(wire.recv())
        if frame == "2":
            wire.send("3")
        elif frame.startswith("43"):
            answered.add(frame[2 : frame.index("[")])
            assert '"ok":true' in frame
        views += frame.startswith('42["view"')
    publishing.join()
    wire.close()


def test_a_silent_client_holds_nobody_up(server: Server, tmp_path: Path) -> None:
    """Somebody connects and says nothing: everybody else is served at once."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S):
        assert b"Bankhalter" in fetched(server, tmp_path, "table")


@pytest.mark.parametrize("path", ["/table", "/play?a=b%20c", "/", "/x//evil.example"])
def test_who_types_http_is_led_to_https(server: Server, path: str) -> None:
    """Plain http gets no page, but the same address with the other scheme, and only on the same host and port."""
    assert server.url.startswith("https://"), "others are shown that one"
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as wire:
        wire.request("GET", path, headers={"Host": f"localhost:{server.port}"})
        answer = wire.getresponse()
        assert (answer.status, answer.read()) == (307, b"")
        assert answer.headers["Location"] == f"https://localhost:{server.port}{path}"
        assert answer.headers["Connection"] == "close"


@pytest.mark.parametrize("said", [b"", b"\x00\x01", b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n"])
def test_what_is_neither_is_shown_out(server: Server, tmp_path: Path, said: bytes) -> None:
    """Whoever speaks neither https nor http is refused; the others are not disturbed."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as wire:
        wire.sendall(said)
        wire.shutdown(socket.SHUT_WR)
        answer = wire.makefile("rb").readline()
        assert answer.startswith(b"HTTP/1.1 400 ") or not answer.startswith(b"HTTP")
    assert b"Bankhalter" in fetched(server, tmp_path, "table")


def names_in(file: Path) -> list[str]:
    found = x509.load_pem_x509_certificate(file.read_bytes())
    return [str(name.value) for name in found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value]


def test_a_certificate_is_kept_until_there_is_a_new_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another evening uses it again as long as it is good for half a year; a new one is trusted without a question."""
    server_context(tmp_path, {"localhost", "192.168.1.5"})
    authority, first = [(tmp_path / name).read_bytes() for name in (AUTHORITY, CERTIFICATE)]
    for days, kept in ((0, True), (216, True), (218, False)):
        later = now_ms() + days * 86_400_000
        with monkeypatch.context() as patch:
            patch.setattr(f"{Authority.__module__}.now_ms", lambda later=later: later)
            server_context(tmp_path, {"192.168.1.5"})
        assert ((tmp_path / CERTIFICATE).read_bytes() == first) == kept
    server_context(tmp_path, {"10.0.0.7"})
    assert names_in(tmp_path / CERTIFICATE) == ["10.0.0.7"]
    assert (tmp_path / AUTHORITY).read_bytes() == authority
    assert {(tmp_path / name).stat().st_mode & 0o077 for name in (AUTHORITY, CERTIFICATE)} == {0}


def test_only_what_is_private_is_certified(tmp_path: Path) -> None:
    """Addresses of the internet, and bare names that may be domains there, would make devices reject all of it."""
    ours = {"localhost", "bankhalter.local", "attic.fritz.box", "172.31.0.1", "fd00::7"}
    server_context(tmp_path, {*ours, "172.32.0.1", "8.8.8.8", "2a02::1", "dev", "xlocal", "shop.example", "häuschen"})
    assert set(names_in(tmp_path / CERTIFICATE)) == ours


@pytest.mark.parametrize("file", [AUTHORITY, CERTIFICATE])
def test_a_damaged_file_is_replaced(tmp_path: Path, file: str) -> None:
    """Nobody has to delete anything, and what is there then belongs together."""
    server_context(tmp_path, {"localhost"})
    (tmp_path / file).write_text("no certificate")
    server_context(tmp_path, {"localhost"})
    above, below = [x509.load_pem_x509_certificate((tmp_path / name).read_bytes()) for name in (AUTHORITY, CERTIFICATE)]
    below.verify_directly_issued_by(above)
    assert names_in(tmp_path / CERTIFICATE) == ["localhost"]


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """The terminal is told which."""
    with pytest.raises(NoCertificate, match="cannot be used"):
        server_context(tmp_path / "missing", {"localhost"})
