"""The shelf over HTTP: for the banker alone; whoever looks has the bin emptied."""

import json
from datetime import datetime

import msgspec
import pytest
from helpers.seated import Seated
from helpers.served import Server
from msgspec.structs import replace
from server.answer import Answer

from hub.features.shelf.at_table import FILE_BYTES_MAXIMUM
from hub.features.shelf.shelf import DAY_MS
from hub.table.interfaces.storage import now_ms
from hub.table.requests import Freeze, NewGame

pytestmark = pytest.mark.feature("shelf")


def test_a_game_that_is_not_there_is_no_file(server: Server) -> None:
    """Nothing else is looked for by that name."""
    for name in ("x", "..%2f..%2fsecrets.json"):
        assert Answer(server, f"/api/shelf/{name}/file", local=True).status == 404


def test_a_file_is_taken_in_from_the_banker_alone(playing: Seated, server: Server) -> None:
    """One that is larger than any game is not even read."""
    playing.do(NewGame())
    path = f"/api/shelf/{playing.store.games()[0].id}/file"
    file = Answer(server, path, local=True).body
    assert Answer(server, "/api/shelf", body=file).status == 403
    assert Answer(server, "/api/shelf", local=True, body=file).reason == "game_file_known"
    assert Answer(server, "/api/shelf", local=True, body=bytes(FILE_BYTES_MAXIMUM + 1)).status == 413
    playing.table.remove_games([playing.store.games()[0].id])
    assert len(Answer(server, "/api/shelf", local=True, body=file).shown["games"]) == 1


@pytest.mark.parametrize("no_date_ms", [-1, 10**16, 2**62])
def test_a_game_whose_time_is_no_date_stops_nothing(playing: Seated, server: Server, no_date_ms: int) -> None:
    """Damaged data may say anything; a page fails on a time that no calendar has, and so would hide all games."""
    (game,) = playing.store.games()
    playing.do(Freeze())
    playing.do(NewGame())
    playing.store.records[game.id] = replace(game, started_ms=no_date_ms)
    left = json.loads(playing.store.documents[f"left:{game.id}"])
    playing.store.documents[f"left:{game.id}"] = json.dumps({**left, "at_ms": no_date_ms}).encode()
    (kept,) = Answer(server, "/api/shelf", local=True).shown["games"]
    for shown_ms in (kept["started_ms"], kept["left_ms"]):
        assert datetime.fromtimestamp(shown_ms / 1_000).year in range(1969, 10_000)
    assert Answer(server, f"/api/shelf/{game.id}/file", local=True).status == 200


def test_whoever_looks_empties_the_bin(playing: Seated, server: Server) -> None:
    """What has lain there for thirty days is removed; a minute before, it stays."""
    game = playing.view().game
    playing.do(NewGame())
    for days, left in ((30 - 1 / 1_440, 1), (30, 0)):
        deleted_ms = round(now_ms() - days * DAY_MS)
        playing.store.documents["shelf"] = msgspec.json.encode({"deleted": {game: deleted_ms}})
        assert len(Answer(server, "/api/shelf", local=True).shown["games"]) == left
        assert len(playing.store.games()) == left
