"""Every question an edition can put, reached in a running game: somebody looks at it, and its amounts are explained."""

from typing import get_args

import pytest
from browser.looks import LOOKS
from browser.questions import QUESTIONS
from helpers.house import BANKER, House
from msgspec import Struct

from hub.domain.commands import Buy, PlaceBid, SealBid
from hub.domain.tasks import AnyTask
from hub.editions import EDITIONS
from hub.table.game.live import Played
from hub.table.views.explanations import explain
from hub.table.wire.audience import Audience
from hub.table.wire.contract import Option


class Reached(Struct, frozen=True):
    """What was found in a position: the open question, the game so far, and the options that have an amount."""

    asked: type
    played: Played | None
    priced: tuple[Option, ...]


def reached(house: House) -> Reached:
    view = house.view()
    options = (*(view.prompt.options if view.prompt else ()), *view.free)
    priced = tuple(option for option in options if option.cost and option.refused is None)
    return Reached(type(house.task), house.table.played(), priced)


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Reached]:
    """Each position in which screens are looked at, by one of its looks; nobody opens a page there."""
    found = {}
    looked_at = {look: position for look, (position, _) in LOOKS.items()} | QUESTIONS
    for position, look in {position: look for look, position in looked_at.items()}.items():
        house = House(tmp_path_factory.mktemp("house"), pages=tmp_path_factory.mktemp("pages"))
        position(house)
        found[look] = reached(house)
        house.close()
    return found


@pytest.mark.gate
def test_every_question_is_looked_at(positions: dict[str, Reached]) -> None:
    """Each type of task that asks somebody in some edition is open in a position whose screens are measured."""
    unasked = {task for rules in EDITIONS.values() for task in rules.resumers}
    assert {found.asked for found in positions.values()} - {type(None)} == set(get_args(AnyTask)) - unasked


@pytest.mark.gate
def test_every_amount_on_a_button_says_why(positions: dict[str, Reached]) -> None:
    """Banker and player learn what an option with an amount pays, or that nothing is paid yet; of sealed bids never."""
    paid, later = set(), set()
    for look, found in positions.items():
        for option in found.priced:
            for audience in (BANKER, Audience("seat", option.command.seat)):
                shown = explain(found.played, [option.command], audience)
                if isinstance(option.command, SealBid):
                    assert shown is None, f"{look}: a sealed bid is foretold to {audience}"
                    continue
                assert shown is not None, f"{look}: {option.command} for {audience}"
                (answer,) = shown.answers
                assert answer.refused is None, f"{look}: {option.command} for {audience}: {answer}"
                (paid if answer.payments else later).add(type(option.command))
    assert Buy in paid
    assert PlaceBid in later
    assert len(paid) > 10
