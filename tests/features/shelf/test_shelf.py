"""The shelf: what becomes of games that left the table, and who finds them there."""

from __future__ import annotations

import pytest
from helpers.seated import Seated

from hub.domain.commands import Buy, DeclareBankruptcy
from hub.domain.corrections import CorrectMoney
from hub.features.shelf.requests import DAY_MS, BringBack, DeleteGame, NameGame, OpenGame, PutAway
from hub.features.shelf.shelf import KeptGame, KeptSeat, KeptShelf
from hub.table.changes.leaving import document_of
from hub.table.interfaces.storage import now_ms
from hub.table.requests import AddSeat, ChangeSeat, Correct, Freeze, GoOn, NewGame, RemoveSeat, SetSums
from hub.table.requests.base import Action


def shelf(seated: Seated, days: int = 0) -> list[KeptGame]:
    """What lies there, so many days from now."""
    return list(KeptShelf().games(seated.table.past(), now_ms() + days * DAY_MS))


def left(seated: Seated) -> str:
    """A game that rests for another evening; Anna has bought Turmstraße for 60. Returns its id."""
    seated.begin()
    seated.throw(0, 1, 2)
    seated.play(Buy(0))
    seated.do(Freeze())
    seated.do(NewGame())
    return shelf(seated)[0].game


def test_after_an_evening_another_game_can_begin(seated: Seated) -> None:
    """The one that rests lies on the shelf as it stood: Anna's 1,500 less 60, whatever is begun now."""
    game = left(seated)
    assert seated.view().phase == "lobby"
    (kept,) = shelf(seated)
    assert (kept.game, kept.names, kept.board, kept.lies, kept.turn) == (game, ("Anna", "Ben"), "classic", "shelf", 2)
    assert kept.seats == (KeptSeat("red", 1440, False), KeptSeat("blue", 1500, False))
    seated.begin()
    assert [one.game for one in shelf(seated)] == [game]


def test_a_game_comes_back_with_its_people_and_rests_until_it_is_set_up(seated: Seated) -> None:
    """Names, looks, pieces and sums are those of that evening, not of those who gathered since."""
    seated.do(SetSums(1, "round"))
    game = left(seated)
    seats = seated.view().seats
    seated.do(ChangeSeat(0, "Annika", "teal", "diamond"))
    seated.do(RemoveSeat(1))
    seated.do(AddSeat("Dora"))
    seated.do(OpenGame(game))
    view = seated.view()
    assert [(seat.name, seat.colour, seat.tag, seat.sums) for seat in view.seats] == [
        (seat.name, seat.colour, seat.tag, seat.sums) for seat in seats
    ]
    assert (view.game, view.pause and view.pause.kind, view.seats[0].balance) == (game, "frozen", 1440)
    seated.do(GoOn(anyway=True))
    assert (seated.view().on_turn, seated.view().pause) == (1, None)


def test_who_is_given_a_seat_later_is_nobody_of_an_earlier_evening(seated: Seated) -> None:
    """People are numbered over all evenings, so no phone has a key to the seat of somebody else."""
    game = left(seated)
    seated.do(RemoveSeat(1))
    seated.do(AddSeat("Dora"))
    dora = seated.table.lobby.seats[1].person
    seated.do(OpenGame(game))
    seated.do(NewGame())
    seated.do(RemoveSeat(1))
    seated.do(AddSeat("Emil"))
    assert seated.table.lobby.seats[1].person > dora


def test_a_game_that_is_played_is_not_there_to_be_opened_twice(seated: Seated) -> None:
    """Nor another one while it is at the table, nor can it be deleted."""
    first = left(seated)
    second = left(seated)
    seated.do(OpenGame(first))
    assert [kept.game for kept in shelf(seated)] == [second]
    assert [seated.ask(action).reason for action in (OpenGame(first), OpenGame(second), DeleteGame(first))] == [
        "game_running"
    ] * 3


def test_a_finished_game_is_shown_again_as_it_ended(seated: Seated) -> None:
    """It does not rest: who won is shown, and the last move can be taken back."""
    seated.begin()
    seated.do(Correct(CorrectMoney(1, -1, 1500)))
    seated.throw(0, 1, 2)
    seated.play(Buy(0))
    seated.throw(1, 1, 3)
    assert seated.view().phase == "playing"
    seated.play(DeclareBankruptcy(1))
    assert seated.view().phase == "over"
    seated.do(NewGame())
    (kept,) = shelf(seated)
    assert (kept.winner, kept.seats[1].out, kept.lies) == (0, True, "shelf")
    seated.do(OpenGame(kept.game))
    view = seated.view()
    assert (view.phase, view.winner, view.pause, view.undo > 0) == ("over", 0, None, True)


def test_what_is_damaged_stays_where_it_is(seated: Seated) -> None:
    """A log that leads nowhere is refused, and the table stays as it was."""
    game = left(seated)
    before = seated.view()
    del seated.store.logs[game][0]
    assert seated.ask(OpenGame(game)).reason == "game_damaged"
    assert (seated.view().phase, seated.view().seats) == ("lobby", before.seats)


class TestOrder:
    """Titles, games that are put away, and the bin."""

    def test_a_game_is_called_what_people_call_it(self, seated: Seated) -> None:
        """One line of forty letters; without a title none."""
        game = left(seated)
        for title, shown in (("  Ostern \n bei Oma ", "Ostern bei Oma"), ("", "")):
            seated.do(NameGame(game, title))
            assert shelf(seated)[0].title == shown
        assert [seated.ask(NameGame(game, title)).reason for title in ("x" * 41, "\x1b[2J")] == ["name_unfit"] * 2

    def test_a_game_is_put_away_and_back(self, seated: Seated) -> None:
        """Where it lies does not change what it is."""
        game = left(seated)
        seated.do(PutAway(game, True))
        assert shelf(seated)[0].lies == "away"
        seated.do(PutAway(game, False))
        assert shelf(seated)[0].lies == "shelf"

    def test_a_deleted_game_lies_in_the_bin_for_thirty_days(self, seated: Seated) -> None:
        """It counts down and can be brought back; nobody plays on from the bin."""
        game = left(seated)
        seated.do(DeleteGame(game))
        assert [(shelf(seated, days)[0].lies, shelf(seated, days)[0].days) for days in (0, 29, 30)] == [
            ("bin", 30),
            ("bin", 1),
            ("bin", 0),
        ]
        assert seated.ask(OpenGame(game)).reason == "no_such_game"
        seated.do(BringBack(game))
        assert shelf(seated, 40)[0].lies == "shelf"
        seated.do(OpenGame(game))

    def test_a_game_begun_by_mistake_tidies_itself(self, seated: Seated) -> None:
        """Left before anybody's second turn it lies in the bin, unless it rests for another day or is brought back."""
        seated.begin()
        seated.do(NewGame())
        (kept,) = shelf(seated)
        assert (kept.lies, kept.mistaken) == ("bin", True)
        seated.do(BringBack(kept.game))
        assert [shelf(seated, 40)[0].lies, shelf(seated)[0].mistaken] == ["shelf", False]
        seated.do(OpenGame(kept.game))
        seated.do(GoOn(anyway=True))
        seated.do(NewGame())
        assert shelf(seated, 40)[0].lies == "shelf"

    def test_a_third_turn_of_two_is_no_mistake(self, seated: Seated) -> None:
        """Anna's second turn has begun when the game is ended."""
        seated.begin()
        for seat, faces in ((0, (1, 3)), (1, (1, 3))):
            seated.throw(seat, *faces)
        seated.do(NewGame())
        assert (shelf(seated)[0].turn, shelf(seated)[0].lies) == (3, "shelf")

    def test_what_is_removed_leaves_nothing(self, seated: Seated) -> None:
        """Neither log nor people; the game at the table stays, whoever asks."""
        gone, kept = left(seated), left(seated)
        seated.do(OpenGame(kept))
        seated.table.remove_games([gone, kept])
        assert [record.id for record in seated.store.games()] == [kept]
        assert not seated.store.entries(gone)
        assert seated.store.document(document_of(gone)) is None

    @pytest.mark.parametrize("action", [OpenGame("x"), NameGame("x", "y"), PutAway("x", True), DeleteGame("x")])
    def test_nobody_finds_a_game_that_is_not_there(self, seated: Seated, action: Action) -> None:
        """It may have left the bin meanwhile."""
        assert seated.ask(action).reason == "no_such_game"


@pytest.mark.parametrize("damaged", [False, True])
def test_a_game_without_a_note_is_read_from_its_log(seated: Seated, damaged: bool) -> None:
    """Balances come from the log, people from their names; no phone has a key to their seats."""
    game = left(seated)
    if damaged:
        seated.store.documents[document_of(game)] = b"{"
    else:
        del seated.store.documents[document_of(game)]
    (kept,) = shelf(seated)
    assert [seat.balance for seat in kept.seats] == [1440, 1500]
    before = seated.table.lobby.people
    seated.do(OpenGame(game))
    assert [(seat.name, seat.person > before) for seat in seated.table.lobby.seats] == [("Anna", True), ("Ben", True)]
