"""The first evening, without reading anything: PIN, edition, names, pieces, a phone, and the game begins."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import pytest
from browser.devices import Visit
from browser.walk import grave
from helpers.house import OWN_NAME, House, until
from helpers.served import Server, adding
from playwright.sync_api import Browser, expect

from hub.composition.serving import server_context
from hub.server.access import shown_address
from hub.store.folder import DataFolder

NAMES: Final = ("Oma", "Mila", "Jonas")
ADDRESSES: Final = ("192.168.1.5", "10.0.0.7")
LISTEN = """
  const asked = window.asked = [];
  const request = async (kind) => { asked.push(kind); return {}; };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""

COUNT = """
  window.decided = 0;
  addEventListener("click", ({ isTrusted }) => { window.decided += isTrusted; }, true);
"""
DECISIONS = 6
"""From the download to the first throw, the start of the hub included, whose window opens by itself."""


@contextmanager
def secured(house: House, folder: Path, **more: Any) -> Iterator[Server]:
    """The table of a house over https, with a certificate of our own."""
    tls, secret = server_context(folder, {"localhost", OWN_NAME}), DataFolder(house.folder).secrets().server_secret
    secure = Server(house.table, "127.0.0.1", 0, secret, house.pin, "test", pages=house.pages, tls=tls, **more)
    secure.start()
    try:
        yield secure
    finally:
        secure.stop()


def test_from_the_start_to_the_first_throw_there_is_little_to_decide(house: House, visit: Visit) -> None:
    """Who plays, that the game begins, and that the dice roll; nothing else stands in between."""
    house.open()
    house.dice.lay(6, 5)
    tablet = visit(house.way_in.rpartition("/")[2], device="table", origin=house.local_url, newcomer=True)
    tablet.page.evaluate(COUNT)
    tablet.sit_down(*NAMES[:2])
    tablet.answer("opening_throw_pending", "command.throw")
    until(lambda: house.view().faces == (6, 5), "the dice have rolled")
    assert 1 + tablet.page.evaluate("decided") <= DECISIONS


def test_who_waits_for_a_phone_is_told_what_is_in_the_way(
    house: House, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once if asked: guest networks, and the addresses to choose from; the one that is chosen is shown instead."""
    monkeypatch.setattr(shown_address, "own_addresses", lambda: list(ADDRESSES))
    house.host = "0.0.0.0"
    house.open(*NAMES)
    first, second = (f"{address}:{house.port}" for address in ADDRESSES)
    tablet = visit("table", local=True)
    tablet.press("lobby.phone.off", name=NAMES[0])
    tablet.press("lobby.join.trouble")
    help_ = tablet.page.get_by_role("status").filter(has_text=tablet.say("lobby.join.stuck"))
    expect(help_).to_contain_text(tablet.say("lobby.join.wifi"))
    picture, code = tablet.page.locator("img[data-join]"), house.view().join.codes["0"]
    expect(help_.get_by_role("radio", name=first)).to_be_checked()
    for address in (second, first):
        shown = help_.get_by_role("radio", name=address)
        tablet.touch(shown)
        expect(shown).to_be_checked()
        expect(tablet.page.get_by_text(tablet.say("lobby.join.hint", url=address))).to_be_visible()
        join = f"http://{address}/play#code={code}"
        expect(picture).to_have_attribute("data-join", join)
        expect(picture).to_have_attribute("src", re.compile(re.escape(quote(join, safe=""))))


def test_the_screen_stays_awake_over_https(house: House, visit: Visit, tmp_path: Path) -> None:
    """With a certificate of our own tablet and TV ask for a wake lock; over plain http there is none to ask for."""
    house.open(*NAMES)
    plain = visit("table")
    expect(plain.page.get_by_role("heading", name=plain.say("pair.title"))).to_be_visible()
    assert plain.page.evaluate("[isSecureContext, 'wakeLock' in navigator]") == [False, False]
    with secured(house, tmp_path) as secure:
        for page in ("table", "tv"):
            screen = visit(page, origin=f"https://{OWN_NAME}:{secure.port}", ignore_https_errors=True)
            assert screen.page.evaluate("[isSecureContext, 'wakeLock' in navigator]") == [True, True]
            screen.page.add_init_script(LISTEN)
            screen.page.reload()
            expect(screen.page.locator("main")).to_be_visible()
            until(lambda s=screen: s.page.evaluate("asked") == ["screen"], f"/{page} asks for a wake lock")
            screen.page.context.close()


@pytest.mark.feature("trust")
@pytest.mark.parametrize("trusts", [False, True])
def test_the_page_says_when_a_device_trusts_the_table(
    house: House, browser: Browser, tmp_path: Path, trusts: bool
) -> None:
    """The page asks over https from where there is no warning: it waits until the certificate is believed."""
    from hub.features.trust.routes import trust

    house.open(*NAMES)
    context = browser.new_context(locale="en-GB", ignore_https_errors=trusts)
    with context, secured(house, tmp_path, more=adding(lambda _opened: trust(tmp_path))) as secure:
        page = context.new_page()
        with page.expect_event("requestfinished" if trusts else "requestfailed", lambda asked: "works" in asked.url):
            page.goto(f"http://localhost:{secure.port}/trust")
        expect(page.get_by_text("It worked")).to_be_visible(visible=trusts)
        expect(page.get_by_text("This page tells you")).to_be_visible(visible=not trusts)
        assert not grave(page)
