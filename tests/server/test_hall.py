"""The hall of fame is for all who look on; what is made of names is the banker's business."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.logged import recorded
from helpers.seated import Seated
from helpers.served import Server
from server.answer import Answer, key_of
from server.conftest import PIN

from hub.server.limits import Limits
from hub.table.interfaces.storage import Batch, GameRecord, StoreError
from hub.table.wire.requests import ForgetName

GAME = "mpmp/fallen-a-5"


def shown(server: Server, **who: Any) -> Any:
    """What was shown, after a look at how it came."""
    answer = Answer(server, "/api/hall", **who)
    assert answer.status == 200, answer.body
    assert answer.headers["Cache-Control"] == "no-store"
    return json.loads(answer.body)


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
    hall = shown(server)
    assert [game["edition"] for game in hall["games"]] == ["mpmp"]
    assert {one["name"] for one in hall["people"]} >= {"Dora", "Emil"}
    assert not {one["name"] for one in hall["people"]} & {"Anna", "Ben"}


def test_each_game_is_read_once(evenings: Seated, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many look."""
    first = shown(server)
    monkeypatch.setattr(evenings.store, "entries", lambda _game: pytest.fail("read again"))
    assert shown(server) == first


def test_a_damaged_game_does_not_hide_the_others(evenings, server, monkeypatch):
    """It is passed over."""
    evenings.store.commit(Batch(game=GameRecord("odd", "classic", ("Dora", "Emil"), 2)))
    whole = evenings.store.entries

    def entries(game: str) -> Any:
        if game == "odd":
            raise StoreError("corrupt", "ordered by the test")
        return whole(game)

    monkeypatch.setattr(evenings.store, "entries", entries)
    assert len(shown(server)["games"]) == 1


def test_the_banker_forgets_a_name_and_nobody_reads_it_any_more(evenings, server, connect, phone):
    """Phones may not; how many are forgotten only the banker reads."""
    assert phone.ask({"do": "forget_name", "name": "Dora"})["reason"] == "not_allowed"
    key = key_of(connect(), "pair", {"pin": PIN})
    evenings.do(ForgetName("Dora"))
    assert b"Dora" not in Answer(server, "/api/hall").body
    assert (shown(server, key=key)["forgotten"], shown(server)["forgotten"]) == (1, 0)


@pytest.mark.parametrize("limits", [Limits(tellings_per_minute=2)])
def test_the_third_look_has_to_wait(seated: Seated, server: Server) -> None:
    """Each address has its share."""
    assert [Answer(server, "/api/hall").status for _ in range(3)] == [200, 200, 429]
