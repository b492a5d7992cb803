"""A second phone on a seat: noticed at once, listed, signed out for good; and never let to see a bid by the way."""

from functools import partial
from typing import Any

import msgspec
import pytest
from helpers.seated import Seated
from server.browser import Browser
from server.conftest import PIN, SECRET, Connect
from server.test_access import role
from server.test_secret_dealings import BIDS, begun, bid
from server.test_way_in import DEVICE

from hub.domain.commands import Decline
from hub.domain.corrections import CorrectTurn
from hub.server.access.keys import DOCUMENT, Access
from hub.server.access.phones import PHONES_MAXIMUM, kind_of
from hub.server.limits import Limits
from hub.table.requests import Correct, SignOut
from hub.table.requests.base import Request
from hub.table.wire.audience import Audience

ANNA, BEN = 0, 1
ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"


def seen(browser: Browser) -> dict[str, Any]:
    """What a device shows now: the newest view, when it has heard all that was on the way."""
    browser.emit("refresh")
    browser.ask({"do": "nothing"})
    views = [arguments[0] for name, arguments in browser.events if name == "view"]
    return views[-1]


def rung(view: dict[str, Any]) -> bool:
    """Whether a device is shown a phone that nobody has let in or known yet."""
    return any(phone["state"] != "known" for phones in view["join"]["phones"].values() for phone in phones)


def phones(browser: Browser, seat: int = BEN) -> list[tuple[int, str]]:
    """Number and state of the phones of a seat, as this device is shown them."""
    return [(phone["number"], phone["state"]) for phone in seen(browser)["join"]["phones"].get(str(seat), ())]


def joined(banker: Browser, connect: Connect, seat: int = BEN, **options: Any) -> tuple[Browser, dict[str, Any]]:
    """One more phone that somebody brings in with the code the tablet shows; what it was answered."""
    browser = connect(**options)
    browser.wait("view")
    return browser, browser.call("join", {"code": seen(banker)["join"]["codes"][str(seat)]})


def of_phone(do: str, phone: int, seat: int = BEN) -> dict[str, Any]:
    return {"do": do, "seat": seat, "phone": phone}


def test_a_second_phone_is_shown_at_once(phone: Browser, banker: Browser, connect: Connect) -> None:
    """Without being asked, the seat's phone and the banker are shown the news, and what sort of phone it is."""
    for line in (phone, banker):
        assert not rung(seen(line))
    second, answer = joined(banker, connect, User_Agent=ANDROID)
    assert answer["ok"]
    for line in (phone, banker):
        told = line.wait("view", rung)["join"]["phones"]["1"]
        assert [(one["number"], one["state"], one["kind"]) for one in told] == [
            (1, "known", "other"),
            (2, "new", "android"),
        ]
        assert all(one["online"] and one["since_ms"] > 1_700_000_000_000 for one in told)
    assert banker.ask(of_phone("let_in", 2))["ok"]
    assert phones(second) == [(1, "known"), (2, "known")]
    assert not rung(seen(phone))


def test_others_are_shown_no_phones(phone: Browser, banker: Browser, connect: Connect) -> None:
    """Who looks on sees none, another seat its own; neither hears a bell."""
    viewer, (anna, _) = connect(), joined(banker, connect, ANNA)
    joined(banker, connect)
    assert seen(viewer)["join"]["phones"] == {}
    assert list(seen(anna)["join"]["phones"]) == ["0"]
    assert not rung(seen(viewer))
    assert not rung(seen(anna))


def test_a_phone_that_is_signed_out_stays_out(seated, server, phone, banker, connect, pages):
    """It is a viewer at once, and its key opens nothing, also after a restart; the other phone of the seat plays on."""
    second, answer = joined(banker, connect)
    second.events.clear()
    assert phone.ask(of_phone("sign_out", 2))["ok"]
    assert second.wait("welcome", lambda welcome: welcome["role"] == "viewer")["key"] is None, "it forgets its own"
    assert second.ask({"do": "be_speaker", "device": "x"})["reason"] == "not_allowed"
    assert role(connect(key=answer["key"])) == ("viewer", None)
    assert phones(phone) == [(1, "known")]
    assert phone.ask(of_phone("sign_out", 2))["ok"], "asked again it is the same"
    again = Access(seated.table, SECRET, PIN)
    again.load()
    assert again.audience(answer["key"]) is None
    assert [one.number for one in again.phones()[BEN]] == [1]


def test_a_phone_looks_after_those_that_came_later(phone: Browser, banker: Browser, connect: Connect) -> None:
    """Who slipped in cannot put the owner out, nor say that all is well; it may go itself. Other seats may nothing."""
    intruder, _ = joined(banker, connect)
    anna, _ = joined(banker, connect, ANNA)
    for line, do, number in ((intruder, "sign_out", 1), (intruder, "let_in", 2), (anna, "sign_out", 2)):
        assert line.ask(of_phone(do, number))["reason"] == "not_allowed"
    assert connect().ask(of_phone("sign_out", 1))["reason"] == "not_allowed"
    assert phones(phone) == [(1, "known"), (2, "new")]
    assert intruder.ask(of_phone("sign_out", 2))["ok"]
    assert phones(phone) == [(1, "known")]


def test_a_new_code_leaves_phones_in(phone: Browser, banker: Browser, connect: Connect) -> None:
    """It is for a code that somebody has read; the old one is good for nobody. Who has lost a phone signs it out."""
    second, _ = joined(banker, connect)
    old = seen(banker)["join"]["codes"]["1"]
    assert banker.ask({"do": "new_code", "seat": BEN})["ok"]
    assert connect().call("join", {"code": old})["reason"] == "wrong_code"
    assert phones(banker) == [(1, "known"), (2, "new")]
    assert [seen(line)["role"] for line in (phone, second)] == ["seat", "seat"]
    for number in (1, 2):
        assert banker.ask(of_phone("sign_out", number))["ok"]
    assert [seen(line)["role"] for line in (phone, second)] == ["viewer", "viewer"]
    joined(banker, connect)
    assert phones(banker) == [(3, "known")]


def test_a_seat_has_so_many_phones_at_most(banker: Browser, connect: Connect) -> None:
    """Then one has to be signed out first; the code is still good."""
    for _ in range(PHONES_MAXIMUM):
        line, answer = joined(banker, connect)
        assert answer["ok"]
        line.close()
    code = seen(banker)["join"]["codes"]["1"]
    late, answer = joined(banker, connect)
    assert (answer["reason"], answer["details"]) == ("too_many_phones", {"most": PHONES_MAXIMUM})
    assert banker.ask(of_phone("sign_out", 3))["ok"]
    assert late.call("join", {"code": code})["ok"]


def test_a_right_code_is_no_guess_though_nobody_gets_in(banker: Browser, connect: Connect) -> None:
    """However often somebody with the right code finds the seat full, a wrong guess afterwards is their first."""
    for _ in range(PHONES_MAXIMUM):
        joined(banker, connect)[0].close()
    code, late = seen(banker)["join"]["codes"]["1"], connect()
    for _ in range(2 * Limits().tries_per_minute):
        assert late.call("join", {"code": code})["reason"] == "too_many_phones"
    assert late.call("join", {"code": "CCCCC"})["reason"] == "wrong_code"


NEW_CODE = {"do": "new_code", "seat": BEN}
TAKE_BACK = {"do": "play", "command": {"command": "take_back_bid", "seat": BEN}, "prompt": None}
UNDO, REDO = {"do": "undo", "to": None}, {"do": "redo"}


def as_seen(banker: Browser, action: dict[str, Any]) -> dict[str, Any]:
    """An action as who sees the table now asks for it."""
    return {**action, "seen": seen(banker)[action["do"]]} if action in (UNDO, REDO) else action


class TestWhileBidsLie:
    """Ben is asked for a bid, or has bid; somebody comes with a code of that seat."""

    @pytest.fixture
    def bidding(self, seated: Seated, phone: Browser) -> Seated:
        begun(seated)
        bid(phone, BEN)
        return seated

    def test_it_waits_for_the_seats_own_yes(self, bidding, phone, banker, connect):
        """Until then it looks on, reads no bid and plays nothing; the banker cannot grant it, the seat's phone can."""
        second, answer = joined(banker, connect)
        assert answer["ok"]
        welcome = second.wait("welcome", lambda welcome: welcome["waiting"] is not None)
        assert (welcome["role"], welcome["seat"], welcome["waiting"], welcome["phone"]) == ("viewer", None, BEN, 2)
        assert (seen(second)["role"], seen(second)["own_bid"]) == ("viewer", None)
        assert second.ask(of_phone("let_in", 2))["reason"] == "not_allowed"
        assert banker.ask(of_phone("let_in", 2))["reason"] == "bids_lie"
        assert phone.wait("view", rung)["join"]["phones"]["1"][1]["state"] == "waiting"
        assert str(BIDS[BEN]) not in str([second.events, second.acks])
        assert phone.ask(of_phone("let_in", 2))["ok"]
        assert second.wait("welcome", lambda welcome: welcome["waiting"] is None)["seat"] == BEN
        assert seen(second)["own_bid"] == BIDS[BEN]

    def test_it_waits_before_the_bid(self, seated: Seated, phone: Browser, banker: Browser, connect: Connect) -> None:
        """Else it would see the bid that is yet to come: only the seat's own phone lets it in."""
        begun(seated)
        second, _ = joined(banker, connect)
        assert second.wait("welcome", lambda welcome: welcome["waiting"] == BEN)["role"] == "viewer"
        assert banker.ask(of_phone("let_in", 2))["reason"] == "bids_lie"
        bid(phone, BEN)
        assert str(BIDS[BEN]) not in str([seen(second), second.events, second.acks])

    def test_it_goes_on_waiting(self, bidding, phone, banker, connect, server):
        """Coming back with its key, also to a hub that was started again, it is still nobody."""
        _, answer = joined(banker, connect)
        back = connect(key=answer["key"])
        welcome = back.wait("welcome")
        assert (welcome["role"], welcome["waiting"], welcome["key"]) == ("viewer", BEN, answer["key"])
        again = Access(bidding.table, SECRET, PIN)
        again.load()
        assert again.audience(answer["key"]) is None
        assert again.waits(BEN, 2)

    @pytest.mark.parametrize(
        ("way", "back"),
        [
            ([NEW_CODE], []),
            ([of_phone("sign_out", 1)], []),
            ([of_phone("sign_out", 1), UNDO], [REDO]),  # which lays the bid down again
            ([of_phone("sign_out", 1), TAKE_BACK], [UNDO]),
        ],
        ids=["a new code", "signing out", "undoing the bid", "taking it back"],
    )
    def test_there_is_no_way_round(self, bidding, phone, banker, connect, way, back):
        """Whatever the banker does first, whoever joins waits and never receives the bid; only the reveal ends that."""
        for action in way:
            assert banker.ask(as_seen(banker, action))["ok"]
        second, answer = joined(banker, connect)
        assert second.wait("welcome", lambda welcome: welcome["waiting"] == BEN)["role"] == "viewer"
        assert banker.ask(of_phone("let_in", 2))["reason"] == "bids_lie"
        for action in back:
            assert banker.ask(as_seen(banker, action))["ok"]
        assert seen(second)["own_bid"] is None
        assert str(BIDS[BEN]) not in str([second.events, second.acks])
        if way == [of_phone("sign_out", 1)]:
            bid(banker, ANNA)
            assert banker.ask(of_phone("let_in", 2))["ok"]
            assert role(connect(key=answer["key"])) == ("seat", BEN)

    def test_dropping_the_auction_is_no_way_round(self, bidding, phone, banker, connect):
        """Without an auction whoever joins Ben's empty seat is in; undone, the auction is there again without bids."""
        assert banker.ask(of_phone("sign_out", 1))["ok"]
        bidding.do(Correct(CorrectTurn(ANNA)))
        second, _ = joined(banker, connect)
        assert seen(second)["role"] == "seat"
        assert banker.ask({"do": "undo", "seen": seen(banker)["undo"], "to": None})["ok"]
        shown = seen(second)
        assert (shown["prompt"]["task"]["waiting"], shown["own_bid"]) == ([ANNA, BEN], None)
        assert banker.ask({"do": "redo", "seen": 1})["ok"]
        assert str(BIDS[BEN]) not in str([second.events, second.acks])

    def test_who_waits_may_give_up(self, bidding: Seated, phone: Browser, banker: Browser, connect: Connect) -> None:
        """It takes itself out, so that nobody is asked about it any more; but neither others nor elsewhere."""
        second, answer = joined(banker, connect)
        second.wait("welcome", lambda welcome: welcome["waiting"] == BEN)
        assert second.ask(of_phone("sign_out", 1))["reason"] == "not_allowed"
        assert second.ask(of_phone("sign_out", 2, ANNA))["reason"] == "not_allowed"
        assert second.ask(of_phone("sign_out", 2))["ok"]
        assert phones(phone) == [(1, "known")]
        assert role(connect(key=answer["key"])) == ("viewer", None)

    @pytest.mark.parametrize("way", ["code", "knock"])
    def test_a_second_phone_waits_before_the_seats_own_bid_as_well(self, bidding, banker, connect, way):
        """Anna has a phone and has not bid yet: nobody else gets in without her yes, and reads what she bids next."""
        first, _ = joined(banker, connect, ANNA)
        first.wait("welcome", lambda welcome: welcome["role"] == "seat")
        if way == "code":
            second, _ = joined(banker, connect, ANNA)
        else:
            second = connect(device=DEVICE)
            second.wait("view")
            assert second.ask({"do": "knock", "seat": ANNA, "device": DEVICE})["ok"]
        assert second.wait("welcome", lambda welcome: welcome["waiting"] == ANNA)["role"] == "viewer"
        assert banker.ask(of_phone("let_in", 2, ANNA))["reason"] == "bids_lie"
        assert seen(second)["role"] == "viewer"
        assert first.ask(of_phone("let_in", 2, ANNA))["ok"]
        assert seen(second)["role"] == "seat"


@pytest.mark.parametrize("named", [False, True])
def test_waiting_in_an_open_auction_tells_no_maximum(seated, phone, banker, connect, named):
    """A second phone waits, whether anybody has named a maximum or not; a first one does not, but after one put out."""
    seated.begin()
    seated.throw(0, 1, 2)
    seated.play(Decline(0))
    if named:
        maximum = {"command": "set_maximum", "seat": BEN, "amount": 400}
        assert phone.ask({"do": "play", "command": maximum, "prompt": None})["ok"]
    first, _ = joined(banker, connect, ANNA)
    second, _ = joined(banker, connect, ANNA)
    assert [seen(line)["role"] for line in (first, second)] == ["seat", "viewer"]
    assert banker.ask(of_phone("let_in", 2, ANNA))["reason"] == "bids_lie"
    assert first.ask(of_phone("let_in", 2, ANNA))["ok"]
    assert seen(second)["role"] == "seat"
    assert banker.ask(of_phone("sign_out", 1))["ok"]
    assert seen(joined(banker, connect)[0])["role"] == "viewer"


def test_how_often_a_guess_was_wrong_is_shown_to_the_banker(phone: Browser, banker: Browser, connect: Connect) -> None:
    """Each wrong PIN and code is counted at once, those that had to wait with the next; the banker puts it aside."""
    stranger = connect()
    stranger.call("pair", {"pin": "000000"})
    assert banker.wait("view", lambda view: view["join"]["wrong_pins"])["join"]["wrong_pins"] == 1
    stranger.call("join", {"code": "AAAAA"})
    assert banker.wait("view", lambda view: view["join"]["wrong_codes"])["join"]["wrong_codes"] == 1
    while stranger.call("pair", {"pin": "000000"})["reason"] != "too_many_tries":
        continue
    told = seen(banker)["join"]
    assert (told["wrong_pins"], told["wrong_codes"]) == (4, 1)
    for other in (phone, stranger):
        shown = seen(other)["join"]
        assert (shown["wrong_pins"], shown["wrong_codes"]) == (0, 0)
        assert other.ask({"do": "forget_tries"})["reason"] == "not_allowed"
    assert banker.ask({"do": "forget_tries"}, "read")["ok"]
    told = seen(banker)["join"]
    assert (told["wrong_pins"], told["wrong_codes"]) == (0, 0)
    stranger.call("join", {"code": "AAAAA"})
    assert banker.ask({"do": "forget_tries"}, "read")["ok"], "asked again"
    told = seen(banker)["join"]
    assert (told["wrong_pins"], told["wrong_codes"]) == (0, 1), "what came since"


def test_keys_of_an_older_hub_stay_good(seated: Seated) -> None:
    """What it stored had one name for all phones of a seat: they play on as one phone, which can be signed out."""
    older = [
        {"person": 1, "holder": "208dd4daa4cee9df6641792c", "code": "HNP4N"},
        {"person": 2, "holder": "c9", "code": "R4J9X"},
    ]
    seated.table.put_document(DOCUMENT, msgspec.json.encode(older))
    access = Access(seated.table, SECRET, PIN)
    access.load()
    key = str(access._seat_keys.dumps("208dd4daa4cee9df6641792c"))
    assert access.audience(key) == Audience("seat", ANNA)
    assert access.codes() == {"0": "HNP4N", "1": "R4J9X"}
    request = Request("it", SignOut(ANNA, 1))
    assert access.sign_out(ANNA, 1, partial(seated.table.request, Audience("banker"), request)).ok
    assert access.audience(key) is None


def test_a_code_for_which_the_disk_had_no_room_is_no_guess(seated, banker, connect):
    """However often it is tried meanwhile, afterwards it lets its phone in."""
    phone, code = connect(), {"code": seen(banker)["join"]["codes"]["0"]}
    seated.store.fail_with = "disk_full"
    assert {phone.call("join", code)["reason"] for _ in range(6)} == {"not_stored"}
    seated.store.fail_with = None
    assert phone.call("join", code)["ok"]


@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        (ANDROID, "android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15", "iphone"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "computer"),
        ("", "other"),
        ("x" * 10_000, "other"),
    ],
)
def test_what_sort_of_device_it_is(agent: str, kind: str) -> None:
    """By what browsers say of themselves, whatever else they say."""
    assert kind_of(agent) == kind
