"""What changes something over HTTP counts once, however often it is asked and wherever the hub is killed meanwhile."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.bare_pages import bare_pages
from helpers.kill_runs import told_runs
from helpers.representative import first_stands_for
from server.asked_over_http import CASES, Life

from hub.features.workshop.stored import ASKED_KEPT, StoredDesigns

SOME = ("/api/help", "/api/workshop", "/api/workshop/<name>/delete")
"""A document of the table, a new file, and a file that goes."""

EVERY = 1 if os.environ.get("BANKHALTER_SOAK") == "full" else 6
ROOT = Path(__file__).resolve().parents[2]
IN_MEMORY = ("/api/workshop/<name>/try", "/api/workshop/<name>/stop")
"""What these begin and end dies with the hub, and may begin again."""

BY_CONTENT = ("/api/workshop/pictures",)
"""A picture is called by the digest of what is in it: kept again it is the same file."""


@pytest.fixture
def life(tmp_path: Path) -> Iterator[Life]:
    """A hub with a workshop and a club around it."""
    bare_pages(tmp_path / "pages")
    life = Life(tmp_path / "data")
    yield life
    life.close()


def test_every_route_that_changes_something_is_walked(life: Life) -> None:
    """Whoever adds one adds how it is asked again; nothing else that is registered anywhere takes more than a GET."""
    changing = {rule.rule for rule in life.site.app.url_map.iter_rules() if rule.methods - {"GET", "HEAD", "OPTIONS"}}
    assert changing == set(CASES)
    registers = re.compile(r"\.(post|put|patch|delete)\(f?\"|methods=\[\"")
    found = [path for path in (ROOT / "hub").rglob("*.py") if registers.search(path.read_text(encoding="utf-8"))]
    known = {"camera", "hotspot", "program", "shelf"}  # what they are sent is not kept, or a game known by its moves
    assert {path.parent.name for path in found} - known == {"workshop", "club"}, "whose routes are in that map"


@pytest.mark.gate
@pytest.mark.timeout(900)
@pytest.mark.skipif(os.name != "posix", reason="needs fork and SIGKILL")
@pytest.mark.parametrize("paths", first_stands_for([(SOME,), (tuple(CASES),)]), ids=["some", "every"])
def test_killed_at_any_point_what_is_asked_again_over_http_counts_once(in_memory, paths):
    """It is durable together with its id or not at all; asked again, the answer and all that is stored are the same."""
    runs = told_runs("server/asked_over_http.py", in_memory, EVERY, *paths)
    assert [whole["path"] for whole, _ in runs] == [*paths]
    for whole, killed in runs:
        path, answer = whole["path"], whole["answers"][0]
        assert answer[0] == 200, whole
        assert (whole["answers"], whole["done_again"]) == ([answer, answer], path in IN_MEMORY), whole
        assert whole["changed"] == (path not in IN_MEMORY)
        assert whole["remembered"] == (path not in IN_MEMORY + BY_CONTENT), whole
        assert killed[-1]["at"] == whole["points"]
        for run in killed:
            left = run["left"]
            assert run["answers"] == [answer, answer], run
            assert run["stored"] == whole["stored"], run
            assert path in BY_CONTENT or left["remembered"] or not left["changed"], f"done without its id: {run}"
            assert not (left["remembered"] and run["done_again"]), f"done twice: {run}"
    print(f"{sum(len(killed) for _, killed in runs)} kills in {len(runs)} routes: each counted once")


@pytest.mark.parametrize("path", CASES)
def test_an_id_belongs_to_what_was_wanted_there(life: Life, path: str) -> None:
    """With other content, or at another address, it is refused and nothing is done; without one, too."""
    for number, (before, body) in enumerate(CASES[path].before):
        assert life.ask(f"before-{number}", before, body)[0] == 200
    assert life.ask(None, path, CASES[path].body) == (400, {"reason": "bad_request"})
    assert life.ask("x" * 65, path, CASES[path].body) == (400, {"reason": "bad_request"})
    assert life.ask("it", path, CASES[path].body)[0] == 200
    if path in IN_MEMORY + BY_CONTENT:
        return
    shelf = life.workshop.designs()
    if path != "/api/help":
        other = {"base": "classic", "name": "Ein anderes"}
        assert life.ask("it", "/api/workshop", other) == (409, {"reason": "id_used"})
        elsewhere = f"/api/workshop/<name>/{'redo' if path.endswith('undo') else 'undo'}"
        assert life.ask("it", elsewhere, CASES[path].body) == (409, {"reason": "id_used"})
    else:
        assert life.ask("it", path, {"wanted": False}) == (409, {"reason": "id_used"})
        assert life.ask("it", path, {"wanted": True})[0] == 200
    assert life.workshop.designs() == shelf


def test_a_design_is_not_made_twice_however_late_somebody_asks_again(life: Life, tmp_path: Path) -> None:
    """Its file knows so many wishes; a wish older than these is refused, since the design is called after it."""
    assert life.ask("it", "/api/workshop", {"base": "classic"})[0] == 200
    for number in range(ASKED_KEPT):
        cells = {"track/1/name": f"Am Bach {number}"}
        assert life.ask(f"{number}", "/api/workshop/<name>/change", {"version": number, "cells": cells})[0] == 200
    life.close()
    later = Life(tmp_path / "data")
    assert later.ask("it", "/api/workshop", {"base": "classic"}) == (409, {"reason": "id_used"})
    assert len(later.workshop.designs().designs) == 1
    later.close()
    (design,) = StoredDesigns(tmp_path / "data").all()
    assert len(design.asked) == ASKED_KEPT
