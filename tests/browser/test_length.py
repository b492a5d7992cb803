"""How long the evening will be, before it begins: on tablet and television, shorter by a tap of the banker."""

import re
from collections.abc import Iterator

import pytest
from browser.devices import Visit
from helpers.house import House, until
from playwright.sync_api import expect

from hub.features.odds import lengths
from hub.features.odds.lengths import LengthDesk
from hub.features.odds.outlook import Outlook
from hub.features.odds.position import Position
from hub.features.odds.threads import OddsThread

TURNS = 90


@pytest.fixture
def gathered(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Three are about to play, and somebody looks ahead who knows at once that a game takes ninety turns."""

    def outlook(_workers: object, position: Position, *_: object) -> Outlook:
        rounds = [int(way.partition(":")[2]) for way in position.rules.agreed if way.startswith("rounds")]
        turns = min([TURNS, *[3 * each for each in rounds]])
        return Outlook((), (), (), turns, turns, turns, 100, "paper")

    monkeypatch.setattr(lengths, "outlook", outlook)
    house.open("Anna", "Ben", "Carla")
    thread = OddsThread(house.table.desk(LengthDesk))
    house.table.subscribe(thread.wake)
    thread.start()
    yield house
    thread.stop()


def test_a_shorter_evening_is_chosen_by_its_minutes(gathered: House, visit: Visit) -> None:
    """Both screens say how long it takes; what the banker chooses is agreed on, and both say how long that takes."""
    tablet, tv = visit("table", local=True), visit("tv")
    shown = [(screen, "Heute etwa {} Minuten") for screen in (tablet, tv)]
    for screen, words in shown:
        expect(screen.page.locator("[data-length=known]")).to_contain_text(words.format(TURNS * 40 // 60))
    expect(tv.page.locator("button")).to_have_count(0)
    choice = tablet.page.get_by_role("radio", name=re.compile("15 Runden"))
    expect(choice).to_have_attribute("aria-checked", "false")
    tablet.touch(choice)
    until(lambda: gathered.view().house_rules == ("rounds:15",), "the short evening is agreed on")
    for screen, words in shown:
        expect(screen.page.locator("[data-length=known]")).to_contain_text(words.format(15 * 3 * 40 // 60))
    expect(choice).to_have_attribute("aria-checked", "true")
