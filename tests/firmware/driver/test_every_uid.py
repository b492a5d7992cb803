"""Whatever bytes a uid has, it is read: the driver before tags of ISO 14443-3, without chip, time or noise."""

import importlib
import itertools
import random

import pytest
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
    return sorted(uid.hex().upper() for uid in uids)


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


@pytest.mark.parametrize("rounds", [1, pytest.param(44, marks=pytest.mark.all)])
def test_every_uid_is_read(find, rounds):
    """Uids of 4, 7 and 10 bytes with the cascade tag, and with the byte of random uids, at each set of positions."""
    assert read_sample(find, rounds) == 2 * 1168 * rounds


@pytest.mark.parametrize("crowds", [60, pytest.param(10_000, marks=pytest.mark.all)])
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
