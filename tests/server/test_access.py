"""Who is who, and who may do what; each way around it is tried."""

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Union

import msgspec
import pytest
from helpers.seated import Seated
from itsdangerous import URLSafeSerializer
from server.browser import Browser
from server.conftest import PIN, SECRET, Connect
from table.asked import CASES, KINDS

from hub.domain.ids import snake
from hub.server.access.keys import Access
from hub.server.access.phones import CODE_LETTERS
from hub.table.interfaces.storage import Batch, StoreError
from hub.table.requests import REQUESTS
from hub.table.requests.base import Action
from hub.table.wire.audience import Audience

THROW = {"do": "play", "command": {"command": "throw", "seat": 1, "faces": [1, 2], "source": "typed"}, "prompt": None}

PAGE = Path(__file__).resolve().parents[2] / "hub" / "docs" / "SECURITY.md"
BANKER, OWN, OTHER, VIEWER = Audience("banker"), Audience("seat", 0), Audience("seat", 1), Audience("viewer")
ROLES = {
    "the banker": {BANKER},
    "the banker, a seat for itself": {BANKER, OWN},
    "the banker, any seat": {BANKER, OWN, OTHER},
    "a seat for itself": {OWN},
    "a browser without a seat": {VIEWER},
}


def role(browser: Browser) -> tuple[str, int | None]:
    welcome = browser.wait("welcome")
    return welcome["role"], welcome["seat"]


def test_a_stranger_only_looks(connect: Connect) -> None:
    """Whoever comes without a key sees the table and may do nothing."""
    stranger = connect()
    assert role(stranger) == ("viewer", None)
    assert stranger.wait("view")["seats"][0]["name"] == "Anna"
    for action in (THROW, {"do": "undo", "seen": 0}, {"do": "add_seat", "name": "Eve"}, {"do": "begin"}):
        assert stranger.ask(action)["reason"] == "not_allowed"


def test_the_right_pin_makes_the_banker(connect: Connect, viewer: Browser) -> None:
    """The PIN gives a key, at once and for the next connection."""
    admitted = viewer.call("pair", {"pin": f" {PIN[:3]} {PIN[3:]} "})
    assert admitted["ok"]
    assert viewer.wait("welcome")["key"] == admitted["key"]
    assert viewer.wait("view")["role"] == "banker"
    assert viewer.ask({"do": "add_seat", "name": "Chloe"})["ok"]
    assert role(connect(key=admitted["key"])) == ("banker", None)


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        *(({"pin": pin}, "wrong_pin") for pin in ("000000", "", PIN + "0")),
        *((payload, "bad_request") for payload in ({}, {"pin": 271828}, {"pin": None}, [], "271828", {"code": PIN})),
    ],
)
def test_a_wrong_pin_changes_nothing(connect: Connect, payload: object, reason: str) -> None:
    """It is refused, what is no text in the right field is not even tried, and its sender goes on looking."""
    stranger = connect()
    answer = stranger.call("pair", payload)
    assert (answer["ok"], answer["key"], answer["reason"]) == (False, None, reason)
    assert stranger.ask({"do": "begin"})["reason"] == "not_allowed"


def test_guessing_is_slow(connect: Connect) -> None:
    """After five wrong PINs even the right one has to wait, on every connection of that address; codes count too."""
    first, second = connect(), connect()
    for guess in range(3):
        assert first.call("pair", {"pin": f"{guess:06}"})["reason"] == "wrong_pin"
    for _ in range(2):
        assert second.call("join", {"code": "AAAAA"})["reason"] == "wrong_code"
    refused = second.call("pair", {"pin": PIN})
    assert refused["reason"] == "too_many_tries"
    assert 1 <= refused["details"]["seconds"] <= 12
    assert first.call("join", {"code": "BBBBB"})["reason"] == "too_many_tries"


def test_a_code_gives_its_seat_once(connect: Connect, banker: Browser, codes: dict[str, str]) -> None:
    """A whole code, however typed, gives its seat and is used up; the banker gets the next one to show."""
    phone, late = connect(), connect()
    typed = f"{codes['1'][:2].lower()} {codes['1'][2:]}"
    assert phone.call("join", {"code": typed})["ok"]
    assert role(phone) == ("viewer", None)
    assert role(phone) == ("seat", 1)
    for wrong in (codes["1"], codes["0"][:4], ""):
        assert late.call("join", {"code": wrong})["reason"] == "wrong_code"
    fresh = banker.wait("view", lambda view: view["join"]["codes"]["1"] != codes["1"])["join"]["codes"]
    assert fresh["0"] == codes["0"]
    assert late.call("join", {"code": fresh["1"]})["ok"]


def test_a_code_works_once_more_where_its_answer_got_lost(seated, connect, banker, codes):
    """The device that used it gets the same key again; nobody else does, nor a name that could be guessed or is out."""
    phone, other, short = connect(), connect(), {"code": codes["0"], "device": "phone"}
    asked = {"code": codes["1"], "device": "0123456789abcdef01234567"}
    key = phone.call("join", asked)["key"]
    assert connect().call("join", asked)["key"] == key
    again = access(seated, SECRET, PIN)
    assert (again.join(**asked), len(again.phones()[1])) == (key, 1), "after a restart as well"
    for device in ("fedcba9876543210fedcba98", "", None):
        assert other.call("join", {"code": codes["1"], "device": device})["reason"] == "wrong_code"
    assert banker.ask({"do": "sign_out", "seat": 1, "phone": 1})["ok"]
    assert connect().call("join", asked)["reason"] == "wrong_code"
    assert connect().call("join", short)["ok"]
    assert connect().call("join", short)["reason"] == "wrong_code"


def test_a_seat_plays_for_itself_alone(seated: Seated, phone: Browser) -> None:
    """A seat may play its own part and nothing of others, of the lobby, of the board or of undo."""
    seated.begin()
    mine = {"do": "play", "command": {"command": "pass_bid", "seat": 1}, "prompt": None}
    others = {"do": "play", "command": {"command": "throw", "seat": 0, "faces": []}, "prompt": None}
    assert phone.ask(mine)["reason"] not in (None, "not_allowed")
    typed = {"do": "play", "command": {"command": "throw", "seat": 1, "faces": [6, 6]}, "prompt": None}
    forbidden = [
        others,
        typed,
        {"do": "undo", "seen": 1},
        {"do": "new_code", "seat": 1},
        {"do": "learn", "step": "start"},
        {"do": "change_seat", "seat": 1, "name": "King", "colour": "red", "shape": "star"},
    ]
    before = seated.view()
    assert {phone.ask(action)["reason"] for action in forbidden} == {"not_allowed"}
    assert seated.view().seats == before.seats


def test_at_a_table_with_real_dice_whoever_throws_says_what_they_show(seated, banker, phone):
    """A phone types its own dice while the banker has it so, never those of others, and not any more afterwards."""
    seated.begin()
    seated.throw(0, 1, 3)
    mine = {"do": "play", "command": {"command": "throw", "seat": 1, "faces": [6, 4]}, "prompt": None}
    assert phone.ask({"do": "set_real_dice", "on": True})["reason"] == "not_allowed"
    assert banker.ask({"do": "set_real_dice", "on": True})["ok"]
    assert phone.ask({**mine, "command": {**mine["command"], "seat": 0}})["reason"] == "not_allowed"
    ack = phone.ask(mine)
    assert ack["ok"], ack["reason"]
    shown = phone.wait("view", lambda view: view["version"] >= ack["version"])
    assert (shown["faces"], shown["real_dice"]) == ([6, 4], True)
    assert banker.ask({"do": "set_real_dice", "on": False})["ok"]
    assert phone.ask(mine)["reason"] == "not_allowed"


def test_a_phone_that_is_signed_out_has_no_key(connect: Connect, banker: Browser, phone: Browser) -> None:
    """It loses the seat at once, also while connected; a new code lets another one in, and is made once."""
    phone.events.clear()
    phone.emit("refresh")
    assert banker.ask({"do": "sign_out", "seat": 1, "phone": 1})["ok"]
    assert role(phone) == ("viewer", None)
    assert phone.ask({"do": "play", "command": {"command": "throw", "seat": 1}})["reason"] == "not_allowed"
    ack = banker.ask({"do": "new_code", "seat": 1}, "renew-1")
    assert ack["ok"]
    view = banker.wait("view", lambda view: view["version"] >= ack["version"])
    code = view["join"]["codes"]["1"]
    assert banker.ask({"do": "new_code", "seat": 1}, "renew-1") == ack
    assert connect().call("join", {"code": code})["ok"]


@pytest.mark.feature("odds")
def test_a_new_code_is_shown_although_somebody_was_shown_what_others_do_not_see(connect, seated, banker, codes):
    """Advice is for one phone alone, and no view of the banker's is counted for it; the new code comes all the same."""
    assert banker.ask({"do": "set_outlook", "on": True})["ok"]
    assert banker.ask({"do": "set_advice", "seat": 0, "on": True})["ok"]
    anna = connect()
    assert anna.call("join", {"code": codes["0"]})["ok"]
    seated.begin()
    seated.throw(0, 1, 2)
    prompt = seated.view().prompt
    assert prompt
    assert anna.ask({"do": "ask_advice", "seat": 0, "prompt": prompt.id})["ok"]
    ack = banker.ask({"do": "new_code", "seat": 1})
    assert ack["ok"]
    shown = banker.wait("view", lambda view: view["version"] >= ack["version"])
    assert shown["join"]["codes"]["1"] != codes["1"]


def test_keys_follow_their_people(connect: Connect, banker: Browser, codes: dict[str, str]) -> None:
    """When players change places or leave, each phone keeps its own player, and the code too."""
    phone = connect()
    key = phone.call("join", {"code": codes["1"]})["key"]
    phone.wait("welcome", lambda welcome: welcome["seat"] == 1)
    assert banker.ask({"do": "move_seat", "seat": 1, "to": 0})["ok"]
    assert phone.wait("welcome")["seat"] == 0
    view = phone.wait("view")
    assert view["seats"][view["you"]]["name"] == "Ben"
    assert banker.ask({"do": "remove_seat", "seat": 1})["ok"]
    assert role(connect(key=key)) == ("seat", 0)
    assert connect().call("join", {"code": codes["0"]})["reason"] == "wrong_code"
    assert banker.ask({"do": "remove_seat", "seat": 0})["ok"]
    assert phone.wait("welcome")["role"] == "viewer"
    assert role(connect(key=key)) == ("viewer", None)


@pytest.mark.parametrize(
    "action", [{"do": "move_seat", "seat": 1, "to": 0}, {"do": "remove_seat", "seat": 0}], ids=["moved", "removed"]
)
def test_keys_follow_their_people_across_a_power_cut(seated: Seated, action: dict[str, object]) -> None:
    """A hub that stops after people changed places, before their keys followed, gives nobody another's seat."""
    before = access(seated, SECRET, PIN)
    key, old = before.join(before.codes()["1"]), before.join(before.codes()["0"])
    seated.ask(msgspec.convert(action, Union[REQUESTS]))  # noqa: UP007
    again = access(seated, SECRET, PIN)
    assert again.audience(key) == Audience("seat", 0)
    assert again.audience(old) == (Audience("seat", 1) if action["do"] == "move_seat" else None)


def test_codes_that_could_not_be_stored_follow_when_asked_again(banker, seated, codes, monkeypatch):
    """The disk fails between a removal and its keys: asked again nobody else is removed, and the codes are right."""
    store, remove = seated.store, {"do": "remove_seat", "seat": 0}
    commit = store.commit

    def fail_for_keys(batch: Batch) -> None:
        if "access" in batch.documents:
            raise StoreError("full", "ordered by the test")
        commit(batch)

    with monkeypatch.context() as patched:
        patched.setattr(store, "commit", fail_for_keys)
        assert banker.ask(remove, "once")["reason"] == "not_stored"
    assert banker.ask(remove, "once")["ok"]
    view = banker.wait("view", lambda view: view["join"]["codes"] == {"0": codes["1"]})
    assert [seat["name"] for seat in view["seats"]] == ["Ben"]


def forgeries(key: str) -> list[str]:
    """Keys that look like a good one."""
    payload, signature = key.rsplit(".", 1)
    banker = base64.urlsafe_b64encode(json.dumps("banker").encode()).decode().rstrip("=")
    return [
        f"{payload}.{'A' * len(signature)}",
        f"{banker}.{signature}",
        f"{payload}.",
        payload,
        URLSafeSerializer("another secret", salt="seat").dumps("banker"),
        URLSafeSerializer(SECRET, salt="seat").dumps("banker"),
        URLSafeSerializer(SECRET, salt="banker:000000").dumps("banker"),
        "x" * 10_000,
        "\u0000",
        "",
    ]


def test_forged_keys(connect: Connect, codes: dict[str, str]) -> None:
    """No key that the hub did not sign for this role opens anything; nor does one of another type."""
    key = connect().call("join", {"code": codes["0"]})["key"]
    for forged in forgeries(key):
        browser = connect(key=forged)
        assert role(browser) == ("viewer", None), forged
        browser.close()


def access(seated: Seated, secret: str, pin: str) -> Access:
    """The keys and codes as another start of the hub would know them."""
    made = Access(seated.table, secret, pin)
    made.load()
    return made


def test_a_key_outlives_the_server(seated: Seated, connect: Connect, codes: dict[str, str]) -> None:
    """Keys and codes are good after a restart of the hub; a banker's key ends with its PIN, a seat's does not."""
    key = connect().call("join", {"code": codes["1"]})["key"]
    again = access(seated, SECRET, PIN)
    assert again.audience(key) == Audience("seat", 1)
    assert again.codes()["0"] == codes["0"]
    banker = again.pair(PIN)
    assert again.audience(banker) == Audience("banker")
    other_pin = access(seated, SECRET, "314159")
    assert other_pin.audience(banker) is None
    assert other_pin.audience(key) == Audience("seat", 1)
    assert access(seated, "another secret", PIN).audience(key) is None


def test_codes_are_easy_to_read_out(codes: dict[str, str]) -> None:
    """Codes have five letters none of which looks like another."""
    assert all(len(code) == 5 and set(code) <= set(CODE_LETTERS) for code in codes.values())
    assert not set("0O1IL5S8B2ZUV") & set(CODE_LETTERS)
    assert len(set(codes.values())) == len(codes)


def test_nobody_sees_the_secrets_of_others(connect: Connect, phone: Browser, codes: dict[str, str]) -> None:
    """Only the banker's view holds codes, and no view holds the PIN or a key."""
    stranger = connect()
    for browser in (stranger, phone):
        browser.emit("refresh")
        text = json.dumps(browser.wait("view"))
        assert '"codes": {}' in text
        assert not [code for code in codes.values() if code in text]
        assert PIN not in text
        assert SECRET not in text


def listed(page: str) -> Iterator[tuple[str, str]]:
    """Each request in the table of the page, with the words for who may send it."""
    section = page.partition("## Who may ask for what")[2].partition("\n## ")[0]
    for line in section.splitlines():
        who, _, names = line.strip("| ").partition("|")
        if who.strip() in ROLES:
            yield from ((name, who.strip()) for name in re.findall(r"`(\w+)`", names))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: snake(kind.__name__))
def test_a_request_is_open_to_those_whom_the_page_names(kind: type[Action]) -> None:
    """Nobody else may send it, and what the page does not name only the banker; the examples are of the first seat."""
    request, page = snake(kind.__name__), PAGE.read_text(encoding="utf-8")
    named = [who for name, who in listed(page) if name == request] or ["the banker"]
    assert len(named) == 1, f"{PAGE.name} names `{request}` {len(named)} times under “Who may ask for what”"
    assert kind in CASES, "give it a case in CASES of tests/table/asked.py, or of its feature's"
    action = CASES[kind][0].action
    allowed = {audience for audience in (BANKER, OWN, OTHER, VIEWER) if action.open_to(audience)}
    assert allowed == ROLES[named[0]], f"its class lets others send `{request}` than {PAGE.name} says: {named[0]}"
