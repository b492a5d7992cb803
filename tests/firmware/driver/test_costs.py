"""What a poll costs: transactions on the bus and milliseconds, with an interpreter as slow as that of the chip."""

import random

import pytest
from emulation.model import Faults

UID = "04A1B2C3D4E5F6"
QUICK, SLOW = Faults(crystal_us=(300, 1000)), Faults(crystal_us=(7999, 8000))


def cost(node, index=0):
    before, began = node.model.counters.transactions, node.node.us
    node.read(index)
    return node.model.counters.transactions - before, (node.node.us - began) / 1000


@pytest.mark.parametrize(("crystal", "most_ms"), [(QUICK, 10), (SLOW, 18)])
def test_an_empty_poll_is_short(bench, crystal, most_ms):
    """At most 20 transactions and 10 ms with its wake-up; a crystal that takes the whole 8 ms costs as much more."""
    node = bench()
    node.model.fail(0, crystal)
    for step in range(50):
        node.node.us += step * 37.0
        transactions, ms = cost(node)
        assert transactions <= 20 or crystal is SLOW
        assert ms <= most_ms


def test_a_side_with_two_pieces_is_scanned_in_time(bench):
    """Thirteen readers with two pieces take at most 160 ms, a reader with a piece at most 60."""
    node = bench(13)
    for reader in range(13):
        node.model.fail(reader, QUICK)
    node.model.put(2, UID)
    node.model.put(7, "04A1B2C3D4E5F7")
    costs = [cost(node, index)[1] for index in range(13)]
    assert sum(costs) <= 160
    assert max(costs) <= 60


def test_a_crowd_is_read_sooner_when_it_was_there_before(bench):
    """Six tags take 80 ms and more at first, and less than 48 from then on, also beside them or after a weak poll."""
    node = bench(4)
    for reader in range(4):
        node.model.fail(reader, QUICK)
    luck = random.Random(1)
    for _ in range(6):
        uid = bytes([4, *(luck.randrange(0x80) for _ in range(6))])
        node.model.put(1, uid, 23, also={3: 23})
    assert cost(node, 1)[1] > 80
    assert node.read(1, gain=0) == ()
    assert max(cost(node, 1)[1], cost(node, 3)[1]) < 48
    assert len(node.read(3)) == 6


def test_a_poll_gives_way(bench):
    """While the chip waits others run: a poll never holds on for more than 2 ms."""
    node = bench()
    node.model.put(0, UID)
    assert node.read(0) == (UID,)
    assert 0 < node.node.longest_us <= 2000


def test_gain_tells_the_near_reader_from_the_far_one(bench):
    """A tag that two readers hear is heard by the one it lies on at gains where the other has gone silent."""
    node = bench(2)
    node.model.put(0, UID, needs_db=23, also={1: 40})
    heard = [[UID in node.read(index, gain) for gain in range(6)] for index in (0, 1)]
    assert heard == [[False, True, True, True, True, True], [False, False, False, False, True, True]]


def test_a_reader_never_has_more_gain_than_it_may(bench):
    """One limited to 33 dB does not hear what needs 38; only a sweep, which asks for a gain, goes beyond."""
    node = bench(2)
    node.readers = node.readers_module.Readers(node.select, node.reader, (2, 5))
    for reader in range(2):
        node.model.put(reader, f"04A1B2C3D4E5F{reader}", needs_db=38)
    assert [node.read(reader) for reader in range(2)] == [(), ("04A1B2C3D4E5F1",)]
    assert node.node.run(node.readers.poll(0, 5)) == ("04A1B2C3D4E5F0",)
