"""axe finds nothing serious or critical on any page, in light and dark; fingers find buttons that are large enough."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import positions
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser.conftest import Standing, Visit
    from browser.screen import Screen

pytestmark = pytest.mark.browser
GRAVE = {"serious", "critical"}
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
ANNA = 0
GAME_ACTION_PX = 56
SETTLED = """() => !document.querySelector("button:active") && document.getAnimations()
  .every((one) => one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity)"""
"""No button is still pressed in by the finger that left it, and nothing moves."""
GAME_ACTIONS = (
    "[data-prompt] .button:not(.second, .quiet), [data-prompt] button.face, [role=toolbar] .button, "
    "[role=dialog] .key, [role=dialog] .button.primary, .start .button, .offer .button, .button.step"
)
SMALL = """([selector, least]) => [...document.querySelectorAll(selector)]
  .filter((node) => node.checkVisibility())
  .map((node) => [node.getAttribute("aria-label") ?? node.textContent.trim(), node.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.height, box.width) + 0.5 < least)
  .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)"""


def table(visit: Visit) -> Screen:
    """The banker's tablet."""
    tablet = visit("table", local=True)
    tablet.page.wait_for_selector("main")
    return tablet


def asked(visit: Visit) -> Screen:
    """The tablet with a question open."""
    tablet = table(visit)
    expect(tablet.page.locator("[data-prompt]")).to_be_visible()
    return tablet


def with_window(key: str) -> Callable[[Visit], Screen]:
    """The tablet with a window of the toolbar open, as far into it as one gets with two taps."""

    def look(visit: Visit) -> Screen:
        tablet = asked(visit)
        tablet.touch(tablet.page.get_by_role("toolbar").get_by_role("button", name=tablet.say(key)))
        dialog = tablet.page.get_by_role("dialog")
        if key == "table.trade":
            tablet.touch(dialog.get_by_role("button", name="Anna"))
            tablet.touch(dialog.get_by_role("button", name="Chloé").last)
            tablet.touch(dialog.get_by_role("button", name=tablet.say("trade.money.label")).first)
        expect(dialog).to_be_visible()
        return tablet

    return look


def correcting(visit: Visit) -> Screen:
    """The tablet with buildings being put right by hand."""
    tablet = asked(visit)
    window = tablet.window("table.correct", "correct.title")
    tablet.touch(window.get_by_role("radio", name=tablet.say("correct.what.buildings")))
    tablet.touch(window.get_by_role("radio", name=tablet.say("group.brown")))
    expect(window.get_by_role("group", name="Badstraße")).to_be_visible()
    return tablet


def building(visit: Visit) -> Screen:
    """Anna's phone with her streets to build on."""
    phone = playing(visit)
    expect(phone.page.get_by_role("region", name=phone.say("build.title"))).to_be_visible()
    return phone


def settling(visit: Visit) -> Screen:
    """Anna's phone with the question where to build in a group."""
    phone = playing(visit)
    expect(phone.prompt("build_pending").get_by_role("group", name=phone.say("group.pink"))).to_be_visible()
    return phone


def buying_from_afar(visit: Visit) -> Screen:
    """The tablet with a remote purchase on offer before the throw."""
    tablet = asked(visit)
    expect(tablet.page.locator("[data-remote]")).to_be_visible()
    return tablet


def wanting(visit: Visit) -> Screen:
    """The tablet with the question how many of the last houses somebody wants."""
    tablet = asked(visit)
    expect(tablet.prompt("shortage_pending").get_by_role("group", name=tablet.say("want.count"))).to_be_visible()
    return tablet


def bidding_in_secret(visit: Visit) -> Screen:
    """Anna's phone with a bid being typed."""
    phone = playing(visit)
    phone.press("sealed.enter")
    expect(phone.page.get_by_role("dialog", name=phone.say("sealed.title"))).to_be_visible()
    return phone


def bidding_again(visit: Visit) -> Screen:
    """Anna's phone after a tie, with all bids of the round open."""
    phone = playing(visit)
    expect(phone.button("sealed.enter")).to_be_visible()
    expect(phone.page.get_by_role("region", name=phone.say("sealed.bids"))).to_be_visible()
    return phone


def handing_over(visit: Visit) -> Screen:
    """The tablet behind its cover, on the way to somebody who bids."""
    tablet = asked(visit)
    tablet.touch(tablet.page.locator("[data-prompt] .button.primary"))
    expect(tablet.page.locator(".veil.cover")).to_be_visible()
    return tablet


def trading_shares(visit: Visit) -> Screen:
    """Anna's phone with the share market open and an offer being made."""
    phone = playing(visit)
    phone.touch(phone.button("market.title"))
    dialog = phone.page.get_by_role("dialog", name=phone.say("market.title"))
    phone.touch(dialog.get_by_role("button", name=phone.say("market.offer"), exact=True))
    phone.touch(dialog.get_by_role("radio", name="Björn"))
    expect(dialog.get_by_role("button", name=phone.say("command.offer_shares"), exact=True)).to_be_visible()
    return phone


def typing(visit: Visit) -> Screen:
    """The tablet with real dice being typed in."""
    tablet = asked(visit)
    tablet.touch(tablet.button("prompt.type"))
    return tablet


def pairing(visit: Visit) -> Screen:
    """A tablet from the network that has not paired."""
    tablet = visit("table")
    expect(tablet.button("pair.send")).to_be_visible()
    return tablet


def joining(visit: Visit) -> Screen:
    """A phone that has no seat yet."""
    phone = visit("play")
    expect(phone.button("play.join.send")).to_be_visible()
    return phone


def playing(visit: Visit) -> Screen:
    """Anna's phone."""
    phone = visit("play", code_of=ANNA)
    expect(phone.page.get_by_role("heading", name="Anna", exact=True)).to_be_visible()
    return phone


def tv(visit: Visit) -> Screen:
    """The TV."""
    screen = visit("tv")
    expect(screen.page.get_by_role("img", name=screen.say("table.track"))).to_be_visible()
    return screen


def device(visit: Visit) -> Screen:
    """The electronics laid open."""
    desk = visit("device", local=True)
    expect(desk.page.get_by_role("article", name=desk.say("device.node", node="sim-3"))).to_be_visible()
    return desk


def story(visit: Visit) -> Screen:
    """The story of a game that runs, with the way through it open."""
    screen = visit("story", local=True)
    expect(screen.page.locator(".chart canvas")).to_have_count(2)
    screen.press("retell.open")
    expect(screen.page.get_by_role("slider")).to_be_visible()
    return screen


def reckoning(visit: Visit) -> Screen:
    """A child's phone with a sum to work out, and a hint."""
    phone = playing(visit)
    phone.answer("buy_pending", "command.buy")
    dialog = phone.page.get_by_role("dialog")
    phone.touch(dialog.get_by_role("button", name=phone.say("sums.check")))
    expect(dialog.get_by_role("alert")).to_be_visible()
    phone.until(SETTLED)
    return phone


LOOKS: dict[str, tuple[positions.Position, Callable[[Visit], Screen]]] = {
    "pairing": (positions.lobby, pairing),
    "lobby": (positions.lobby, table),
    "question": (positions.purchase, asked),
    "typing": (positions.lively, typing),
    "auction": (positions.auction, asked),
    "trade": (positions.lively, with_window("table.trade")),
    "deeds": (positions.lively, with_window("table.deeds")),
    "building": (positions.groups, building),
    "scarcity": (positions.shortage, wanting),
    "remote": (positions.claims, buying_from_afar),
    "settling": (positions.settling, settling),
    "credit": (positions.credit, playing),
    "correcting": (positions.groups, correcting),
    "joining": (positions.lively, joining),
    "phone": (positions.purchase, playing),
    "bidding": (positions.auction, playing),
    "sealed": (positions.sealed, asked),
    "secret": (positions.sealed, bidding_in_secret),
    "cover": (positions.sealed, handing_over),
    "revealed": (positions.revealed, bidding_again),
    "market": (positions.shares, with_window("market.title")),
    "shares": (positions.shares, trading_shares),
    "tv": (positions.auction, tv),
    "device": (positions.purchase, device),
    "story": (positions.purchase, story),
    "sum": (positions.child, reckoning),
}
WITHOUT_ACTIONS = {"pairing", "joining", "tv", "device", "credit", "story"}
look = pytest.mark.parametrize("look", LOOKS)


def looked_at(standing: Standing, visit: Visit, look: str) -> Screen:
    """The page in that position."""
    position, show = LOOKS[look]
    return show(partial(visit, of=standing(position)))


def grave(found: dict[str, Any]) -> list[str]:
    """The findings that keep somebody out, one line each."""
    return [
        f"{violation['id']} ({violation['impact']}): {node['html']} {node['failureSummary']}"
        for violation in found["violations"]
        if violation["impact"] in GRAVE
        for node in violation["nodes"]
    ]


@look
def test_nobody_is_kept_out(standing: Standing, visit: Visit, look: str) -> None:
    """What moves the game is 56 pixels wide and high; contrast, names, roles, order are right in light and in dark."""
    screen = looked_at(standing, visit, look)
    assert look in WITHOUT_ACTIONS or screen.page.locator(GAME_ACTIONS).count() > 0
    screen.until(SETTLED)
    small = screen.page.evaluate(SMALL, [GAME_ACTIONS, GAME_ACTION_PX])
    assert not small, "\n".join(small)
    for scheme in SCHEMES:
        screen.page.emulate_media(color_scheme=scheme)
        screen.until(SETTLED)
        found = Axe().run(screen.page).response
        assert len(found["passes"]) > 5
        assert not grave(found), f"{scheme}:\n" + "\n".join(grave(found))


def test_axe_looks(standing: Standing, visit: Visit) -> None:
    """A page made worse on purpose does not pass."""
    screen = looked_at(standing, visit, "lobby")
    screen.page.evaluate("document.querySelector('h1').innerHTML = '<img><button></button>'")
    assert {"image-alt", "button-name"} <= {finding.split()[0] for finding in grave(Axe().run(screen.page).response)}
