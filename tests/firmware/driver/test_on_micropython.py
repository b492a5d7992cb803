"""The drivers do on MicroPython, bit for bit, what the other tests here see them do in this interpreter."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from emulation.microcontroller import HEAP, NoInterpreter, interpreter
from emulation.model import Faults, pins


class Recorder:
    """Stands between a driver and a node in virtual time, and notes what passes."""

    def __init__(self, node):
        self.steps = []
        self._node = node

    def pin(self, gpio):
        set_level = self._node.pin(gpio)

        def noted(level):
            self.steps.append(["pin", gpio, level])
            set_level(level)

        return noted

    def write(self, data):
        self.steps.append(["write", bytes(data).hex()])
        self._node.write(data)

    def write_readinto(self, data, into):
        self._node.write_readinto(data, into)
        self.steps.append(["transfer", bytes(data).hex(), bytes(into).hex()])


def record_of(bench):
    """Readers that are empty, have a tag of each length or three, or are dead: what passed, and what was read."""
    node = bench(6, tap=True)
    for reader, uid in (
        (1, "9A0B1C2D"), (2, "04A1B2C3D4E5F6"), (3, "04112233445566778899"),
        (4, "04A1B2C3D4E5F6"[::-1]), (4, "6F5E4D3C2B1A41"), (4, "9A0B1C2E"), (6, "01020304"),
    ):  # fmt: skip
        node.model.put(reader, uid)
    node.model.fail(5, Faults(dead=0xFF))
    recorder = Recorder(node.node)
    address = [recorder.pin(gpio) for gpio in pins.SELECT_ADDRESS]
    enable, tap = recorder.pin(pins.SELECT_ENABLE_N), recorder.pin(pins.TAP_RESET)
    channels = (0, 1, 2, 3, 4, 5, node.select_module.TAP)
    node.readers = node.readers_module.Readers(
        node.select_module.Select(address, enable, tap, channels),
        node.chip.Reader(recorder, recorder.pin(pins.CHIP_SELECT)),
    )
    reads = [[index, node.fault(5) if index == 5 else node.read(index)] for index in range(7)]
    return {
        "pins": [pins.SELECT_ADDRESS, pins.SELECT_ENABLE_N, pins.TAP_RESET, pins.CHIP_SELECT],
        "channels": [0, 1, 2, 3, 4, 5, None],
        "reads": reads,
        "steps": recorder.steps,
    }


def test_the_drivers_do_the_same_on_micropython(bench, staged, tmp_path):
    """On a heap as small as a node's they touch the same pins, send the same bytes and read the same uids."""
    try:
        micropython = interpreter()
    except NoInterpreter as missing:
        pytest.skip(str(missing))
    record = record_of(bench)
    assert [len(read) for _, read in record["reads"][:5]] == [0, 1, 1, 1, 3]
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    command = [micropython, "-X", f"heapsize={HEAP}", Path(__file__).with_name("micropython_driver.py"), staged, file]
    done = subprocess.run(command, capture_output=True, text=True, timeout=50, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "ok"), done.stdout + done.stderr
