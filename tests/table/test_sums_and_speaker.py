"""Child's mode belongs to a seat and stays with it; one device of a table is the speaker."""

from helpers.fake_board import FakeBoard
from helpers.seated import BANKER, Seated

from hub.table.requests import Begin, BeSpeaker, MoveSeat, SetLanguage, SetSums
from hub.table.wire.audience import Audience

ANNA = Audience("seat", 0)


def test_the_banker_sets_the_sums_of_a_seat_at_any_time(seated):
    """In the lobby and in play; everybody's view tells it, and no move is made of it."""
    seated.do(SetSums(1, "round"))
    assert [seat.sums for seat in seated.view().seats] == [None, "round"]
    seated.do(Begin())
    moves = seated.view().undo
    seated.do(SetSums(1, "change"))
    assert seated.view(ANNA).seats[1].sums == "change"
    seated.do(SetSums(1))
    assert seated.view().seats[1].sums is None
    assert seated.view().undo == moves
    assert seated.ask(SetSums(2, "exact")).reason == "no_such_seat"


def test_sums_go_with_the_person(seated):
    """Who moves to another place takes the task along, and finds it again after the hub was closed."""
    seated.do(SetSums(1, "exact"))
    seated.do(MoveSeat(1, 0))
    again = Seated(seated.store, FakeBoard("side", 4))
    assert [seat.sums for seat in again.view().seats] == ["exact", None]


def test_a_device_that_only_offers_itself_is_the_speaker_where_there_is_none(seated):
    """The first tablet that is touched has the tones; whoever took them by hand keeps them."""
    seated.do(BeSpeaker("tablet", unless_taken=True))
    seated.do(BeSpeaker("another tablet", unless_taken=True))
    assert seated.view().speaker == "tablet"


def test_who_speaks_last_is_the_speaker(seated):
    """The newest device has tones and voice; a name that is none is refused."""
    assert seated.view().speaker == ""
    seated.do(BeSpeaker("tablet"))
    seated.do(BeSpeaker("phone"), ANNA)
    assert [seated.view(audience).speaker for audience in (BANKER, ANNA, Audience("viewer"))] == ["phone"] * 3
    seated.do(BeSpeaker("tablet", unless_taken=True))
    assert seated.view().speaker == "phone"
    assert seated.ask(BeSpeaker("")).reason == seated.ask(BeSpeaker("x" * 65)).reason == "bad_request"


def test_everybody_learns_which_language_the_tablet_speaks(seated):
    """Televisions follow it, also after the hub was closed; a phone has its own."""
    seated.do(SetLanguage("en"))
    again = Seated(seated.store, FakeBoard("side", 4))
    assert [one.view(Audience("viewer")).language for one in (seated, again)] == ["en", "en"]
    assert not SetLanguage("de").open_to(ANNA)
