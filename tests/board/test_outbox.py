"""The node's queue of reports: numbered once, bounded, and honest about what it dropped."""

from hub.board.outbox import QUEUE, Events
from hub.board.wire import MAX_LINE, encode


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
