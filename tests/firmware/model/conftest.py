"""A chip of the model, spoken to without any driver."""

import pytest
from emulation.model import NodeModel, pins


class Wire:
    """One awake reader, register by register, in a time that the test moves."""

    def __init__(self):
        self.us = 0.0
        self.model = NodeModel(2, lambda: self.us)
        self.model.pin_write(pins.SELECT_ENABLE_N, 0)
        self.us += 9000

    def read(self, *registers):
        return self.model.transaction(bytes([0x80 | register << 1 for register in registers] + [0]))[1:]

    def write(self, register, *values):
        self.model.transaction(bytes([register << 1, *values]))

    def send(self, data, bits=0, wait_us=3000):
        """Transceive; then what stands in the FIFO."""
        for register, value in ((0x01, 0), (0x04, 0x7F), (0x0A, 0x80)):
            self.write(register, value)
        self.write(0x09, *data)
        self.write(0x0D, bits)
        self.write(0x01, 0x0C)
        self.write(0x0D, 0x80 | bits)
        self.us += wait_us
        return self.read(*[0x09] * self.read(0x0A)[0])

    def field(self):
        """Antenna on, full amplitude, 2 ms timer; then the tags are ready."""
        for register, value in ((0x14, 0x83), (0x15, 0x40), (0x2A, 0x80), (0x2B, 0xA9), (0x2D, 80), (0x26, 0x78)):
            self.write(register, value)
        self.us += 5000

    def lay(self, *uids):
        """Put tags on the reader, and wait until they are ready."""
        for uid in uids:
            self.model.put(0, uid)
        self.us += 5000


@pytest.fixture
def wire():
    return Wire()


@pytest.fixture
def field(wire):
    wire.field()
    return wire
