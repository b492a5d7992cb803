"""The part of `machine` that the firmware uses, on MicroPython's unix port: pins and buses of a simulated node.

Everything the chip would do to a wire goes to the board model as a stream of records, each with its time, so they may
wait here until an answer is needed: one exchange per byte string that is read from a chip. Inputs are read from a file
that the model keeps current, one byte per pin. `electronics.py` is the other end.
"""

import os
import select
import struct
import sys
import time

from micropython import const

PWRON_RESET = 1
WDT_RESET = 3

_HEADER = "<BBHQ"  # what, which, length of the data that follows, microseconds
_PIN, _WRITE, _TRANSFER, _PIXELS, _PWM, _DISPLAY, _WATCHDOG, _BUS, _PULL_UP = b"PWXLBDGSU"
_RESET_CODE = const(42)
_QUEUE_MAX = const(2048)

_model = open(int(os.getenv("MODEL_FD")), "r+b", buffering=0)
_inputs = open(os.getenv("MODEL_INPUTS"), "rb", buffering=0)
_header = bytearray(struct.calcsize(_HEADER))
_queue = bytearray()
_timers = []  # only the prompt runs them: nobody else has any


def _send(what, which, data, now=False):
    struct.pack_into(_HEADER, _header, 0, what, which, len(data), time.ticks_us())
    _queue.extend(_header)
    _queue.extend(data)
    if now or len(_queue) > _QUEUE_MAX:
        flush()


def flush():
    """Let the model know everything up to now."""
    global _queue
    rest = memoryview(_queue)
    while rest:
        rest = rest[_model.write(rest) :]
    _queue = bytearray()


def _receive(buffer):
    rest = memoryview(buffer)
    while rest:
        count = _model.readinto(rest)
        if not count:
            sys.exit(1)  # the model is gone: so is the board
        rest = rest[count:]


def idle():
    """Wait forever, as the prompt does, while timers go on; ends with the board."""
    flush()
    waiting = select.poll()
    waiting.register(_model, select.POLLIN)
    while True:
        for timer in _timers:
            timer.callback(timer)
        flush()
        if waiting.poll(_timers[0].period if _timers else -1):
            _receive(bytearray(1))  # what was asked for when somebody broke in may still come


def reset():
    flush()
    sys.exit(_RESET_CODE)


def reset_cause():
    return int(os.getenv("MODEL_CAUSE"))


def unique_id():
    return bytes.fromhex(os.getenv("MODEL_ID"))


class Pin:
    IN, OUT = 0, 1
    PULL_UP = 1

    def __init__(self, number, mode=-1, pull=-1, *, value=None):
        self.number = number
        self._level = None
        self._input = mode == Pin.IN
        if pull == Pin.PULL_UP:
            _send(_PULL_UP, number, b"", True)
        if value is not None:
            self.value(value)

    def value(self, level=None):
        """Read an input, or drive an output."""
        if level is None:
            return self._read()
        level = 1 if level else 0
        if level != self._level:
            self._level = level
            _send(_PIN, self.number, b"\x01" if level else b"\x00")
        return None

    __call__ = value

    def _read(self):
        if not self._input:
            return self._level or 0
        _inputs.seek(self.number)
        return _inputs.read(1)[0]


class SPI:
    def __init__(self, bus, baudrate=1000000, *, polarity=0, phase=0, sck=None, mosi=None, miso=None):
        self._bus = bus
        _send(_BUS, bus, struct.pack("<IBB", baudrate, polarity, phase))

    def write(self, data):
        _send(_WRITE, self._bus, data)

    def write_readinto(self, data, answer):
        if len(data) != len(answer):
            raise ValueError("buffers must be the same length")
        _send(_TRANSFER, self._bus, data, True)
        _receive(answer)


class PWM:
    """A square wave on a pin."""

    def __init__(self, pin, *, freq=0, duty_u16=0):
        self._pin = pin
        self._hertz = freq
        self.duty_u16(duty_u16)

    def freq(self, hertz):
        self._hertz = hertz

    def duty_u16(self, duty):
        """Set how much of the time it is high, of 65535, and begin."""
        _send(_PWM, self._pin.number, struct.pack("<IH", self._hertz, duty), True)


class I2C:
    def __init__(self, bus, *, scl=None, sda=None, freq=400000):
        self._bus = bus

    def writeto(self, address, data):
        _send(_DISPLAY, address, data, True)


class Timer:
    def __init__(self, number, *, period, callback):
        self.period, self.callback = period, callback
        _timers.append(self)


class WDT:
    def __init__(self, timeout=5000):
        if not 0 < timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        _send(_WATCHDOG, 0, struct.pack("<H", timeout), True)

    def feed(self):
        _send(_WATCHDOG, 0, b"", True)


def pixels(pin, words):
    """What the PIO shifts out to a strip (see `rp2`)."""
    _send(_PIXELS, pin.number, bytes(words), True)
