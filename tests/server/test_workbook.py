"""The download of the game: for the banker alone, not too often, under a name that tells nothing."""

import io
import re

import openpyxl
import pytest
from helpers.seated import Seated
from helpers.served import Server
from server.answer import Answer, key_of
from server.conftest import PIN, Connect

pytestmark = pytest.mark.feature("export")

PATH = "/api/export.xlsx?language=de"


def asked(server: Server, **options: object) -> Answer:
    return Answer(server, PATH, **options)  # type: ignore[arg-type]


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


@pytest.mark.parametrize("query", ["", "?language=fr", "?language=../de", "?language="])
def test_a_language_we_do_not_speak(playing: Seated, server: Server, query: str) -> None:
    """Only the languages of the pages are known, and no other file is looked for."""
    answer = Answer(server, f"/api/export.xlsx{query}", local=True)
    assert (answer.status, answer.reason) == (400, "bad_request")
