"""The story of the evening is for all who look on; how far an undo goes is the banker's business."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.seated import Seated
from helpers.served import Server
from server.answer import Answer, key_of
from server.browser import Browser
from server.conftest import PIN, Connect

from hub.server.limits import Limits
from hub.table.wire.requests import Undo


def shown(answer: Answer) -> Any:
    """What was shown, after a look at how it came."""
    assert answer.status == 200, answer.body
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Cache-Control"] == "no-store"
    return json.loads(answer.body)


def test_everybody_may_read_the_story(playing: Seated, server: Server) -> None:
    """A TV without a key gets the figures, and new ones when the game goes on or back."""
    first = shown(Answer(server, "/api/evening"))
    assert first["names"] == ["Anna", "Ben"]
    assert first["wealth"]["seats"] == [[1500, 1500, 1500]] * 2
    assert shown(Answer(server, "/api/evening")) == first
    playing.undo()
    assert shown(Answer(server, "/api/evening"))["moves"] == first["moves"] - 1


def test_a_game_is_retold_from_any_step(playing: Seated, server: Server, connect: Connect) -> None:
    """With a key or without one; a step that makes no sense is the first."""
    key = key_of(connect(), "pair", {"pin": PIN})
    for path in ("/api/retelling", "/api/retelling?first=x", "/api/retelling?first=-3"):
        assert shown(Answer(server, path, key=key))["first"] == 0
    last = shown(Answer(server, "/api/retelling?first=5"))
    assert (last["count"], last["first"], len(last["steps"])) == (6, 5, 1)
    assert ["owners", 3, 0] in last["steps"][0]["changes"]


def test_there_is_nothing_to_tell_in_the_lobby(seated: Seated, server: Server) -> None:
    """Before a game both say so."""
    for path in ("/api/evening", "/api/retelling"):
        assert (Answer(server, path).status, Answer(server, path).reason) == (404, "no_game")
    assert shown(Answer(server, "/api/reach?to=0", local=True)) == {"moves": 0}


def test_how_far_an_undo_goes(playing: Seated, server: Server, phone: Browser) -> None:
    """The banker is shown how many moves; an undo then takes back as many. Others are refused."""
    assert (Answer(server, "/api/reach?to=4").status, Answer(server, "/api/reach?to=4").reason) == (403, "not_allowed")
    assert Answer(server, "/api/reach", local=True).reason == "bad_request"
    assert shown(Answer(server, "/api/reach?to=4", local=True)) == {"moves": 2}
    before = playing.view().undo
    playing.do(Undo(before, 4))
    assert playing.view().undo == before - 2


@pytest.mark.parametrize("limits", [Limits(tellings_per_minute=2)])
def test_the_third_has_to_wait(playing: Seated, server: Server) -> None:
    """All parts of the story count together."""
    paths = ("/api/evening", "/api/retelling", "/api/evening")
    assert [Answer(server, path).status for path in paths] == [200, 200, 429]


def test_a_bug_of_ours_is_logged_and_not_shown(playing: Seated, server: Server, monkeypatch, caplog) -> None:
    """Nothing of the error goes out, and the next one who asks is answered."""

    def broken(_played: object) -> object:
        raise ValueError("planted")

    with monkeypatch.context() as patched:
        patched.setattr("hub.features.evening.evening.evening_of", broken)
        answer = Answer(server, "/api/evening")
    assert (answer.status, answer.reason) == (500, "internal_error")
    assert b"planted" not in answer.body
    assert "a story could not be made" in caplog.text
    assert shown(Answer(server, "/api/evening"))["turns"] == 2
