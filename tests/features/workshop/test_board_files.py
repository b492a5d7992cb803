"""A design goes to a friend as one file; what comes from elsewhere is read bounded, checked, and with nothing raw."""

import json
from pathlib import Path
from typing import Any

import pytest
from features.workshop.conftest import Bench

from hub.server.http.answers import HttpRefused


def changed_file(bench: Bench, **parts: Any) -> bytes:
    file = json.loads(bench.workshop.board(bench.view.id))
    return json.dumps({**file, **parts}).encode()


def with_cells(bench: Bench, cells: dict[str, Any]) -> bytes:
    return changed_file(bench, cells={**bench.view.cells, **cells})


def test_a_friend_gets_the_same_design(bench: Bench, tmp_path: Path) -> None:
    """In another data folder it says the same, and how it was made does not come along."""
    bench.say({"track/1/name": "Am Bach", "own/group.brown": "Unterdorf", "own/colour.brown": "#112233"})
    bench.say({"track/3/name": "Geheimweg"})
    bench.say({"track/3/name": "Am Steg", "cards/chance/17/effect": "pay", "cards/chance/17/first": "5",
               "cards/chance/17/second": ""})  # fmt: skip
    content = bench.workshop.board(bench.view.id)
    assert b"Geheimweg" not in content
    friend = Bench(tmp_path / "friend")
    taken = friend.workshop.take(content)
    assert (taken.cells, taken.base, taken.faults, taken.undo) == (bench.view.cells, "classic", (), 0)
    assert friend.opened().design(taken.id).cells == bench.view.cells


def test_a_file_with_faults_can_be_taken_and_put_right(bench: Bench) -> None:
    """What is wrong in it stands at its cells, as if it had been typed here."""
    taken = bench.workshop.take(with_cells(bench, {"track/1/price": "viel", "track/1/name": ""}))
    assert [(fault.field, fault.key) for fault in taken.faults] == [
        ("track/1/name", "name"),
        ("track/1/price", "number"),
    ]


HOSTILE: dict[str, bytes] = {
    "nothing": b"",
    "no json": b"\x89PNG\r\n\x1a\n" + b"\0" * 500,
    "another json": b'{"hello": "world"}',
    "a list": b"[]",
    "deep": b'{"cells":' + b"[" * 100_000,
    "deep in a field": b'{"bankhalter":"board","version":1,"base":"classic","cells":{},"pictures":' + b'{"a":' * 50_000,
    "too many bytes": b'{"bankhalter":"board","version":1,"base":"classic","cells":{"own/name":"' + b"x" * 3_000_000,
    "a program": b"#!/bin/sh\nrm -rf ~\n",
    "no utf-8": b'{"bankhalter":"board","version":1,"base":"classic","cells":{"own/name":"\xff\xfe"}}',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_board_is_refused_in_a_word(bench: Bench, name: str) -> None:
    """Whatever the file is, the answer says that it is none of ours, and nothing is stored."""
    before = bench.workshop.shelf()
    with pytest.raises(HttpRefused) as refused:
        bench.workshop.take(HOSTILE[name])
    assert refused.value.reason in {"workshop_no_board", "workshop_too_large"}
    assert bench.workshop.shelf() == before


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"bankhalter": "game"}, "workshop_no_board"),
        ({"version": 2}, "workshop_newer"),
        ({"base": "none"}, "workshop_no_base"),
        ({"base": "../classic"}, "workshop_no_base"),
        ({"code": "import os"}, "workshop_no_board"),
        ({"past": []}, "workshop_no_board"),
        ({"cells": {}}, "workshop_too_large"),
        ({"cells": {f"track/{space}/kind": "tax" for space in range(5_000)}}, "workshop_too_large"),
        ({"cells": {"track/1/name": 7}}, "workshop_no_board"),
        ({"cells": {"track/0/kind": "start", "own/picture": "x"}}, "workshop_no_cell"),
        ({"cells": {"track/0/kind": "start", "secrets.json": "x"}}, "workshop_no_cell"),
        ({"cells": {"track/0/kind": "start", "track/0/name": "a\u202eb\n"}}, "workshop_no_cell"),
        ({"cells": {"track/0/kind": "start", "track/0/name": "x" * 201}}, "workshop_no_cell"),
        ({"cells": {"track/0/kind": "start", "track/7/name": "gap"}}, "workshop_no_cell"),
        ({"cells": {"track/0/kind": "start", "picture/space.0": "0" * 32}}, "workshop_picture"),
        ({"cells": {"track/0/kind": "start", "picture/space.0": "../../x"}}, "workshop_no_cell"),
    ],
)
def test_what_a_board_cannot_say_is_refused(bench: Bench, parts: dict[str, Any], reason: str) -> None:
    """Other fields, cells that no edition has, texts that nobody can read: nothing of it is taken."""
    before = bench.workshop.shelf()
    with pytest.raises(HttpRefused, match=reason):
        bench.workshop.take(changed_file(bench, **parts))
    assert bench.workshop.shelf() == before


def test_what_a_file_leaves_out_is_empty_and_said(bench: Bench) -> None:
    """A row without some of its cells is shown with them, empty, and each of them is a fault where one is needed."""
    cells = {name: text for name, text in bench.view.cells.items() if not name.startswith("track/1/rent_")}
    taken = bench.workshop.take(changed_file(bench, cells=cells))
    assert taken.cells["track/1/rent_3"] == ""
    assert next((fault.field, fault.key) for fault in taken.faults) == ("track/1/rent_0", "number_missing")
