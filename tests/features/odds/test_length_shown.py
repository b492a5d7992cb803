"""How long the evening will be, told while people gather: for the settings there are, and no others."""

import pytest
from helpers.seated import BANKER, Seated

from hub.features.odds.contract import LengthView, ShortEvening
from hub.features.odds.lengths import LengthDesk
from hub.table.requests import AddSeat, AgreeHouseRules, ChooseEdition, NewGame, RemoveSeat
from hub.table.wire.audience import Audience

ANNA, VIEWER = Audience("seat", 0), Audience("viewer")
FOUND = LengthView(95, 75, 130, (ShortEvening(20, 60),))


def foresee(seated: Seated) -> None:
    """Say how long what is agreed on takes."""
    seated.table.desk(LengthDesk).answer(seated.table.desk(LengthDesk).wanted()[0], FOUND)


def test_it_is_shown_on_tablet_and_television_before_a_game(seated):
    """As being reckoned at first, then in minutes; phones have no room for it, and a running game another answer."""
    assert seated.view().length == LengthView()
    foresee(seated)
    assert [seated.view(audience).length for audience in (BANKER, VIEWER, ANNA)] == [FOUND, FOUND, None]
    assert seated.table.desk(LengthDesk).wanted() is None
    seated.begin()
    assert seated.view().length is None
    assert seated.table.desk(LengthDesk).wanted() is None


def test_whoever_cannot_begin_has_no_evening(seated):
    """One player alone, or more than the edition takes."""
    seated.do(RemoveSeat(1))
    assert (seated.view().length, seated.table.desk(LengthDesk).wanted()) == (None, None)
    seated.do(ChooseEdition("classic"))
    for name in ("Ben", "Carla", "Dora", "Emil", "Franz", "Gesa", "Hannes"):
        seated.do(AddSeat(name))
    assert seated.view().length == LengthView()
    seated.do(ChooseEdition("euronopoly"))
    assert (seated.view().length, seated.table.desk(LengthDesk).wanted()) == (None, None)


@pytest.mark.parametrize("change", [ChooseEdition("mega"), AddSeat("Carla"), AgreeHouseRules(("rounds:20",))])
def test_other_settings_make_another_evening(seated, change):
    """What was found for the ones before is neither shown nor kept when it comes late."""
    asked = seated.table.desk(LengthDesk).wanted()[0]
    foresee(seated)
    seated.do(change)
    assert seated.view().length == LengthView()
    assert seated.table.desk(LengthDesk).wanted()[0] != asked
    assert not seated.table.desk(LengthDesk).is_wanted(asked)
    seated.table.desk(LengthDesk).answer(asked, FOUND)
    assert seated.view().length == LengthView()


def test_a_game_has_shown_a_pace(seated):
    """After it the same settings are asked for again."""
    foresee(seated)
    seated.begin()
    assert seated.table.desk(LengthDesk).wanted() is None
    seated.do(NewGame())
    assert seated.view().length == LengthView()
    assert seated.table.desk(LengthDesk).wanted() is not None
