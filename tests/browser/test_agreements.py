"""What is agreed on in the lobby before a game: a house rule, and a seat that plays by itself."""

import pytest
from browser.devices import Visit
from helpers.house import House, until
from playwright.sync_api import expect

from hub.domain.corrections import CorrectPiece
from hub.domain.tasks import ThrowPending

ANNA, BEN = 0, 1


@pytest.mark.rule("classic-33")
def test_the_pot_is_agreed_on_in_the_lobby_filled_by_taxes_and_emptied_on_free_parking(
    house: House, visit: Visit
) -> None:
    """The banker switches the house rule on; tablet and phone read it, see the pot grow, and who takes it."""
    house.open("Anna", "Ben")
    tablet, phone = visit("table", local=True), visit("play", code_of=BEN)
    tablet.touch(tablet.page.locator("summary").filter(has_text=tablet.say("lobby.house_rules")))
    switch = tablet.page.get_by_role("switch", name=tablet.say("house_rule.pot"))
    tablet.touch(switch)
    expect(switch).to_be_checked()
    house.begin()
    expect(phone.page.get_by_text(phone.say("house_rule.pot.hint"))).to_be_visible()
    tablet.press("menu")
    menu = tablet.page.get_by_role("dialog", name=tablet.say("menu"))
    expect(menu).to_contain_text(tablet.say("house_rule.pot.hint"))
    tablet.shut(menu)

    house.throw(ANNA, 1, 3)
    for screen in (tablet, phone):
        expect(screen.page.locator("[data-account='-2']")).to_contain_text("200")
    house.correct(CorrectPiece(BEN, 17))
    house.throw(BEN, 1, 2)
    assert house.balances() == [1300, 1700]
    line = tablet.say("purpose.pot", payee="Ben", amount="200")
    expect(tablet.in_feed(line)).to_have_count(1)
    for screen in (tablet, phone):
        expect(screen.page.locator("[data-account='-2']")).to_have_count(0)
    tablet.shows()
    phone.shows(BEN)


def test_a_seat_plays_by_itself_until_a_person_is_asked(house: House, visit: Visit) -> None:
    """Ben's seat is given away in the lobby: it throws, walks and buys by itself, and then Anna is asked."""
    house.open("Anna", "Ben")
    tablet = visit("table", local=True)
    tablet.press("lobby.edit", name="Ben")
    editor = tablet.page.get_by_role("dialog", name=tablet.say("lobby.edit", name="Ben"))
    tablet.touch(editor.get_by_role("radio", name=tablet.say("bot.sensible")))
    tablet.shut(editor)
    expect(tablet.page.locator(f"[data-seat='{BEN}']")).to_contain_text(tablet.say("bot.sensible"))

    house.dice.lay(6, 5, 1, 2, 1, 2, 2, 4)
    tablet.press("lobby.start")
    tablet.answer("opening_throw_pending", "command.throw")
    tablet.answer("throw_pending", "command.throw")
    tablet.answer("buy_pending", "command.buy")
    until(lambda: house.task == ThrowPending(ANNA), "Ben has played and Anna is asked")
    assert {deed.deed: deed.owner for deed in house.view().deeds} == {3: ANNA, 6: BEN}
    assert house.balances() == [1440, 1400]
    expect(tablet.prompt("throw_pending")).to_contain_text("Anna")
    expect(tablet.page.locator(f"[data-account='{BEN}']")).to_contain_text(tablet.say("bot.plays"))
    tablet.shows()
