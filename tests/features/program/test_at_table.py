"""What a page learns of the program, and how its banker ends it."""

from __future__ import annotations

import pytest
from flask import Flask
from helpers.banker_key import PIN, SECRET, banker_key

from hub.features.program.at_table import program
from hub.features.program.release import NoRelease, Release, own_version
from hub.server.access.keys import Access
from hub.server.limits import Limits


def released(version: str) -> Release:
    """A release without files."""
    return Release(version, {})


def unknown() -> Release:
    raise NoRelease("there is no network")


@pytest.fixture
def ask(seated):
    """Asks a table's program with the banker's key, or with none; `ended` notes its end."""
    ended: list[str] = []
    access = Access(seated.table, SECRET, PIN)

    def asked(place: str, look=unknown, ends: bool = True, key: str = banker_key()):
        app = Flask(__name__)
        app.register_blueprint(
            program(access, Limits(), "0.2.0", (lambda: ended.append("now")) if ends else None, look)
        )
        client = app.test_client()
        send = client.get if place == "" else client.post
        return send(f"/api/program{place}", headers={"Authorization": f"Bearer {key}"})

    asked.ended = ended
    return asked


@pytest.mark.parametrize("place", ["", "/newest", "/end"])
def test_only_the_banker_asks_the_program(ask, place) -> None:
    """Whoever has no key of the banker's neither ends it nor has it look anywhere."""
    assert ask(place, look=lambda: pytest.fail("it looked"), key="").status_code == 403
    assert ask.ended == []


def test_the_banker_ends_a_program_that_has_no_terminal(ask) -> None:
    """Where there is a terminal or a service, these end it."""
    assert ask("").json == {"version": "0.2.0", "ends": True}
    assert ask("/end").status_code == 200
    assert ask.ended == ["now"]
    assert ask("", ends=False).json["ends"] is False
    assert ask("/end", ends=False).status_code == 403


def test_a_newer_version_is_told_when_asked(ask) -> None:
    """The same version is none, and without a network nothing is known."""
    newer = "9999.0.0"
    assert ask("/newest", lambda: released(newer)).json == {"newer": newer, "known": True}
    assert ask("/newest", lambda: released(own_version())).json == {"newer": None, "known": True}
    assert ask("/newest").json == {"newer": None, "known": False}
