"""Every screen there is, each in a position in which it has something to show: one list for all that is measured."""

import re
from collections.abc import Callable
from typing import Literal

from browser import crafting, positions, questions
from browser.coming import arriving, joining, pairing, shown_round
from browser.correcting import FORMS, open_form
from browser.devices import Visit
from browser.questions import QUESTIONS, Then
from browser.screen import Screen
from helpers.house import House
from playwright.sync_api import Locator, expect
from rungs import is_there

from hub.table.requests import NewGame

ANNA = 0
AT_REST = """() => !document.querySelector("button:active") && document.getAnimations()
  .every((one) => one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity)"""
"""No button is still pressed in by the finger that left it, and nothing moves."""

Show = Callable[["Visit"], "Screen"]
Find = Callable[["Screen"], "Locator"]


def at(selector: str) -> Find:
    return lambda screen: screen.page.locator(selector)


def button(key: str) -> Find:
    return lambda screen: screen.button(key).first


def named(role: str, key: str, **words: object) -> Find:
    return lambda screen: screen.page.get_by_role(role, name=screen.say(key, **words))  # type: ignore[arg-type]


def dialog(screen: Screen) -> Locator:
    return screen.page.get_by_role("dialog")


def in_dialog(role: str, key: str) -> Find:
    """What stands in it by that name."""
    return lambda screen: dialog(screen).get_by_role(role, name=screen.say(key)).first  # type: ignore[arg-type]


def asking(task: str, role: str, key: str) -> Find:
    """What stands in the question by that name, once it is this one."""
    return lambda screen: screen.prompt(task).get_by_role(role, name=screen.say(key))  # type: ignore[arg-type]


def after(show: Show, *touched: Find, sees: Find = dialog) -> Show:
    """The same page once these were touched one after the other, and that is to be seen."""

    def look(visit: Visit) -> Screen:
        screen = show(visit)
        for find in touched:
            screen.touch(find(screen))
        expect(sees(screen).first).to_be_visible()
        return screen

    return look


def table(visit: Visit) -> Screen:
    tablet = visit("table", local=True)
    tablet.page.wait_for_selector("main")
    return tablet


def playing(visit: Visit) -> Screen:
    """Anna's phone, let in where her bid lies already."""
    phone = visit("play", code_of=ANNA)
    phone.house.let_in(ANNA)
    expect(phone.page.get_by_role("heading", name="Anna", exact=True)).to_be_visible()
    return phone


def tv(visit: Visit) -> Screen:
    screen = visit("tv")
    expect(screen.page.get_by_role("img", name=screen.say("table.track"))).to_be_visible()
    return screen


asked = after(table, sees=at("[data-prompt]"))
"""The tablet with a question open."""


def with_window(key: str) -> Show:
    return after(asked, lambda tablet: tablet.page.get_by_role("toolbar").get_by_role("button", name=tablet.say(key)))


def trading(visit: Visit) -> Screen:
    """The tablet with a trade being put together, and money typed."""
    tablet = with_window("table.trade")(visit)
    for name in ("Anna", "Chloé"):
        tablet.touch(dialog(tablet).get_by_role("button", name=name).last)
    tablet.touch(dialog(tablet).get_by_role("button", name=tablet.say("trade.money.label")).first)
    return tablet


def correcting(kind: str) -> Show:
    """The tablet with something being put right by hand, and what is to be done said."""

    def look(visit: Visit) -> Screen:
        tablet = asked(visit)
        window = open_form(tablet, kind)
        FORMS[kind](tablet, window)
        expect(window).not_to_contain_text(tablet.say("correct.missing"))
        return tablet

    return look


def bidding_again(visit: Visit) -> Screen:
    """Anna's phone after a tie, with all bids of the round open."""
    phone = after(playing, sees=named("region", "sealed.bids"))(visit)
    expect(phone.button("sealed.enter")).to_be_visible()
    expect(phone.page.get_by_role("button", name=phone.say("explanation.open").rstrip("?"))).to_have_count(0)
    return phone


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
    phone.touch(in_dialog("button", "sums.check")(phone))
    expect(dialog(phone).get_by_role("alert")).to_be_visible()
    phone.until(AT_REST)
    return phone


def deed(visit: Visit) -> Screen:
    """The tablet with a deed of the track close up."""
    tablet = after(with_window("table.deeds"), lambda tablet: dialog(tablet).locator("[data-deed] .what").first)(visit)
    expect(dialog(tablet)).to_have_count(2)
    return tablet


def explaining(visit: Visit) -> Screen:
    """The tablet saying why a button has its amount."""
    tablet = after(asked, lambda tablet: at("[data-remote] .beside > .quiet")(tablet).first)(visit)
    window = named("dialog", "explanation.ask")(tablet)
    deed = at("[data-remote] strong")(tablet).first.inner_text()
    expect(window).to_contain_text(tablet.say("explanation.purchase", deed=deed))
    return tablet


def halted(show: Show) -> Show:
    """A page while the game stands still."""
    return after(show, sees=at("[data-pause]"))


def resting(visit: Visit) -> Screen:
    tablet = table(visit)
    expect(tablet.page.get_by_role("heading", level=1)).to_have_count(1)
    return tablet


def begun_again(house: House) -> None:
    """A lobby after a game that was played to its end."""
    house.do(NewGame())


def of_bjoern(role: Literal["button", "radio"]) -> Find:
    """What is called Björn in the window."""
    return lambda screen: dialog(screen).get_by_role(role, name="Björn")


def put_up(screen: Screen) -> Locator:
    """The button that puts up a deed of one's own."""
    return screen.page.get_by_role("button", name=re.compile("^" + screen.say("command.auction_deed"))).first


FROZEN, OVER = Then(positions.groups, questions.frozen), Then(positions.groups, questions.fallen)
ONE_LINE = at("ol.feed li button >> nth=2")
OFFERING = (button("market.title"), in_dialog("button", "market.offer"), of_bjoern("radio"))
RULES = at("main.sheet table")
LOOKS: dict[str, tuple[positions.Position, Show]] = {
    "pairing": (positions.lobby, pairing),
    "lobby": (positions.lobby, table),
    "question": (positions.purchase, asked),
    "typing": (positions.lively, after(asked, button("prompt.type"), sees=at("button.face"))),
    "auction": (positions.auction, asked),
    "trade": (positions.lively, trading),
    "deeds": (positions.lively, with_window("table.deeds")),
    "building": (positions.groups, after(playing, sees=named("region", "build.title"))),
    "scarcity": (positions.shortage, after(asked, sees=asking("shortage_pending", "group", "want.count"))),
    "remote": (positions.claims, after(asked, sees=at("[data-remote]"))),
    "building_where_one_stands": (
        positions.building_where_one_stands,
        after(playing, sees=asking("build_pending", "group", "group.pink")),
    ),
    "credit": (positions.credit, playing),
    "joining": (positions.lively, joining),
    **{f"arriving-{here.__name__}": (here, arriving) for here in (positions.lobby, positions.lively)},
    "phone": (positions.purchase, playing),
    "tour": (positions.purchase, shown_round(asked)),
    "tour-on-phone": (positions.purchase, shown_round(playing)),
    "bidding": (positions.auction, playing),
    "sealed": (positions.sealed, asked),
    "secret": (positions.sealed, after(playing, button("sealed.enter"), sees=named("dialog", "sealed.title"))),
    "cover": (positions.sealed, after(asked, at("[data-prompt] .button.primary"), sees=at(".veil.cover"))),
    "revealed": (positions.revealed, bidding_again),
    "market": (positions.shares, with_window("market.title")),
    "shares": (positions.shares, after(playing, *OFFERING, sees=in_dialog("button", "command.offer_shares"))),
    "revealed-on-tablet": (positions.revealed, asked),
    "tv": (positions.auction, tv),
    "tv-revealed": (positions.revealed, tv),
    "why": (positions.claims, explaining),
    "history": (positions.lively, after(table, button("table.feed.filter"), sees=named("dialog", "table.feed"))),
    "line": (positions.lively, after(table, ONE_LINE, sees=named("dialog", "table.feed"))),
    "deed": (positions.lively, deed),
    "countering": (Then(positions.groups, questions.traded), after(playing, button("trade.counter"))),
    "own-device": (positions.lively, after(table, button("device.own"))),
    "menu": (positions.lively, after(table, button("menu"))),
    **{
        window: (positions.lively, after(table, button("menu"), button(f"menu.{window}")))
        for window in ("phones", "seats")
    },
    **{f"correcting-{kind}": (positions.groups, correcting(kind)) for kind in FORMS if kind not in {"piece", "shares"}},
    "correcting-shares": (positions.shares, correcting("shares")),
    "editing": (positions.lobby, after(table, lambda tablet: tablet.button("lobby.edit", name="Anna"))),
    "agreeing": (
        positions.lobby,
        after(
            table,
            lambda tablet: at("summary")(tablet).filter(has_text=tablet.say("lobby.house_rules")),
            sees=lambda tablet: tablet.page.get_by_role("switch"),
        ),
    ),
    "rules": (positions.lively, after(lambda visit: visit("rules"), sees=RULES)),
    "astray": (questions.astray, halted(table)),
    "astray-on-phone": (questions.astray, halted(playing)),
    "tv-astray": (questions.astray, halted(tv)),
    "frozen": (FROZEN, resting),
    "frozen-on-phone": (FROZEN, halted(playing)),
    "tv-frozen": (FROZEN, halted(tv)),
    "over": (OVER, resting),
    "over-on-phone": (OVER, playing),
    "tv-over": (OVER, after(lambda visit: visit("tv"), sees=named("heading", "table.over", name="Chloé"))),
    "tv-lobby": (positions.lobby, tv),
    "offering": (
        positions.groups,
        after(
            playing,
            button("table.trade"),
            of_bjoern("button"),
            in_dialog("button", "trade.money.label"),
            sees=in_dialog("button", "done"),
        ),
    ),
    "riding": (
        Then(questions.MEGA, questions.riding),
        after(
            asked,
            button("prompt.ride"),
            sees=lambda tablet: at("[data-prompt]")(tablet).get_by_label(tablet.say("prompt.space")),
        ),
    ),
    "putting-up": (Then(positions.shares, questions.holding), after(playing, put_up)),
    "raising": (QUESTIONS["debt"], after(playing, button("raise.deeds"))),
}

OF_FEATURES: dict[str, dict[str, tuple[positions.Position, Show]]] = {
    "odds": {
        "advised": (positions.advised, playing),
        "foreseen-on-tablet": (positions.foreseen, asked),
        "tv-foreseen": (positions.foreseen, tv),
    },
    "device": {
        "device": (
            positions.purchase,
            after(lambda visit: visit("device", local=True), sees=named("article", "device.node", node="sim-3")),
        )
    },
    "evening": {"story": (positions.purchase, story)},
    "shelf": {"shelf": (Then(OVER, begun_again), after(table, named("button", "shelf.all", games=1)))},
    "bedtime": {"bedtime": (positions.lively, after(table, button("menu"), button("bedtime")))},
    "printing": {"printing": (positions.lobby, after(table, button("lobby.print")))},
    "sums": {"sum": (positions.child, reckoning)},
    "laboratory": {"laboratory": (positions.reported, after(table, button("menu"), button("laboratory")))},
    "workshop": {
        "workshop": (positions.lobby, crafting.shelf),
        "designing": (positions.lobby, crafting.opened),
        **{
            f"designing-{one}": (positions.lobby, crafting.section(one))
            for one in ("groups", "cards", "money", "paper")
        },
        "designing-check": (positions.lobby, crafting.judged),
    },
}
for _feature, _looks in OF_FEATURES.items():
    LOOKS |= _looks if is_there(_feature) else {}


def looked_at(house: House, visit: Visit, look: str) -> Screen:
    """The page in that position, once nothing moves any more."""
    position, show = LOOKS[look]
    position(house)
    screen = show(visit)
    screen.until(AT_REST)
    return screen
