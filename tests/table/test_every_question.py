"""Every question an edition can put, reached in a running game: somebody looks at it, and its amounts are explained."""

from __future__ import annotations

from typing import get_args

import pytest
from browser.looks import LOOKS
from browser.questions import ANNA, Then, groups, on_the_way
from browser.standing import Houses
from helpers.house import BANKER, House
from msgspec import Struct

from hub.domain.commands import Buy, PlaceBid, SealBid
from hub.domain.tasks import AnyTask, ThrowPending
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
    """What there is on the banker's table."""
    view = house.view()
    options = (*(view.prompt.options if view.prompt else ()), *view.free)
    priced = tuple(option for option in options if option.cost and option.refused is None)
    return Reached(type(house.task), house.table.played(), priced)


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory):
    """Gives the one open house in a position; nobody opens a page there."""
    houses = Houses(lambda: House(tmp_path_factory.mktemp("house"), pages=tmp_path_factory.mktemp("pages")))
    yield houses
    houses.close()


@pytest.fixture(scope="module")
def positions(houses: Houses) -> dict[str, Reached]:
    """Each position in which screens are measured, by the first of its looks."""
    first = {position: look for look, (position, _) in reversed(LOOKS.items())}
    return {look: reached(houses(position)) for position, look in first.items()}


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


def test_a_house_whose_way_broke_off_is_led_back(houses: Houses) -> None:
    """After moves that failed midway the next test gets its position whole."""

    def broken(house: House) -> None:
        on_the_way(house)
        raise LookupError

    houses(groups)
    with pytest.raises(LookupError):
        houses(Then(groups, broken))
    assert houses(groups).task == ThrowPending(ANNA)
