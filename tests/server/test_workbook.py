"""The download of the game: for the banker alone, not too often, under a name that tells nothing."""

from __future__ import annotations

import io
import re

import openpyxl
import pytest
from helpers.seated import Seated
from helpers.served import Server
from server.answer import Answer, key_of
from server.conftest import PIN, Connect

from hub.server.limits import Limits
from hub.table.wire.requests import NewGame

PATH = "/api/export.xlsx?language=de"


def asked(server: Server, path: str = PATH, **options: object) -> Answer:
    """Ask for the workbook."""
    return Answer(server, path, **options)  # type: ignore[arg-type]


def test_the_banker_gets_the_workbook(playing: Seated, server: Server, connect: Connect) -> None:
    """With the banker's key the whole game comes as a workbook in the language of the device, never cached."""
    answer = asked(server, key=key_of(connect(), "pair", {"pin": PIN}))
    assert answer.status == 200
    workbook = openpyxl.load_workbook(io.BytesIO(answer.body))
    assert [row[6] for row in workbook["Zahlungen"].values][-1] == "Anna kauft Turmstraße für 60."
    assert answer.headers["Content-Type"].endswith("spreadsheetml.sheet")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_its_name_tells_neither_players_nor_edition(playing: Seated, server: Server) -> None:
    """The file is called by the program and the day."""
    named = asked(server, local=True).headers["Content-Disposition"]
    assert re.fullmatch(r'attachment; filename="bankhalter-\d{4}-\d\d-\d\d\.xlsx"', named)


def test_a_player_is_refused(playing: Seated, server: Server, codes: dict[str, str], connect: Connect) -> None:
    """A seat's key does not open the bank's books, from the hub's own computer either."""
    key = key_of(connect(), "join", {"code": codes["1"]})
    for local in (False, True):
        answer = asked(server, key=key, local=local)
        assert (answer.status, answer.reason) == (403, "not_allowed")


@pytest.mark.parametrize("key", [None, "", "banker", "x" * 5_000, PIN])
def test_a_looker_is_refused(playing: Seated, server: Server, key: str | None) -> None:
    """Whoever has no key, or none that is good, gets nothing of the game."""
    answer = asked(server, key=key)
    assert (answer.status, answer.reason) == (403, "not_allowed")


def test_a_foreign_page_is_refused(playing: Seated, server: Server) -> None:
    """A page of another origin is turned away at once, on the hub's own computer too."""
    assert asked(server, local=True, Origin="http://example.org").status == 403


def test_a_key_in_the_address_counts_for_nothing(playing: Seated, server: Server, connect: Connect) -> None:
    """Addresses are kept in histories, so keys are taken from the header alone."""
    key = key_of(connect(), "pair", {"pin": PIN})
    assert asked(server, f"{PATH}&key={key}").reason == "not_allowed"


@pytest.mark.parametrize("query", ["", "?language=fr", "?language=../de", "?language="])
def test_a_language_we_do_not_speak(playing: Seated, server: Server, query: str) -> None:
    """Only the languages of the pages are known, and no other file is looked for."""
    answer = asked(server, f"/api/export.xlsx{query}", local=True)
    assert (answer.status, answer.reason) == (400, "bad_request")


def test_before_and_after_a_game_there_is_none(seated: Seated, server: Server) -> None:
    """In the lobby there is nothing to take home."""
    assert (asked(server, local=True).status, asked(server, local=True).reason) == (404, "no_game")
    seated.begin()
    assert asked(server, local=True).status == 200
    seated.do(NewGame())
    assert asked(server, local=True).reason == "no_game"


@pytest.mark.parametrize("limits", [Limits(exports_per_minute=2)])
def test_the_third_has_to_wait(playing: Seated, server: Server) -> None:
    """Those who may not download use up nothing; those who may wait after the second."""
    for _ in range(5):
        assert asked(server).status == 403
    assert [asked(server, local=True).status for _ in range(3)] == [200, 200, 429]
    assert asked(server, local=True).reason == "too_fast"


def test_a_bug_of_ours_is_reported_and_logged(playing: Seated, server: Server, monkeypatch, caplog) -> None:
    """Nothing of the error goes out; the table goes on, and the next download works."""

    def broken(_book: object) -> bytes:
        raise ValueError("planted")

    with monkeypatch.context() as patched:
        patched.setattr("hub.features.export.xlsx.as_xlsx", broken)
        answer = asked(server, local=True)
    assert (answer.status, answer.reason) == (500, "internal_error")
    assert b"planted" not in answer.body
    assert "a game could not be exported" in caplog.text
    assert asked(server, local=True).status == 200
