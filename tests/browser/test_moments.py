"""What everybody looks up for: rolling dice, walking pieces, a group, somebody who is out, the winner; and tones."""

import re
from typing import Any

from browser.devices import Visit
from browser.positions import BROWN, lobby, own
from browser.reach import TABLET_FINGER_PX, TABLETS
from browser.screen import STAGED, Screen
from browser.walk import DOUBLE_PX, Reach, all_in_reach
from helpers.house import House, until
from playwright.sync_api import expect

from hub.domain.commands import Advance, Buy, DeclareBankruptcy, Throw
from hub.domain.corrections import CorrectBuildings, CorrectMoney
from hub.domain.ids import BANK

STAGED_AT_ONCE = True
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
WATCH = """() => {
  window.seen = [];
  const look = () => {
    const moment = document.querySelector("[data-moment]");
    const { width, height } = moment?.getBoundingClientRect() ?? {};
    const now = [
      moment?.dataset.moment === "won" ? `won ${width} x ${height}` : moment?.dataset.moment,
      document.querySelector("[data-prompt], [data-question]") && "question",
      document.querySelector(".sum.unknown") && "dice",
    ].filter(Boolean).join(" and ") || "nothing";
    if (window.seen[window.seen.length - 1] !== now) window.seen.push(now);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  look();
}"""

STAYS = "() => { const set = setTimeout; window.setTimeout = (work, ms) => set(work, ms < 8000 ? ms : 60_000); }"
"""From now on what lasts eight seconds lasts until it has been looked at in every size."""

MOVED = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    window.moved.push(this.outerHTML);
    return animate.apply(this, how);
  };
}"""
"""From now on the page notes whatever glides or flies."""
WALKING = """() => document.getAnimations().filter(({ effect, playState }) =>
  playState === "running" && effect.target.matches("[data-piece='0']")).length"""


def begun(house: House, *names: str) -> None:
    """A game in which Anna owns the first brown street and is about to throw."""
    house.open(*names)
    house.begin()
    own(house, 0, BROWN[0])


def ruined(house: House) -> None:
    """Anna owns a hotel and Björn, who has 5, has come to it: that is more than anybody could pay."""
    own(house, 0, BROWN[1])
    house.correct(CorrectBuildings(dict.fromkeys(BROWN, 5)), CorrectMoney(1, BANK, 1495))
    house.throw_and_buy(0, 5, 6)
    house.throw(1, 1, 2)


def watch(screen: Screen) -> None:
    """From now on the page notes by itself what is to be seen: whoever looks from outside looks too seldom."""
    screen.page.wait_for_selector("[data-piece='0']")
    screen.page.evaluate(STAGED)
    screen.page.evaluate(WATCH)


def seen(screen: Screen) -> list[str]:
    found: list[str] = screen.page.evaluate("window.seen")
    return found


def until_seen(screen: Screen, *last: str) -> list[str]:
    until(lambda: tuple(seen(screen)[-len(last) :]) == last, f"{last} comes last")
    return seen(screen)


def test_nobody_waits_for_dice_and_pieces(house: House, visit: Visit) -> None:
    """While dice roll and a piece walks the question is there; a tap answers it and ends whatever moves."""
    begun(house, "Anna", "Björn")
    tablet, television = visit("table", local=True, **MOVING), visit("tv", **MOVING)
    for screen in (tablet, television):
        watch(screen)
        screen.page.context.new_cdp_session(screen.page).send("Animation.setPlaybackRate", {"playbackRate": 0.01})
    house.play(Throw(0, (1, 2)))
    for screen in (tablet, television):
        until(lambda screen=screen: "question and dice" in seen(screen), "it does not wait")
    house.play(Advance(0))
    tablet.prompt("buy_pending")
    for screen in (tablet, television):
        until(lambda screen=screen: screen.page.evaluate(WALKING) == 1, "the piece walks")
    tablet.touch(tablet.page.locator("header .brand"))
    assert tablet.page.evaluate(WALKING) == 0
    expect(tablet.page.locator("[data-prompt=buy_pending]")).to_be_visible()


def test_who_wants_nothing_to_move_sees_nothing_move(house: House, visit: Visit) -> None:
    """Neither piece nor coins: what they lead to is simply there."""
    begun(house, "Anna", "Björn")
    screens = [visit("table", local=True), visit("tv")]
    for screen in screens:
        screen.page.evaluate(STAGED)
        screen.page.evaluate(MOVED)
    house.play(Throw(0, (1, 2)), Advance(0), Buy(0))
    for screen in screens:
        expect(screen.page.locator("li[data-account='0'] .balance")).to_contain_text(re.compile(r"1[.,]440"))
        assert screen.page.evaluate("window.moved") == []


def test_a_group_is_a_moment_until_somebody_taps(house: House, visit: Visit) -> None:
    """Tablet and TV say whose group is complete; a tap on the tablet goes on at once, the TV by itself."""
    begun(house, "Anna", "Björn")
    tablet, television = visit("table", local=True), visit("tv")
    house.throw(0, 1, 2)
    tablet.prompt("buy_pending")
    watch(tablet)
    watch(television)
    house.play(Buy(0))
    moment = tablet.page.locator("[data-moment=group]")
    expect(moment).to_contain_text(tablet.say("moment.group", name="Anna", group=tablet.say("group.brown")))
    expect(tablet.page.locator("[data-prompt]")).to_have_count(0)
    tablet.press("moment.on")
    tablet.prompt("throw_pending")
    assert "group" in until_seen(television, "question")


def test_who_is_out_is_shown_with_what_could_not_be_paid(house: House, visit: Visit) -> None:
    """The tablet shows the moment with what goes on from there, in sight; an undo ends it at once."""
    begun(house, "Anna", "Björn", "Chloé")
    tablet = visit("table", local=True)
    ruined(house)
    watch(tablet)
    tablet.prompt("debt_pending")
    house.play(DeclareBankruptcy(1))
    expect(tablet.page.locator("[data-moment=bankrupt]")).to_contain_text("Björn")
    tablet.touch(tablet.page.get_by_role("button", name=tablet.say("table.undo"), exact=True))
    expect(tablet.page.locator("[data-moment]")).to_have_count(0)
    tablet.prompt("debt_pending")
    tablet.page.evaluate(STAYS)
    house.play(DeclareBankruptcy(1))
    tablet.page.wait_for_selector("[data-moment]")
    going_on = {"what goes on": "[data-moment] .button"}
    all_in_reach(tablet, TABLET_FINGER_PX, Reach(TABLETS, going_on), Reach(TABLETS, going_on, DOUBLE_PX))


def test_the_winner_fills_the_television_and_then_comes_the_story(house: House, visit: Visit) -> None:
    """After who is out, for a few seconds nothing else is to be seen; whoever opens the page later sees the story."""
    begun(house, "Anna", "Björn")
    television = visit("tv")
    ruined(house)
    watch(television)
    house.play(DeclareBankruptcy(1))
    until(lambda: "won 1920 x 1080" in seen(television), "the winner fills the TV")
    found = seen(television)
    assert found.index("bankrupt") < found.index("won 1920 x 1080")
    until_seen(television, "nothing")
    expect(television.page.locator("main h1")).to_contain_text("Anna")
    expect(visit("tv").page.locator("[data-moment]")).to_have_count(0)


def test_large_type_stays_on_its_device(house: House, visit: Visit) -> None:
    """All type grows, also after a reload, and on no other device."""
    lobby(house)
    tablet, phone = visit("table", local=True), visit("play", code_of=0)
    size = "getComputedStyle(document.body).fontSize"
    tablet.press("device.own")
    tablet.touch(tablet.page.get_by_role("switch", name=tablet.say("device.large")))
    tablet.page.reload()
    expect(tablet.page.get_by_role("heading").first).to_be_visible()
    assert tablet.page.evaluate(size) == "21.25px"
    assert phone.page.evaluate(size) == "17px"
