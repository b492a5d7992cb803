"""The hall of fame is for all who look on; what is made of names is the banker's business."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.logged import recorded
from helpers.seated import Seated
from helpers.served import Server
from server.answer import Answer, key_of
from server.conftest import PIN

from hub.features.evening.at_table import ForgetName
from hub.table.interfaces.storage import Batch, GameRecord, StoreError

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
    """A TV without a key as well; a game that is running tells nothing yet."""
    evenings.begin()
    hall = Answer(server, HALL).shown
    assert [game["edition"] for game in hall["games"]] == ["mpmp"]
    assert {one["name"] for one in hall["people"]} >= {"Dora", "Emil"}
    assert not {one["name"] for one in hall["people"]} & {"Anna", "Ben"}


def test_each_game_is_read_once(evenings: Seated, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many look."""
    first = Answer(server, HALL).shown
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
