"""The parts of the link: the line codec, the clock of the other end, and the node's queue of reports."""

import string
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hub.board.clock import MASK, PERIOD_MS, Clock, since
from hub.board.outbox import QUEUE, Events
from hub.board.session import now_ms
from hub.board.wire import MAX_LINE, Lines, decode, encode

words = st.text(string.printable + "äß€🎲\x00\x1f", max_size=10)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**30), 2**30 - 1) | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
messages = st.dictionaries(st.text(string.ascii_lowercase, min_size=1, max_size=6), values, max_size=4)


def fits(message):
    try:
        return encode(message)
    except ValueError:
        return None


def test_the_clock_counts_single_milliseconds(monkeypatch):
    """Windows has one that goes on in steps of a sixty-fourth of a second, which is longer than a reader window."""
    monkeypatch.setattr(time, "monotonic_ns", lambda: time.perf_counter_ns() // 15_625_000 * 15_625_000)
    seen = [now_ms()]
    while len(seen) < 30:
        if (now := now_ms()) != seen[-1]:
            seen.append(now)
    assert min(since(now, then) for then, now in pairwise(seen)) < 12


@given(messages)
def test_every_message_comes_back_as_it_went(message):
    """Encoding and decoding a message yields the message, in at most 512 ASCII bytes with one LF at the end."""
    frame = fits(message)
    if frame is not None:
        assert frame.isascii()
        assert len(frame) <= MAX_LINE
        assert frame.index(b"\n") == len(frame) - 1
        assert message == decode(frame[:-1])


@given(messages, st.data())
def test_one_flipped_bit_makes_noise(message, data):
    """A frame with any single bit flipped decodes to nothing."""
    frame = fits(message)
    if frame is not None:
        line = bytearray(frame[:-1])
        line[data.draw(st.integers(0, len(line) - 1))] ^= 1 << data.draw(st.integers(0, 7))
        assert decode(bytes(line)) is None


@given(st.lists(messages, max_size=5), st.lists(st.integers(1, 90), max_size=40))
def test_chunks_do_not_matter(sent, cuts):
    """The same stream yields the same messages however it is cut into reads."""
    frames = [frame for message in sent if (frame := fits(message))]
    stream, lines, got = b"".join(frames), Lines(), []
    for cut in cuts:
        got += lines.push(stream[:cut])
        stream = stream[cut:]
    got += lines.push(stream)
    assert [frame[:-1] for frame in frames] == got


def test_an_overlong_line_is_one_line_of_noise():
    """A flood without LF comes out once, decodes to nothing, and is skipped up to its LF."""
    lines = Lines()
    got = [line for _ in range(10) for line in lines.push(b"x" * 200)]
    assert got == [b"x" * (MAX_LINE + 1)]
    assert decode(got[0]) is None
    assert lines.push(b"rest\nnext\n") == [b"next"]


def test_a_frame_of_exactly_512_bytes_passes():
    """The limit itself is allowed, one byte more is refused by the sender."""
    body = len(encode({"t": ""}))
    frame = encode({"t": "x" * (MAX_LINE - body)})
    assert len(frame) == MAX_LINE
    assert decode(frame[:-1]) is not None
    assert [frame[:-1] + b"\r"] == Lines().push(frame[:-1] + b"\r\n")
    assert decode(frame[:-1] + b"\r") is not None
    with pytest.raises(ValueError, match="too long"):
        encode({"t": "x" * (MAX_LINE - body + 1)})


def test_a_carriage_return_is_tolerated():
    """Text streams make CR LF of LF; empty lines of a console are no noise."""
    frame = encode({"t": "ak"})
    assert [frame[:-1] + b"\r"] == Lines().push(b"\r\n\n" + frame[:-1] + b"\r\n")
    assert decode(frame[:-1] + b"\r") == {"t": "ak"}


@pytest.mark.parametrize("line", [b"", b"{}", b'>>> print("x")', b"[]\t%08x" % 0x0D4A1185, b'{"t":1}\t00000000'])
def test_foreign_lines_are_noise(line):
    """A prompt, JSON without checksum, JSON that is no object and a wrong checksum are not messages."""
    assert decode(line) is None


def test_a_checksum_has_one_spelling():
    """Upper case, signs and blanks that int() would take are refused."""
    body, checksum = encode({"t": "ak", "k": 3})[:-1].split(b"\t")
    assert checksum != checksum.upper()
    assert decode(body + b"\t" + checksum.upper()) is None
    assert decode(body + b"\t+" + checksum[1:]) is None


@given(st.integers(0, MASK), st.integers(-(PERIOD_MS // 2), PERIOD_MS // 2 - 1))
def test_differences_survive_the_wrap(then, gone):
    """The time between two moments less than six days apart is right wherever the count wraps."""
    assert gone == since((then + gone) & MASK, then)


def test_the_shortest_round_trip_is_believed():
    """A slow sample spoils the offset, a quick one corrects it, whatever came before."""
    clock = Clock()
    clock.sample(sent=1000, peer=6000, now=1080)  # all of the 80 ms on one leg: wrong by 40
    assert clock.offset == 5000 - 40
    clock.sample(sent=2000, peer=7001, now=2002)
    assert (clock.offset, clock.rtt) == (5000, 2)
    clock.sample(sent=3000, peer=8000, now=3060)
    assert (clock.offset, clock.rtt) == (5000, 2)
    assert clock.peer(3000) == 8000


def test_only_the_last_sixteen_samples_count():
    """A clock that drifts is followed: the one good sample of long ago is forgotten."""
    clock = Clock()
    clock.sample(sent=0, peer=100, now=0)
    for i in range(16):
        clock.sample(sent=i * 1000, peer=i * 1000 + 205, now=i * 1000 + 10)
    assert (clock.offset, clock.rtt) == (200, 10)
    clock.reset()
    clock.sample(sent=20_000, peer=7_030, now=20_060)
    assert (clock.peer(20_060), clock.rtt) == (7_060, 60), "a node that has restarted has another clock"


def test_an_echo_from_the_future_is_ignored():
    """A peer that echoes a moment we have not had yet teaches nothing."""
    clock = Clock()
    clock.sample(sent=500, peer=0, now=400)
    assert clock.rtt is None
    assert clock.peer(400) is None


def tag(reader=0):
    return {"t": "tag", "reader": reader, "uid": "04A1B2C3", "on": True}


def drain(events):
    messages = []
    while (message := events.next()) is not None:
        messages.append(message)
    return messages


def empty():
    return [], []


def test_a_report_keeps_its_number_when_it_comes_back():
    """Reports are numbered from 1, and after a lost link they go out again first, under their old numbers."""
    events = Events(empty)
    for _ in range(3):
        events.add(tag())
    first, second = events.next(), events.next()
    events.acknowledged(first)
    events.returned([second])
    assert [message["n"] for message in drain(events)] == [2, 3]


def test_an_overflow_drops_tags_and_keeps_buttons():
    """The 33rd report drops every waiting tag report, keeps the buttons, and the next `all` says so and how many."""
    events = Events(lambda: ([[1, "04A1B2C3"]], []))
    events.add({"t": "button", "id": "ok", "press": "short"})
    for _ in range(QUEUE - 1):
        assert events.add(tag())
    assert not events.add(tag())
    assert events.add({"t": "button", "id": "cancel", "press": "short"})
    button, other, whole = drain(events)
    assert (button["id"], other["id"]) == ("ok", "cancel")
    assert whole == {"t": "all", "n": 34, "tags": [[1, "04A1B2C3"]], "faults": [], "resync": True, "dropped": 32}
    for message in (button, other, whole):
        events.acknowledged(message)
    for _ in range(QUEUE + 1):
        events.add(tag())
    assert drain(events)[-1]["dropped"] == 32 + QUEUE + 1, "all that were lost since the node began"


def test_a_queue_full_of_buttons_drops_the_newest():
    """Nothing makes the box hold more than 32, reports on the wire included."""
    events = Events(empty)
    events.add({"t": "button", "id": "ok", "press": "short"})
    on_the_wire = events.next()
    accepted = [events.add({"t": "button", "id": "ok", "press": "short"}) for _ in range(QUEUE)]
    assert accepted == [True] * (QUEUE - 1) + [False]
    assert events.dropped == 1
    assert on_the_wire["n"] == 1


def test_resync_survives_a_lost_link():
    """An `all` that was not acknowledged is made again, still saying that reports were dropped."""
    events = Events(empty)
    for _ in range(QUEUE + 1):
        events.add(tag())
    lost = events.next()
    assert lost["resync"]
    events.returned([lost])
    events.linked(1)
    (again,) = drain(events)
    assert again["resync"]
    assert again["n"] > lost["n"]


def test_a_link_up_sends_the_whole_picture_after_the_queue():
    """What happened while there was no hub comes first, then one `all`, and only one."""
    events = Events(lambda: ([[4, "04A1B2C3"]], [[2, "no_answer"]]))
    events.add(tag(4))
    events.linked(1)
    report, whole = drain(events)
    assert report["t"] == "tag"
    assert (whole["tags"], whole["faults"]) == ([[4, "04A1B2C3"]], [[2, "no_answer"]])
    assert "resync" not in whole


def test_the_largest_picture_comes_in_parts_that_fit():
    """40 tags with ten-byte uids and 12 failed readers are split; each part fits a frame, the last has no `more`."""
    tags = [[31, "0123456789ABCDEF0123"]] * 40
    faults = [[31, "x" * 20]] * 12
    events = Events(lambda: (tags, faults))
    for _ in range(QUEUE + 1):
        events.add(tag())
    events._n = 2**30 - 100
    parts = drain(events)
    for part in parts:
        assert len(encode({**part, "l": 2**24, "s": 2**30, "k": 2**30})) <= MAX_LINE
    assert [True] * (len(parts) - 1) + [False] == [part.get("more", False) for part in parts]
    assert tags == [tag for part in parts for tag in part["tags"]]
    assert faults == [fault for part in parts for fault in part["faults"]]
