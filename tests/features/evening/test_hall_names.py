"""What the hall of fame makes of names: the banker merges them, parts them, forgets them and takes it back."""

import pytest
from helpers.fake_board import FakeBoard
from helpers.seated import Seated

from hub.features.evening.at_table import ForgetName, MergeNames, PartNames, RecallNames
from hub.table.past import HALL, HallNames
from hub.table.requests import AddSeat, Begin, ChangeSeat, NewGame


@pytest.fixture
def evenings(seated: Seated) -> Seated:
    """Anna and Ben played once, Annika and Ben another time."""
    seated.do(Begin())
    seated.do(NewGame())
    seated.do(ChangeSeat(0, "Annika", "red", "triangle"))
    seated.do(Begin())
    seated.do(NewGame())
    return seated


def names(seated: Seated) -> HallNames:
    return seated.table.past().names


def test_two_names_are_one_person_until_they_are_parted(evenings: Seated) -> None:
    """In whatever case the name is written, and each change has the pages ask again."""
    before = evenings.view().hall
    evenings.do(MergeNames("Anna", "Annika"))
    assert [names(evenings).shown_as(name) for name in ("Anna", " ANNA ", "Annika", "Ben")] == [
        "Annika",
        "Annika",
        "Annika",
        "Ben",
    ]
    assert evenings.view().hall == before + 1
    evenings.do(PartNames("Annika"))
    assert names(evenings).shown_as("Anna") == "Anna"


def test_two_who_sat_at_one_table_are_two_people(evenings: Seated) -> None:
    """Also if one of them sat there under a name that was merged before."""
    assert evenings.ask(MergeNames("Anna", "Ben")).reason == "sat_together"
    evenings.do(MergeNames("Anna", "Annika"))
    assert evenings.ask(MergeNames("Ben", "Annika")).reason == "sat_together"


def test_whoever_is_forgotten_is_forgotten_under_every_name(evenings: Seated) -> None:
    """Until all are recalled; a name that is forgotten cannot be merged into."""
    evenings.do(MergeNames("Anna", "Annika"))
    evenings.do(ForgetName("Annika"))
    assert [names(evenings).shown_as(name) for name in ("Anna", "annika", "Ben")] == [None, None, "Ben"]
    assert evenings.ask(MergeNames("Ben", "Annika")).reason == "no_such_name"
    evenings.do(RecallNames())
    assert names(evenings).shown_as("Anna") == "Annika"


@pytest.mark.parametrize(
    "action",
    [
        MergeNames("Zoe", "Ben"),
        MergeNames("Ben", "Zoe"),
        MergeNames("Ben", " ben"),
        PartNames("Ben"),
        ForgetName("Zoe"),
        RecallNames(),
    ],
)
def test_what_is_about_nobody_is_refused(evenings: Seated, action: MergeNames) -> None:
    """So the document never holds more names than played."""
    before = names(evenings)
    assert evenings.ask(action).reason == "no_such_name"
    assert names(evenings) == before


def test_it_survives_a_restart(evenings: Seated) -> None:
    """What is forgotten stays so when the hub is started again."""
    evenings.do(AddSeat("Cleo"))
    evenings.do(ForgetName("Ben"))
    again = Seated(evenings.store, FakeBoard())
    assert names(again).shown_as("Ben") is None
    assert again.store.document(HALL) is not None
