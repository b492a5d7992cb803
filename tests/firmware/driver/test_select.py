"""Who is awake: one reader at most, and nobody between two polls."""

import asyncio

import pytest

UID = "04A1B2C3D4E5F6"


def violations(model):
    counters = model.counters
    return counters.two_awake, counters.address_while_enabled, counters.tap_while_side


def test_each_reader_is_woken_alone_and_sees_its_own_tag(bench):
    """In any order each is awake alone and names its tag and no other, and no address moves while one is awake."""
    node = bench(13, tap=True)
    uids = [f"04A1B2C3D4E5{index:02X}" for index in range(14)]
    for index, uid in enumerate(uids):
        node.model.put(index, uid)
    for index in [*range(14), 13, 0, 13, 12, 5, 10, 13]:
        assert node.read(index) == (uids[index],)
        assert node.model.awake == ()
    assert node.node.seen_awake == {(), *((index,) for index in range(14))}
    assert violations(node.model) == (0, 0, 0)


def test_waking_one_puts_the_other_to_sleep(bench):
    """Even if nobody said so; and when the controller hangs, so that its pins float, all sleep."""
    node = bench(13, tap=True)
    for index in (0, 12, 13, 5, 13, 13, 6):
        node.select.wake(index)
        assert node.model.awake == (index,)
    assert violations(node.model) == (0, 0, 0)
    node.model.release_pins()
    assert node.model.awake == ()


def test_a_poll_that_is_cancelled_leaves_nobody_awake(bench):
    """Wherever a poll is broken off, the reader goes to sleep."""
    node = bench(2)
    node.model.put(1, UID)
    for steps in range(1, 30):
        poll = node.readers.read(1)
        try:
            for _ in range(steps):
                poll.send(None)
        except StopIteration:
            break
        with pytest.raises(asyncio.CancelledError):
            poll.throw(asyncio.CancelledError())
        assert node.model.awake == ()
    else:
        pytest.fail("the poll never ended")


def test_the_model_counts_what_must_not_be(bench):
    """The three counters that the tests rely on do move when the rules are broken."""
    node = bench(13, tap=True)
    address, enable_n, tap = node.node.wiring()
    enable_n(0)
    address[0](1)
    tap(1)
    assert violations(node.model) == (1, 1, 1)
