"""Which address is shown to those who want to join, and how the banker shows another."""

from __future__ import annotations

import pytest
from helpers.seated import Seated
from server.browser import Browser
from server.conftest import Serving

from hub.server.access import shown_address
from hub.server.access.shown_address import ShownAddress
from hub.table.requests import ChooseAddress
from hub.table.wire.audience import Audience

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
