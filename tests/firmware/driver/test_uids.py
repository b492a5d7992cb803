"""Which uids the driver reads: all of them, all of each, whatever bytes they have, and no other."""

import importlib
import itertools
import random

import pytest
from emulation.model import Faults
from emulation.model.frames import Frame, collide, crc
from emulation.model.tag import START_US, Tag, cascade

PLACES = [
    (length, places)
    for length in (4, 7, 10)
    for count in range(length + 1)
    for places in itertools.combinations(range(length), count)
]
"""Every set of positions at which a uid of each length can have a given byte: 1,168 in all."""

SILENCE, COLLISION = -1, -2


def random_uid(chance):
    return chance.randbytes(chance.choice((4, 7, 10)))


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


class Before:
    """A reader with these tags before it: what the driver `Tags` is given in place of the MFRC522.

    It does not know where answers collide after a question that ended within a byte, as the data sheet does not say.
    """

    def __init__(self, tags):
        self.frame, self.answer = bytearray(9), bytearray(16)
        self._tags, self._collided = tags, 0
        for tag in tags:
            tag.power(True, 0)

    async def exchange(self, count, bits=0, align=0, answered=True):
        """One frame, and what comes back."""
        sent = Frame.of(bytes(self.frame[:count]), bits)
        heard = [said for tag in self._tags if (said := tag.answer(sent, START_US)) is not None]
        if not heard:
            return SILENCE
        seen, first = collide(heard)
        size = (seen.length + align + 7) // 8
        self.answer[:size] = (seen.bits << align).to_bytes(size, "little")
        self._collided = 0 if first is None or align else first + 1
        return size if first is None else COLLISION

    def collided(self):
        """The first bit that collided, from 1; 0 if it is not known."""
        return self._collided if self._collided <= 32 else 0


@pytest.fixture
def find(modules):
    """Have the driver find tags with these uids; what it found, and whether all is clear."""
    driver = importlib.import_module("drivers.iso14443a")

    def run(uids, *, leaves=True, expected=()):
        tags = driver.Tags(Before([Tag(uid, leaves=leaves) for uid in uids]))
        finding = tags.find([uid.hex() for uid in expected])
        with pytest.raises(StopIteration) as stop:
            finding.send(None)
        return sorted(stop.value.value), tags.clear

    return run


def names(uids):
    return sorted(map(shown, uids))


def with_byte(chance, length, places, byte):
    uid = bytearray(chance.randbytes(length))
    for place in places:
        uid[place] = byte
    return bytes(uid)


def told_apart(uids):
    """Whether no uid ends with a part after which another one goes on: SAKs that collide are the tags' own fault."""
    ways = [cascade(uid) for uid in set(uids)]
    return not any(len(one) < len(other) and other[: len(one)] == one for one in ways for other in ways)


def read_sample(find, rounds):
    """Read that many rounds of uids with 0x88, and with 0x08, at every set of positions; how many were read."""
    chance, read = random.Random(14443), 0
    for _, byte, (length, places) in itertools.product(range(rounds), (0x88, 0x08), PLACES):
        uid = with_byte(chance, length, places, byte)
        other = with_byte(chance, chance.choice((4, 7, 10)), (), byte)
        assert find([uid]) == (names([uid]), True)
        assert find([uid], expected=[other, uid]) == (names([uid]), True)
        read += 1
    return read


def test_the_checksum_is_that_of_the_standard():
    """CRC_A of the examples in annex B."""
    assert (crc(b"\x00\x00"), crc(b"\x12\x34")) == (b"\xa0\x1e", b"\x26\xcf")


@pytest.mark.parametrize("rounds", [1, pytest.param(10, marks=pytest.mark.all)])
def test_every_uid_is_read(find, rounds):
    """Uids of 4, 7 and 10 bytes with the cascade tag, and with the byte of random uids, at each set of positions."""
    assert read_sample(find, rounds) == 2 * 1168 * rounds


@pytest.mark.parametrize("crowds", [60, pytest.param(2_000, marks=pytest.mark.all)])
def test_crowds_are_read(find, crowds):
    """Several tags at once collide bit by bit, whether those that are not meant leave or wait; all of them are read."""
    chance = random.Random(6)
    for number in range(crowds):
        uids = set()
        while len(uids) < 2 + number % 5:
            length, places = chance.choice(PLACES)
            new = with_byte(chance, length, places, 0x88)
            if told_apart({*uids, new}):
                uids.add(new)
        for leaves, expected in itertools.product((True, False), ((), sorted(uids))):
            assert find(uids, leaves=leaves, expected=expected) == (names(uids), True)


def test_a_part_that_means_two_things_is_no_uid(find):
    """Where one uid ends as another goes on both are unclear together; alone each is itself, whoever was expected."""
    short, long = bytes.fromhex("88010203"), bytes.fromhex("01020304050607")
    assert find([short, long]) == ([], False)
    for there, expected in ((long, short), (short, long)):
        assert find([there], expected=[expected]) == (names([there]), True)
