"""Looks at one reader after the other and tells `Presence` what was seen."""

import asyncio

from drivers.mfrc522 import Reader, ReaderFault
from drivers.readers import GAIN_MOST, Readers
from drivers.select import TAP, Select
from machine import SPI, Pin


def open_readers(config):
    """The readers of a node, all asleep."""
    address = tuple(Pin(pin, Pin.OUT, value=0) for pin in config.SELECT_PINS)
    enable = Pin(config.SELECT_ENABLE_PIN, Pin.OUT, value=1)
    tap = Pin(config.TAP_RESET_PIN, Pin.OUT, value=0)
    channels = (TAP,) if config.KIND == "starter" else tuple(range(config.READERS))
    select = Select(address, enable, tap, channels)
    miso, mosi = Pin(config.MISO_PIN), Pin(config.MOSI_PIN)
    spi = SPI(0, baudrate=1000000, sck=Pin(config.CLOCK_PIN), mosi=mosi, miso=miso)
    return Readers(select, Reader(spi, Pin(config.CHIP_SELECT_PIN, Pin.OUT, value=1)))


class Scan:
    """The readers of a node in the order of its `Slots`. `hub_ms()` is the clock that all sides share."""

    def __init__(self, readers, presence, slots, hub_ms):
        self._readers = readers
        self._presence = presence
        self._slots = slots
        self._hub_ms = hub_ms

    async def run(self, beat):
        """Scan for ever."""
        while True:
            beat()
            wait_ms = self._slots.wait_ms(self._hub_ms())
            if wait_ms:
                await asyncio.sleep_ms(wait_ms)
                continue
            reader = self._slots.take()
            if reader is not None:
                await self.look(reader)
            await asyncio.sleep_ms(0)

    async def look(self, reader):
        """Read one reader. Where the radio was garbled, what was not seen may be there all the same."""
        try:
            uids = await self._readers.read(reader)
            clear = self._readers.clear
            self._slots.tags = len(uids)
            mine = []
            for uid in uids:
                rival = self._presence.rival(uid, reader)
                if rival is None or await self._stronger(uid, reader, rival):
                    mine.append(uid)
        except ReaderFault as fault:
            self._presence.failed(reader, fault.what)
        else:
            self._presence.polled(reader, mine, clear)

    async def _stronger(self, uid, reader, rival):
        """Two readers hear one tag: whichever still does with less gain has it, else the one the hub expects."""
        for gain in range(GAIN_MOST, -1, -1):
            here = await self._hears(uid, reader, gain)
            there = await self._hears(uid, rival, gain)
            if here != there:
                return here
            if not here:
                break
        return reader in self._slots.first

    async def _hears(self, uid, reader, gain):
        try:
            return uid in await self._readers.read(reader, gain)
        except ReaderFault:
            return False
