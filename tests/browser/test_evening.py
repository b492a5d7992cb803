"""One evening with a tablet, a phone, a TV and the simulated board: what the first issue promises, in one go."""

from browser.devices import Visit
from browser.screen import Screen
from helpers.house import House, until
from playwright.sync_api import expect

from hub.domain.tasks import BuyPending, ThrowPending
from hub.table.requests import Hands

NAMES = ("Anna", "Björn", "Chloé")
TAGS = ("04AAAAAAAAAA01", "04BBBBBBBBBB02", "04CCCCCCCCCC03")
BJOERN = 1


class Evening:
    def __init__(self, house: House, tablet: Screen, phone: Screen, tv: Screen) -> None:
        self.house, self.tablet, self.phone, self.tv = house, tablet, phone, tv

    def agree(self) -> None:
        self.tablet.shows()
        self.phone.shows(BJOERN)
        self.tv.shows()

    def press(self, button: str, then: type) -> None:
        """Press a button of the console; the table then asks this."""
        self.house.hands.press(button, "short")
        until(lambda: isinstance(self.house.task, then), f"{then.__name__} after {button}")


def gather(house: House, visit: Visit) -> Evening:
    """Three people sit down: the tablet pairs by PIN, pieces are enrolled on readers, Björn's phone joins by code."""
    tablet = visit("table", reduced_motion="no-preference")
    tablet.pair()
    for seat, name in enumerate(NAMES):
        tablet.page.get_by_label(tablet.say("lobby.name.new")).fill(name)
        tablet.press("lobby.add")
        expect(tablet.page.get_by_text(tablet.say("lobby.piece.waiting", name=name))).to_be_visible()
        house.hands.place(TAGS[seat], "sim-0", 3)
        expect(tablet.button("lobby.piece.known", name=name)).to_be_visible()
        house.hands.lift(TAGS[seat])
    phone = visit("play", reduced_motion="no-preference")
    code = house.view().join.codes[str(BJOERN)]
    phone.has_code()
    phone.page.get_by_label(phone.say("play.join.code")).fill(code.lower())
    phone.press("play.join.send")
    expect(phone.page.get_by_role("heading", name=NAMES[BJOERN])).to_be_visible()
    expect(tablet.button("lobby.phone.on", name=NAMES[BJOERN])).to_be_visible()
    return Evening(house, tablet, phone, visit("tv"))


def begin(evening: Evening) -> None:
    """The tablet starts the game; on the console everybody throws for the first turn, which is Anna's."""
    evening.house.dice.lay(6, 5, 2, 1, 3, 1)
    evening.tablet.press("lobby.start")
    evening.tablet.prompt("opening_throw_pending")
    for thrown in range(1, 4):
        evening.house.hands.press("die1", "short")
        until(lambda done=thrown: evening.house.view().undo == done, f"throw {thrown} for the first turn")
    evening.agree()


def test_an_evening_with_tablet_phone_and_board(house: House, visit: Visit) -> None:
    """Pair, enrol, three turns, a purchase by button, an auction from the phone, undo, reload: the views agree."""
    house.open()
    house.hands.by_hand = True
    evening = gather(house, visit)
    begin(evening)
    house.do(Hands(by_hand=False))

    house.dice.lay(1, 2)
    evening.press("die1", BuyPending)
    evening.agree()
    evening.press("ok", ThrowPending)
    assert house.balances() == [1440, 1500, 1500]
    evening.agree()

    house.dice.lay(2, 4)
    evening.press("die2", BuyPending)
    run_auction(evening)

    house.dice.lay(4, 5)
    evening.press("die1", BuyPending)
    evening.tablet.answer("buy_pending", "command.buy")
    until(lambda: house.balances()[2] == 1380, "Chloé bought")
    evening.agree()

    evening.tablet.page.get_by_role("toolbar").get_by_role("button", name=evening.tablet.say("table.undo")).tap()
    until(lambda: house.balances()[2] == 1500, "the purchase is taken back")
    evening.agree()
    evening.phone.page.reload()
    evening.tablet.page.reload()
    evening.tablet.prompt("buy_pending")
    evening.agree()


def run_auction(evening: Evening) -> None:
    """Björn declines and bids on the phone, the tablet lets the others drop out, and Björn gets the deed."""
    house, phone, tablet = evening.house, evening.phone, evening.tablet
    phone.answer("buy_pending", "command.decline")
    phone.prompt("auction_running")
    phone.page.get_by_role("button", name=phone.say("amount.more", amount="10")).tap()
    phone.answer("auction_running", "command.place_bid")
    expect(tablet.prompt("auction_running")).to_contain_text(NAMES[BJOERN])
    for left in (1, 0):
        tablet.answer("auction_running", "command.pass_bid")
        if left:
            expect(tablet.page.get_by_role("radiogroup", name=tablet.say("prompt.bidder"))).to_have_count(0)
    until(lambda: isinstance(house.task, ThrowPending), "the auction is over")
    assert house.balances() == [1440, 1490, 1500]
    assert {deed.deed: deed.owner for deed in house.view().deeds} == {3: 0, 6: BJOERN}
    evening.agree()
