"""Every page in both languages: nothing untold, nobody else asked. Its sizes are measured in test_accessibility.py."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from browser import positions
from browser.screen import texts
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser.conftest import Standing, Visit
    from browser.screen import Screen

pytestmark = pytest.mark.browser
PAGES = ("table", "play", "tv", "device")
LOCALES = {"de": "de-AT", "en": "en-GB"}
BEGINNINGS = sorted({key.split(".")[0] for key in texts("en") if "." in key})
KEY = re.compile(rf"(?<![\w./-])(?:{'|'.join(BEGINNINGS)})(?:\.[a-z0-9_]+)+(?![\w/])")
TOLD = """() => {
  const all = [...document.querySelectorAll("*")];
  const names = ["aria-label", "title", "alt", "placeholder"];
  const named = names.flatMap((name) => all.map((node) => node.getAttribute(name)));
  return [document.title, document.body.textContent, ...named].filter(Boolean).join("\\n");
}"""


def look(visit: Visit, page: str, **device: Any) -> Screen:
    """A page with all there is to see: on the phone somebody's seat, else the banker's."""
    screen = visit(page, local=page != "play", code_of=0 if page == "play" else None, **device)
    anchors = {"device": "article", "play": "[data-account='1']"}
    ready = screen.page.locator(anchors.get(page, "[data-account='1'], [data-seat='1']")).first
    expect(ready).to_be_visible()
    return screen


def keys_in(text: str) -> list[str]:
    """Keys of texts that show themselves because the text is missing."""
    return KEY.findall(text)


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("page", PAGES)
def test_pages_speak_the_language_of_their_device(standing: Standing, visit: Visit, page: str, language: str) -> None:
    """The page says which language it speaks, and shows a text for every key."""
    screen = look(partial(visit, of=standing(positions.auction)), page, locale=LOCALES[language])
    assert screen.page.locator("html").get_attribute("lang") == language
    shown = screen.page.evaluate(TOLD)
    assert screen.say("app.name") in shown
    assert not KEY.search(shown), KEY.search(shown)


def test_a_missing_text_would_be_found() -> None:
    """A key that shows itself is told from words with dots in them, such as addresses and versions."""
    assert KEY.search("Anna: table.undo_all") is not None
    assert KEY.search("http://device.local:8080/play.html 0.1.0 Firmware 1.2") is None


def test_each_device_chooses_its_own_language(standing: Standing, visit: Visit) -> None:
    """Switching the tablet to English leaves the phone alone, and holds after a reload."""
    see = partial(visit, of=standing(positions.lively))
    tablet, phone = look(see, "table"), look(see, "play", locale="de-DE")
    tablet.page.get_by_role("button", name=re.compile(tablet.say("language.switch"))).tap()
    expect(tablet.page.locator("html")).to_have_attribute("lang", "en")
    tablet.page.reload()
    expect(tablet.page.get_by_role("toolbar").get_by_text(texts("en")["table.deeds"])).to_be_visible()
    assert phone.page.locator("html").get_attribute("lang") == "de"
    phone.prompt("throw_pending")


def test_nobody_but_the_hub_is_asked(standing: Standing, visit: Visit) -> None:
    """A house without internet lacks nothing: pages, fonts, pictures and the line all come from the hub."""
    for page in PAGES:
        screen = look(partial(visit, of=standing(positions.lively)), page)
        kinds = {urlsplit(url).scheme for url in screen.requests}
        assert kinds == {"http", "ws"}
        assert {urlsplit(url).netloc for url in screen.requests} == {urlsplit(screen.origin).netloc}
