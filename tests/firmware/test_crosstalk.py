"""Tags that several readers hear, crowds and an unsteady interpreter: nobody starves, and nothing that rests moves."""

import importlib
import itertools
import random
import types

import pytest
from emulation.model import Faults, pins
from emulation.model.field import FIELDS
from emulation.model.registers import GAIN_DB
from firmware.virtual_node import VirtualNode
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.gate

STEPS_DB = sorted(set(GAIN_DB))
UID, OTHER = "04A1B2C3D4E5F6", "04FFEEDDCCBBAA"


def some_uid(luck):
    """Without 88, which marks a part and no tag has."""
    return f"04{luck.randbytes(6).hex().upper()}".replace("88", "89")


def seeds(first, *others):
    return [first, *(pytest.param(seed, marks=pytest.mark.all) for seed in others)]


class Side:
    """Drivers, disputes and presence of a side in virtual time; each sleep may take up to `jitter_ms` longer.

    `second`: whether the last reader is a second one in the corner.
    """

    def __init__(self, readers=13, jitter_ms=0.0, seed=0, *, second=False):
        drivers = [importlib.import_module(f"drivers.{name}") for name in ("mfrc522", "select", "readers")]
        scan, presence, windows = (
            importlib.import_module(f"node.{name}") for name in ("scan", "presence", "reader_windows")
        )
        self.node = VirtualNode(readers)
        self.model, self._luck, self._jitter_ms = self.node.model, random.Random(seed), jitter_ms
        drivers[0].sleep_ms = self._sleep_ms
        scan.asyncio = types.SimpleNamespace(sleep_ms=self._sleep_ms)
        chip = drivers[0].Reader(self.node, self.node.pin(pins.CHIP_SELECT))
        found = drivers[2].Readers(drivers[1].Select(*self.node.wiring(), tuple(range(readers))), chip)
        self.told = []
        self.presence = presence.Presence(self.told.append)
        self.windows = windows.ReaderWindows(readers, readers - second)
        self.scan = scan.Scan(found, self.presence, self.windows, lambda: int(self.node.us // 1000))
        self.looks = {reader: [0.0] for reader in range(readers)}
        self._look, self.scan.look = self.scan.look, self._noted
        self._running = self.scan.run(lambda: None)

    async def _sleep_ms(self, ms):
        self.node.us += self._luck.random() * self._jitter_ms * 1000
        await self.node.sleep_ms(ms)

    async def _noted(self, reader):
        self.looks[reader].append(self.node.us / 1000)
        await self._look(reader)

    def run(self, seconds):
        until_us = self.node.us + seconds * 1e6
        while self.node.us < until_us:
            self._running.send(None)

    def longest_ms(self):
        """The longest time that a reader was not looked at."""
        ends_ms = self.node.us / 1000
        return max(b - a for times in self.looks.values() for a, b in itertools.pairwise([*times, ends_ms]))

    def lay(self, luck, pieces):
        """Put pieces down, each on its reader and heard by others; where each lies, by its uid."""
        lying = {}
        for reader, own_db, heard in pieces:
            uid = some_uid(luck)
            lying[uid] = reader
            self.model.put(reader, uid, own_db, heard)
        return lying

    def rests(self, seconds, lying, within_ms=1000):
        """Time passes: each of these pieces is reported once, where it lies, and each reader is looked at in time."""
        self.run(seconds)
        assert self.longest_ms() < within_ms
        assert sorted(self.arrivals()) == sorted((uid, reader, True) for uid, reader in lying.items())

    def arrivals(self):
        """What was reported of tags: (uid, reader, on)."""
        return [(each["uid"], each["reader"], each["on"]) for each in self.told if each["t"] == "tag"]


@st.composite
def scenes(draw):
    """Where pieces rest and what else hears them: [(reader, own dB, {other reader: dB}), ...], none of them a tie."""
    pieces = []
    for reader in draw(st.lists(st.integers(0, 12), min_size=1, max_size=6)):
        own = draw(st.integers(0, 4))
        others = [other for other in (reader - 2, reader - 1, reader + 1, reader + 2) if 0 <= other <= 12]
        heard = {other: STEPS_DB[draw(st.integers(own + 1, 5))] for other in others if draw(st.booleans())}
        pieces.append((reader, STEPS_DB[own], heard))
    return pieces


@pytest.mark.parametrize("above", FIELDS)
@pytest.mark.parametrize("seed", seeds(0, 1, 2))
def test_pieces_above_readers_as_the_field_model_has_them(above, seed):
    """A piece on every other space, a crowd, each answer a little fainter or louder: all stay where they stand."""
    it, luck = Side(jitter_ms=0.3, seed=seed), random.Random(seed)
    lying = {some_uid(luck): reader for reader in (0, 2, 4, 6, 7, 9, 9, 12)}
    for uid, reader in lying.items():
        it.model.put_piece(reader, uid, FIELDS[above])
    it.rests(15, lying)


@pytest.mark.parametrize("both", [{}, {0: 33}, {0: 43, 1: 43, 12: 48}])
@pytest.mark.parametrize("seed", seeds(0, 1, 2))
def test_all_pieces_on_start_are_seen_above_its_two_readers(both, seed):
    """Two above each, the second reader's heard by others or not: each rests, and nobody waits a second."""
    it, luck = Side(14, jitter_ms=0.5, seed=seed, second=True), random.Random(seed)
    lying = {some_uid(luck): reader for reader in (0, 0, 13, 13, 5, 12)}
    for uid, reader in lying.items():
        it.model.put(reader, uid, 18, both if reader == 13 else {})
    it.rests(12, lying)


@settings(max_examples=25, deadline=None)
@given(pieces=scenes(), crowd=st.integers(0, 12), jitter_ms=st.sampled_from((0, 0.3, 1)), seed=st.integers(0, 999))
def test_every_reader_is_looked_at_and_what_rests_stays(pieces, crowd, jitter_ms, seed):
    """Six pieces and a crowd of three, heard by neighbours or not: nobody waits a second, each is reported once."""
    it, luck = Side(jitter_ms=jitter_ms, seed=seed), random.Random(seed)
    it.windows.first = (crowd, (crowd + 3) % 13)
    it.rests(6, it.lay(luck, [*pieces, *[(crowd, 18, {})] * 3]))


def full_side(luck, pieces, chance):
    """Pieces anywhere, each heard by any of the four readers around it with this chance, none of them a tie."""
    for _ in range(pieces):
        reader, own = luck.randrange(13), luck.randint(0, 3)
        near = [reader + way for way in (-2, -1, 1, 2) if 0 <= reader + way < 13 and luck.random() < chance]
        yield reader, STEPS_DB[own], {other: STEPS_DB[luck.randint(own + 1, 5)] for other in near}


@pytest.mark.parametrize(("pieces", "chance"), [(12, 0.7), (12, 1), (16, 1)])
@pytest.mark.parametrize("jitter_ms", [0.3, 1])
@pytest.mark.parametrize("seed", seeds(6, 1))
def test_many_pieces_that_readers_far_off_hear_make_nobody_wait(pieces, chance, jitter_ms, seed):
    """From the first poll on each reader is looked at within a second; each piece is reported once, where it lies."""
    it, luck = Side(jitter_ms=jitter_ms, seed=seed), random.Random(seed)
    lying = it.lay(luck, full_side(luck, pieces, chance))
    it.windows.first = (luck.randrange(13), luck.randrange(13))
    it.rests(7, lying, within_ms=1000 if pieces > 12 else 870)


def test_a_crowd_that_comes_at_once_is_reported_once():
    """Six pieces on one space, heard by both beside it: that one was found there says nothing against the others."""
    it = Side(jitter_ms=0.5)
    it.run(0.5)
    uids = [f"{UID[:-2]}{number:02X}" for number in range(6)]
    for uid in uids:
        it.model.put(6, uid, 18, {5: 43, 7: 43})
    it.run(2)
    assert sorted(it.arrivals()) == [(uid, 6, True) for uid in uids]


def test_a_new_crowd_is_measured_in_its_next_turn():
    """Polling it takes long enough: readers that wait behind it come first."""
    it, wakes = Side(), []
    it._running.close()
    for number in range(4):
        it.model.put(6, f"{UID[:-2]}{number:02X}", 18, {5: 18})
    for reader in (5, 6, 6):
        before = it.model.counters.wakes[reader]
        it.node.run(it.scan.look(reader))
        wakes.append(it.model.counters.wakes[reader] - before)
    assert wakes == [1, 1, 1]


def test_each_reader_is_measured_once_for_whoever_asked():
    """A sweep tells for each reader with a piece which gains hear it, once, and then it is over."""
    it = Side(14, second=True)
    it.model.put(3, UID, 33)
    it.model.put(7, OTHER, 23)
    it.model.put(13, "04DDDDDDDDDDDD", 43)
    it.windows.on_sweep({})
    it.run(4)
    told = [(each["reader"], each["heard"]) for each in it.told if each["t"] == "margin"]
    assert sorted(told) == [(3, [0, 0, 4, 4, 4, 4]), (7, [0, 4, 4, 4, 4, 4]), (13, [0, 0, 0, 0, 4, 4])]
    assert it.windows.sweep == []


def lies(reader, own_db, others=None):
    return lambda it: it.model.put(reader, UID, own_db, others or {})


def lifted(it):
    it.model.take(UID)


def misses(it):
    """One frame in fifty is damaged where the tag lies."""
    it.model.fail(5, Faults(rf_noise=0.02))


BESIDE = [(18, 43), (33, 38), (18, 23), (43, 48), (38, 48)]


@pytest.mark.parametrize(
    ("expected", "story", "reported"),
    [
        *((first, [lies(7, own, {8: other}), 2], [7]) for own, other in BESIDE for first in ((), (8,))),
        # on a tie the reader that had the tag keeps it, whatever space the hub expects
        *((first, [lies(5, 18), 1, lies(5, 18, {4: 18, 6: 18}), 12], [5]) for first in ((), (5,), (6,), (4, 6))),
        # two readers hear a new tag equally well: it lies on the one that the hub waits for
        ((8,), [lies(7, 33, {8: 33}), 2], [8]),
        # one two spaces off hears it, too, and is expected to, and the reader between them is silent
        *(((far,), [after_s, lies(7, 18, {far: 43}), 2], [7]) for far in (5, 9) for after_s in (0.1, 0.15, 0.2, 0.25)),
        # pushed to the next space, heard by both all the time and never lifted: noticed six seconds later
        ((), [lies(5, 18, {6: 38}), 3, lies(6, 18, {5: 38}), 7], [5, 6]),
        # carried: half a second in the air, and reported within a second on a reader that nobody expects
        *(((), [lies(2, 18, {3: 38}), 2, lifted, 0.5, lies(9, 18, also), 1], [2, 9]) for also in ({}, {10: 38})),
        # missed now and then: the neighbours that hear it do not get it in a minute
        ((), [lies(5, 18, {4: 38, 6: 43}), 1, misses, 60], [5]),
    ],
)
def test_a_tag_is_on_the_reader_that_needs_less_gain(expected, story, reported):
    """It belongs to the reader that still hears it when others have gone silent; no other is ever named."""
    it = Side()
    it.windows.first = expected
    for step in story:
        it.run(step) if isinstance(step, float | int) else step(it)
    gone = [(UID, reader, False) for reader in reported[:-1]]
    came = [(UID, reader, True) for reader in reported]
    assert it.arrivals() == [each for both in itertools.zip_longest(came, gone) for each in both if each]


@pytest.mark.parametrize("count", [1, 2])
def test_polls_that_missed_it_once_or_twice_move_no_piece(count):
    """The reader on which it lies missed it where a neighbour did not; the next time it does not miss it."""
    disputes = importlib.import_module("node.disputes").Disputes(13, lambda uid: 5)
    missed = [True] * count
    found = []
    for reader in (5, 6) * 12:
        gain = disputes.heard(reader, (UID,), True, 0)
        if gain is not None:
            disputes.measured(reader, gain, () if reader == 5 and missed and missed.pop() else (UID,), True)
        found += disputes.settled((), 0)
    assert (found, missed) == ([], [])


def test_a_tag_on_a_reader_that_dies_is_heard_elsewhere():
    """The dead reader says nothing of it, so it goes to the neighbour that hears it, and comes back."""
    it = Side()
    it.model.put(5, UID, 18, {6: 43})
    it.run(1)
    it.model.fail(5, Faults(dead=0))
    it.run(3)
    it.model.heal(5)
    it.run(9)
    assert [(reader, on) for _, reader, on in it.arrivals()][-1] == (5, True)
