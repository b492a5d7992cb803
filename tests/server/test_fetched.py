"""What is fetched over HTTP and costs something: for whom it is, how often, and what is said when it cannot be made."""

import io
import json
import os
import re
import time
import zipfile
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

import openpyxl
import pytest
from helpers.banker_key import banker_key
from helpers.seated import Seated
from helpers.served import Server, adding
from server.answer import Answer, key_of
from server.conftest import PIN

from hub.features.flashing.at_table import firmware
from hub.server.limits import Limits
from hub.table.requests import NewGame

pytestmark = pytest.mark.feature("evening", "export", "flashing", "helpfile", "printing", "shelf")

WORKBOOK, HELP = "/api/export.xlsx?language=de", "/api/helpfile.zip?names=yes"
NODE, REACH = "/api/node.uf2?chip=rp2040&build=starter", "/api/reach?to=4"
MORTGAGE = [{"command": "mortgage", "seat": 0, "deed": 3}]
WHY = f"/api/explanations?commands={quote(json.dumps(MORTGAGE))}"
SHELF = ("/api/shelf", "/api/shelf/{game}/file")
LABELS = "language=de&sheets=labels"
THE_BANKERS = (WORKBOOK, HELP, NODE, REACH, *SHELF, f"/api/print/mega.pdf?{LABELS}")


@pytest.fixture
def options() -> dict[str, Any]:
    """The server can make the file of a node."""
    return {"more": adding(lambda opened: firmware(opened.access, opened.setting.limits, lambda _chip, _build: b"UF2"))}


@pytest.mark.parametrize("path", THE_BANKERS)
def test_the_bankers_is_for_nobody_else(playing, server, connect, codes, path):
    """Neither without a key nor with a bad one, a seat's, or one in the address, which histories keep."""
    path, seat = path.format(game=playing.view().game), key_of(connect(), "join", {"code": codes["1"]})
    for key in (None, "", "banker", "x" * 5_000, "x.y", PIN, seat):
        refused = Answer(server, path, key)
        assert (refused.status, refused.json) == (403, {"reason": "not_allowed"}), key
    assert Answer(server, path, seat, local=True).status == 403
    assert Answer(server, f"{path}{'&' if '?' in path else '?'}key={banker_key()}").reason == "not_allowed"
    for foreign in ({"Origin": "http://example.org"}, {"Sec_Fetch_Site": "cross-site"}):
        assert Answer(server, path, local=True, **foreign).status == 403
    assert Answer(server, path, key_of(connect(), "pair", {"pin": PIN})).status == 200


@pytest.mark.parametrize("limits", [Limits(exports_per_minute=2, tellings_per_minute=2)])
@pytest.mark.parametrize(
    ("paths", "everybodys"),
    [
        ((WORKBOOK,) * 3, False),
        ((WHY,) * 3, False),
        (("/api/evening",) * 3, True),
        (("/api/retelling",) * 3, True),
        (("/api/hall",) * 3, True),
    ],
)
def test_the_third_has_to_wait(playing: Seated, server: Server, paths: tuple[str, ...], everybodys: bool) -> None:
    """Those who may not ask use up nothing; those who may wait after the second."""
    if not everybodys:
        assert [Answer(server, path).status for path in paths * 2] == [403] * 6
    answers = [Answer(server, path, local=not everybodys) for path in paths]
    assert [answer.status for answer in answers] == [200, 200, 429]
    assert answers[2].reason == "too_fast"


@pytest.mark.parametrize(
    ("path", "breaks", "logged"),
    [
        (WORKBOOK, "hub.features.export.book.as_xlsx", "a game could not be exported"),
        (WHY, "hub.server.http.api.explain", "amounts could not be explained"),
        ("/api/evening", "hub.features.evening.at_table.evening_of", "a story could not be made"),
    ],
)
def test_a_bug_of_ours_is_logged_and_not_shown(playing, server, monkeypatch, caplog, path, breaks, logged):
    """Nothing of the error goes out; the table goes on, and the next one who asks is answered."""

    def broken(*_: object) -> object:
        raise ValueError("planted")

    with monkeypatch.context() as patched:
        patched.setattr(breaks, broken)
        answer = Answer(server, path, local=True)
    assert (answer.status, answer.reason) == (500, "internal_error")
    assert b"planted" not in answer.body
    assert logged in caplog.text
    assert Answer(server, path, local=True).status == 200


@pytest.mark.parametrize("path", [WORKBOOK, WHY, "/api/evening", "/api/retelling"])
def test_before_and_after_a_game_there_is_nothing(seated: Seated, server: Server, path: str) -> None:
    """In the lobby it is said that no game runs; nor does one after it."""
    for _ in range(2):
        assert (Answer(server, path, local=True).status, Answer(server, path, local=True).reason) == (404, "no_game")
        seated.begin()
        seated.do(NewGame())


def test_the_banker_gets_the_workbook(playing: Seated, server: Server) -> None:
    """The whole game in the language of the device, never kept, under a name that tells neither players nor edition."""
    answer = Answer(server, WORKBOOK, local=True)
    assert answer.status == 200
    workbook = openpyxl.load_workbook(io.BytesIO(answer.body))
    assert [row[6] for row in workbook["Zahlungen"].values][-1] == "Anna kauft Turmstraße für 60."
    assert answer.headers["Content-Type"].endswith("spreadsheetml.sheet")
    assert answer.headers["Cache-Control"] == "no-store"
    named = answer.headers["Content-Disposition"]
    assert re.fullmatch(r'attachment; filename="bankhalter-\d{4}-\d\d-\d\d\.xlsx"', named)


@pytest.mark.skipif(os.name != "posix", reason="sets the zone of the process")
@pytest.mark.parametrize(("zone", "hours"), [("EAST-14", 14), ("WEST12", -12)])
def test_what_is_taken_home_has_the_day_of_the_house(playing, server, monkeypatch, zone, hours):
    """A workbook is named after the day on which the game began, a help file after the minute, too, by its clock."""
    began_ms = playing.table.played().record.started_ms
    monkeypatch.setattr("hub.features.helpfile.at_table.now_ms", lambda: began_ms)
    monkeypatch.setenv("TZ", zone)
    try:
        time.tzset()
        book, file = (Answer(server, path, local=True) for path in (WORKBOOK, HELP))
    finally:
        monkeypatch.undo()
        time.tzset()
    began = datetime(1970, 1, 1) + timedelta(milliseconds=began_ms, hours=hours)
    assert f'"bankhalter-{began:%Y-%m-%d}.xlsx"' in book.headers["Content-Disposition"]
    made = openpyxl.load_workbook(io.BytesIO(book.body)).properties.created
    assert abs(made - began) < timedelta(seconds=1)
    assert f'"bankhalter-help-{began:%Y-%m-%d-%H%M}.zip"' in file.headers["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(file.body)) as packed:
        assert packed.infolist()[0].date_time[:5] == began.timetuple()[:5]


def test_the_banker_prints_an_edition_that_nobody_has_chosen(server: Server) -> None:
    """It comes as a PDF that says which edition it is."""
    answer = Answer(server, f"/api/print/mega.pdf?{LABELS}", local=True)
    assert (answer.status, answer.body[:5]) == (200, b"%PDF-")
    assert 'filename="bankhalter-mega-de.pdf"' in answer.headers["Content-Disposition"]


@pytest.mark.parametrize(
    "path",
    [
        *(f"/api/export.xlsx{query}" for query in ("", "?language=fr", "?language=../de", "?language=")),
        *(f"/api/print/{query}" for query in ("classic.pdf?language=fr&sheets=labels", f"nosuch.pdf?{LABELS}")),
        *(f"/api/print/classic.pdf{query}" for query in ("?language=de&sheets=secrets", "?language=de", "")),
        f"/api/print/classic.pdf?{LABELS},labels",
    ],
)
def test_a_language_we_do_not_speak(playing: Seated, server: Server, path: str) -> None:
    """Only languages of the pages, and editions and sheets that there are, each once; no other file is looked for."""
    assert Answer(server, path, local=True).status == 400
