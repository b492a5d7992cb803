"""What is sent to the light strip."""

from __future__ import annotations

import importlib
import struct
import sys
import types

import pytest
from emulation.model import NodeModel, pins


@pytest.fixture
def strip(staged, monkeypatch):
    """A strip of four lights on the model, and the model; DMA and PIO pass on what they are given."""
    model = NodeModel(0, lambda: 0.0, pixels=4)

    class StateMachine:
        def __init__(self, number, program, *, freq, sideset_base):
            assert freq == 10 * 800_000  # ten steps a bit, 800 kHz (WS2812B data sheet)
            self.request = number  # of PIO 0, TX (RP2040 data sheet, 2.5.3.1)
            self.pin = sideset_base
            self.on = False

        def active(self, on):
            self.on = on

    class Channel:
        def pack_ctrl(self, *, inc_write, treq_sel):
            assert not inc_write  # there is one register
            return treq_sel

        def config(self, *, read, write, count, ctrl, trigger):
            assert (write.on, ctrl, trigger) == (True, write.request, True)
            assert len(read) == 4 * count
            words = struct.unpack(f"<{count}I", read)
            model.pixel_write(write.pin, [word >> 32 - 24 for word in words])

    shim = types.ModuleType("rp2")
    shim.PIO = types.SimpleNamespace(OUT_LOW=0, SHIFT_LEFT=0)
    shim.asm_pio = lambda **settings: lambda program: program
    shim.StateMachine, shim.DMA = StateMachine, Channel
    monkeypatch.setitem(sys.modules, "rp2", shim)
    monkeypatch.delitem(sys.modules, "drivers.pixels", raising=False)
    yield importlib.import_module("drivers.pixels").Pixels(pins.PIXELS, 4), model
    sys.modules.pop("drivers.pixels", None)


def test_colours_arrive(strip):
    """Red, green and blue of each light are those that were shown; what is missing is dark, what is too much is cut."""
    pixels, model = strip
    pixels.show(bytes([1, 2, 3, 255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9]))
    assert model.pixels() == ((1, 2, 3), (255, 0, 0), (0, 255, 0), (0, 0, 255))
    pixels.show(bytes([7, 8, 9, 1]))
    assert model.pixels() == ((7, 8, 9), (0, 0, 0), (0, 0, 0), (0, 0, 0))
    pixels.show(b"")
    assert model.pixels() == ((0, 0, 0),) * 4


def test_single_lights_are_lit_wherever_they_are(strip):
    """In any order; all others are dark, and those beyond the end of the strip are nowhere."""
    pixels, model = strip
    pixels.show(bytes([1, 2, 3, 4, 5, 6, 7, 8, 9]), [3, 299, 0])
    assert model.pixels() == ((7, 8, 9), (0, 0, 0), (0, 0, 0), (1, 2, 3))
    pixels.show(bytes([4, 5, 6]), [1])
    assert model.pixels() == ((0, 0, 0), (4, 5, 6), (0, 0, 0), (0, 0, 0))
