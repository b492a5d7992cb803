"""Which uids the driver reads: all of them, all of each, and no other."""

import random

import pytest
from emulation.model import Faults


def random_uid(chance, length=None):
    return chance.randbytes(length or chance.choice((4, 7, 10)))


def shown(uid):
    return uid.hex().upper()


def test_random_uids_are_read_right(bench):
    """300 random uids of 4, 7 and 10 bytes, one after the other, are each read as they are and nothing else is."""
    chance = random.Random(1)
    node = bench()
    for _ in range(300):
        uid = random_uid(chance)
        node.model.put(0, uid)
        assert node.read() == (shown(uid),)
        assert node.readers.clear
        node.model.take(uid)
        assert node.read() == ()


def one_bit_apart(chance):
    """Two uids of one length that differ in one bit."""
    uid = random_uid(chance)
    return uid, (int.from_bytes(uid, "little") ^ 1 << chance.randrange(8 * len(uid))).to_bytes(len(uid), "little")


def test_uids_that_differ_in_one_bit_are_two(bench):
    """200 pairs that differ in a single bit, on one reader at once, are both read, never as one or a third."""
    chance = random.Random(2)
    node = bench()
    for _ in range(200):
        pair = one_bit_apart(chance)
        for uid in pair:
            node.model.put(0, uid)
        assert set(node.read()) == {shown(uid) for uid in pair}
        for uid in pair:
            node.model.take(uid)


def crowd(count):
    """Ten times so many of mixed lengths."""
    chance = random.Random(count)
    return [[random_uid(chance) for _ in range(count)] for _ in range(10)]


CROWDS = {
    **{str(count): crowd(count) for count in (2, 3, 4, 5)},
    "all pieces of a table": crowd(12)[:1],
    "the same but for the last three bits": [[bytes.fromhex("04A1B2C3D4E5") + bytes([n << 5]) for n in range(6)]],
}


@pytest.mark.parametrize("counted_from", ["answer", "byte"])
@pytest.mark.parametrize("crowds", CROWDS.values(), ids=CROWDS)
def test_several_tags_on_one_reader(bench, crowds, counted_from):
    """They are all read, wherever the chip counts the position of a collision from, and all is clear."""
    node = bench()
    node.model.fail(0, Faults(collisions_from=counted_from))
    for uids in crowds:
        for uid in uids:
            node.model.put(0, uid)
        read = node.read()
        assert (len(read), set(read)) == (len(uids), {shown(uid) for uid in uids})
        assert node.readers.clear
        for uid in uids:
            node.model.take(uid)


@pytest.mark.parametrize("noise", [0, 0.1])
def test_who_lay_there_before_is_never_read_instead_of_who_lies_there(bench, noise):
    """Tags come and go among others that differ in one bit, in quiet or not: each is read in time, and no other."""
    node, chance = bench(seed=8), random.Random(8)
    node.model.fail(0, Faults(rf_noise=noise))
    known = [uid for _ in range(6) for uid in one_bit_apart(chance)]
    there = set()
    for _ in range(100):
        uid = chance.choice(known)
        if uid in there:
            node.model.take(uid)
        elif len(there) < 6:
            node.model.put(0, uid)
        there ^= {uid} if uid in there or len(there) < 6 else set()
        read = node.read()
        assert set(read) <= {shown(uid) for uid in there}
        assert len(set(read)) == len(read)
        assert noise or len(read) == len(there)


@pytest.mark.parametrize("limit", [{"start_us": 5000}, {"margin": 1.05}], ids=["as slow", "as weak"])
def test_a_tag_at_the_limits_of_the_standard_is_read(bench, limit):
    """It takes the whole 5 ms to start, or only just wakes with both drivers as strong as they can be."""
    node = bench()
    node.model.put(0, "04A1B2C3D4E5F6", **limit)
    assert node.read() == ("04A1B2C3D4E5F6",)


@pytest.mark.parametrize(
    ("kind", "noise", "least"),
    [
        *(("rf_noise", noise, 20) for noise in (0.02, 0.1, 0.2)),
        *(("spi_noise", noise, 0) for noise in (0.001, 0.01, 0.02)),
    ],
)
def test_noise_never_makes_a_wrong_uid(bench, kind, noise, least):
    """Whatever share of the frames, or of the bytes on the bus, is damaged: fewer, or a fault, but no other."""
    chance = random.Random(3)
    node = bench(seed=4)
    node.model.fail(0, Faults(**{kind: noise}))
    hits = 0
    for _ in range(150):
        there = {shown(random_uid(chance)) for _ in range(2 if kind == "rf_noise" else 1)}
        for uid in there:
            node.model.put(0, uid)
        try:
            read = node.read()
        except node.chip.ReaderFault:
            assert kind == "spi_noise"
            read = ()
        assert set(read) <= there
        assert len(set(read)) == len(read)
        hits += len(read)
        for uid in there:
            node.model.take(uid)
    assert hits > least
