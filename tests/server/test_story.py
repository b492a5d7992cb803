"""The story of the evening is for all who look on; how far an undo goes is the banker's business."""

from __future__ import annotations

import pytest
from helpers.seated import Seated
from helpers.served import Server
from server.answer import Answer, key_of
from server.conftest import PIN, Connect

from hub.table.requests import Undo

pytestmark = pytest.mark.feature("evening")


def test_everybody_may_read_the_story(playing: Seated, server: Server) -> None:
    """A TV without a key gets the figures, and new ones when the game goes on or back."""
    first = Answer(server, "/api/evening").shown
    assert first["names"] == ["Anna", "Ben"]
    assert first["wealth"]["seats"] == [[1500, 1500, 1500]] * 2
    assert Answer(server, "/api/evening").shown == first
    playing.undo()
    assert Answer(server, "/api/evening").shown["moves"] == first["moves"] - 1


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
