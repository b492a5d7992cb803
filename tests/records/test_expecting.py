"""Expectations of a record: none looks at nothing, lists are complete, and what is offered can be expected."""

import json
from typing import Any

import pytest

from hub.domain.commands import PlaceBid
from hub.editions import EDITIONS
from hub.records.lines import RecordFault
from hub.records.playing import replay
from hub.rules.game import Game, Reason, Rejected

SEATS = {"record": 1, "seats": ["Anna", "Ben"]}
MINE = {"setup": {"on_turn": 0}}


def expected(edition: str, expect: Any, *lines: dict[str, Any]) -> RecordFault | None:
    text = [{**SEATS, "edition": edition}, *(lines or [MINE])]
    replay(map(json.dumps, text), EDITIONS)
    try:
        replay(map(json.dumps, [*text, {"expect": expect}]), EDITIONS)
    except RecordFault as fault:
        return fault
    return None


@pytest.mark.parametrize(
    ("edition", "expect", "words"),
    [
        ("classic", {}, "this expects nothing"),
        *(
            ("classic", {field: {}}, f"{field} is empty and says nothing")
            for field in ("owners", "buildings", "stock", "jail", "release_cards", "balances", "spaces", "task")
        ),
        *(("classic", {field: []}, f"{field} is empty and says nothing") for field in ("balances", "spaces", "jail")),
        ("haustein", {"owed_reports": {}}, "or expect [] if nobody owes one"),
        ("haustein", {"shares": {}}, "shares is empty"),
        ("haustein", {"shares": {"0": {}}}, "shares of 0 is empty"),
        ("haustein", {"shares": {"0": []}}, "shares of 0 is empty"),
        ("classic", {"debts": [{}]}, "debts has an entry that is empty"),
        ("classic", {"debts": [{"money": 5}]}, "a debt has no 'money', only debtor, creditor, amount, purpose"),
        ("classic", {"offered": {}}, "offered is empty"),
        ("classic", {"not_offered": []}, "not_offered is empty"),
        ("classic", {"not_offered": {"0": []}}, "not_offered is empty"),
        ("classic", {"owners": {"2": -1}}, "space 2 is not a deed"),
        ("classic", {"buildings": {"0": 0}}, "space 0 is not a deed"),
        ("classic", {"jail": {"2": -1}}, "there is no seat 2"),
        ("classic", {"jail": {"-1": -1}}, "there is no seat -1"),
        ("classic", {"balances": {"2": 1500}}, "balances of 2 is null, expected 1500: there is no seat 2"),
        ("classic", {"release_cards": {"wishes": []}}, "there is no deck 'wishes'"),
        ("haustein", {"owed_reports": {"2": None}}, "there is no seat 2"),
        ("haustein", {"shares": {"2": [25, 0, 0]}}, "there is no seat 2"),
        ("haustein", {"shares": {"0": {"2": 0}}}, "there is no seat 2"),
        ("classic", {"task": {"task": "throw_pending", "price": 0}}, "expected price 0"),
        ("classic", {"tickets": {"0": 0}}, "edition classic has no such thing"),
        ("classic", {"owed": [0, 0]}, "edition classic has no such thing"),
        ("classic", {"owed_reports": []}, "edition classic has no such thing"),
        ("classic", {"shares": {"0": {"1": 0}}}, "edition classic has no such thing"),
        ("classic", {"not_offered": {"2": ["build"]}}, "there is no seat 2"),
        ("classic", {"not_offered": {"Ben": ["build"]}}, "there is no seat Ben"),
        ("classic", {"not_offered": ["fly"]}, "there is no command 'fly'"),
        ("classic", {"not_offered": 5}, "there is no command None"),
        ("classic", {"not_offered": [{"deed": 3}]}, "there is no command None"),
        ("classic", {"not_offered": {"command": "build", "deed": 2}}, "there is no deed 2"),
        ("classic", {"not_offered": {"command": "build", "deed": "3"}}, "Expected `int`, got `str` - at 'deed'"),
        ("classic", {"not_offered": {"command": "build", "space": 3}}, "unknown field 'space' in command 'build'"),
        ("classic", {"not_offered": {"command": "sell_group", "group": "beige"}}, "there is no group beige"),
        ("classic", {"not_offered": {"command": "accept_trade", "offer": 1}}, "there is no offer 1"),
        ("mega", {"not_offered": {"command": "use_ticket", "space": 52}}, "there is no space 52"),
        ("haustein", {"not_offered": {"command": "sell_shares", "issuer": 2}}, "there is no issuer 2"),
        ("classic", {"not_offered": {"command": "build", "seat": 2}}, "there is no seat 2"),
        ("classic", {"not_offered": {"0": [{"command": "build", "seat": 1}]}}, "of seat 0 names a build of seat 1"),
        ("classic", {"not_offered": {"command": "throw", "faces": [1, 2]}}, "throw gets it by chance"),
        ("classic", {"not_offered": ["correct_money"]}, "correct_money is the banker's"),
        ("haustein", {"not_offered": ["demand_report"]}, "demand_report is the banker's"),
        ("classic", {"not_offered": {"command": "offer_trade", "to": 1}}, "the terms of offer_trade are not offered"),
    ],
)
def test_what_is_empty_or_does_not_exist_never_holds(edition, expect, words):
    """An expectation of it would look at nothing, and pass in silence."""
    assert words in expected(edition, expect).text


@pytest.mark.parametrize(
    ("edition", "line", "field", "listed", "wrong"),
    [
        ("classic", {"setup": {"balances": {"1": 7}}}, "balances", [1500, 7], [7, 1500]),
        ("classic", {"setup": {"spaces": {"1": 5}}}, "spaces", [0, 5], [0, 0]),
        ("classic", {"setup": {"jail": {"1": 1}}}, "jail", [-1, 1], [-1, -1]),
        ("mega", {"setup": {"tickets": {"1": 2}}}, "tickets", [0, 2], [2, 0]),
        ("euronopoly", MINE, "owed", [0, 0], [0, 1]),
        ("haustein", {"command": "demand_report", "seat": 1}, "owed_reports", [None, 1], [1, None]),
        ("haustein", {"setup": {"shares": {"1": {"-1": 5}}}}, "shares", [[25, 0, 0], [0, 20, 5]], [[25, 0, 0]] * 2),
    ],
)
def test_a_list_by_seat_is_complete(edition, line, field, listed, wrong):
    """In the order of the seats, with what holds for those who have none; its length must fit the table."""
    assert expected(edition, {field: listed}, MINE, line) is None
    for unfit, words in ((wrong, field), (listed[:1], "too short"), ([*listed, listed[0]], "too long")):
        assert words in expected(edition, {field: unfit}, MINE, line).text


def test_holders_of_shares_may_be_named():
    """Some by number, the bank as -1; a list of them ends with the bank."""
    lines = ({"setup": {"shares": {"0": {"1": 3, "-1": 2}}, "on_turn": 0}},)
    assert expected("haustein", {"shares": {"0": {"1": 3, "-1": 2}, "1": [0, 25, 0]}}, *lines) is None
    assert expected("haustein", {"shares": {"0": {"-1": 3}}}, *lines).text == "shares of 0 with -1 is 2, expected 3"
    fault = expected("haustein", {"shares": {"0": [20, 3, 2, 0]}}, *lines)
    assert "the list of shares of 0 is too long: it has 4 of 2 seats and the bank" in fault.text


def test_that_nobody_owes_a_report_can_be_expected():
    """By an empty list, or for one seat by null."""
    demanded = (MINE, {"command": "demand_report", "seat": 1})
    for none in ([], {"1": None}):
        assert expected("haustein", {"owed_reports": none}) is None
        assert expected("haustein", {"owed_reports": none}, *demanded).text.startswith("owed_reports")
    assert expected("haustein", {"owed_reports": {"0": None, "1": 1}}, *demanded) is None


def test_that_nobody_owes_money_can_be_expected():
    """By an empty list of debts; and of the bank's credit seat by seat."""
    owing = (
        {"setup": {"owners": {"39": 1}, "balances": [10, 0], "spaces": [36, 0], "on_turn": 0}},
        {"command": "throw", "seat": 0, "faces": [1, 2]},
        {"command": "advance", "seat": 0},
    )
    assert expected("classic", {"debts": []}) is None
    assert expected("classic", {"debts": [{"debtor": 0, "creditor": 1}]}, *owing) is None
    assert expected("classic", {"debts": []}, *owing) is not None
    assert expected("euronopoly", {"owed": {"0": 0}}) is None


def test_a_list_that_says_which_says_no_order():
    """Deeds that are mortgaged, holders of release cards."""
    setup = {"owners": {"1": 0, "5": 0}, "mortgaged": [5, 1], "release_cards": {"chance": [1]}, "on_turn": 0}
    assert expected("classic", {"mortgaged": [5, 1], "release_cards": {"chance": [1]}}, {"setup": setup}) is None
    assert expected("classic", {"mortgaged": [5, 5]}, {"setup": setup}) is not None


BUILT = {"setup": {"owners": {"1": 0, "3": 0, "5": 1}, "mortgaged": [5], "on_turn": 0}}
AUCTION = (
    BUILT,
    {"command": "throw", "seat": 0, "faces": [2, 4]},
    {"command": "advance", "seat": 0},
    {"command": "decline", "seat": 0},
)
OFFER = {"command": "offer_trade", "seat": 0, "to": 1, "give": {"money": 20}, "take": {"deeds": [5]}}


@pytest.mark.parametrize(
    ("offers", "lines"),
    [
        ({"0": ["throw", "build", "offer_trade"], "1": ["redeem", "offer_trade"]}, (BUILT,)),
        ({"0": "throw"}, (BUILT,)),
        ("build", (BUILT,)),
        (["throw", "redeem"], (BUILT,)),
        ({"command": "build", "deed": 3}, (BUILT,)),
        ([{"command": "build", "deed": 3, "seat": 0}], (BUILT,)),
        ({"0": {"command": "build", "deed": 1}}, (BUILT,)),
        ({"1": [{"command": "place_bid", "amount": 1500}, "pass_bid"]}, AUCTION),
        ({"0": ["withdraw_trade"], "1": ["accept_trade", {"command": "decline_trade", "offer": 1}]}, (BUILT, OFFER)),
    ],
)
def test_what_is_offered_can_be_expected(offers, lines):
    """By seat or to somebody, by name or with some fields; expecting that it is not offered fails then."""
    assert expected("classic", {"offered": offers}, *lines) is None
    fault = expected("classic", {"not_offered": offers}, *lines)
    assert "expected not to be" in fault.text
    assert all("seat" in command for command in fault.found["offered"])


@pytest.mark.parametrize(
    ("offers", "lines"),
    [
        ({"0": ["redeem"]}, (BUILT,)),
        ({"1": ["build"]}, (BUILT,)),
        ({"1": ["throw"]}, (BUILT,)),
        ("buy", (BUILT,)),
        ("take_ticket", (BUILT,)),
        ({"command": "build", "deed": 5}, (BUILT,)),
        ({"command": "build", "deed": 1, "seat": 1}, (BUILT,)),
        ("accept_trade", (BUILT,)),
        ({"0": "accept_trade"}, (BUILT, OFFER)),
        ({"1": "withdraw_trade"}, (BUILT, OFFER)),
        ({"0": {"command": "place_bid", "amount": 1501}}, AUCTION),
        ({"0": {"command": "place_bid", "amount": 0}}, AUCTION),
        (["offer_trade"], AUCTION),
        ({"2": ["throw"]}, ({"setup": {"on_turn": 0}},)),
    ],
)
def test_what_is_not_offered_can_be_expected(offers, lines):
    """And expecting that it is offered fails."""
    table = {"record": 1, "edition": "classic", "seats": 3}
    text = [table, *lines]
    replay(map(json.dumps, [*text, {"expect": {"not_offered": offers}}]), EDITIONS)
    with pytest.raises(RecordFault, match="is not offered, only: ") as fault:
        replay(map(json.dumps, [*text, {"expect": {"offered": offers}}]), EDITIONS)
    assert fault.value.line == len(text) + 1


def test_a_refused_choice_is_not_offered():
    """A button that cannot be pressed is no offer: nobody builds without money."""
    poor = {"setup": {**BUILT["setup"], "balances": {"0": 10}}}
    assert expected("classic", {"not_offered": {"0": ["build"]}, "offered": {"0": ["throw"]}}, poor) is None


def test_an_amount_that_would_be_refused_is_not_offered(monkeypatch):
    """Also between the least and the most that can be chosen, as between the steps of an auction."""
    refuse = Game.refuse
    odd = Rejected(Reason.BID_TOO_LOW)
    monkeypatch.setattr(
        Game, "refuse", lambda game, command: odd if command == PlaceBid(1, 41) else refuse(game, command)
    )
    bids = [{"command": "place_bid", "seat": 1, "amount": amount} for amount in (40, 41)]
    assert expected("classic", {"offered": bids[0], "not_offered": bids[1]}, *AUCTION) is None


def test_offers_of_shares_are_looked_at_too():
    """With the answers of both sides."""
    lines = (
        {"setup": {"shares": {"0": {"1": 3}}, "on_turn": 1}},
        {"command": "offer_shares", "seat": 1, "to": 0, "issuer": 0, "amount": 1, "price": 50},
    )
    offered = {"0": ["accept_shares", "decline_shares", "offer_shares"], "1": ["withdraw_shares"]}
    assert expected("haustein", {"offered": offered, "not_offered": {"1": ["accept_shares"]}}, *lines) is None
