"""What an option would pay and why is told to those to whom it is offered; nothing happens by asking."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest
from helpers.seated import Seated
from server.conftest import PIN, Connect
from server.test_exporting import Answer, key_of

from hub.server.serve import Server

TURMSTRASSE = 3
BUY = {"command": "buy", "seat": 0}


@pytest.fixture
def asked(seated: Seated) -> Seated:
    """A game in which Anna is asked whether she buys a street."""
    seated.begin()
    seated.throw(0, 1, 2)
    return seated


def why(server: Server, command: Any, key: str | None = None, *, local: bool = True) -> Answer:
    """Ask why a command would cost what it costs."""
    return Answer(server, f"/api/why?command={quote(json.dumps(command))}", key, local=local)


def told(answer: Answer) -> Any:
    """The payments, after a look at how they came."""
    assert answer.status == 200, answer.body
    assert answer.headers["Cache-Control"] == "no-store"
    return json.loads(answer.body)["payments"]


@pytest.mark.rule("classic-05")
def test_a_purchase_is_explained_before_it_is_made(asked: Seated, server: Server) -> None:
    """The price comes with payer, rule and figures as in the history, and nobody has paid it."""
    before = asked.view()
    (line,) = told(why(server, BUY))
    assert (line["args"]["payer"], line["args"]["amount"]) == (0, 60)
    assert line["why"] == {"row": "classic-05", "formula": "purchase", "inputs": {"deed": TURMSTRASSE}}
    assert asked.view() == before


def test_only_who_may_do_it_is_told(asked: Seated, server: Server, connect: Connect) -> None:
    """The banker and Anna are; Ben, a TV, and whoever asks for what is not offered are not."""
    banker = key_of(connect(), "pair", {"pin": PIN})
    codes = asked.view().join.codes
    anna, ben = (key_of(connect(), "join", {"code": codes[seat]}) for seat in ("0", "1"))
    assert told(why(server, BUY, banker, local=False)) == told(why(server, BUY, anna, local=False))
    for key in (ben, None):
        assert why(server, BUY, key, local=False).reason == "not_allowed"
    for command in ({"command": "pay_bail", "seat": 0}, {"command": "decline", "seat": 0}, {**BUY, "seat": 1}):
        assert why(server, command).reason == "not_allowed"


def test_chance_is_not_foretold(seated: Seated, server: Server) -> None:
    """Neither a throw nor a bid: what they lead to is not known before."""
    seated.begin()
    assert why(server, {"command": "throw", "seat": 0, "faces": [], "source": "hub"}).reason == "not_allowed"


def test_what_makes_no_sense_is_said(seated: Seated, server: Server) -> None:
    """Before a game, and with something that is no command."""
    assert why(server, BUY).reason == "no_game"
    assert why(server, {"command": "fly"}).reason == "bad_request"
    assert Answer(server, "/api/why", local=True).reason == "bad_request"
