"""Claims on every device: bought from afar on the phone, and built on where one stands."""

import pytest
from browser import positions
from browser.devices import Visit
from browser.positions import LISBON, PRAGUE, WARSAW
from browser.screen import Screen
from helpers.house import House, until
from playwright.sync_api import Locator, expect

from hub.domain.corrections import CorrectPiece
from hub.domain.tasks import BuildPending, ThrowPending

ANNA, BJOERN = 0, 1


def shown_of(screen: Screen, space: int) -> Locator:
    """What the list beside the track says of a space."""
    return screen.page.locator("ol.hidden > li").nth(space)


def stage(house: House, space: int) -> int:
    return next(deed.stage for deed in house.view().deeds if deed.deed == space)


@pytest.mark.rule("euro-07")
@pytest.mark.rule("euro-11")
@pytest.mark.rule("euro-15")
def test_a_claim_is_seen_bought_from_afar_and_built_on(house: House, visit: Visit) -> None:
    """Anna's claim is on the track; her phone buys Lisbon, whose first visitor is paid; in Warsaw she builds."""
    positions.claims(house)
    tablet, phone = visit("table", local=True), visit("play", code_of=ANNA)
    tablet.prompt("throw_pending")
    expect(shown_of(tablet, LISBON)).to_contain_text(tablet.say("deeds.claim", name="Anna"))
    offer = phone.read("throw_pending").locator(f"[data-remote='{LISBON}']")
    expect(offer).to_contain_text(phone.say("remote.cost.first", price=500, commission=100, visitor="Björn"))
    phone.touch(offer.get_by_role("button", name=phone.say("command.buy_remote")))
    until(lambda: house.balances() == [2_400, 3_100, 3_000], "the bank and the first visitor are paid")
    expect(shown_of(tablet, LISBON)).to_contain_text(tablet.say("deeds.owner", name="Anna"))
    expect(tablet.in_feed(tablet.say("purpose.commission", payer="Anna", payee="Björn", amount=100))).to_have_count(1)
    expect(phone.page.locator("[data-remote]")).to_have_count(0)
    phone.shows(ANNA)

    house.correct(CorrectPiece(ANNA, positions.BEFORE_WARSAW))
    house.throw(ANNA, 1, 2)
    prompt = phone.read("build_pending")
    for number, space in enumerate((WARSAW, PRAGUE), start=1):
        phone.touch(prompt.locator(f"[data-build='{space}']").get_by_role("button"))
        until(lambda paid=number: house.balances()[ANNA] == 2_400 - 200 * paid, "an apartment is paid")
    assert (stage(house, WARSAW), stage(house, PRAGUE), house.task) == (1, 1, BuildPending(ANNA, "pink"))
    phone.answer("build_pending", "command.finish_placing")
    until(lambda: house.task == ThrowPending(BJOERN), "it is Björn's turn")
    tablet.shows()
