"""Opening and closing: ports, addresses, an end without leftovers."""

import threading
import time
import urllib.request
from pathlib import Path

import pytest
from helpers.seated import BANKER, Seated
from helpers.served import Server
from helpers.waiting import until
from server.browser import PATIENCE_S, Browser
from server.conftest import PIN, SECRET, Serving

from hub.editions import EDITIONS
from hub.server.access.addresses import is_loopback, plain, table_url
from hub.server.listener import AddressUnavailable
from hub.table.game.chance import Dice
from hub.table.table import Table


def make(seated: Seated, pages: Path, host: str = "127.0.0.1", port: int = 0) -> Server:
    return Server(seated.table, host, port, SECRET, PIN, "1", pages=pages)


@pytest.mark.parametrize(("host", "port"), [("203.0.113.77", 0), ("no.such.host.invalid", 0), ("127.0.0.1", 70_000)])
def test_an_address_that_is_not_ours(seated: Seated, pages: Path, host: str, port: int) -> None:
    """An address this computer does not have is refused by name."""
    with pytest.raises(AddressUnavailable, match="cannot listen"):
        make(seated, pages, host, port)


def test_a_server_may_be_made_before_its_table_runs(seated: Seated, pages: Path) -> None:
    """Codes survive a restart in which the port is taken before the table has read its lobby."""
    first = make(seated, pages)
    first.start()
    codes = seated.view().join.codes
    first.stop()
    table = Table(seated.store, seated.board, EDITIONS, Dice(1))
    second = Server(table, "127.0.0.1", 0, SECRET, PIN, "1", pages=pages)
    table.start()
    second.start()
    assert table.view(BANKER).join.codes == codes
    assert len(codes) == 2
    second.stop()
    table.stop()


def test_a_server_that_was_never_started(seated: Seated, pages: Path) -> None:
    """Stopping a server that never started frees its port."""
    server = make(seated, pages)
    server.stop()
    again = make(seated, pages, port=server.port)
    again.stop()
    assert again.port == server.port


def test_the_end(seated: Seated, pages: Path) -> None:
    """Stopping says goodbye to browsers, frees the port and leaves no thread but the one of all pings."""
    before = set(threading.enumerate())
    server = make(seated, pages)
    server.start()
    browser = Browser(server.port)
    browser.wait("view")
    begun = time.monotonic()
    server.stop()
    assert time.monotonic() - begun < PATIENCE_S
    assert browser.closed_by_hub()
    browser.close()
    until(lambda: not {thread.name for thread in set(threading.enumerate()) - before if thread.name != "pings"})


@pytest.mark.parametrize(
    ("host", "found", "url"),
    [
        ("0.0.0.0", ["192.168.1.5", "10.0.0.1"], "http://192.168.1.5:80"),
        ("0.0.0.0", [], "http://localhost:80"),
        ("127.0.0.1", ["192.168.1.5"], "http://localhost:80"),
        ("192.168.7.7", ["192.168.1.5"], "http://192.168.7.7:80"),
        ("::", ["fd00::1"], "http://[fd00::1]:80"),
        ("0.0.0.0", ["fd00::1"], "http://localhost:80"),  # nobody answers there
        ("0.0.0.0", ["fd00::1", "10.0.0.1"], "http://10.0.0.1:80"),
    ],
)
def test_the_address_to_show(host: str, found: list[str], url: str) -> None:
    """Others are shown the likeliest address they can reach; a hub for this computer only shows its own name."""
    assert table_url(host, 80, found) == url


@pytest.mark.parametrize(
    ("address", "local"),
    [
        *((address, True) for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "127.9.9.9")),
        *((address, False) for address in ("10.0.0.1", "")),
    ],
)
def test_what_is_this_computer(address: str, local: bool) -> None:
    """Loopback in any spelling is this computer; a zone does not matter."""
    assert is_loopback(address) is local
    assert plain("FE80::1%eth0") == "fe80::1"


def test_every_address_that_is_shown_answers(serving: Serving) -> None:
    """A hub for the whole house shows only addresses at which it is really there."""
    server = serving("0.0.0.0")
    assert server.urls
    for url in server.urls:
        with urllib.request.urlopen(f"{url}/healthz", timeout=PATIENCE_S) as answer:
            assert answer.status == 200, url
