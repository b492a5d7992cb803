"""Trusting a hub: what its authority may certify, what devices are given, and the page that says how and whether."""

import datetime as dt
import http.client
import ipaddress
import plistlib
import re
import socket
import ssl
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key
from flask import Flask
from helpers.served import Server, adding

from hub.composition.authority import Authority
from hub.composition.serving import server_context
from hub.composition.table import OpenTable
from hub.features.trust.at_table import at_table
from hub.features.trust.routes import page_for, profile_of, trust
from hub.store.folder import AUTHORITY

pytestmark = pytest.mark.feature("trust")
PROFILE, CERTIFICATE = "/trust/bankhalter.mobileconfig", "/trust/bankhalter.crt"
BROWSERS = {
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1": PROFILE,
    "Mozilla/5.0 (iPad; CPU OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 Version/12.1.2 Safari/604.1": PROFILE,
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36": CERTIFICATE,
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15": CERTIFICATE,
}


@pytest.fixture
def tls(tmp_path: Path) -> ssl.SSLContext:
    """The server speaks https."""
    return server_context(tmp_path, {"localhost", "127.0.0.1"})


@pytest.fixture
def options(tmp_path: Path) -> dict[str, Any]:
    return {"more": adding(lambda _opened: trust(tmp_path))}


def over_http(server: Server, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    with closing(http.client.HTTPConnection("localhost", server.port, timeout=10)) as wire:
        wire.request("GET", path, headers=headers)
        answer = wire.getresponse()
        return answer.status, answer.headers, answer.read()


def test_devices_get_the_authority_without_its_key(server: Server, tmp_path: Path) -> None:
    """Over plain http, where there is no warning: Apple's devices as a profile, others as a certificate."""
    stored = (tmp_path / AUTHORITY).read_bytes()
    expected = x509.load_pem_x509_certificate(stored).public_bytes(Encoding.DER)
    status, headers, certificate = over_http(server, CERTIFICATE)
    assert (status, headers["Content-Type"], certificate) == (200, "application/x-x509-ca-cert", expected)
    status, headers, content = over_http(server, PROFILE)
    profile = plistlib.loads(content)
    assert (status, headers["Content-Type"]) == (200, "application/x-apple-aspen-config")
    assert [(one["PayloadType"], one["PayloadContent"]) for one in profile["PayloadContent"]] == [
        ("com.apple.security.root", expected)
    ]
    assert over_http(server, PROFILE)[2] == content, "a profile that is loaded again replaces itself"
    (tmp_path / AUTHORITY).unlink()
    another = plistlib.loads(profile_of(Authority(tmp_path).certificate))
    assert all(another[key] != profile[key] for key in ("PayloadIdentifier", "PayloadUUID")), (
        "it replaces no other hub's"
    )


def test_without_a_certificate_there_is_nothing_to_trust() -> None:
    """Whoever opens the page all the same is led to the table."""
    plain = SimpleNamespace(setting=SimpleNamespace(alone=True, listener=SimpleNamespace(scheme="http")))
    app = Flask(__name__)
    for routes in at_table(cast("OpenTable", plain)).routes:
        app.register_blueprint(routes)
    answer = app.test_client().get("/trust")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


def test_tables_of_a_club_leave_it_to_the_club() -> None:
    """Before its tables it has the page itself; at a table, plain or not, there is none beside that."""
    for scheme in ("http", "https"):
        table = SimpleNamespace(setting=SimpleNamespace(alone=False, listener=SimpleNamespace(scheme=scheme)))
        assert not at_table(cast("OpenTable", table)).routes


@pytest.mark.parametrize(
    ("path", "status"), [("/trusted", 307), ("/trust/../table", 404), ("/table?trust", 307), ("/api/trust", 307)]
)
def test_nothing_else_is_said_over_plain_http(server: Server, path: str, status: int) -> None:
    """Who asks for anything else is led to https, as always."""
    assert over_http(server, path)[0] == status


@pytest.mark.parametrize("browser", BROWSERS)
@pytest.mark.parametrize(("language", "title"), [("de-AT,de", "Diesem Tisch vertrauen"), ("fr", "Trust this table")])
def test_the_page_opens_at_the_readers_device(server: Server, browser: str, language: str, title: str) -> None:
    """In their language, and all other devices are one tap away; it may load nothing and ask only this hub."""
    status, headers, content = over_http(server, "/trust", **{"User-Agent": browser, "Accept-Language": language})
    page = content.decode()
    assert status == 200
    assert f"<h1>{title}</h1>" in page
    opened = re.findall(r"<details open>.*?</details>", page, re.DOTALL)
    assert len(opened) == 1
    assert page.index("<details open>") == page.index("<details"), "one's own comes first"
    assert f'href="{BROWSERS[browser]}"' in opened[0]
    assert page.count("<details") == 5
    assert page.count("<li>") == page.count('class="picture"') == 15
    assert page.count('class="tapped"') == 15, "each picture shows one tap"
    assert f"connect-src https://localhost:{server.port};" in headers["Content-Security-Policy"]
    assert "trust." not in re.sub(r"/trust[^\"]*", "", page), "no text is missing"


def forged(folder: Path, host: str) -> ssl.SSLContext:
    """The server of somebody who has stolen the authority's key, and claims to be that host."""
    stored = (folder / AUTHORITY).read_bytes()
    key = load_pem_private_key(stored, None)
    authority, now = x509.load_pem_x509_certificate(stored), dt.datetime.now(dt.UTC)
    try:
        name: x509.GeneralName = x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        name = x509.DNSName(host)
    certificate = (
        x509.CertificateBuilder(authority.subject, x509.Name([]), key.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([name]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "forged.pem").write_bytes(
        stored[: stored.index(b"-----BEGIN CERT")] + certificate.public_bytes(Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "forged.pem")
    return context


def shake_hands(server: ssl.SSLContext, client: ssl.SSLContext, host: str) -> None:
    """A handshake in memory. Raises SSLCertVerificationError if the client does not believe the server."""
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    sides = [client.wrap_bio(back, there, server_hostname=host), server.wrap_bio(there, back, server_side=True)]
    while sides:
        for side in tuple(sides):
            try:
                side.do_handshake()
                sides.remove(side)
            except ssl.SSLWantReadError:
                continue


@pytest.mark.parametrize("host", ["192.168.178.2", "10.1.2.3", "fd00::7", "bankhalter.local", "attic.fritz.box"])
def test_who_trusts_the_authority_believes_a_table_at_home(tmp_path: Path, host: str) -> None:
    """A device that has it shows no warning."""
    server = server_context(tmp_path, {host})
    shake_hands(server, ssl.create_default_context(cafile=tmp_path / AUTHORITY), host)
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(server, ssl.create_default_context(), host)


@pytest.mark.parametrize("host", ["bank.example", "example.com", "8.8.8.8", "2a02::1", "notlocal", "172.32.0.1"])
def test_whoever_steals_the_authority_cannot_be_a_bank(tmp_path: Path, host: str) -> None:
    """It may certify nothing of the internet: devices refuse that (RFC 5280, 4.2.1.10)."""
    server_context(tmp_path, {"localhost"})
    client = ssl.create_default_context(cafile=tmp_path / AUTHORITY)
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        shake_hands(forged(tmp_path, host), client, host)


def test_a_new_address_is_certified_while_the_table_goes_on(server: Server, tmp_path: Path) -> None:
    """The next connection sees a certificate with the new address, which a device that trusts the hub believes."""
    client = ssl.create_default_context(cafile=tmp_path / AUTHORITY)
    with pytest.raises(ssl.SSLCertVerificationError):
        connected(server, client, "192.168.77.1")
    server.secure(server_context(tmp_path, {"192.168.77.1"}))
    connected(server, client, "192.168.77.1")


def connected(server: Server, client: ssl.SSLContext, host: str) -> None:
    """A connection of who typed that host. Raises SSLCertVerificationError."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as wire:
        client.wrap_socket(wire, server_hostname=host).close()


def test_a_host_that_is_none_stays_a_text() -> None:
    """Whoever asks names the host; what they name ends no attribute of the page."""
    page = page_for('h"><script>alert(1)</script>', "", "en")
    assert "<script>alert" not in page
    assert page.count('href="https://h&#34;&gt;&lt;script&gt;') == 1
