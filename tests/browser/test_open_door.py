"""The ways in: by oneself with the code of the TV, as a second phone of a seat, and at the hub's own computer."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from browser import positions
from browser.devices import Visit
from browser.reach import FINGER_PX, LOW_PHONES, NAMES, NARROW, PHONE, TABLETS, Sizes
from browser.screen import Screen
from browser.walk import DOUBLE_PX, Reach, all_in_reach
from helpers.house import House, until
from playwright.sync_api import Locator, expect

from hub.domain.commands import SealBid

SEND = {"the way on": "[data-send] .button"}
WAYS = {"another way": ".ways .button"}
FORM = {**SEND, "the name": ".look input", "a colour or shape": ".choice"}


def scanned(screen: Screen, visit: Visit) -> Screen:
    """A phone that opens what the code on that screen says."""
    picture = screen.page.locator("img[data-join]").first
    expect(picture).to_be_visible()
    address = urlsplit(str(picture.get_attribute("data-join")))
    return visit(address.path.lstrip("/"), device="play")


def sit(phone: Screen, name: str) -> None:
    phone.page.get_by_label(phone.say("sit.name")).fill(name)
    phone.press("sit.send")


def is_of(phone: Screen, name: str) -> None:
    """It plays for that seat now."""
    expect(phone.page.get_by_role("heading", name=name, exact=True)).to_be_visible()


LINES = """() => {
  const words = document.createTreeWalker(document.querySelector("[data-open-door]"), NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const [, before, address] = /^([^]*?)(\\S+\\u200b:\\d+)/.exec(words.currentNode.data) ?? [];
    if (address === undefined) continue;
    const range = document.createRange();
    range.setStart(words.currentNode, before.length);
    range.setEnd(words.currentNode, before.length + address.length);
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
  }
}"""
"""On how many lines the address stands that is to be typed."""


def test_the_address_to_type_stands_on_one_line(house: House, visit: Visit) -> None:
    """Whoever types it finds it whole, on tablets of any width."""
    house.open()
    tablet = visit("table", local=True)
    tablet.page.wait_for_selector("[data-open-door]")
    for width in range(868, 1300, 24):
        tablet.page.set_viewport_size({"width": width, "height": 768})
        assert tablet.page.evaluate(LINES) == 1, width


def test_a_family_sits_down_and_nobody_types_on_the_tablet(house: House, visit: Visit) -> None:
    """By the codes of TV and tablet; the tablet says who came so, and starts the game."""
    house.open()
    tablet, tv = visit("table", local=True), visit("tv")
    expect(tablet.page.get_by_text(tablet.say("sit.empty"))).to_be_visible()
    ida, ole = scanned(tv, visit), scanned(tablet, visit)
    ida.touch(ida.page.get_by_role("button", name=ida.say("colour.teal"), exact=True))
    ida.touch(ida.page.get_by_role("button", name=ida.say("shape.heart"), exact=True))
    sit(ida, "Ida")
    is_of(ida, "Ida")
    expect(ole.page.get_by_role("button", name=ole.say("colour.teal"), exact=True)).to_be_disabled()
    sit(ole, "lda")
    expect(ole.page.get_by_role("alert")).to_contain_text(ole.say("reason.name_taken"))
    sit(ole, "Ole")
    is_of(ole, "Ole")
    for seat, name in enumerate(("Ida", "Ole")):
        row = tablet.page.locator(f"li[data-seat='{seat}']")
        expect(row).to_contain_text(name)
        expect(row).to_contain_text(tablet.say("sit.by_self"))
    ida_sits = house.view().seats[0]
    assert (ida_sits.colour, ida_sits.shape) == ("teal", "heart")
    house.dice.lay(6, 5, 1, 2)
    tablet.press("lobby.start")
    expect(ida.page.locator("[data-account='0'] .balance")).to_be_visible()
    ida.page.reload()
    expect(ida.page.locator("[data-account='0'] .balance")).to_be_visible()


def test_in_a_game_it_says_who_it_is_and_the_banker_says_yes(house: House, visit: Visit) -> None:
    """A phone that has lost its way in, or comes late, reads what to do and gets there; a no is heard."""
    house.open("Anna", "Ben")
    house.begin()
    tablet, tv = visit("table", local=True), visit("tv")
    phone = scanned(tv, visit)
    expect(phone.page.get_by_role("heading", name=phone.say("sit.who"))).to_be_visible()
    phone.touch(phone.page.locator("li[data-seat='1'] .button"))
    expect(phone.page.get_by_text(phone.say("sit.waiting", name="Ben"))).to_be_visible()
    expect(bell(tablet)).to_contain_text(tablet.say("phone.knock", name="Ben"))
    tablet.touch(at_the_door(tablet).get_by_role("button", name=tablet.say("phone.refuse"), exact=True))
    expect(phone.page.get_by_role("alert")).to_contain_text(phone.say("sit.no"))
    phone.touch(phone.page.locator("li[data-seat='1'] .button"))
    expect(bell(tablet)).to_contain_text(tablet.say("phone.knock", name="Ben"))
    phone.page.reload()
    expect(phone.page.get_by_text(phone.say("sit.waiting", name="Ben"))).to_be_visible()
    tablet.hold(at_the_door(tablet).get_by_role("button", name=tablet.say("phone.let_in")))
    is_of(phone, "Ben")
    expect(bell(tablet)).to_have_count(0)


def test_sitting_down_waits_for_a_hub_that_is_away(house: House, visit: Visit) -> None:
    """Killed before it answers, the hub is asked again when it is back: one seat, and the phone has it."""
    house.open("Anna")
    phone = visit("play")
    phone.page.get_by_label(phone.say("sit.name")).fill("Ida")
    phone.without_hub()
    commit = house.table.state.store.commit

    def and_die(batch: object) -> None:
        commit(batch)  # type: ignore[arg-type]
        raise SystemExit

    house.table.state.store.commit = and_die  # type: ignore[method-assign]
    phone.press("sit.send")
    until(lambda: b"Ida" in (house.table.state.store.document("lobby") or b""), "the seat is durable")
    house.close()
    house.open()
    is_of(phone, "Ida")
    assert [seat.name for seat in house.view().seats] == ["Anna", "Ida"]


SITTING: Sizes = (*PHONE, *LOW_PHONES, (360, 640), (320, 480))
"""Phones on which somebody sits down, old and low ones among them."""


def reached(phone: Screen, usual: Mapping[str, str], large: Mapping[str, str]) -> None:
    """All of it without scrolling, and with letters twice as large at least what leads on."""
    phone.page.wait_for_selector(next(iter(large.values())))
    all_in_reach(phone, FINGER_PX, Reach(SITTING, usual), Reach(SITTING, large, DOUBLE_PX))


def test_a_seat_is_taken_without_scrolling(house: House, visit: Visit) -> None:
    """With seven there, name, looks, other ways and code are in reach; who forgets the name may type it at once."""
    house.open(*NAMES[:7])
    phone = visit("play")
    reached(phone, FORM | WAYS, SEND | WAYS)
    phone.press("sit.send")
    expect(phone.page.get_by_label(phone.say("sit.name"))).to_be_focused()
    phone.has_code()
    typed = {"the field": "#code", "the way on": "form .button"}
    reached(phone, typed | WAYS, typed | WAYS)


def test_the_code_stands_whole_beside_four_names(house: House, visit: Visit) -> None:
    """On tablets, upright too, and on a phone that is the bank's nobody scrolls to what the others scan."""
    house.open(*NAMES[:4])
    tablet = visit("table", local=True)
    tablet.page.wait_for_selector("[data-join]")
    all_in_reach(tablet, 0, Reach((*TABLETS, *NARROW, *PHONE), {"the code": "[data-join]"}))


def test_who_one_is_is_shown_without_scrolling(house: House, visit: Visit) -> None:
    """All eight while people gather and in the game, and, with the one that was touched, the way back."""
    house.open(*NAMES)
    phone = visit("play")
    names = {"a name": "li[data-seat] .button"}
    reached(phone, names | WAYS, WAYS)
    house.begin()
    expect(phone.page.get_by_text(phone.say("sit.full", most=8))).to_have_count(0)
    reached(phone, names | WAYS, WAYS)
    phone.touch(phone.page.locator("li[data-seat='0'] .button"))
    expect(phone.page.locator("main").get_by_role("status").filter(has_text=NAMES[0])).to_be_visible()
    reached(phone, WAYS | {"what it waits for": "main [role=status]"}, WAYS)


ANNA = 0
SENTINEL = 718_281


def bell(screen: Screen) -> Locator:
    """What is said across the page about phones and tries."""
    return screen.page.locator(".bell[role=alert]")


def at_the_door(screen: Screen) -> Locator:
    """The same, once somebody has looked who is there: whoever is asked something sees only that somebody is."""
    expect(bell(screen)).to_have_count(1)
    folded = bell(screen).locator("button[aria-expanded=false]")
    if folded.count():
        screen.touch(folded)
        expect(folded).to_have_count(0)
    return bell(screen)


def seat_of(tablet: Screen, seat: int) -> Locator:
    """A seat in the banker's list of phones."""
    tablet.press("menu")
    tablet.press("menu.phones")
    return tablet.page.locator(f"[role=dialog] li[data-seat='{seat}']")


def states(house: House, seat: int) -> list[str]:
    return [phone.state for phone in house.view().join.phones.get(str(seat), ())]


def test_a_lost_phone_is_shut_out_from_the_tablet(house: House, visit: Visit) -> None:
    """Menu, phones, hold: the phone is out. A new code is a button beside it, and puts nobody out."""
    house.open("Anna", "Ben")
    phone = visit("play", code_of=1)
    expect(phone.page.get_by_text("Ben").first).to_be_visible()
    house.begin()
    tablet = visit("table", local=True)
    seat = seat_of(tablet, 1)
    before = house.view().join.codes["1"]
    tablet.touch(seat.get_by_role("button", name=tablet.say("phones.void")))
    until(lambda: house.view().join.codes["1"] != before, "the seat has another code")
    expect(seat.get_by_text(tablet.say("phones.in"))).to_be_visible()
    tablet.hold(seat.get_by_role("button", name=tablet.say("phone.sign_out")))
    expect(seat.get_by_text(tablet.say("phones.out"))).to_be_visible()
    expect(phone.page.get_by_role("heading", name=phone.say("sit.who"))).to_be_visible()
    tablet.touch(seat.get_by_role("button", name=tablet.say("phones.show")))
    expect(seat.get_by_text(house.view().join.codes["1"])).to_be_visible()


def test_a_bid_is_not_read_by_joining(house: House, visit: Visit) -> None:
    """While bids lie, a second phone waits for the first one's yes; it is told so, and shown no bid before."""
    positions.sealed(house)
    anna, tablet = visit("play", code_of=ANNA), visit("table", local=True)
    house.play(SealBid(ANNA, SENTINEL))
    second = visit("play", code_of=ANNA)
    expect(second.page.get_by_role("heading", name=second.say("play.join.waiting"))).to_be_visible()
    expect(second.page.get_by_text(second.say("play.join.waiting.hint", name="Anna"))).to_be_visible()
    second.page.reload()
    expect(second.page.get_by_role("heading", name=second.say("play.join.waiting"))).to_be_visible()
    expect(at_the_door(tablet)).to_contain_text(tablet.say("phone.waiting.banker", name="Anna"))
    tablet.hold(at_the_door(tablet).get_by_role("button", name=tablet.say("phone.let_in")))
    expect(bell(tablet)).to_contain_text(tablet.say("reason.bids_lie"))
    assert states(house, ANNA) == ["known", "waiting"]
    assert not [frame for frame in second.frames if str(SENTINEL) in frame]
    anna.hold(at_the_door(anna).get_by_role("button", name=anna.say("phone.let_in")))
    expect(second.page.get_by_role("heading", name="Anna", exact=True)).to_be_visible()


def test_codes_are_covered_until_they_are_asked_for(house: House, visit: Visit) -> None:
    """In the lobby no code stands on the tablet; one that was asked for is covered again when a phone used it."""
    house.open("Anna", "Ben")
    tablet = visit("table", local=True)
    way_in = tablet.page.locator("[data-open-door]")
    expect(way_in).to_be_visible()
    codes = house.view().join.codes
    assert not [code for code in codes.values() if code in tablet.page.content()]
    tablet.press("lobby.phone.off", name="Anna")
    expect(tablet.page.get_by_text(codes["0"])).to_be_visible()
    visit("play", code_of=0)
    expect(way_in).to_be_visible()
    assert not [code for code in house.view().join.codes.values() if code in tablet.page.content()]


def test_wrong_tries_are_shown_to_the_banker(house: House, visit: Visit) -> None:
    """A wrong code gets a stranger no seat, and is counted on the tablet, until the banker has read it."""
    house.open("Anna", "Ben")
    tablet, stranger = visit("table", local=True), visit("play")
    stranger.has_code()
    stranger.page.get_by_label(stranger.say("play.join.code")).fill("AAAAA")
    stranger.press("play.join.send")
    expect(stranger.page.get_by_role("alert")).to_contain_text(stranger.say("reason.wrong_code"))
    expect(bell(tablet)).to_contain_text("ein Code.")
    tablet.press("phone.tries.seen")
    expect(bell(tablet)).to_have_count(0)


def test_the_terminals_address_opens_the_table_once(house: House, visit: Visit) -> None:
    """The browser it opens is the banker's, also after a restart of the hub; the next reads where the PIN is."""
    house.open("Anna", "Ben")
    page = house.way_in.rpartition("/")[2]
    first = visit(page, origin=house.local_url, device="table")
    expect(first.page.get_by_label(first.say("lobby.name.new"))).to_be_visible()
    assert "code" not in first.page.url
    second = visit(page, origin=house.local_url, device="table")
    expect(second.page.get_by_text(second.say("pair.hint.here"))).to_be_visible()
    first.without_hub()
    second.without_hub()
    house.close()
    house.open()
    first.open("table")
    expect(first.page.get_by_label(first.say("lobby.name.new"))).to_be_visible()


def test_the_terminals_address_is_pasted_where_the_pin_is_asked(house: House, visit: Visit) -> None:
    """In a tab that shows the table already only the fragment changes, and it opens all the same."""
    house.open("Anna", "Ben")
    here = visit("table", origin=house.local_url, device="table")
    expect(here.page.get_by_text(here.say("pair.hint.here"))).to_be_visible()
    here.page.goto(house.way_in)
    expect(here.page.get_by_label(here.say("lobby.name.new"))).to_be_visible()


def test_typed_by_hand_it_asks_for_the_pin(house: House, visit: Visit) -> None:
    """`http://localhost:8080` without more says kindly where the PIN is; a tablet reads what it always did."""
    house.open("Anna", "Ben")
    here, tablet = visit("", origin=house.local_url, device="table"), visit("table")
    expect(here.page.get_by_text(here.say("pair.hint.here"))).to_be_visible()
    expect(tablet.page.get_by_text(tablet.say("pair.hint"))).to_be_visible()
    here.pair()
    expect(here.page.get_by_label(here.say("lobby.name.new"))).to_be_visible()
