"""`/device`: the simulated board under people's hands, and what the table says when a cable is pulled."""

import re

import pytest
from browser.devices import Visit
from browser.screen import Screen
from helpers.house import House, until
from playwright.sync_api import Locator, expect

from hub.domain.tasks import AdvancePending, BuyPending, ThrowPending
from hub.table.requests import Hands

pytestmark = pytest.mark.feature("device")

SIDES = ("sim-0", "sim-1", "sim-2", "sim-3")


def middle_of(track: Locator, space: int) -> tuple[float, float]:
    """Where a space of the lower or left side is on the screen (web/src/geometry/track.ts).

    Corners are 1.5 wide, others 1.
    """
    box = track.bounding_box()
    assert box is not None
    assert 0 <= space < 20
    along = 0.75 if space % 10 == 0 else 1 + space % 10
    x, y = (12 - along, 11.25) if space < 10 else (0.75, 12 - along)
    return box["x"] + x * box["width"] / 12, box["y"] + y * box["width"] / 12


def drag(desk: Screen, start: int, end: int) -> None:
    track, mouse = desk.page.get_by_role("img", name=desk.say("table.track")), desk.page.mouse
    track.scroll_into_view_if_needed()
    mouse.move(*middle_of(track, start))
    mouse.down()
    mouse.move(*middle_of(track, end), steps=5)
    mouse.up()


def hit(button: Locator) -> None:
    button.focus()
    button.press("Enter")


def node(desk: Screen, name: str) -> Locator:
    return desk.page.get_by_role("article", name=desk.say("device.node", node=name))


def cable(desk: Screen, name: str, key: str) -> None:
    desk.touch(node(desk, name).get_by_role("button", name=desk.say(key)))


def test_pieces_are_moved_with_mouse_and_keyboard(house: House, visit: Visit) -> None:
    """Buttons throw, the mouse puts a piece on the wrong space, which is said and costs nothing, the keyboard right."""
    house.open("Anna", "Ben")
    house.begin()
    house.do(Hands(by_hand=False))
    desk, tablet, tv = visit("device", local=True), visit("table", local=True), visit("tv")
    until(lambda: set(house.hands.tags().values()) == {("sim-0", 0)}, "both pieces walked to the start")
    desk.page.get_by_role("checkbox", name=desk.say("device.sim.hand")).check()
    until(lambda: house.hands.by_hand, "pieces are moved by hand")
    expect(desk.page.locator("[data-lamp=blink]").first).to_be_visible()
    assert desk.page.evaluate("document.getAnimations().length") == 0, "who wants less motion has none"

    house.dice.lay(1, 2)
    desk.page.get_by_role("button", name=re.compile(f"^{desk.say('device.button.die1')}")).click()
    until(lambda: isinstance(house.task, AdvancePending), "the button threw")
    until(lambda: house.hands.scene("sim-0").lights[3], "the destination glows")
    question = tablet.prompt("advance_pending")
    expect(question).to_contain_text("Turmstraße")
    drag(desk, 0, 5)
    wrong = tablet.say("board.wrong", name="Anna", space="Turmstraße", found="Südbahnhof")
    for said in (wrong, tablet.say("board.wrong.banker")):
        expect(tablet.banner()).to_contain_text(said)
    expect(question).to_contain_text(tablet.say("board.wrong.here"))
    until(lambda: house.hands.scene("sim-0").lights[5] == 0xFF0000, "the wrong space is red")
    assert house.balances() == [1500, 1500]
    for screen in (tablet, tv):
        expect(screen.page.locator("ol.hidden > li").nth(5)).to_contain_text(tablet.say("deeds.standing", names="Anna"))
        expect(screen.page.locator(".track .wrong")).to_have_count(1)

    hit(desk.page.get_by_role("button", name=re.compile("^Anna")))
    expect(desk.page.get_by_text(desk.say("device.sim.picked", name="Anna"))).to_be_visible()
    hit(node(desk, "sim-0").get_by_role("button", name=re.compile("Turmstraße")))
    until(lambda: isinstance(house.task, BuyPending), "the piece stands where it should")
    expect(tablet.banner()).to_have_count(0)
    hit(desk.page.get_by_role("button", name=re.compile(f"^{desk.say('device.button.ok')}")))
    until(lambda: isinstance(house.task, ThrowPending), "the button bought")
    assert house.balances() == [1440, 1500]
    for screen in (tablet, tv):
        screen.shows()


@pytest.mark.parametrize(
    ("pulled", "said"), [pytest.param(SIDES[:1], "board.partly", marks=pytest.mark.all), (SIDES, "board.lost")]
)
def test_pulled_cables_are_reported_and_the_screen_stands_in(
    house: House, visit: Visit, pulled: tuple[str, ...], said: str
) -> None:
    """Without cables there is soon a banner and the twins on the screen carry the turn; with them again all is well."""
    house.open("Anna", "Ben")
    house.begin()
    desk, tablet = visit("device", local=True), visit("table", local=True)
    tablet.prompt("throw_pending")
    expect(tablet.banner()).to_have_count(0)
    for name in pulled:
        cable(desk, name, "device.cable.pull")
        expect(node(desk, name)).to_contain_text(desk.say("device.link.lost"))
    expect(tablet.banner()).to_contain_text(tablet.say(said))

    house.dice.lay(1, 2)
    tablet.answer("throw_pending", "command.throw")
    tablet.answer("advance_pending", "command.advance")
    tablet.answer("buy_pending", "command.buy")
    until(lambda: house.balances() == [1440, 1500], "the turn was played on the screen")
    tablet.shows()

    for name in pulled:
        cable(desk, name, "device.cable.plug")
    expect(tablet.banner()).to_have_count(0)
    expect(node(desk, SIDES[0])).to_contain_text(desk.say("device.link.up"))
    house.dice.lay(2, 4)
    house.hands.press("die1", "short")
    until(lambda: isinstance(house.task, AdvancePending), "the console is back")


def test_the_map_is_learnt_by_laying_a_piece_where_the_page_says(house: House, visit: Visit) -> None:
    """The first two spaces get the readers on which a piece was put, and keep them after a restart."""
    house.open("Anna", "Ben")
    house.hands.by_hand = True
    desk = visit("device", local=True)
    desk.touch(desk.button("device.learn.start"))
    for space, reader in (("Start", 4), ("Badstraße", 2)):
        expect(desk.page.get_by_text(desk.say("device.learn.now", space=space))).to_be_visible()
        desk.touch(desk.page.get_by_role("button", name=re.compile("^Anna")))
        desk.touch(
            node(desk, "sim-1").get_by_role("button", name=re.compile(f"^{desk.say('device.reader', reader=reader)}"))
        )
    expect(desk.page.get_by_text(desk.say("device.learn.now", space="Community"))).to_be_visible()
    desk.touch(desk.button("device.learn.stop"))
    expect(desk.button("device.learn.start")).to_be_visible()
    desk.without_hub()
    house.close()
    house.open()
    assert house.table.state.board_map.reader(0) == ("sim-1", 4)
    assert house.table.state.board_map.reader(1) == ("sim-1", 2)
