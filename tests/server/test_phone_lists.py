"""The phones of a seat as a list: who decides about whom, who is known for good, who is counted."""

import msgspec
from msgspec.structs import replace

from hub.server.access.phones import (
    SIGNED_OUT_KEPT,
    Phone,
    SeatAccess,
    carried_over,
    signed_out,
    with_known,
    with_phone,
    with_signed_out,
    with_uninvited,
    without,
    without_knocks,
)
from hub.server.sockets.connections import Connection, Connections
from hub.table.wire.audience import Audience

SEAT = SeatAccess(1, "CDFGH")


def joined(*waits: bool, access: SeatAccess = SEAT) -> SeatAccess:
    """So many phones that came with a code, one after the other; each either waits or is in."""
    for number, wait in enumerate(waits):
        access = with_phone(access, Phone(f"phone-{number}", 0), f"code-{number}", wait)
    return access


def test_of_those_that_are_in_the_earlier_one_decides() -> None:
    """Over later ones, never the other way round, nor over itself; whoever waits is decided on by all that are in."""
    access = joined(False, False, True)
    asked = {(one, other): access.decides(one, other) for one in (1, 2) for other in (1, 2, 3)}
    assert asked == {(1, 1): False, (1, 2): True, (1, 3): True, (2, 1): False, (2, 2): False, (2, 3): True}
    assert access.decides(1, 9)
    assert not access.decides(9, 1)


def test_who_waited_has_the_rank_of_the_moment_it_got_in() -> None:
    """A phone that came in meanwhile stands before it, though its number is higher."""
    access = joined(False, True, False)
    assert access.decides(3, 2), "until then over nobody"
    access = with_known(access, 2, 50)
    assert [(phone.number, phone.since_ms) for phone in access.phones] == [(1, 0), (3, 0), (2, 50)]
    assert access.decides(3, 2)
    assert not access.decides(2, 3)


def test_numbers_are_never_given_twice() -> None:
    """Not after a phone was removed, nor for one that knocks."""
    access = with_uninvited(without(joined(False, False), 2), Phone("guest", 0, state="waiting"))
    assert [phone.number for phone in access.phones] == [1, 3]
    assert [phone.number for phone in joined(False, access=access).phones] == [1, 3, 4]


def test_a_phone_at_the_door_is_nobody_yet() -> None:
    """It takes no place, a seat with it alone is not taken; it is gone when the door is shut, and no other phone is."""
    access = with_uninvited(SEAT, Phone("guest", 0, state="waiting", asked="mark"))
    assert (access.is_taken, access.listed) == (False, ())
    assert without_knocks(access, "other") == access
    assert without_knocks(access, "mark").phones == without_knocks(access).phones == ()
    let_in = with_known(access, 1, 9)
    assert (let_in.is_taken, len(let_in.listed), without_knocks(let_in)) == (True, 1, let_in)


def test_the_newest_that_were_signed_out_are_remembered() -> None:
    """256 by name; one that is signed out again is not listed twice."""
    access = signed_out(joined(False), 1)
    assert access.signed_out == ("phone-0",)
    assert SIGNED_OUT_KEPT == 256
    many = with_signed_out(access, [f"gone-{number}" for number in range(255)])
    assert many.signed_out[0] == "phone-0"
    assert with_signed_out(many, ["gone-254"]).signed_out == many.signed_out
    more = with_signed_out(many, ["last"])
    assert (len(more.signed_out), more.signed_out[0], more.signed_out[-1]) == (256, "gone-0", "last")


def test_a_seat_is_online_by_a_phone_that_is_in() -> None:
    """One that waits is listed as a phone of its seat, but does not make the seat present."""
    connections = Connections()
    lines = (
        ("a", Audience("seat", 0), 1, None),
        ("b", Audience("viewer"), 2, 1),
        ("c", Audience("banker"), None, None),
    )
    for sid, audience, phone, waiting in lines:
        connections.add(Connection(sid, "here", None, None, audience, phone=phone, waiting=waiting))
    assert connections.online() == {0}
    assert connections.phones() - {(None, None)} == {(0, 1), (1, 2)}
    connections.remove("a")
    assert connections.online() == frozenset()


def test_a_phone_that_is_gone_since_a_backup_was_signed_out_even_if_nobody_noted_it() -> None:
    """A phone of a number that had joined by then and is not listed is out; one that joined after the copy's is in."""
    copy, now = joined(False, False, False), without(joined(False, False), 2)
    assert (now.joined, now.signed_out) == (2, ())
    found = msgspec.json.decode(
        carried_over(msgspec.json.encode([now]), msgspec.json.encode([copy])), type=list[SeatAccess]
    )
    assert [phone.number for phone in found[0].phones] == [1, 3]
    assert found[0].signed_out == ("phone-1",)


def test_a_phone_that_was_signed_out_stays_so_whatever_number_it_had_in_a_backup() -> None:
    """Whoever joined in a history that was restored away, and was signed out, is out; who was not is in."""
    copy, now = joined(False, False), with_signed_out(SeatAccess(1, "OTHER"), ["phone-1"])
    both = msgspec.json.encode([copy, replace(copy, person=2)])
    found = msgspec.json.decode(carried_over(msgspec.json.encode([now]), both), type=list[SeatAccess])
    assert [[phone.name for phone in seat.phones] for seat in found] == [["phone-0"], ["phone-0", "phone-1"]]
