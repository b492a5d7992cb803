"""What the light strip is told."""

from __future__ import annotations

import importlib
import sys
import types

import pytest

from hub.simulated_board.model import NodeModel, pins


@pytest.fixture
def strip(staged, monkeypatch):
    """A strip of four lights on the model, and the model; the PIO passes on what it is given."""
    model = NodeModel(0, lambda: 0.0, pixels=4)

    class StateMachine:
        def __init__(self, number, program, *, freq, sideset_base):
            assert freq == 10 * 800_000  # ten steps a bit, 800 kHz (WS2812B data sheet)
            self._pin = sideset_base

        def active(self, on):
            self._on = on

        def put(self, words, shift):
            assert self._on
            assert shift == 32 - 24
            model.pixel_write(self._pin, words)

    shim = types.ModuleType("rp2")
    shim.PIO = types.SimpleNamespace(OUT_LOW=0, SHIFT_LEFT=0)
    shim.asm_pio = lambda **settings: lambda program: program
    shim.StateMachine = StateMachine
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
