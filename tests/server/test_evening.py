"""The story of the evening and the hall of fame are for all who look on; undo and names are the banker's business."""

from typing import Any

import pytest
from helpers.logged import recorded
from helpers.seated import Seated
from helpers.served import Server
from server.answer import Answer, key_of
from server.conftest import PIN, Connect

from hub.domain.commands import DeclareBankruptcy
from hub.domain.corrections import CorrectMoney
from hub.features.evening import at_table
from hub.features.evening.at_table import ForgetName
from hub.table.interfaces.storage import Batch, GameRecord, StoreError
from hub.table.requests import Correct, Undo

pytestmark = pytest.mark.feature("evening")

GAME, HALL = "mpmp/fallen-a-5", "/api/hall"


@pytest.fixture
def evenings(seated: Seated) -> Seated:
    """An evening of mpmp was played here, by Dora and others, to its end."""
    played, _ = recorded(GAME)
    names = ("Dora", "Emil", "Fritz", "Gina", "Hans")[: len(played.record.names)]
    record = GameRecord("past", played.record.edition, names, 1)
    for entry in played.entries:
        seated.store.commit(Batch(game=record, entry=entry))
    return seated


def test_everybody_reads_who_won(evenings: Seated, server: Server) -> None:
    """A TV without a key as well; a game that is running tells nothing yet, and its winner as soon as there is one."""
    evenings.begin()
    hall = Answer(server, HALL).shown
    assert [game["edition"] for game in hall["games"]] == ["mpmp"]
    assert {one["name"] for one in hall["people"]} >= {"Dora", "Emil"}
    assert not {one["name"] for one in hall["people"]} & {"Anna", "Ben"}
    evenings.do(Correct(CorrectMoney(0, 1, 1500)))
    evenings.throw(0, 1, 3)
    evenings.play(DeclareBankruptcy(0))
    assert {one["name"]: one["wins"] for one in Answer(server, HALL).shown["people"]}["Ben"] == 1


def test_each_game_is_read_once(evenings: Seated, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many look; of more games than anybody waits for the newest."""
    first = Answer(server, HALL).shown
    monkeypatch.setattr(at_table, "GAMES_SHOWN", 1)
    evenings.store.commit(Batch(game=GameRecord("later", "classic", ("Ida", "Jan"), 2)))
    assert Answer(server, HALL).shown["games"] == []
    monkeypatch.undo()
    monkeypatch.setattr(evenings.store, "entries", lambda _game: pytest.fail("read again"))
    assert Answer(server, HALL).shown == first


def test_a_damaged_game_does_not_hide_the_others(evenings, server, monkeypatch):
    """It is passed over."""
    evenings.store.commit(Batch(game=GameRecord("odd", "classic", ("Dora", "Emil"), 2)))
    whole = evenings.store.entries

    def entries(game: str) -> Any:
        if game == "odd":
            raise StoreError("corrupt", "ordered by the test")
        return whole(game)

    monkeypatch.setattr(evenings.store, "entries", entries)
    assert len(Answer(server, HALL).shown["games"]) == 1


def test_the_banker_forgets_a_name_and_nobody_reads_it_any_more(evenings, server, connect, phone):
    """Phones may not; how many are forgotten only the banker reads."""
    assert phone.ask({"do": "forget_name", "name": "Dora"})["reason"] == "not_allowed"
    key = key_of(connect(), "pair", {"pin": PIN})
    evenings.do(ForgetName("Dora"))
    assert b"Dora" not in Answer(server, HALL).body
    assert (Answer(server, HALL, key).shown["forgotten"], Answer(server, HALL).shown["forgotten"]) == (1, 0)


def test_the_hall_leads_to_the_story_of_an_earlier_game(evenings: Seated, server: Server) -> None:
    """As long as nobody who was there is forgotten, since a story names them all."""
    evenings.begin()
    [game] = Answer(server, HALL).shown["games"]
    story = Answer(server, f"/api/evening?game={game['game']}").shown
    assert (story["names"][:2], story["printed"]) == (["Dora", "Emil"], "mpmp")
    assert Answer(server, "/api/evening?game=none").status == 404
    evenings.do(ForgetName("Emil"))
    assert Answer(server, HALL).shown["games"][0]["game"] == ""
    assert Answer(server, f"/api/evening?game={game['game']}").status == 404


def test_everybody_may_read_the_story(playing: Seated, server: Server) -> None:
    """A TV without a key gets the figures, and new ones when the game goes on or back."""
    first = Answer(server, "/api/evening").shown
    assert first["names"] == ["Anna", "Ben"]
    assert first["wealth"]["seats"] == [[1500, 1500, 1500]] * 2
    assert Answer(server, "/api/evening").shown == first
    playing.undo()
    last = Answer(server, "/api/evening").shown
    assert (last["moves"], last["undos"]) == (first["moves"] - 1, 1)


def test_a_game_is_retold_from_any_step(playing: Seated, server: Server, connect: Connect) -> None:
    """With a key or without one; a step that makes no sense is the first."""
    key = key_of(connect(), "pair", {"pin": PIN})
    for path in ("/api/retelling", "/api/retelling?first=x", "/api/retelling?first=-3"):
        assert Answer(server, path, key=key).shown["first"] == 0
    last = Answer(server, "/api/retelling?first=5").shown
    assert (last["count"], last["first"], len(last["steps"])) == (6, 5, 1)
    assert ["owners", 3, 0] in last["steps"][0]["changes"]


def test_nothing_is_taken_back_in_the_lobby(seated: Seated, server: Server) -> None:
    """There an undo has no reach."""
    assert Answer(server, "/api/reach?to=0", local=True).shown == {"moves": 0}


def test_how_far_an_undo_goes(playing: Seated, server: Server) -> None:
    """The banker is shown how many moves; an undo then takes back as many."""
    assert Answer(server, "/api/reach", local=True).reason == "bad_request"
    assert Answer(server, "/api/reach?to=4", local=True).shown == {"moves": 2}
    before = playing.view().undo
    playing.do(Undo(before, 4))
    assert playing.view().undo == before - 2
