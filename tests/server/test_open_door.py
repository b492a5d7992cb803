"""Phones without a code sit down while people gather, or knock where somebody sits; the banker may shut the door."""

import itertools
from typing import Any

import pytest
from helpers.seated import BANKER, Seated
from helpers.served import Server
from server.browser import Browser
from server.conftest import Connect
from server.test_access import role
from server.test_phones import ANDROID, joined, of_phone, phones, rung, seen
from server.test_secret_dealings import BIDS, begun, bid

from hub.domain.commands import DeclareBankruptcy
from hub.domain.corrections import CorrectMoney
from hub.server.access.phones import KNOCKS_MAXIMUM, PHONES_MAXIMUM
from hub.server.limits import Bucket, Limits
from hub.server.sockets.connections import Connection
from hub.table.interfaces.storage import Batch, StoreError
from hub.table.requests import Begin, Correct
from hub.table.requests.base import Request

ANNA, BEN, CLEO = range(3)
DEVICES = (f"{number:024x}" for number in itertools.count(1))


def sitting(name: str = "Cleo", device: str | None = None, **look: str) -> dict[str, Any]:
    """What a phone asks for that wants a seat of its own."""
    return {"do": "sit_down", "name": name, "device": device or next(DEVICES), **look}


def knocking(seat: int, device: str | None = None) -> dict[str, Any]:
    """What a phone asks for that says whose it is."""
    return {"do": "knock", "seat": seat, "device": device or next(DEVICES)}


def came(connect: Connect, **options: Any) -> Browser:
    browser = connect(**options)
    browser.wait("view")
    return browser


def names(seated: Seated) -> list[str]:
    return [seat.name for seat in seated.view().seats]


class TestSittingDown:
    """While people gather."""

    def test_a_phone_takes_a_seat_of_its_own(self, seated: Seated, banker: Browser, connect: Connect) -> None:
        """It chooses name, colour and shape and plays for that seat from then on; the banker sees that it came so."""
        phone = came(connect)
        assert phone.ask(sitting("  Cleo ", colour="teal", shape="heart"))["ok"]
        welcome = phone.wait("welcome", lambda welcome: welcome["role"] == "seat")
        assert (welcome["seat"], welcome["phone"]) == (CLEO, 1)
        shown = seen(banker)
        assert [(seat["name"], seat["by_self"]) for seat in shown["seats"]] == [
            ("Anna", False),
            ("Ben", False),
            ("Cleo", True),
        ]
        assert (shown["seats"][CLEO]["colour"], shown["seats"][CLEO]["shape"]) == ("teal", "heart")
        assert not rung(shown)
        assert role(connect(key=welcome["key"])) == ("seat", CLEO)
        assert phone.ask(of_phone("sign_out", 1, CLEO))["ok"]

    @pytest.mark.parametrize(
        ("wish", "reason"),
        [
            (sitting("An\u200bna"), "name_unfit"),
            (sitting(" ANNA "), "name_taken"),
            (sitting(colour="red"), "colour_taken"),
            (sitting(shape="triangle"), "shape_taken"),
            (sitting(device="tooshort"), "bad_request"),
            (sitting(device=" "), "bad_request"),
        ],
    )
    def test_names_and_looks_are_judged_like_typed_ones(self, seated, connect, wish, reason):
        """What could not be seen or told apart is refused with its reason; who asked looks on."""
        phone = came(connect)
        assert phone.ask(wish)["reason"] == reason
        assert seen(phone)["role"] == "viewer"
        assert names(seated) == ["Anna", "Ben"]

    def test_nobody_sits_down_in_a_running_game(self, seated: Seated, connect: Connect) -> None:
        """Its seats are those that began it."""
        seated.begin()
        assert came(connect).ask(sitting())["reason"] == "game_running"

    def test_only_who_has_no_seat_may(self, phone: Browser, banker: Browser) -> None:
        """Neither a phone that plays for somebody nor the banker's device sits down or knocks."""
        for line, wish in itertools.product((phone, banker), (sitting(), knocking(ANNA))):
            assert line.ask(wish)["reason"] == "not_allowed"

    def test_asked_again_it_is_the_same_seat(self, seated: Seated, banker: Browser, connect: Connect) -> None:
        """By the same request or by the same device, even behind a shut door: one seat, one phone, one key."""
        wish, keys = sitting(), set()
        for request in ("it", "it", "another"):
            phone = came(connect)
            assert phone.ask(wish, request)["ok"]
            assert banker.ask({"do": "set_door", "open": False})["ok"]
            keys.add(phone.wait("welcome", lambda welcome: welcome["role"] == "seat")["key"])
        assert len(keys) == 1
        assert names(seated) == ["Anna", "Ben", "Cleo"]
        assert phones(banker, CLEO) == [(1, "known")]

    def test_who_has_knocked_before_waits_there_no_longer(self, banker: Browser, connect: Connect) -> None:
        """A phone that said it was Anna's, and then sits down as Cleo, rings at nobody's seat."""
        phone, device = came(connect), next(DEVICES)
        assert phone.ask(knocking(ANNA, device))["ok"]
        assert phone.ask(sitting(device=device))["ok"]
        assert (phones(banker, ANNA), phones(banker, CLEO)) == ([], [(1, "known")])

    def test_who_was_signed_out_does_not_come_back_so(self, banker: Browser, connect: Connect) -> None:
        """The device that sat down has no claim for ever: once it is out it needs a code or a yes, like everybody."""
        wish, phone = sitting(), came(connect)
        assert phone.ask(wish)["ok"]
        assert banker.ask({"do": "sign_out", "seat": CLEO, "phone": 1})["ok"]
        assert came(connect).ask(wish, "again")["reason"] == "not_allowed"
        assert phones(banker, CLEO) == []

    def test_who_was_removed_may_sit_down_again(self, seated: Seated, banker: Browser, connect: Connect) -> None:
        """Removed by the banker it looks on; the seat it takes then is a new one."""
        wish, phone = sitting(), came(connect)
        assert phone.ask(wish)["ok"]
        phone.wait("welcome", lambda welcome: welcome["role"] == "seat")
        assert banker.ask({"do": "remove_seat", "seat": CLEO})["ok"]
        assert phone.wait("welcome")["role"] == "viewer"
        assert phone.ask(wish, "again")["ok"]
        assert phone.wait("welcome")["role"] == "seat"

    def test_a_phone_says_what_it_is_called_while_people_gather(self, seated: Seated, phone: Browser) -> None:
        """Its own seat's name and look, nobody else's; once the game runs that is the banker's."""
        look = {"do": "change_seat", "seat": BEN, "name": "Benno", "colour": "brown", "shape": "cross"}
        assert phone.ask(look)["ok"]
        assert phone.ask({**look, "seat": ANNA})["reason"] == "not_allowed"
        assert phone.ask({**look, "name": "anna"})["reason"] == "name_taken"
        assert names(seated) == ["Anna", "Benno"]
        seated.begin()
        assert phone.ask({**look, "name": "Bernd"})["reason"] == "not_allowed"
        assert names(seated) == ["Anna", "Benno"]


class TestKnocking:
    """A phone says whose it is."""

    def test_the_banker_says_yes(self, seated: Seated, banker: Browser, connect: Connect) -> None:
        """Until then it looks on, and the banker reads who knocks; then it plays for that seat."""
        seated.begin()
        phone = came(connect, User_Agent=ANDROID)
        assert phone.ask(knocking(BEN))["ok"]
        welcome = phone.wait("welcome", lambda welcome: welcome["waiting"] == BEN)
        assert (welcome["role"], welcome["seat"], welcome["phone"]) == ("viewer", None, 1)
        told = banker.wait("view", rung)["join"]["phones"]["1"]
        assert [(one["state"], one["uninvited"], one["kind"]) for one in told] == [("waiting", True, "android")]
        assert phone.ask(of_phone("let_in", 1))["reason"] == "not_allowed"
        assert banker.ask(of_phone("let_in", 1))["ok"]
        assert phone.wait("welcome", lambda welcome: welcome["role"] == "seat")["seat"] == BEN
        assert not seen(banker)["join"]["phones"]["1"][0]["uninvited"]
        assert not rung(seen(banker))

    def test_a_phone_of_the_seat_says_yes_too(self, seated: Seated, phone: Browser, connect: Connect) -> None:
        """It came before; another seat's phone has no say."""
        seated.begin()
        second = came(connect)
        assert second.ask(knocking(BEN))["ok"]
        assert phone.wait("view", rung)["join"]["phones"]["1"][1]["state"] == "waiting"
        assert phone.ask(of_phone("let_in", 2))["ok"]
        assert second.wait("welcome", lambda welcome: welcome["role"] == "seat")["seat"] == BEN

    def test_whoever_is_let_in_is_the_phone_that_knocked(self, banker, phone, connect):
        """Of two that knock the one with the number on the tablet gets in, and has that number ever after."""
        first, second = came(connect), came(connect)
        for line, number in ((first, 2), (second, 3)):
            assert line.ask(knocking(BEN))["ok"]
            assert line.wait("welcome", lambda welcome: welcome["waiting"] == BEN)["phone"] == number
        assert banker.ask(of_phone("let_in", 3))["ok"]
        inside = second.wait("welcome", lambda welcome: welcome["role"] == "seat")
        assert (inside["seat"], inside["phone"]) == (BEN, 3)
        assert sorted(phones(banker)) == [(1, "known"), (2, "waiting"), (3, "known")]
        second.close()
        back = connect(key=inside["key"]).wait("welcome")
        assert (back["seat"], back["phone"]) == (BEN, 3)

    def test_a_knock_is_nothing_to_look_down_from(self, banker: Browser, connect: Connect) -> None:
        """Who knocked before Ben's own phone came speaks for nobody: that one says yes to it, and puts it out again."""
        early = came(connect)
        assert early.ask(knocking(BEN))["ok"]
        own, answer = joined(banker, connect)
        assert answer["ok"]
        assert own.ask(of_phone("let_in", 1))["ok"]
        assert early.wait("welcome", lambda welcome: welcome["role"] == "seat")["phone"] == 1
        assert early.ask(of_phone("sign_out", 2))["reason"] == "not_allowed"
        assert own.ask(of_phone("sign_out", 1))["ok"]
        assert phones(banker) == [(2, "known")]

    @pytest.mark.parametrize(("seat", "number"), [(BEN, 1), (ANNA, 2)])
    def test_whoever_gets_a_code_meanwhile_knocks_no_longer(self, seat, number, banker, connect):
        """At the same seat it is the same phone; at another one it is a new phone there, and has gone from the door."""
        if seat == ANNA:
            joined(banker, connect, ANNA)
        waiting = came(connect)
        assert waiting.ask(knocking(BEN))["ok"]
        key = waiting.wait("welcome", lambda welcome: welcome["waiting"] == BEN)["key"]
        again = connect(key=key)
        again.wait("view")
        assert again.call("join", {"code": seen(banker)["join"]["codes"][str(seat)]})["ok"]
        assert again.wait("welcome", lambda welcome: welcome["role"] == "seat")["phone"] == number
        assert [one for one in phones(banker, BEN) if one[1] == "waiting"] == []
        assert number in [one for one, _ in phones(banker, seat)]

    def test_a_no_is_heard(self, banker: Browser, connect: Connect) -> None:
        """The phone is nobody again; its key opens nothing, and the same wish is a new knock."""
        wish, phone = knocking(BEN), came(connect)
        assert phone.ask(wish)["ok"]
        key = phone.wait("welcome", lambda welcome: welcome["waiting"] == BEN)["key"]
        assert banker.ask(of_phone("sign_out", 1))["ok"]
        assert phone.wait("welcome")["waiting"] is None
        assert role(connect(key=key)) == ("viewer", None)
        assert phones(banker) == []
        assert phone.ask(wish, "again")["ok"]
        assert phones(banker) == [(2, "waiting")]

    def test_whoever_mistook_the_seat_knocks_at_the_other(self, banker: Browser, connect: Connect) -> None:
        """A phone waits at one seat only."""
        phone, device = came(connect), next(DEVICES)
        for seat in (BEN, ANNA):
            assert phone.ask(knocking(seat, device))["ok"]
            assert phone.wait("welcome", lambda welcome: welcome["waiting"] is not None)["waiting"] == seat
        assert (phones(banker, BEN), phones(banker, ANNA)) == ([], [(1, "waiting")])

    def test_asked_again_it_is_the_same_knock(self, banker: Browser, connect: Connect) -> None:
        """By the same request or device, on the same line or another."""
        wish = knocking(BEN)
        for request in ("it", "it", "another"):
            phone = came(connect)
            assert phone.ask(wish, request)["ok"]
            assert phone.wait("welcome", lambda welcome: welcome["waiting"] == BEN)["phone"] == 1
        assert phones(banker) == [(1, "waiting")]

    def test_so_many_knock_and_take_nobodys_place(self, banker: Browser, connect: Connect) -> None:
        """The next one reads that the banker has to answer first; a phone with the code comes in all the same."""
        joined(banker, connect)[0].close()
        for _ in range(KNOCKS_MAXIMUM):
            assert came(connect).ask(knocking(BEN))["ok"]
        assert came(connect).ask(knocking(BEN))["reason"] == "many_knock"
        for _ in range(PHONES_MAXIMUM - 1):
            line, answer = joined(banker, connect)
            assert answer["ok"]
            line.close()
        assert joined(banker, connect)[1]["reason"] == "too_many_phones"

    def test_nobody_knocks_where_the_seat_has_all_its_phones(self, banker: Browser, connect: Connect) -> None:
        """One has to be signed out first."""
        for _ in range(PHONES_MAXIMUM):
            joined(banker, connect)[0].close()
        assert came(connect).ask(knocking(BEN))["reason"] == "too_many_phones"

    def test_nobody_knocks_at_who_is_out(self, seated: Seated, connect: Connect) -> None:
        """There is nothing left to do at that seat."""
        seated.begin()
        seated.do(Correct(CorrectMoney(ANNA, BEN, 1500)))
        seated.throw(ANNA, 1, 3)
        seated.play(DeclareBankruptcy(ANNA))
        assert came(connect).ask(knocking(ANNA))["reason"] == "no_such_seat"

    def test_a_knock_opens_no_bid(self, seated: Seated, phone: Browser, banker: Browser, connect: Connect) -> None:
        """While Ben's bid lies face down the banker's yes is none; at Anna's seat, where none lies, it is one."""
        begun(seated)
        bid(phone, BEN)
        second, third = came(connect), came(connect)
        assert second.ask(knocking(BEN))["ok"]
        assert third.ask(knocking(ANNA))["ok"]
        assert banker.ask(of_phone("let_in", 2))["reason"] == "bids_lie"
        assert seen(second)["own_bid"] is None
        assert str(BIDS[BEN]) not in str([second.events, second.acks])
        assert banker.ask(of_phone("let_in", 1, ANNA))["ok"]
        assert third.wait("welcome", lambda welcome: welcome["role"] == "seat")["seat"] == ANNA


def test_behind_a_shut_door_only_codes_count(banker: Browser, connect: Connect, phone: Browser) -> None:
    """Whoever knocked is gone and hears it; codes and whoever has sat down are not touched."""
    waiting, sat = came(connect), came(connect)
    assert waiting.ask(knocking(BEN))["ok"]
    assert sat.ask(sitting())["ok"]
    waiting.wait("welcome", lambda welcome: welcome["waiting"] == BEN)
    assert banker.ask({"do": "set_door", "open": False})["ok"]
    assert waiting.wait("welcome")["waiting"] is None
    assert not seen(waiting)["open_door"]
    assert seen(sat)["you"] == CLEO
    for wish in (sitting("Dora"), knocking(ANNA)):
        assert waiting.ask(wish)["reason"] == "door_shut"
    assert joined(banker, connect, ANNA)[1]["ok"]
    assert phones(banker) == [(1, "known")]
    assert banker.ask({"do": "set_door", "open": True})["ok"]
    assert waiting.ask(sitting("Dora"))["ok"]


@pytest.mark.parametrize("limits", [Limits(arrivals_per_minute=3, arrivals_per_minute_of_all=5)])
def test_who_floods_seats_has_to_wait(seated: Seated, connect: Connect, codes: dict[str, str]) -> None:
    """One address gets its share, all together theirs; a phone with a code is not kept waiting."""
    for source, expected in (("127.0.0.2", 3), ("127.0.0.3", 2)):
        lines = [came(connect, source=source) for _ in range(4)]
        answers = [line.ask(sitting(f"Guest {source[-1]} {n}")) for n, line in enumerate(lines)]
        assert [answer["ok"] for answer in answers] == [True] * expected + [False] * (4 - expected)
        assert answers[-1]["reason"] == "too_fast"
    assert len(names(seated)) == 7
    assert came(connect, source="127.0.0.3").call("join", {"code": codes["1"]})["ok"]


@pytest.mark.parametrize(
    "limits",
    [Limits(connections=4, connections_per_address=4, connections_kept_for_localhost=0, connections_kept_for_paired=2)],
)
def test_nobody_sits_down_for_a_place_that_is_kept(seated: Seated, server: Server, connect: Connect) -> None:
    """An address is a paired device's once the banker has begun with who sat down there, or has said yes."""
    guest = came(connect, source="127.0.0.2")
    assert guest.ask(sitting())["ok"]
    came(connect, source="127.0.0.3")
    with pytest.raises(Exception, match="503"):
        connect(source="127.0.0.2")
    tablet = Connection("", "", Bucket(1, 1), None, BANKER)
    assert server.site._sockets.carry_out(tablet, BANKER, Request("begin", Begin())).ok
    came(connect, source="127.0.0.2")


def test_a_device_that_is_not_stored_is_no_arrival(seated: Seated, connect: Connect) -> None:
    """What could not be made durable did not happen: no seat, no knock, and the next try counts."""
    commit, phone = seated.store.commit, came(connect)

    def full(_batch: Batch) -> None:
        raise StoreError("disk_full", "ordered by the test")

    seated.store.commit = full  # type: ignore[method-assign]
    for wish in (sitting(), knocking(BEN)):
        assert phone.ask(wish)["reason"] == "not_stored"
    seated.store.commit = commit  # type: ignore[method-assign]
    assert seen(phone)["role"] == "viewer"
    assert phone.ask(sitting())["ok"]
