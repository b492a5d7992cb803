"""The workshop over HTTP: for the banker alone, bounded, and a refusal is a reason that the pages have words for."""

import itertools
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from helpers.banker_key import PIN, banker_key
from helpers.seated import Seated
from helpers.served import Server, adding
from server.answer import Answer, key_of

from hub.editions import EDITIONS
from hub.features.workshop.at_table import put_on_table, workshop
from hub.features.workshop.desk import Workshop

IDS = itertools.count()


@pytest.fixture
def options(seated: Seated, tmp_path: Path) -> dict[str, Any]:
    """The server has a workshop."""
    designs = Workshop(tmp_path / "data", EDITIONS, partial(put_on_table, seated.table.request))
    return {"more": adding(lambda opened: workshop(designs, opened.access, opened.setting.limits))}


def ask(server: Server, path: str, body: object = None, key: str | None = "") -> tuple[int, Any]:
    """Status and answer; as the banker unless another key is given. With a body something is sent, as a new wish."""
    content = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    shown, wish = banker_key() if key == "" else key, f"wish-{next(IDS)}"
    answer = Answer(server, f"/api/workshop{path}", shown, body=content, Idempotency_Key=wish)
    return answer.status, answer.json


def fetched(server: Server, path: str) -> Answer:
    return Answer(server, f"/api/workshop{path}", banker_key())


@pytest.fixture
def design(server: Server) -> dict[str, Any]:
    status, design = ask(server, "", {"base": "classic", "name": "Unser Dorf"})
    assert status == 200
    return design


def test_a_design_is_made_changed_and_played(server: Server, seated: Seated, design: dict[str, Any]) -> None:
    """What the page asks, in its order: begin, change, take back, make again, put on the table."""
    name = design["id"]
    status, changed = ask(server, f"/{name}/change", {"version": 0, "cells": {"track/1/name": "Am Bach"}})
    assert (status, changed["cells"]["track/1/name"], changed["undo"]) == (200, "Am Bach", 1)
    assert ask(server, f"/{name}/undo", {"version": 1})[1]["cells"]["track/1/name"] == "Badstraße"
    assert ask(server, f"/{name}/redo", {"version": 2})[1]["cells"]["track/1/name"] == "Am Bach"
    assert ask(server, f"/{name}")[1]["version"] == 3
    assert ask(server, f"/{name}/play", {})[0] == 200
    assert seated.view().edition.startswith("classic:")
    assert [one["name"] for one in ask(server, "")[1]["designs"]] == ["Unser Dorf"]


def test_a_design_with_a_fault_is_not_played(server: Server, seated: Seated, design: dict[str, Any]) -> None:
    """The answer says so, and the table stays as it is."""
    before = seated.view()
    ask(server, f"/{design['id']}/change", {"version": 0, "cells": {"track/1/price": "viel"}})
    assert ask(server, f"/{design['id']}/play", {}) == (409, {"reason": "workshop_faults"})
    assert seated.view().edition == before.edition


def test_a_file_goes_out_and_comes_back(server: Server, design: dict[str, Any]) -> None:
    """As a download with a name that the hub made, and as another design."""
    status, file = ask(server, f"/{design['id']}/file.board")
    assert (status, file["base"]) == (200, "classic")
    status, taken = ask(server, "/take", json.dumps(file).encode())
    assert (status, taken["cells"]) == (200, design["cells"])
    assert taken["id"] != design["id"]
    assert ask(server, "/take", b"\x00" * 100) == (400, {"reason": "workshop_no_board"})


def test_the_size_is_changed(server: Server, design: dict[str, Any]) -> None:
    """To one that the edition allows, by whoever has seen the newest version."""
    status, smaller = ask(server, f"/{design['id']}/size", {"version": 0, "spaces": 28})
    assert (status, smaller["faults"], "track/28/kind" in smaller["cells"]) == (200, [], False)
    assert ask(server, f"/{design['id']}/size", {"version": 0, "spaces": 32}) == (409, {"reason": "stale"})
    assert ask(server, f"/{design['id']}/size", {"version": 1, "spaces": 30})[0] == 400


def test_a_picture_is_kept_and_shown_as_one(server: Server, design: dict[str, Any]) -> None:
    """Whoever opened it by itself would get a picture, in which nothing runs."""
    drawing = b'<svg viewBox="0 0 1 1"><path d="M0 0L1 1"/></svg>'
    status, kept = ask(server, "/pictures", drawing)
    assert status == 200
    cells = {"picture/space.1": kept["digest"]}
    assert ask(server, f"/{design['id']}/change", {"version": 0, "cells": cells})[0] == 200
    picture = fetched(server, f"/pictures/{kept['digest']}")
    assert (picture.status, picture.headers.get_content_type(), picture.body[:4]) == (200, "image/svg+xml", b"<svg")
    assert "sandbox" in picture.headers["Content-Security-Policy"]
    assert picture.headers["X-Content-Type-Options"] == "nosniff"
    assert ask(server, "/pictures", b"<svg onload='alert(1)'>") == (400, {"reason": "workshop_picture"})
    assert ask(server, "/pictures", b"x" * 600_000) == (413, {"reason": "workshop_too_large"})
    assert fetched(server, "/pictures/../../secrets.json").status == 404


@pytest.mark.feature("printing")
def test_it_is_printed_as_pdf(server: Server, design: dict[str, Any]) -> None:
    """With the sheets that were chosen; what is in the way is named."""
    name = design["id"]
    sheets = fetched(server, f"/{name}/sheets.pdf?language=de&sheets=labels")
    assert (sheets.status, sheets.headers["Content-Type"], sheets.body[:5]) == (200, "application/pdf", b"%PDF-")
    for query in ("", "?language=de", "?language=xx&sheets=labels", "?language=de&sheets=labels,labels",
                  "?language=de&sheets=ring", "?language=de&sheets=../x"):  # fmt: skip
        assert fetched(server, f"/{name}/sheets.pdf{query}").status == 400
    ask(server, f"/{name}/change", {"version": 0, "cells": {"own/card.chance.1": "日"}})
    refused = fetched(server, f"/{name}/sheets.pdf?language=de&sheets=decks")
    assert (refused.status, refused.json) == (409, {"reason": "workshop_no_letter", "details": {"text": "日"}})


@pytest.mark.parametrize("form", ["zip", "xlsx"])
def test_tables_go_out_and_come_back(server: Server, design: dict[str, Any], form: str) -> None:
    """Under a name that the hub made, and as another design."""
    tables = fetched(server, f"/{design['id']}/tables.{form}")
    assert (tables.status, f"{design['id']}.{form}" in tables.headers["Content-Disposition"]) == (200, True)
    status, taken = ask(server, "/take", tables.body)
    assert (status, taken["cells"]) == (200, design["cells"])
    assert fetched(server, f"/{design['id']}/tables.exe").status == 404


PATHS = ("", "/bases/classic", "/ID", "/ID/file.board", "/ID/trial", "/ID/tables.zip", "/pictures/" + "0" * 32)
PATHS += ("/ID/sheets.pdf?language=de&sheets=labels",)
SENT = ("", "/take", "/ID/change", "/ID/undo", "/ID/redo", "/ID/delete", "/ID/restore", "/ID/play")
SENT += ("/ID/size", "/ID/try", "/ID/stop", "/pictures")


@pytest.mark.parametrize("who", ["nobody", "a seat", "a guess"])
def test_nobody_else_gets_in(server, design, codes, connect, who):
    """Players and those who look on neither read nor change any design, whatever they send."""
    key = {"nobody": None, "a guess": PIN}.get(who) or (
        key_of(connect(), "join", {"code": codes["1"]}) if who == "a seat" else None
    )
    for path in PATHS:
        assert ask(server, path.replace("ID", design["id"]), key=key) == (403, {"reason": "not_allowed"})
    for path in SENT:
        body = {"version": 0, "cells": {"track/1/name": "x"}}
        assert ask(server, path.replace("ID", design["id"]), body, key=key) == (403, {"reason": "not_allowed"})
    assert ask(server, f"/{design['id']}")[1] == design


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'"x"', b"{}", b"\xff\xfe", b"[" * 50_000, b'{"version":"1","cells":{}}']
)
def test_what_makes_no_sense_is_a_bad_request(server: Server, design: dict[str, Any], body: bytes) -> None:
    """Nothing is changed by it, and nothing of an error goes out."""
    assert ask(server, f"/{design['id']}/change", body) == (400, {"reason": "bad_request"})
    assert ask(server, f"/{design['id']}")[1] == design


def test_what_is_too_large_is_refused(server: Server, design: dict[str, Any]) -> None:
    """A change has a bound, a file has a larger one, and the answer says why."""
    large = {"version": 0, "cells": {"track/1/name": "x" * 200_000}}
    assert ask(server, f"/{design['id']}/change", large) == (413, {"reason": "workshop_too_large"})
    assert ask(server, "/take", b" " * 1_600_000) == (400, {"reason": "workshop_too_large"})


@pytest.mark.parametrize("path", ["/none", "/..", "/0123456789ab", "/0123456789ab/file.board", "/bases/none"])
def test_what_is_not_there_is_reported(server: Server, path: str) -> None:
    """No design, no file of another kind."""
    assert ask(server, path)[0] == 404
