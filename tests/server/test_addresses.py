"""Which of this computer's addresses others are shown, which the banker chooses, and the names it may be called."""

import socket
from pathlib import Path

import ifaddr
import pytest
from helpers.seated import Seated
from server.browser import Browser
from server.conftest import Serving

from hub.server.access import addresses, shown_address
from hub.server.access.addresses import POINT_TO_POINT, RUNNING, UP, host_in, is_own, own_addresses
from hub.server.access.shown_address import ShownAddress
from hub.table.requests import ChooseAddress
from hub.table.wire.audience import Audience

Interfaces = dict[str, tuple[str, ...]]
HOME = {"wlan0": ("192.168.178.20", "fe80::1", "2001:db9::20")}


def adapter(name: str, number: int, found: tuple[str, ...]) -> ifaddr.Adapter:
    ips = [ifaddr.IP((one, 0, number) if ":" in one else one, 24, name) for one in found]  # type: ignore[arg-type]
    return ifaddr.Adapter(name, name, ips, index=number)


@pytest.mark.parametrize(
    ("interfaces", "shown"),
    [
        (HOME, ["192.168.178.20"]),
        ({"docker0": ("172.17.0.1",), "br-1a2b3c4d5e6f": ("172.18.0.1",), **HOME}, ["192.168.178.20"]),
        ({"virbr0": ("192.168.122.1",), "podman1": ("10.88.0.1",), "ap0": ("10.42.0.1",)}, ["10.42.0.1"]),
        ({"wg0": ("10.8.0.2",), "tailscale0": ("100.101.1.2",), "utun4": ("10.9.0.2",), **HOME}, ["192.168.178.20"]),
        ({"office": ("10.8.0.2",), **HOME}, ["192.168.178.20"]),  # point to point
        ({"usb0": ("192.168.42.129",), "wlan0": ("192.168.1.7",)}, ["192.168.1.7", "192.168.42.129"]),
        ({"eth0": ("8.8.4.4",), "wlan0": ("192.168.1.7",)}, ["192.168.1.7", "8.8.4.4"]),
        ({"eth0": ("169.254.3.4",), "wlan0": ("192.168.1.7",)}, ["192.168.1.7"]),
        ({"eth0": ("169.254.3.4",)}, ["169.254.3.4"]),
        ({"docker0": ("172.17.0.1",)}, ["172.17.0.1"]),
        ({"eth0": ("fe80::1",)}, []),
        ({"eth0": ("fe80::1", "fd00::20", "2001:db9::20")}, ["fd00::20", "2001:db9::20"]),
        ({"en0": ("192.0.0.2", "2001:db9::20")}, ["2001:db9::20"]),  # RFC 7335
        ({"eth0": ("10.0.0.5",), "wlan0": ("fd00::20",)}, ["10.0.0.5", "fd00::20"]),
        ({"br0": ("192.168.0.9",)}, ["192.168.0.9"]),  # a bridge that is the house's own
        ({"idle0": ("192.168.9.9",), **HOME}, ["192.168.178.20"]),  # no cable in it
        ({}, []),
        ({"eth0": ("10.0.0.5",), "wlan0": ("10.1.0.5",)}, ["10.1.0.5", "10.0.0.5"]),  # the second leads on
    ],
)
def test_what_others_are_shown(monkeypatch: pytest.MonkeyPatch, interfaces: Interfaces, shown: list[str]) -> None:
    """Private ones first, of equals the one towards the internet; containers and made-up ones in need alone."""
    found = [adapter("lo", 1, ("127.0.0.1", "::1"))]
    found += [adapter(name, number, ips) for number, (name, ips) in enumerate(interfaces.items(), 2)]
    flags = {"office": UP | RUNNING | POINT_TO_POINT, "idle0": UP}
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: found)
    monkeypatch.setattr(addresses, "_flags", lambda name: flags.get(name, UP | RUNNING))
    monkeypatch.setattr(addresses, "_towards", lambda _: "10.1.0.5")
    assert own_addresses() == shown


@pytest.fixture
def annas(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A computer called Annas-PC, in a network whose domain is wohnung.example."""
    resolver = tmp_path / "resolv.conf"
    resolver.write_text("# written by the system\nnameserver 192.168.1.1\nsearch wohnung.example Zweitens.example.\n")
    monkeypatch.setattr(addresses, "RESOLVERS", (resolver, tmp_path / "missing"))
    monkeypatch.setattr(socket, "gethostname", lambda: "Annas-PC")


DOMAINS = ("", ".local", ".fritz.box", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".wohnung.example")


@pytest.mark.usefixtures("annas")
@pytest.mark.parametrize("label", ["annas-pc", "bankhalter", "bankhalter-2", "bankhalter-12"])
@pytest.mark.parametrize("domain", [*DOMAINS, ".zweitens.example"])
def test_names_that_routers_give(label: str, domain: str) -> None:
    """This computer and its table may be called by what routers append, and by the network's own domain."""
    assert is_own(label + domain)


@pytest.mark.usefixtures("annas")
@pytest.mark.parametrize(
    "name",
    [
        *("x.lan", "fritz.box", "wohnung.example", "bankhalter2.lan", "a.bankhalter.lan", "evil"),
        *(
            label + domain
            for label in ("annas-pc", "bankhalter", "bankhalter-2")
            for domain in (".evil.example", ".lan.evil.com", ".box", ".com", ".wohnung.example.evil.com", ".example")
        ),
    ],
)
def test_names_that_others_own(name: str) -> None:
    """Other computers of the network, and domains whose owner may have them lead here (DNS rebinding)."""
    assert not is_own(name)


def test_a_name_with_umlauts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser sends such a name in ASCII (RFC 5891)."""
    monkeypatch.setattr(socket, "gethostname", lambda: "Jörgs-Mac.local")
    assert is_own("xn--jrgs-mac-n4a.local")


@pytest.mark.parametrize(
    ("header", "host"),
    [
        ("Bankhalter.Fritz.BOX:8080", "bankhalter.fritz.box"),
        ("bankhalter.lan.", "bankhalter.lan"),
        ("[FD00::0:5]:80", "fd00::5"),
        ("192.168.1.5:", "192.168.1.5"),
        ("a_b-c.lan", "a_b-c.lan"),
        (f"{'x' * 63}.lan", f"{'x' * 63}.lan"),
        *((header, None) for header in (f"{'x' * 64}.lan", ".".join(["x" * 60] * 5), "localhost:65536")),
        *(
            (header, None)
            for header in ("", "a..b", ".lan", "häuser.lan", "a b", "u@h", "-a.lan", "1.2.3", "1.2.3.400")
        ),
        *((header, None) for header in ("::1", "[::1", "[::1]x", "[:::1]", "[1.2.3.4]", "1.2.3.400", "localhost,a")),
    ],
)
def test_hosts(header: str, host: str | None) -> None:
    """What no resolver can know is no host (RFC 1035, 2.3.4; RFC 952)."""
    assert host_in(header) == host


FOUND = ["192.168.1.5", "10.0.0.7"]


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of this computer, which a test may change."""
    addresses = list(FOUND)
    monkeypatch.setattr(shown_address, "own_addresses", lambda: addresses)
    return addresses


def choose(shown: ShownAddress, seated: Seated, url: str) -> None:
    assert shown.choose(url, seated.asking(ChooseAddress(url))).ok


def test_the_banker_chooses_which_address_is_shown(serving: Serving, seated: Seated, found: list[str]) -> None:
    """The banker sees all addresses and shows another; nobody else may, nor sees them."""
    server = serving("0.0.0.0")
    first, second = server.urls
    assert (seated.view().join.url, seated.view().join.urls) == (first, (first, second))
    assert seated.view(Audience("viewer")).join.urls == ()
    banker, guest = Browser(server.port, local=True), Browser(server.port)
    assert guest.ask({"do": "choose_address", "url": second})["reason"] == "not_allowed"
    assert banker.ask({"do": "choose_address", "url": second})["ok"]
    assert (seated.view().join.url, server.url) == (second, second)
    for browser in (banker, guest):
        browser.close()


def test_the_choice_is_kept_as_long_as_the_address_is_there(seated: Seated, found: list[str]) -> None:
    """The next evening shows it again, also under another port; when it is gone, the likeliest is shown."""
    choose(ShownAddress(seated.table, "0.0.0.0", 80, "http"), seated, "http://10.0.0.7:80")
    again = ShownAddress(seated.table, "0.0.0.0", 8080, "http")
    again.load()
    assert again.url == "http://10.0.0.7:8080"
    found.remove("10.0.0.7")
    choose(again, seated, again.url)
    assert again.url == "http://192.168.1.5:8080"


def test_behind_a_proxy_its_address_alone_is_shown(seated: Seated, found: list[str]) -> None:
    """With the place of the table below it, where it is one of many."""
    assert ShownAddress(seated.table, "0.0.0.0", 80, "http", "/t/oak", "https://club.example").urls == (
        "https://club.example/t/oak",
    )


def test_addresses_that_came_later_are_found(seated: Seated, found: list[str]) -> None:
    """The computer joined another network after the start: looking again finds it; a foreign address is not shown."""
    shown = ShownAddress(seated.table, "0.0.0.0", 80, "http")
    shown.load()
    found.append("172.20.0.2")
    choose(shown, seated, "http://evil.example:80")
    assert shown.url == "http://192.168.1.5:80"
    choose(shown, seated, "http://172.20.0.2:80")
    choose(shown, seated, "http://evil.example:80")
    assert shown.url == "http://172.20.0.2:80", "what was chosen stays"
    assert shown.urls == tuple(f"http://{address}:80" for address in (*FOUND, "172.20.0.2"))
    found.append("172.20.0.3")
    told: list[str] = []
    shown.changed = lambda: told.extend(shown.urls)
    shown.look()
    assert "http://172.20.0.3:80" in told, "pages are told at once"
