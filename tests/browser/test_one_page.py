"""A new user at the hub's own computer plays with the one page alone: no phone, no board, nothing but the tablet."""

from browser.devices import Visit
from browser.offer import give, send, side
from browser.screen import ARMING_MS, Screen
from helpers.house import House, until
from playwright.sync_api import expect

from hub.domain.tasks import AuctionRunning, MortgageChoicePending, ThrowPending

TURMSTRASSE, CHAUSSEESTRASSE = 3, 6


def begin(house: House, tablet: Screen) -> None:
    """Anna and Ben are added, their simulated pieces lie down by themselves, the dice decide for Anna."""
    tablet.sit_down("Anna", "Ben")
    house.dice.lay(6, 5, 1, 2)
    for thrown in (1, 2):
        tablet.answer("opening_throw_pending", "command.throw")
        until(lambda done=thrown: house.view().undo == done, "a throw for the first turn")


def test_a_first_game_with_the_one_page(house: House, visit: Visit) -> None:
    """A throw on the screen and one typed in, a purchase, an auction, a mortgage, a trade, undo, redo, turn again."""
    house.open()
    tablet = visit("table", local=True)
    begin(house, tablet)

    house.dice.lay(1, 2)
    tablet.answer("throw_pending", "command.throw")
    tablet.answer("buy_pending", "command.buy")
    until(lambda: house.balances() == [1440, 1500], "Anna bought")
    tablet.shows()

    tablet.type_dice(2, 4)
    tablet.answer("buy_pending", "command.decline")
    auction(house, tablet)
    assert house.balances() == [1390, 1500]
    tablet.shows()

    mortgage(house, tablet)
    trade(house, tablet)
    assert house.balances() == [1500, 1417]
    tablet.shows()
    think_again(house, tablet)


def auction(house: House, tablet: Screen) -> None:
    """On the tablet Anna bids 50 and Ben drops out."""
    prompt = tablet.prompt("auction_running")
    tablet.touch(prompt.get_by_role("radio", name="Anna"))
    tablet.touch(prompt.get_by_role("button", name=tablet.say("amount.more", amount="50")))
    tablet.answer("auction_running", "command.place_bid")
    until(lambda: isinstance(house.task, AuctionRunning) and house.task.leader == 0, "Anna leads")
    expect(prompt).to_contain_text("50")
    tablet.answer("auction_running", "command.pass_bid")
    until(lambda: isinstance(house.task, ThrowPending), "the auction is over")


def mortgage(house: House, tablet: Screen) -> None:
    """Anna mortgages Turmstraße in the window of the deeds."""
    deeds = tablet.window("table.deeds", "deeds.title")
    tablet.touch(deeds.get_by_role("button", name=f"{tablet.say('command.mortgage')}: Turmstraße"))
    until(lambda: house.balances() == [1420, 1500], "the mortgage is paid out")
    expect(deeds.locator(f"[data-deed='{TURMSTRASSE}']")).to_contain_text(tablet.say("deeds.mortgaged"))
    tablet.shut(deeds)


def trade(house: House, tablet: Screen) -> None:
    """Anna wants 100 for her street, Ben counters with 80, Anna agrees; Ben keeps the mortgage for its interest."""
    dialog = tablet.window("table.trade", "trade.title")
    tablet.touch(dialog.get_by_role("button", name="Anna"))
    tablet.touch(dialog.get_by_role("button", name="Ben").last)  # above it: as who makes the offer
    tablet.touch(side(dialog, tablet, "Anna").get_by_role("button", name="Turmstraße"))
    give(dialog, tablet, "Ben", 100)
    send(dialog, tablet)

    tablet.press("trade.counter")
    dialog = tablet.page.get_by_role("dialog", name=tablet.say("trade.counter"))
    give(dialog, tablet, "Ben", 80)
    send(dialog, tablet)
    until(lambda: [view.offer.seat for view in house.view().offers] == [1], "only Ben's offer is left")
    tablet.press("command.accept_trade")
    tablet.answer("mortgage_choice_pending", "command.keep_mortgage")
    until(lambda: house.balances() == [1500, 1417], "the interest is paid")


def think_again(house: House, tablet: Screen) -> None:
    """Undo asks about the mortgage again, redo answers it again, and the whole turn can be played again."""
    tools = tablet.page.get_by_role("toolbar")
    tablet.touch(tools.get_by_role("button", name=tablet.say("table.undo")))
    until(lambda: isinstance(house.task, MortgageChoicePending), "the question is back")
    tablet.shows()
    tablet.touch(tools.get_by_role("button", name=tablet.say("table.redo")))
    until(lambda: house.balances() == [1500, 1417], "the interest is paid again")
    tablet.shows()
    tablet.press("menu")
    tablet.press("menu.restart_turn")
    until(lambda: house.balances() == [1390, 1500], "the turn begins again")
    owners = [(deed.deed, deed.owner, deed.mortgaged) for deed in house.view().deeds]
    assert owners == [(TURMSTRASSE, 0, False), (CHAUSSEESTRASSE, 0, False)]
    tablet.shows()


TAP_AT_ONCE = """() => new MutationObserver((_, watching) => {
  const buttons = document.querySelectorAll("[data-prompt=throw_pending] button.primary");
  if (buttons.length === 0) return;
  watching.disconnect();
  buttons[0].click();
  window.tapped = true;
}).observe(document.body, { childList: true, subtree: true })"""


STAND_STILL = "(later) => { const at = Date.now() + later; Date.now = () => at; }"
"""However busy the computer is, no time passes then between question and tap."""


def test_a_tap_meant_for_the_last_question_is_ignored(house: House, visit: Visit) -> None:
    """A finger that is already on its way does not answer a question that has just come; when it was read, it does."""
    house.open("Anna", "Ben")
    house.begin()
    house.throw(0, 1, 2)
    house.dice.lay(1, 1)
    tablet = visit("table", local=True)
    tablet.read("buy_pending")
    tablet.page.evaluate(STAND_STILL, 0)
    tablet.page.evaluate(TAP_AT_ONCE)
    tablet.press("command.buy")
    tablet.until("window.tapped")
    throw = tablet.prompt("throw_pending").get_by_role("button", name=tablet.say("command.throw"))
    for later_ms in (ARMING_MS - 1, 1):
        tablet.page.evaluate(STAND_STILL, later_ms)
        tablet.touch(throw)
    tablet.prompt("advance_pending")
    assert house.view().faces == (1, 1)
    assert [line.key for line in house.view().feed].count("dice_thrown") == 2


def test_the_bare_address_leads_to_a_seat_and_shows_the_way_to_the_bank(house: House, visit: Visit) -> None:
    """Whoever types the address without a page can join by code, or go on to the banker's table and its PIN."""
    house.open()
    device = visit("play")
    device.open("")
    link = device.page.get_by_role("link", name=device.say("menu.table"))
    expect(link).to_be_visible()
    link.click()
    device.pair()
    expect(device.page.get_by_label(device.say("lobby.name.new"))).to_be_visible()


def test_a_window_takes_the_focus_and_escape_gives_it_back(house: House, visit: Visit) -> None:
    """A window is a real one: the focus is inside, Escape closes it, and the focus returns to the button."""
    house.open("Anna", "Ben")
    house.begin()
    tablet = visit("table", local=True)
    opener = tablet.page.get_by_role("button", name=tablet.say("table.deeds"), exact=True)
    opener.press("Enter")
    dialog = tablet.page.get_by_role("dialog", name=tablet.say("deeds.title"))
    expect(dialog).to_be_focused()
    tablet.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(opener).to_be_focused()
