"""A reader that fails says so; it never says that a tag has left."""

import json
import re
from pathlib import Path

import pytest
from emulation.model import CLONES, Faults
from emulation.model.registers import CONTROL

UID = "04A1B2C3D4E5F6"


@pytest.mark.parametrize(
    ("faults", "what"),
    [
        (Faults(dead=0x00), "no_answer"),
        (Faults(dead=0xFF), "no_answer"),
        (Faults(frozen=True), "stuck"),
        (Faults(hot=True), "hot"),
        (Faults(no_field=True), "settings_lost"),
    ],
)
def test_a_dead_reader_raises_and_recovers(bench, faults, what):
    """A missing, broken or frozen reader raises its fault each time, with a tag or without; healed, it reads again."""
    node = bench(3)
    for _ in range(2):
        node.model.fail(1, faults)
        assert node.fault(1) == what
        assert node.model.awake == ()
        node.model.put(1, UID)
        assert node.fault(1) == what
        node.model.heal(1)
        assert node.read(1) == (UID,)
        node.model.take(UID)
    assert node.read(0) == node.read(2) == ()


@pytest.mark.parametrize("dead", [0x00, 0xFF])
@pytest.mark.parametrize("steps", range(2, 12))
def test_a_cable_pulled_in_the_middle_of_a_poll(bench, dead, steps):
    """Whenever the answers end, what has been heard until then is no answer."""
    node = bench()
    node.model.put(0, UID)
    node.select.wake(0)
    poll = node.reader.poll()
    for _ in range(steps):
        poll.send(None)
    node.model.fail(0, Faults(dead=dead))
    with pytest.raises(node.chip.ReaderFault) as raised:
        node.node.run(poll)
    assert raised.value.what == "no_answer"


@pytest.mark.parametrize("error", [0x01, 0x02, 0x04, 0x10, None])
def test_a_spoilt_answer_does_not_count(bench, error):
    """Protocol, parity, checksum, overflow, or an end within a byte: nothing is read, and it is no silence."""
    node = bench()
    node.model.put(0, UID)
    chip = node.model.chips[0]
    received = chip._received

    def spoilt(frame, collision):
        received(frame, collision)
        if error is None:
            chip._registers[CONTROL] |= 5
        else:
            chip._err(error)

    chip._received = spoilt
    assert node.read() == ()
    assert not node.readers.clear


@pytest.mark.parametrize(("register", "place"), [(0x01, 1), (0x9F, 31), (0x80, 32), (0x20, 0), (0xA5, 0)])
def test_a_collision_has_a_place_only_if_the_chip_knows_it(bench, register, place):
    """From 1 to 32, which it writes as 0; else nobody guesses a bit (data sheet 9.3.1.15)."""
    reader = bench().reader
    reader._seen[5] = register
    assert reader.collided() == place


@pytest.mark.parametrize(
    ("faults", "gain"),
    [*((Faults(version=version), 5) for version in (0x12, 0x82, 0x88, 0x90, 0x91, 0xB2)), (Faults(deaf_from_db=48), 4)],
)
def test_clones_are_readers(bench, faults, gain):
    """A version of its own is as good as any; what is overdriven at 48 dB is no fault and hears one step lower."""
    node = bench()
    node.model.fail(0, faults)
    node.model.put(0, UID)
    assert [node.read(0, each) for each in (gain, gain + 1)] == [(UID,), (UID,) if gain == 5 else ()]


@pytest.mark.parametrize("module", CLONES)
def test_what_is_sold_is_read(bench, module):
    """Each kind of module reads one tag and three, beside healthy ones, poll after poll, and is well when empty."""
    node = bench(3)
    node.model.fail(1, CLONES[module])
    for _ in range(3):
        assert node.read(1, 4) == ()
    for uids in ((UID,), (UID, "04FFEEDDCCBBAA", "01020304")):
        for uid in uids:
            node.model.put(1, uid)
        for _ in range(5):
            assert node.read(0) == node.read(2) == ()
            assert set(node.read(1, 4)) == set(uids)
            assert node.readers.clear


def test_what_is_left_of_an_overlong_answer_is_not_sent(bench):
    """Noise after an answer can fill the memory of the chip; the next request goes out without it."""
    node = bench()
    node.model.put(0, UID)
    node.select.wake(0)
    node.node.run(node.reader._switch_on(5))
    node.model.chips[0]._fifo += b"\x01\x02\x03"
    node.reader.frame[0] = 0x52
    assert node.node.run(node.reader.exchange(1, 7)) == 2


def test_a_clone_that_gives_its_settings_back_is_believed_only_if_it_transmits(bench):
    """A transmitter that is off is a fault, however often it says so."""
    node = bench()
    node.model.fail(0, Faults(reads_back=((0x14, 0x80),)))
    for _ in range(4):
        assert node.fault() == "settings_lost"


@pytest.mark.parametrize("levels", [(0, 0), (1, 1), (0, 1)])
def test_clones_that_hold_their_answers_disturb_nobody(bench, levels):
    """Whatever sleeping readers do to their lines, the switch keeps them out: each reader is read, none is at fault."""
    node = bench(3)
    node.model.put(0, UID)
    for reader, level in enumerate(levels, 1):
        node.model.fail(reader, Faults(holds_miso=level))
    assert [node.read(reader) for reader in range(3)] == [(UID,), (), ()]


def test_a_reader_beside_the_switch_that_holds_the_line_is_no_empty_space(bench):
    """Only one that is wired to the line itself can pull it low: then the others raise a fault."""
    node = bench(1, tap=True)
    node.model.put(0, UID)
    node.model.fail(1, Faults(holds_miso=0))
    assert node.fault(0) == "no_answer"


def test_the_supply_sags_at_any_moment(bench):
    """A chip that resets itself in the middle of a poll is started again and read."""
    node = bench()
    node.model.put(0, UID)
    for transactions in range(1, 80):
        node.model.fail(0, Faults(brown_out_after=transactions))
        assert node.read() == (UID,)


def test_a_reader_that_keeps_losing_its_settings_is_a_fault(bench):
    """If both tries end in a reset the fault says so."""
    node = bench()
    wake = node.select.wake

    def sagging(index):
        wake(index)
        node.model.fail(0, Faults(brown_out_after=12))

    node.select.wake = sagging
    assert node.fault() in {"settings_lost", "no_answer"}


def test_what_cannot_be_read_is_not_silence(bench):
    """While most frames are damaged a tag is often not read, and often the poll says that somebody may be there."""
    node = bench(seed=1)
    node.model.put(0, UID)
    node.model.fail(0, Faults(rf_noise=0.6))
    unclear = 0
    for _ in range(50):
        missed = node.read() == ()
        unclear += missed and not node.readers.clear
    assert unclear > 5


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_fault_has_a_name(staged, language):
    """Whatever the driver can raise is named on the page of the board, and nothing else is."""
    raised = set(re.findall(r'ReaderFault\("(\w+)"\)', (staged / "drivers" / "mfrc522.py").read_text()))
    locale = Path(__file__).parents[3] / "web" / "src" / "locales" / f"{language}.json"
    named = {key.rpartition(".")[2] for key in json.loads(locale.read_text()) if key.startswith("device.fault.")}
    assert len(raised) > 3
    assert named == raised
