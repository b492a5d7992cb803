"""Every page keeps nobody out, says all it says in both languages, and can be read and touched on every size."""

import re

import pytest
from browser.defects import GAME_ACTIONS, LAID_OUT, laid_out_badly
from browser.devices import Visit, once
from browser.looks import AT_REST, LOOKS, looked_at
from browser.positions import lobby, purchase
from browser.reach import ONE, FullHouse, moment
from browser.screen import DRESSED, texts
from browser.walk import KEY, LANGUAGES, grave, speak, walk
from helpers.house import House
from playwright.sync_api import expect

from hub.table.requests import ChooseEdition

EVERY_PAGE = (
    *("pairing", "lobby", "trade", "over", "joining", "arriving-lively", "astray-on-phone", "tv", "rules"),
    *(look for look in ("laboratory", "device", "story", "workshop", "designing") if look in LOOKS),
)
"""Each page and what most people meet on it, which the gate looks at; tablets and phones with a question are walked
through in `test_questions.py`."""
ON_TV = {look for look in LOOKS if look.startswith("tv")}
STILL = {"frozen", "over", "astray-on-phone", "frozen-on-phone", "over-on-phone"}
COMING = {"pairing", "joining", *(look for look in LOOKS if look.startswith("arriving"))}
DESIGNING = {"workshop", *(look for look in LOOKS if look.startswith("designing"))}
WITHOUT_ACTIONS = COMING | {"device", "credit", "story", "rules"} | DESIGNING | STILL | ON_TV
OF_FEATURES = {"device": "device", "story": "evening", "workshop": "workshop"}
"""Pages that are gone with a feature."""
WIDTHS = (320, 340, 360, 481, 500, 507, 530, 580, 768, 810, 820, 834, 1024)
"""Phones, halves of a tablet beside another program, tablets upright; some where a page is laid out otherwise."""


@pytest.mark.parametrize("look", once(LOOKS, EVERY_PAGE))
def test_nobody_is_kept_out(house: House, visit: Visit, look: str) -> None:
    """Contrast, names, roles, order are right in light and in dark; all sizes and languages can be read and touched."""
    screen = looked_at(house, visit, look)
    if look not in WITHOUT_ACTIONS:
        expect(screen.page.locator(GAME_ACTIONS).first).to_be_visible()
    faults = walk(screen)
    assert not faults, "\n".join(faults)


@pytest.mark.all
@pytest.mark.parametrize(
    "page",
    [
        *("lobby", "table", "play", "rules"),
        *(pytest.param(page, marks=pytest.mark.feature(feature)) for page, feature in OF_FEATURES.items()),
    ],
)
def test_no_page_scrolls_sideways(full: FullHouse, visit: Visit, page: str) -> None:
    """No page is wider than its window, however wide that is, with eight long names at the table."""
    (lobby if page == "lobby" else moment("auction", 8))(full)
    seat = {"code_of": ONE} if page == "play" else {"local": True}
    screen = visit("table" if page == "lobby" else page, of=full, **seat)
    screen.page.wait_for_selector("main")
    screen.until(AT_REST)
    found = []
    for language in LANGUAGES:
        speak(screen, language)
        for width in WIDTHS:
            screen.page.set_viewport_size({"width": width, "height": 900})
            screen.page.evaluate(LAID_OUT, width)
            wide = screen.page.evaluate("document.documentElement.scrollWidth")
            found += [f"{language}: {wide} of {width}"] if wide > width else []
    assert not found, "\n".join(found)


def test_an_address_that_leads_nowhere_is_dressed_too(house: House, visit: Visit) -> None:
    """It has the letters of all pages."""
    house.open()
    screen = visit("nowhere", device="table")
    screen.expected = ["status of 404"]
    expect(screen.page.get_by_role("heading", name=screen.say("nowhere.title"))).to_be_visible()
    screen.until(DRESSED)


CUT_VALUES = """() => [...document.querySelectorAll("details select")].flatMap((choice) => {
  const shown = choice.offsetWidth;
  choice.style.cssText = "max-width: none; width: max-content";
  const whole = choice.offsetWidth;
  choice.style.cssText = "";
  const beyond = choice.getBoundingClientRect().right > innerWidth;
  return shown < whole || beyond ? [`${choice.options[0].text}: ${shown} of ${whole}`] : [];
})"""
"""Choices narrower than their longest value, which browsers cut off without a sign, or beyond the edge."""


def test_values_of_house_rules_are_read_whole(house: House, visit: Visit) -> None:
    """Where sums are longest, beside what they are about or below it, in large letters, too."""
    lobby(house)
    house.do(ChooseEdition("mega"))
    tablet = visit("table", local=True, locale="de-DE")
    tablet.touch(tablet.page.locator("summary", has_text=tablet.say("lobby.house_rules")))
    expect(tablet.page.locator("details select").first).to_be_visible()
    found = []
    for large in (False, True):
        tablet.page.evaluate("(large) => document.documentElement.classList.toggle('large', large)", large)
        for width, height in ((320, 568), (768, 1024), (1024, 768)):
            tablet.page.set_viewport_size({"width": width, "height": height})
            tablet.page.evaluate(LAID_OUT, width)
            found += tablet.page.evaluate(CUT_VALUES)
    assert not found, "\n".join(found)


def test_the_history_follows_a_tablet_that_is_turned(house: House, visit: Visit) -> None:
    """There is one, beside the track, below the balances or upright on the stage, and a line stays open meanwhile."""
    purchase(house)
    tablet = visit("table", local=True)
    history = tablet.page.locator("ol.feed")
    for width, height in ((1280, 800), (1024, 768), (768, 1024), (1024, 768)):
        tablet.page.set_viewport_size({"width": width, "height": height})
        expect(history).to_have_count(1)
        expect(history.locator("li").first).to_be_in_viewport()
    history.get_by_role("button").first.click()
    upright, with_a_keyboard = {"width": 768, "height": 1024}, {"width": 1024, "height": 440}
    for size in (upright, with_a_keyboard):
        expect(tablet.page.get_by_role("dialog")).to_be_visible()
        tablet.page.set_viewport_size(size)
    expect(tablet.page.get_by_role("dialog")).to_be_visible()


WORSE = {
    "cut off": "node.style.cssText = 'overflow: hidden; width: 20px; white-space: nowrap'",
    "beside the screen": "node.style.cssText = 'position: fixed; left: -30px'",
    "covered by": "{ const over = document.createElement('i');"
    " over.style.cssText = 'position: absolute; inset: 0; background: red';"
    " node.parentElement.style.position = 'relative'; node.parentElement.append(over); }",
    "wider than the screen": "node.style.width = '3000px'",
    "rolls sideways": "node.style.cssText = 'overflow: auto; width: 20px; white-space: nowrap'",
    "small": "document.querySelector('.start .button').style.cssText = 'min-height: 0; height: 20px'",
    "close": "node.innerHTML = '<i class=offer><i class=answers><b class=button>1</b><b class=button>2</b></i></i>'",
}


@pytest.mark.all
def test_what_is_made_worse_is_found(house: House, visit: Visit) -> None:
    """What is cut off, pushed out, covered, too small, too close, unnamed or from strangers is found as what it is."""
    screen = looked_at(house, visit, "lobby")
    for fault, change in WORSE.items():
        assert not laid_out_badly(screen.page), fault
        screen.page.evaluate(f"{{ const node = document.querySelector('h2#join'); {change} }}")
        assert [found for found in laid_out_badly(screen.page) if found.startswith(fault)], fault
        screen.page.reload()
        expect(screen.page.locator("h2#join")).to_be_visible()
        screen.until(AT_REST)
    screen.page.evaluate("document.querySelector('h1').innerHTML = '<img><button></button>'")
    assert {"image-alt", "button-name"} <= {finding.split()[0] for finding in grave(screen.page)}
    assert not screen.faults()
    with screen.page.expect_request("http://elsewhere.invalid/**"):
        screen.page.evaluate("void (document.querySelector('h1 img').src = 'http://elsewhere.invalid/')")
    assert "asked http://elsewhere.invalid/" in screen.faults()
    screen.requests.clear()
    screen.expected.append("elsewhere|ERR_")


def test_a_missing_text_would_be_found() -> None:
    """A key that shows itself is known from words with dots in them, such as addresses and versions."""
    assert KEY.search("Anna: table.undo_all") is not None
    assert KEY.search("http://device.local:8080/play.html 0.1.0 Firmware 1.2") is None


def test_each_device_chooses_its_own_language(house: House, visit: Visit) -> None:
    """It speaks what its device is set to; switching the tablet leaves the phone alone, and holds after a reload."""
    house.open("Anna", "Ben")
    house.begin()
    tablet, phone = visit("table", local=True, locale="de-AT"), visit("play", code_of=0, locale="en-GB")
    phone.prompt("throw_pending")
    for screen, language in ((tablet, "de"), (phone, "en")):
        expect(screen.page.locator("html")).to_have_attribute("lang", language)
    tablet.page.get_by_role("button", name=re.compile(tablet.say("language.switch"))).tap()
    expect(tablet.page.locator("html")).to_have_attribute("lang", "en")
    phone.page.get_by_role("button", name=re.compile(phone.say("language.switch"))).first.tap()
    expect(phone.page.locator("html")).to_have_attribute("lang", "de")
    tablet.page.reload()
    expect(tablet.page.get_by_role("toolbar").get_by_text(texts("en")["table.deeds"])).to_be_visible()
    assert phone.page.locator("html").get_attribute("lang") == "de"
