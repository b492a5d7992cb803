"""A browser whose pages load, but whose lasting connection to the table is refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browser.conftest import PHONE
from browser.screen import texts
from helpers.house import House
from playwright.sync_api import Browser, expect

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

pytestmark = pytest.mark.browser
LONG_MS = 25_000


def refuse(wire: WebSocketRoute) -> None:
    """As Safari is said to do with a certificate that no authority has signed."""
    wire.close()


@pytest.mark.parametrize("answers", [True, False], ids=["the hub answers", "it does not"])
def test_who_gets_no_socket_reads_why(browser: Browser, house: House, answers: bool) -> None:
    """Where the hub answers plain requests the page says that the connection is refused, else it asks for the Wi-Fi."""
    house.open()
    say = texts("en")
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        page.clock.install()
        page.route_web_socket(re.compile("/socket.io/"), refuse)
        if not answers:
            page.route("**/healthz", lambda route: route.abort())
        page.goto(f"{house.url}/play")
        banner = page.locator(".banner[role=alert]")
        for _ in range(3):
            page.clock.run_for(LONG_MS // 2)
        expect(banner).to_contain_text(say["link.lost"])
        expect(banner).to_contain_text(say["link.blocked" if answers else "link.hint"])
        expect(banner).not_to_contain_text(say["link.hint" if answers else "link.blocked"])
