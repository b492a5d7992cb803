"""Every screen there is, each in a position in which it has something to show: one list for all that is measured."""

from __future__ import annotations

import re
from collections.abc import Callable

from browser import crafting, positions, questions
from browser.coming import arriving, joining, pairing, shown_round
from browser.correcting import FORMS, open_form
from browser.devices import Visit
from browser.questions import QUESTIONS, Then
from browser.screen import Screen
from helpers.house import House
from playwright.sync_api import expect

ANNA = 0
AT_REST = """() => !document.querySelector("button:active") && document.getAnimations()
  .every((one) => one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity)"""
"""No button is still pressed in by the finger that left it, and nothing moves."""

Show = Callable[["Visit"], "Screen"]


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


def correcting(kind: str) -> Show:
    """The tablet with something being put right by hand, and what is to be done said."""

    def look(visit: Visit) -> Screen:
        tablet = asked(visit)
        window = open_form(tablet, kind)
        FORMS[kind](tablet, window)
        expect(window).not_to_contain_text(tablet.say("correct.missing"))
        return tablet

    return look


def building(visit: Visit) -> Screen:
    """Anna's phone with her streets to build on."""
    phone = playing(visit)
    expect(phone.page.get_by_role("region", name=phone.say("build.title"))).to_be_visible()
    return phone


def building_where_one_stands(visit: Visit) -> Screen:
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
    expect(phone.page.get_by_role("button", name=phone.say("explanation.open").rstrip("?"))).to_have_count(0)
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


def playing(visit: Visit) -> Screen:
    """Anna's phone, let in where her bid lies already."""
    phone = visit("play", code_of=ANNA)
    phone.house.let_in(ANNA)
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
    phone.until(AT_REST)
    return phone


def shown(visit: Visit) -> Screen:
    """The tablet with a line of the history opened."""
    tablet = table(visit)
    tablet.touch(tablet.page.locator("ol.feed li:visible button").nth(2))
    expect(tablet.page.get_by_role("dialog", name=tablet.say("table.feed"))).to_be_visible()
    return tablet


def history(visit: Visit) -> Screen:
    """The tablet with the whole history."""
    tablet = table(visit)
    tablet.press("table.feed.filter")
    expect(tablet.page.get_by_role("dialog", name=tablet.say("table.feed"))).to_be_visible()
    return tablet


def pressed(*keys: str) -> Show:
    """The tablet after some buttons, the last of which opens a window."""

    def look(visit: Visit) -> Screen:
        tablet = table(visit)
        for key in keys:
            tablet.touch(tablet.button(key).first)
        expect(tablet.page.get_by_role("dialog")).to_be_visible()
        return tablet

    return look


def editing(visit: Visit) -> Screen:
    """The lobby with somebody's name, colour and shape."""
    tablet = table(visit)
    tablet.press("lobby.edit", name="Anna")
    expect(tablet.page.get_by_role("dialog")).to_be_visible()
    return tablet


def agreeing(visit: Visit) -> Screen:
    """The lobby with the house rules to agree on."""
    tablet = table(visit)
    tablet.touch(tablet.page.locator("summary").filter(has_text=tablet.say("lobby.house_rules")))
    expect(tablet.page.get_by_role("switch").first).to_be_visible()
    return tablet


def resting(visit: Visit) -> Screen:
    """The tablet when no question is open."""
    tablet = table(visit)
    expect(tablet.page.get_by_role("heading", level=1)).to_have_count(1)
    return tablet


def deed(visit: Visit) -> Screen:
    """The tablet with a deed of the track close up."""
    tablet = with_window("table.deeds")(visit)
    tablet.touch(tablet.page.get_by_role("dialog").locator("[data-deed] .what").first)
    expect(tablet.page.get_by_role("dialog")).to_have_count(2)
    return tablet


def riding(visit: Visit) -> Screen:
    """The tablet with the spaces to which a ticket leads."""
    tablet = asked(visit)
    tablet.press("prompt.ride")
    expect(tablet.page.locator("[data-prompt]").get_by_label(tablet.say("prompt.space"))).to_be_visible()
    return tablet


def explaining(visit: Visit) -> Screen:
    """The tablet saying why a button has its amount."""
    tablet = asked(visit)
    tablet.press("explanation.why", amounts=260)
    window = tablet.page.get_by_role("dialog", name=tablet.say("explanation.ask"))
    expect(window).to_contain_text(tablet.say("explanation.purchase", deed="Lessingstraße"))
    return tablet


def offering(visit: Visit) -> Screen:
    """Anna's phone with money for a trade being typed."""
    phone = playing(visit)
    phone.press("table.trade")
    dialog = phone.page.get_by_role("dialog")
    phone.touch(dialog.get_by_role("button", name="Björn"))
    phone.touch(dialog.get_by_role("button", name=phone.say("trade.money.label")).first)
    expect(dialog.get_by_role("button", name=phone.say("done"))).to_be_visible()
    return phone


def halted(show: Show) -> Show:
    """A page while the game stands still."""

    def look(visit: Visit) -> Screen:
        screen = show(visit)
        expect(screen.page.locator("[data-pause]")).to_be_visible()
        return screen

    return look


def tv_won(visit: Visit) -> Screen:
    """The TV with who won, and for what the others are praised."""
    screen = tv(visit)
    expect(screen.page.get_by_role("heading", name=screen.say("table.over", name="Chloé"))).to_be_visible()
    return screen


def putting_up(visit: Visit) -> Screen:
    """Anna's phone with a deed to be put up for sealed bids."""
    phone = playing(visit)
    phone.touch(phone.page.get_by_role("button", name=re.compile("^" + phone.say("command.auction_deed"))).first)
    expect(phone.page.get_by_role("dialog")).to_be_visible()
    return phone


def countering(visit: Visit) -> Screen:
    """Anna's phone with an offer being countered."""
    phone = playing(visit)
    phone.press("trade.counter")
    expect(phone.page.get_by_role("dialog")).to_be_visible()
    return phone


def owing(visit: Visit) -> Screen:
    """Anna's phone with her deeds from which money for a debt may come."""
    phone = playing(visit)
    phone.press("raise.deeds")
    expect(phone.page.get_by_role("dialog")).to_be_visible()
    return phone


def reading_rules(visit: Visit) -> Screen:
    """The rules in force."""
    screen = visit("rules")
    expect(screen.page.locator("main.sheet table")).not_to_have_count(0)
    return screen


FROZEN, OVER = Then(positions.groups, questions.frozen), Then(positions.groups, questions.fallen)
LOOKS: dict[str, tuple[positions.Position, Show]] = {
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
    "building_where_one_stands": (positions.building_where_one_stands, building_where_one_stands),
    "credit": (positions.credit, playing),
    "joining": (positions.lively, joining),
    **{f"arriving-{at.__name__}": (at, arriving) for at in (positions.lobby, positions.lively)},
    "phone": (positions.purchase, playing),
    "advised": (positions.advised, playing),
    "tour": (positions.purchase, shown_round(asked)),
    "tour-on-phone": (positions.purchase, shown_round(playing)),
    "bidding": (positions.auction, playing),
    "sealed": (positions.sealed, asked),
    "secret": (positions.sealed, bidding_in_secret),
    "cover": (positions.sealed, handing_over),
    "revealed": (positions.revealed, bidding_again),
    "market": (positions.shares, with_window("market.title")),
    "shares": (positions.shares, trading_shares),
    **{f"{at.__name__}-on-tablet": (at, asked) for at in (positions.revealed, positions.foreseen)},
    "tv": (positions.auction, tv),
    **{f"tv-{at.__name__}": (at, tv) for at in (positions.revealed, positions.foreseen)},
    "device": (positions.purchase, device),
    "story": (positions.purchase, story),
    "workshop": (positions.lobby, crafting.shelf),
    "designing": (positions.lobby, crafting.opened),
    **{f"designing-{one}": (positions.lobby, crafting.section(one)) for one in ("groups", "cards", "money", "paper")},
    "designing-check": (positions.lobby, crafting.judged),
    "sum": (positions.child, reckoning),
    "why": (positions.purchase, explaining),
    "history": (positions.lively, history),
    "line": (positions.lively, shown),
    "deed": (positions.lively, deed),
    "countering": (Then(positions.groups, questions.traded), countering),
    "own-device": (positions.lively, pressed("device.own")),
    "menu": (positions.lively, pressed("menu")),
    **{window: (positions.lively, pressed("menu", f"menu.{window}")) for window in ("phones", "seats")},
    "laboratory": (positions.reported, pressed("menu", "laboratory")),
    **{f"correcting-{kind}": (positions.groups, correcting(kind)) for kind in FORMS if kind not in {"piece", "shares"}},
    "correcting-shares": (positions.shares, correcting("shares")),
    "editing": (positions.lobby, editing),
    "agreeing": (positions.lobby, agreeing),
    "rules": (positions.lively, reading_rules),
    "astray": (questions.astray, halted(table)),
    "astray-on-phone": (questions.astray, halted(playing)),
    "tv-astray": (questions.astray, halted(tv)),
    "frozen": (FROZEN, resting),
    "frozen-on-phone": (FROZEN, halted(playing)),
    "tv-frozen": (FROZEN, halted(tv)),
    "over": (OVER, resting),
    "over-on-phone": (OVER, playing),
    "tv-over": (OVER, tv_won),
    "tv-lobby": (positions.lobby, tv),
    "offering": (positions.groups, offering),
    "riding": (Then(questions.MEGA, questions.riding), riding),
    "putting-up": (Then(positions.shares, questions.holding), putting_up),
    "raising": (QUESTIONS["debt"], owing),
}


def looked_at(house: House, visit: Visit, look: str) -> Screen:
    """The page in that position, once nothing moves any more."""
    position, show = LOOKS[look]
    position(house)
    screen = show(visit)
    screen.until(AT_REST)
    return screen
