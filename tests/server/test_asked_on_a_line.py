"""Requests that change what a line is: asked again on it, they are answered as the first time."""

from server.browser import Browser
from server.conftest import Connect
from server.test_open_door import ANNA, came, knocking, names, sitting
from server.test_phones import joined, of_phone, phones, seen


def test_asked_again_on_the_same_line_it_is_answered_as_before(seated, banker, connect):
    """It has the seat by now and may not sit down any more; asked again, with its key too, it hears the same."""
    wish, phone = sitting(), came(connect)
    assert phone.ask(wish, "it")["ok"]
    key = phone.wait("welcome", lambda welcome: welcome["role"] == "seat")["key"]
    for line in (phone, connect(key=key)):
        assert line.ask(wish, "it")["ok"]
        assert line.ask(wish, "another")["reason"] == "not_allowed"
        assert line.ask({**wish, "name": "Dora"}, "it")["reason"] == "not_allowed"
    other = came(connect)
    assert other.ask(sitting("Dora"), "hers")["ok"]
    assert other.ask(wish, "it")["reason"] == "not_allowed", "it is not its own"
    assert names(seated) == ["Anna", "Ben", "Cleo", "Dora"]


def test_who_knocked_and_was_let_in_may_ask_again(banker: Browser, connect: Connect) -> None:
    """The yes came before the answer: it is the same answer."""
    wish, phone = knocking(ANNA), came(connect)
    assert phone.ask(wish, "it")["ok"]
    number = phones(banker, ANNA)[0][0]
    assert banker.ask({"do": "let_in", "seat": ANNA, "phone": number})["ok"]
    assert phone.ask(wish, "it")["ok"]
    assert phones(banker, ANNA) == [(number, "known")]


def test_who_signed_out_may_ask_again(phone: Browser, banker: Browser, connect: Connect) -> None:
    """The answer was lost: on its line and by its old key it hears the same, and nothing else is done for it."""
    second, answer = joined(banker, connect)
    wish = of_phone("sign_out", 2)
    assert second.ask(wish, "it")["ok"]
    for line in (second, connect(key=answer["key"])):
        assert line.ask(wish, "it")["ok"]
        assert line.ask(wish, "another")["reason"] == "not_allowed"
        assert line.ask(of_phone("sign_out", 1), "it")["reason"] == "not_allowed"
    assert connect().ask(wish, "it")["reason"] == "not_allowed", "whoever has not its key"
    assert phones(phone) == [(1, "known")]


def test_a_code_is_given_twice_on_one_line(banker: Browser, connect: Connect) -> None:
    """Whoever is in by it and gives it again is in; a line that was put out since is not."""
    line, _ = joined(banker, connect)
    asked, other = {"code": seen(banker)["join"]["codes"]["1"]}, connect()
    key = other.call("join", asked)["key"]
    assert other.call("join", asked)["key"] == key
    assert line.call("join", asked)["reason"] == "wrong_code"
    assert banker.ask(of_phone("sign_out", 2))["ok"]
    assert other.call("join", asked)["reason"] == "wrong_code"
