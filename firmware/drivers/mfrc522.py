"""An MFRC522 on the SPI bus, just released from reset: registers, frames and health (data sheet rev. 3.9).

`Readers` wakes the chip and polls it; `Tags` says what is sent. Each status check also reads back the version and the
settings of the chip, so that silence is believed only from a working chip. Coroutines yield while they wait for the
chip.
"""

from asyncio import sleep_ms

from drivers.iso14443a import COLLISION, GARBLED, SILENCE, Tags
from micropython import const

_COMMAND = const(0x01)
_COM_IRQ = const(0x04)
_ERROR = const(0x06)
_FIFO = const(0x09)
_FIFO_LEVEL = const(0x0A)
_CONTROL = const(0x0C)
_BIT_FRAMING = const(0x0D)
_COLL = const(0x0E)
_TX_CONTROL = const(0x14)
_TX_ASK = const(0x15)
_RF_CFG = const(0x26)
_GS_N = const(0x27)
_CW_GS_P = const(0x28)
_T_MODE = const(0x2A)
_T_PRESCALER = const(0x2B)
_T_RELOAD_L = const(0x2D)
_VERSION = const(0x37)

_IDLE = const(0x00)
_TRANSCEIVE = const(0x0C)
# Antenna on, 100 % modulation, and a timer of 1 ms in steps of 25 us: the end of each frame starts it; the start of an
# answer, which comes after 0.09 ms or not at all (ISO 14443-3, 6.1.2), stops it. Both antenna drivers have their
# highest conductance. All of these are read back.
_SET = (_TX_CONTROL, _TX_ASK, _T_MODE, _T_PRESCALER, _T_RELOAD_L, _GS_N, _CW_GS_P)
_SETTINGS = b"\x83\x40\x80\xa9\x28\xf8\x3f"
_GAINS = b"\x08\x18\x48\x58\x68\x78"  # 18, 23, 33, 38, 43, 48 dB

_WAKE_LOOKS = const(10)  # a crystal takes 0.3 to 8 ms to start
_ANSWER_LOOKS = const(8)
_FIELD_GUARD_MS = const(5)  # a tag is ready 5 ms after the field is switched on (ISO 14443-3, 6.1)
_FRAME_MAX = const(9)
_ANSWER_MAX = const(16)


def _reads(*registers):
    """The bytes that read these registers in one SPI transaction; each answer comes one byte later."""
    return bytes([0x80 | register << 1 for register in registers] + [0])


class ReaderFault(Exception):
    """A reader does not work; `what` is the key of the `fault` report. Says nothing about tags."""

    def __init__(self, what):
        super().__init__(what)
        self.what = what


class Reader:
    """`spi` and `cs` of the bus; whichever chip is awake answers.

    `frame` is what `exchange` sends, `answer` what came back.
    """

    def __init__(self, spi, cs):
        self._spi = spi
        self._cs = cs
        self._version = 0
        self._singly = False  # a clone that reads one register per transaction
        self._odd = b""  # the settings as a clone reads them back
        self._pair = bytearray(2)
        self._answered = bytearray(2)
        self._hail = _reads(_COMMAND, _VERSION)
        self._hailed = bytearray(len(self._hail))
        self._look = _reads(_COM_IRQ, _ERROR, _FIFO_LEVEL, _CONTROL, _COLL, _VERSION, *_SET)
        self._seen = memoryview(bytearray(len(self._look)))  # one byte without meaning, then the registers
        self._seen_settings = self._seen[7:]
        self._push = memoryview(bytearray(1 + _FRAME_MAX))
        self._push[0] = _FIFO << 1
        self._pull = memoryview(bytes([0x80 | _FIFO << 1] * _ANSWER_MAX + [0]))
        self._pulled = memoryview(bytearray(1 + _ANSWER_MAX))
        self.frame = self._push[1:]
        self.answer = self._pulled[1:]
        self.tags = Tags(self)

    async def poll(self, gain=5, expected=()):
        """See `Tags.find`."""
        await self._switch_on(gain)
        return await self.tags.find(expected)

    # Registers

    def _transfer(self, out, into):
        self._cs(0)
        self._spi.write_readinto(out, into)
        self._cs(1)

    def _read(self, out, into):
        if not self._singly:
            self._transfer(out, into)
            return
        pair = self._pair
        pair[1] = 0
        for i in range(len(out) - 1):
            pair[0] = out[i]
            self._transfer(pair, self._answered)
            into[i + 1] = self._answered[1]

    def _send(self, data):
        self._cs(0)
        self._spi.write(data)
        self._cs(1)

    def _write(self, register, value):
        pair = self._pair
        pair[0] = register << 1
        pair[1] = value
        self._send(pair)

    async def _awaken(self):
        """Wait for the oscillator of a chip that was just released from reset. Raises ReaderFault `no_answer`."""
        answer = self._hailed
        for _ in range(_WAKE_LOOKS):
            await sleep_ms(1)
            self._transfer(self._hail, answer)
            self._singly = answer[1] == answer[2]  # an idle chip reads 0x20, which is no version
            if self._singly:
                self._read(self._hail, answer)
            if not answer[1] & 0x10 and answer[2]:  # clones have other version numbers, but they have one
                self._version = answer[2]
                return
        raise ReaderFault("no_answer")

    async def _switch_on(self, gain):
        await self._awaken()
        for i in range(len(_SET)):
            self._write(_SET[i], _SETTINGS[i])
        self._write(_RF_CFG, _GAINS[gain])
        await sleep_ms(_FIELD_GUARD_MS)

    def _see(self):
        """Read the state of the exchange, and check that the chip still has its settings. Raises ReaderFault."""
        seen = self._seen
        self._read(self._look, seen)
        if seen[6] != self._version:
            raise ReaderFault("no_answer")
        if seen[2] & 0x40:
            raise ReaderFault("hot")  # the chip has switched off its antenna to cool down
        if self._seen_settings != _SETTINGS:
            self._doubt(bytes(self._seen_settings))
        return seen[1]

    def _doubt(self, settings):
        """A clone may not read back what was written; `Readers` tries twice, and a value read twice is believed."""
        odd, self._odd = self._odd, settings
        if settings != odd or settings[0] & 0x83 != 0x83 or not settings[2] & 0x80:
            raise ReaderFault("settings_lost")

    # Frames

    async def exchange(self, count, bits=0, align=0, answered=True):
        """Send the first bytes of `frame`, only `bits` bits of the last one if not 0. Raises ReaderFault.

        Without `answered`, no answer is awaited, which saves a millisecond. Returns how many bytes of `answer` came,
        the first of them starting at bit `align`, or SILENCE, COLLISION or GARBLED.
        """
        write = self._write
        write(_COMMAND, _IDLE)
        write(_COM_IRQ, 0x7F)
        write(_FIFO_LEVEL, 0x80)
        self._send(self._push[: count + 1])
        framing = align << 4 | bits
        write(_BIT_FRAMING, framing)
        write(_COMMAND, _TRANSCEIVE)
        write(_BIT_FRAMING, 0x80 | framing)
        silent = 0x01 if answered else 0x40
        erred = 0
        for _ in range(_ANSWER_LOOKS):
            await sleep_ms(1)
            irq = self._see()
            if irq & 0x20:
                return self._take()
            if irq & silent:
                return SILENCE
            if irq & erred:  # and no end of frame: the start of an answer has stopped the timer
                return GARBLED
            erred = irq & 0x02
        raise ReaderFault("stuck")

    def _take(self):
        seen = self._seen
        count = seen[3]
        if not 0 < count <= _ANSWER_MAX:
            return GARBLED
        self._transfer(self._pull[-count - 1 :], self._pulled[: count + 1])
        if seen[2] & 0x08:
            return COLLISION
        if seen[2] & 0x17 or seen[4] & 7:  # overflow, CRC, parity or protocol error; or an incomplete byte
            return GARBLED
        return count

    def collided(self):
        """The first bit of the last answer, from 1, at which tags collided; 0 if none of the first 32."""
        place = self._seen[5]
        return 0 if place & 0x20 else place & 0x1F or 32
