"""Looks at one reader after the other and tells `Presence` what was seen."""

import asyncio

from drivers.mfrc522 import Reader, ReaderFailed
from drivers.readers import Readers
from drivers.select import TAP, Select
from machine import SPI, Pin


def open_readers(config):
    """The selection and the readers of a node, all asleep."""
    address = tuple(Pin(pin, Pin.OUT, value=0) for pin in config.SELECT_PINS)
    enable = Pin(config.SELECT_ENABLE_PIN, Pin.OUT, value=1)
    tap = Pin(config.TAP_RESET_PIN, Pin.OUT, value=0)
    channels = (TAP,) if config.KIND == "starter" else tuple(range(config.READERS))
    select = Select(address, enable, tap, channels)
    select.sleep()
    miso, mosi = Pin(config.MISO_PIN), Pin(config.MOSI_PIN)
    spi = SPI(0, baudrate=1000000, sck=Pin(config.CLOCK_PIN), mosi=mosi, miso=miso)
    return select, Readers(select, Reader(spi, Pin(config.CHIP_SELECT_PIN, Pin.OUT, value=1)))


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
            mine = []
            for uid in uids:
                if await self._has(reader, uid):
                    mine.append(_hex(uid))
        except ReaderFailed as failed:
            self._presence.failed(reader, failed.args[0])
        else:
            self._presence.polled(reader, mine, clear)

    async def _has(self, reader, uid):
        """Whether the tag lies here: another reader may hear it, too, then the one that hears it better has it.

        Where both hear it alike the reader that the hub expects has it.
        """
        rival = self._presence.rival(_hex(uid), reader)
        if rival is None:
            return True
        here = await self._readers.strength(reader, uid)
        try:
            there = await self._readers.strength(rival, uid)
        except ReaderFailed:
            return True
        return here > there or (here == there and reader in self._slots.first)


def _hex(uid):
    return uid.hex().upper()
