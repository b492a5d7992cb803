"""Polls one reader after the other, lets `Disputes` decide where each tag lies, and passes that to `Presence`."""

import asyncio

from drivers.mfrc522 import Reader, ReaderFault
from drivers.readers import GAIN_MOST, Readers
from drivers.select import TAP, Select
from machine import SPI, Pin
from micropython import const
from node.disputes import Disputes

_SWEEP_POLLS = const(4)
_RANDOM = const("08000000")


def open_readers(config):
    """The readers of a node, all asleep."""
    address = tuple(Pin(pin, Pin.OUT, value=0) for pin in config.SELECT_PINS)
    enable = Pin(config.SELECT_ENABLE_PIN, Pin.OUT, value=1)
    tap = Pin(config.TAP_RESET_PIN, Pin.OUT, value=0)
    channels = (TAP,) if config.KIND == "starter" else tuple(range(config.READERS))
    select = Select(address, enable, tap, channels)
    miso, mosi = Pin(config.MISO_PIN), Pin(config.MOSI_PIN)
    spi = SPI(0, baudrate=1000000, sck=Pin(config.CLOCK_PIN), mosi=mosi, miso=miso)
    return Readers(select, Reader(spi, Pin(config.CHIP_SELECT_PIN, Pin.OUT, value=1)), config.GAIN)


class Scan:
    """Polls the readers of a node in the order of its `ReaderWindows`. `hub_ms()` is the clock that all sides share."""

    def __init__(self, readers, presence, windows, hub_ms):
        self._readers = readers
        self._presence = presence
        self._disputes = Disputes(len(readers), presence.place)
        self._windows = windows
        self._hub_ms = hub_ms
        self._owed = {}  # reader -> gain of a measurement postponed to its next window

    async def run(self, beat):
        """Scan for ever."""
        while True:
            beat()
            wait_ms = self._windows.wait_ms(self._hub_ms())
            if wait_ms:
                await asyncio.sleep_ms(wait_ms)
                continue
            reader = self._windows.take()
            if reader is not None:
                await self.look(reader)
                if reader in self._windows.sweep:
                    self._windows.sweep.remove(reader)
                    await self._sweep(reader)
            await asyncio.sleep_ms(0)

    async def look(self, reader):
        """Poll one reader. After a garbled answer, a tag that was not seen may still be there."""
        try:
            uids, clear = (), False
            gain = self._owed.pop(reader, None)
            if gain is None:
                uids = await self._read(reader)
                clear = self._readers.clear
                gain = self._disputes.heard(reader, uids, clear, self._hub_ms())
                # A new crowd takes long to poll: readers that wait behind it are polled before it is measured.
                if gain is not None and (self._windows.hurried() or (self._readers.fresh and len(uids) > 2)):
                    self._owed[reader] = gain
                    gain = None
            if gain is not None:
                weakly = await self._read(reader, gain)
                self._disputes.measured(reader, gain, weakly, self._readers.clear)
        except ReaderFault as fault:
            self._presence.failed(reader, fault.what)
            self._disputes.failed(reader)
        else:
            self._presence.polled(reader, [uid for uid in uids if self._presence.place(uid) == reader], clear)
        for there, uid in self._disputes.settled(self._windows.first, self._hub_ms()):
            self._presence.polled(there, (uid,), False)
        self._windows.asked = self._disputes.wanted

    async def _read(self, reader, gain=GAIN_MOST):
        """The uids on a reader. Random ones, as of phones, differ in each poll: all of them count as one."""
        uids = await self._readers.read(reader, gain)
        return [_RANDOM if len(uid) == 8 and uid[:2] == "08" else uid for uid in uids]

    async def _sweep(self, reader):
        """Measure how well a reader hears what lies on it: a few polls with each gain, even above its own maximum."""
        heard = []
        try:
            for gain in range(GAIN_MOST + 1):
                heard.append(0)
                for _ in range(_SWEEP_POLLS):
                    heard[gain] += bool(await self._readers.poll(reader, gain))
        except ReaderFault:
            return  # the next poll will report it
        if any(heard):
            self._presence.measured(reader, heard)
