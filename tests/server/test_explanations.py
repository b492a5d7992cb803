"""What options would pay and why is shown to those to whom they are offered; nothing happens by asking."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from helpers.seated import Seated
from helpers.served import Server
from server.answer import Answer, key_of
from server.conftest import PIN, Connect

from hub.domain.commands import AbstainBid, AuctionDeed, SealBid
from hub.domain.state import fold
from hub.editions import EDITIONS
from hub.server.http.api import COMMANDS_MAXIMUM
from hub.table.requests import ChooseEdition

TURMSTRASSE, STATION = 3, 5
BUY = {"command": "buy", "seat": 0}


@pytest.fixture
def asked(seated: Seated) -> Seated:
    """A game in which Anna is asked whether she buys a street."""
    seated.begin()
    seated.throw(0, 1, 2)
    return seated


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Grows by one with each game that is folded to answer."""
    states: list[Any] = []

    def counted(facts: Any) -> Any:
        states.append(fold(facts))
        return states[-1]

    monkeypatch.setattr("hub.table.views.explanations.fold", counted)
    return states


def why(server: Server, *commands: Any, key: str | None = None, local: bool = True) -> Answer:
    """Ask why commands would cost what they cost."""
    return Answer(server, f"/api/explanations?commands={quote(json.dumps(commands))}", key, local=local)


def refusals(answer: Answer) -> list[str]:
    """Why each option cannot be taken."""
    return [each["refused"] for each in answer.shown["answers"]]


@pytest.mark.rule("classic-05")
def test_a_purchase_is_explained_before_it_is_made(asked: Seated, server: Server) -> None:
    """The price comes with payer, rule and figures as in the history, and nobody has paid it."""
    before = asked.view()
    (answer,) = why(server, BUY).shown["answers"]
    (line,) = answer["payments"]
    assert (line["args"]["payer"], line["args"]["amount"]) == (0, 60)
    assert line["explanation"] == {"row": "classic-05", "formula": "purchase", "inputs": {"deed": TURMSTRASSE}}
    assert asked.view() == before


def test_many_options_are_explained_at_once(playing: Seated, server: Server, folds: list[Any]) -> None:
    """In the order asked, each as if it alone were taken; the game is folded once for all of them."""
    playing.throw(1, 2, 3)
    mortgage, buy = {"command": "mortgage", "seat": 0, "deed": TURMSTRASSE}, {"command": "buy", "seat": 1}
    answers = why(server, mortgage, buy, {**BUY, "seat": 0}, mortgage, {**mortgage, "deed": STATION}).shown["answers"]
    assert len(folds) == 1
    amounts = [[(line["args"]["purpose"], line["args"]["amount"]) for line in each["payments"]] for each in answers]
    assert amounts == [[("mortgage", 30)], [("purchase", 200)], [], [("mortgage", 30)], []]
    assert [each["refused"] for each in answers] == [None, None, "not_allowed", None, "not_allowed"]


def test_only_who_may_do_it_is_shown_it(asked: Seated, server: Server, connect: Connect) -> None:
    """The banker and Anna are; what is not on offer with an amount is not explained to them either."""
    banker = key_of(connect(), "pair", {"pin": PIN})
    anna = key_of(connect(), "join", {"code": asked.view().join.codes["0"]})
    assert (
        why(server, BUY, key=banker, local=False).shown["answers"]
        == why(server, BUY, key=anna, local=False).shown["answers"]
    )
    for command in ({"command": "pay_bail", "seat": 0}, {"command": "decline", "seat": 0}, {**BUY, "seat": 1}):
        assert refusals(why(server, command)) == ["not_allowed"]
    assert refusals(why(server, {**BUY, "seat": 9})) == ["not_allowed"]


def test_strangers_are_refused_before_anything_is_calculated(asked, server, connect, folds):
    """Without a key, with a bad one, and for somebody else's seat, alone or among one's own."""
    ben = key_of(connect(), "join", {"code": asked.view().join.codes["1"]})
    for commands, key in (((BUY,), None), ((BUY,), "x"), ((BUY,), ben), (({**BUY, "seat": 1}, BUY), ben)):
        answer = why(server, *commands, key=key, local=False)
        assert (answer.status, answer.reason) == (403, "not_allowed")
    assert folds == []


def test_what_makes_no_sense_is_refused_before_anything_is_calculated(asked, server, folds):
    """No list of commands, none at all, one that does not exist, and more than any page has."""
    texts = ("", "{", json.dumps(BUY), "[]", '[{"command": "fly"}]', '[{"command": "start_game"}]', "[" * 9_000)
    for text in (*texts, json.dumps([BUY] * (COMMANDS_MAXIMUM + 1))):
        answer = Answer(server, f"/api/explanations?commands={quote(text)}", local=True)
        assert (answer.status, answer.reason) == (400, "bad_request"), text[:40]
    assert Answer(server, "/api/explanations", local=True).reason == "bad_request"
    assert folds == []
    assert len(why(server, *[BUY] * COMMANDS_MAXIMUM).shown["answers"]) == COMMANDS_MAXIMUM


def test_a_page_may_ask_about_every_deed() -> None:
    """Two amounts for each deed of the longest track are not too many."""
    assert max(2 * len(rules.track.deeds) for rules in EDITIONS.values()) <= COMMANDS_MAXIMUM


def test_chance_is_not_foretold(seated: Seated, server: Server, folds: list[Any]) -> None:
    """Neither a throw nor a bid: what they lead to is not known before, not even to the last of the bidders."""
    seated.do(ChooseEdition("haustein"))
    seated.begin()
    assert why(server, {"command": "throw", "seat": 0, "faces": [], "source": "hub"}).reason == "not_allowed"
    seated.throw(0, 2, 3)
    seated.play(SealBid(0, 100))
    bid = {"command": "seal_bid", "seat": 1, "amount": 90, "nonce": ""}
    assert why(server, bid).reason == "not_allowed"
    assert folds == []
    assert refusals(why(server, {"command": "abstain_bid", "seat": 1})) == ["not_allowed"]
    seated.play(AbstainBid(1))
    seated.throw(1, 1, 3)
    seated.play(AuctionDeed(0, STATION, 10))
    assert [option.cost for option in seated.view().prompt.options if option.cost] == [10]
    for amount in (10, 90):
        assert why(server, {**bid, "amount": amount}).reason == "not_allowed"
        assert why(server, {**bid, "amount": amount, "nonce": "0" * 32}).reason == "not_allowed"
    assert len(folds) == 1
