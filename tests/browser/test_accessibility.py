"""Every screen keeps nobody out, in light and dark; on every size and in both languages it can be read and touched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import pytest
from browser.audit import COLOURS, grave
from browser.defects import GAME_ACTIONS, laid_out_badly
from browser.looks import AT_REST, LOOKS, looked_at
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser.conftest import Standing, Visit
    from browser.screen import Screen

pytestmark = pytest.mark.browser
SCHEMES: dict[Literal["light", "dark"], tuple[str, ...]] = {"light": (), "dark": COLOURS}
"""Which rules of axe are looked at, all if none is named."""
LANGUAGES = ("de", "en")
OTHER = {"de": "EN", "en": "DE"}
TABLET, OLD_TABLET, PHONE, TV = (1280, 800), (1024, 768), (390, 844), (1920, 1080)
SIZES = {"tv": (TV,), "play": (PHONE,)}
"""Where a page is not seen on tablets and by a banker with a phone."""
USUAL_PX, DOUBLE_PX = 16, 32
ON_TV = {look for look in LOOKS if look.startswith("tv")}
STILL = {"frozen", "over", *(f"{look}-on-phone" for look in ("interest", "bid", "astray", "frozen", "over"))}
COMING = {"pairing", "joining", *(look for look in LOOKS if look.startswith("arriving"))}
DESIGNING = {"workshop", *(look for look in LOOKS if look.startswith("designing"))}
WITHOUT_ACTIONS = COMING | {"device", "credit", "story", "rules"} | DESIGNING | STILL | ON_TV
look = pytest.mark.parametrize("look", LOOKS)


def sizes(screen: Screen) -> Iterator[tuple[str, int]]:
    """Every size this page is seen on; 200 % zoom, which halves the room it has; then letters twice as large.

    With each how many pixels of the screen a pixel of the page takes.
    """
    page = screen.page.url.rpartition("/")[2].partition("#")[0]
    for width, height in SIZES.get(page, (TABLET, OLD_TABLET, PHONE)):
        screen.page.set_viewport_size({"width": width, "height": height})
        yield f"{width} x {height}", 1
    width, height = SIZES.get(page, (TABLET,))[0]
    screen.page.set_viewport_size({"width": width // 2, "height": height // 2})
    yield "200 % zoom", 2
    screen.page.set_viewport_size({"width": width, "height": height})
    letters = screen.page.context.new_cdp_session(screen.page)
    letters.send("Page.setFontSizes", {"fontSizes": {"standard": DOUBLE_PX}})
    yield "letters of 200 %", 1
    letters.send("Page.setFontSizes", {"fontSizes": {"standard": USUAL_PX}})
    letters.detach()


def speak(screen: Screen, language: str) -> None:
    """Switch the page to a language without loading it again; a TV, which has no button for it, is loaded."""
    page = screen.page
    if page.locator("html").get_attribute("lang") == language:
        return
    if page.locator("button.language").count():
        page.evaluate("document.querySelector('button.language').click()")  # a window may lie over it
    else:
        page.evaluate("(language) => localStorage.setItem('bankhalter.language', language)", language)
        page.reload()
        expect(page.get_by_role("img")).not_to_have_count(0)
    expect(page.locator("html")).to_have_attribute("lang", language)
    if page.locator("button.language").count():  # it offers the other language once all texts of this one are there
        expect(page.locator("button.language").first).to_have_text(OTHER[language])


@look
def test_nobody_is_kept_out(standing: Standing, visit: Visit, look: str) -> None:
    """Contrast, names, roles, order are right in light and in dark; all sizes and languages can be read and touched."""
    screen = looked_at(standing, visit, look)
    if look not in WITHOUT_ACTIONS:
        expect(screen.page.locator(GAME_ACTIONS).first).to_be_visible()
    for scheme, rules in SCHEMES.items():
        screen.page.emulate_media(color_scheme=scheme)
        screen.until(AT_REST)
        found = grave(screen.page, *rules)
        assert not found, f"{scheme}:\n" + "\n".join(found)
    faults = []
    for language in LANGUAGES:
        speak(screen, language)
        for size, zoom in sizes(screen):
            faults += [f"{language}, {size}: {fault}" for fault in laid_out_badly(screen.page, zoom)]
    assert not faults, "\n".join(faults)


def test_axe_looks(standing: Standing, visit: Visit) -> None:
    """A page made worse on purpose does not pass."""
    screen = looked_at(standing, visit, "lobby")
    screen.page.evaluate("document.querySelector('h1').innerHTML = '<img><button></button>'")
    assert {"image-alt", "button-name"} <= {finding.split()[0] for finding in grave(screen.page)}


WORSE = {
    "cut off": "node.style.cssText = 'overflow: hidden; width: 20px; white-space: nowrap'",
    "beside the screen": "node.style.cssText = 'position: absolute; left: -30px'",
    "covered by": "{ const over = document.createElement('i');"
    " over.style.cssText = 'position: absolute; inset: 0; background: red';"
    " node.parentElement.style.position = 'relative'; node.parentElement.append(over); }",
    "wider than the screen": "node.style.width = '3000px'",
    "rolls sideways": "node.style.cssText = 'overflow: auto; width: 20px; white-space: nowrap'",
    "small": "document.querySelector('.start .button').style.cssText = 'min-height: 0; height: 20px'",
    "close": "node.innerHTML = '<i class=offer><i class=answers><b class=button>1</b><b class=button>2</b></i></i>'",
}


@pytest.mark.parametrize("fault", WORSE)
def test_what_cannot_be_read_is_found(standing: Standing, visit: Visit, fault: str) -> None:
    """What is cut off, pushed out, covered, too small or too close on purpose is reported as what it is."""
    screen = looked_at(standing, visit, "lobby")
    assert not laid_out_badly(screen.page)
    screen.page.evaluate(f"{{ const node = document.querySelector('h2'); {WORSE[fault]} }}")
    assert [found for found in laid_out_badly(screen.page) if found.startswith(fault)]
