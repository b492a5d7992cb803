"""The drivers of the node, as they are, on a node in virtual time."""

import importlib

import pytest
from emulation.model import pins
from firmware.virtual_node import VirtualNode


class Bench:
    """A node, its drivers, and short words for what the tests do with them."""

    def __init__(self, node, modules, channels):
        self.node, self.model = node, node.model
        self.chip, self.select_module, self.readers_module = modules
        self.select = self.select_module.Select(*node.wiring(), channels)
        self.reader = self.chip.Reader(node, node.pin(pins.CHIP_SELECT))
        self.readers = self.readers_module.Readers(self.select, self.reader)

    def read(self, index=0, gain=5):
        return self.node.run(self.readers.read(index, gain))

    def fault(self, index=0):
        with pytest.raises(self.chip.ReaderFault) as raised:
            self.read(index)
        return raised.value.what


@pytest.fixture
def modules():
    """The modules of the drivers, with a sleep that each bench replaces."""
    return [importlib.import_module(f"drivers.{name}") for name in ("mfrc522", "select", "readers")]


@pytest.fixture
def bench(modules, monkeypatch):
    def make(readers=1, *, tap=False, seed=0):
        node = VirtualNode(readers, tap=tap, seed=seed)
        monkeypatch.setattr(modules[0], "sleep_ms", node.sleep_ms)
        return Bench(node, modules, (*range(readers), modules[1].TAP) if tap else tuple(range(readers)))

    return make
