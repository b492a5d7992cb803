"""An MFRC522 at the end of the bus, just woken from reset: its registers, and the tags in its field.

`Readers` wakes the chip and polls it. A uid counts only after the tag was selected by it and answered with a right
checksum (ISO 14443-3, 6.5). Each look at the chip reads its version and settings back as well, so that silence is
believed only from a chip that is well. Coroutines give way while the chip waits, and touch nothing else afterwards.
"""

from asyncio import sleep_ms
from binascii import hexlify

from drivers.errors import ReaderFault
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
_T_MODE = const(0x2A)
_T_PRESCALER = const(0x2B)
_T_RELOAD_L = const(0x2D)
_VERSION = const(0x37)

_IDLE = const(0x00)
_TRANSCEIVE = const(0x0C)

_ANTENNA_ON = const(0x83)
_PRESCALER = const(0xA9)  # with T_MODE 0x80: 25 us a tick, started by the end of each frame
_TIMEOUT = const(80)  # 2 ms
_GAINS = bytes((0x08, 0x18, 0x48, 0x58, 0x68, 0x78))  # 18, 23, 33, 38, 43, 48 dB

_WAKE_LOOKS = const(6)
_ANSWER_LOOKS = const(8)
_FIELD_GUARD_MS = const(5)  # ISO 14443-3, 6.1: a tag is ready 5 ms after the field came on
_TAGS_MAX = const(8)
_TRIES = const(3)
_ANSWER_MAX = const(16)

_REQA = const(0x26)
_WUPA = const(0x52)
_SILENCE = const(-1)
_COLLISION = const(-2)
_GARBLED = const(-3)

_LOOKED_AT = (_COM_IRQ, _ERROR, _FIFO_LEVEL, _CONTROL, _COLL, _TX_CONTROL, _T_PRESCALER, _VERSION)


def _reads(*registers):
    """The bytes that read these registers in one transaction; the answers come one byte later."""
    return bytes([0x80 | register << 1 for register in registers] + [0])


def crc_a(data, count):
    """CRC_A of the first bytes (ISO 13239, initial value 0x6363)."""
    crc = 0x6363
    for i in range(count):
        byte = (data[i] ^ crc) & 0xFF
        byte = (byte ^ byte << 4) & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return crc


class Reader:
    """`spi` and `cs` of the bus; whichever chip is awake answers."""

    def __init__(self, spi, cs):
        self.clear = True  # False: something answered the last poll that could not be read
        self._spi = spi
        self._cs = cs
        self._version = 0
        self._two = bytearray(2)
        self._look = _reads(*_LOOKED_AT)
        self._seen = bytearray(len(self._look))
        self._out = bytearray(10)  # address byte of the FIFO, then the frame
        self._out[0] = _FIFO << 1
        self._pull = bytes([0x80 | _FIFO << 1] * _ANSWER_MAX + [0])
        self._in = bytearray(_ANSWER_MAX + 1)  # one byte of nothing, then the answer
        self._part = bytearray(5)  # of a uid: one cascade level with its check byte

    # Registers

    def _transfer(self, out, into):
        self._cs(0)
        self._spi.write_readinto(out, into)
        self._cs(1)

    def _send(self, data):
        self._cs(0)
        self._spi.write(data)
        self._cs(1)

    def _write(self, register, value):
        two = self._two
        two[0] = register << 1
        two[1] = value
        self._send(two)

    async def _awaken(self):
        """Wait for the oscillator of a chip that has just left reset. Raises ReaderFault `no_answer`."""
        ask = _reads(_COMMAND, _VERSION)
        answer = bytearray(3)
        for _ in range(_WAKE_LOOKS):
            await sleep_ms(1)
            self._transfer(ask, answer)
            if not answer[1] & 0x10 and answer[2] not in (0x00, 0xFF):  # clones have other versions, but have one
                self._version = answer[2]
                return
        raise ReaderFault("no_answer")

    async def _switch_on(self, gain):
        await self._awaken()
        self._write(_TX_CONTROL, _ANTENNA_ON)
        self._write(_TX_ASK, 0x40)
        self._write(_RF_CFG, _GAINS[gain])
        self._write(_T_MODE, 0x80)
        self._write(_T_PRESCALER, _PRESCALER)
        self._write(_T_RELOAD_L, _TIMEOUT)
        await sleep_ms(_FIELD_GUARD_MS)

    def _see(self):
        """Read how the exchange goes and that the chip is still what it was. Raises ReaderFault."""
        seen = self._seen
        self._transfer(self._look, seen)
        if seen[8] != self._version:
            raise ReaderFault("no_answer")
        if seen[7] != _PRESCALER:
            raise ReaderFault("settings_lost")
        if seen[2] & 0x40:
            raise ReaderFault("hot")  # the chip has switched its antenna off to cool down
        if seen[6] != _ANTENNA_ON:
            raise ReaderFault("no_field")

    # Frames

    async def _exchange(self, count, bits=0):
        """Send a frame, of its last byte only `bits` if not 0. How many bytes were answered, or what else happened."""
        write = self._write
        write(_COMMAND, _IDLE)
        write(_COM_IRQ, 0x7F)
        write(_FIFO_LEVEL, 0x80)
        self._send(memoryview(self._out)[: count + 1])
        framing = bits << 4 | bits if count > 1 else bits  # an answer continues the byte that the question broke off
        write(_BIT_FRAMING, framing)
        write(_COMMAND, _TRANSCEIVE)
        write(_BIT_FRAMING, 0x80 | framing)
        for _ in range(_ANSWER_LOOKS):
            await sleep_ms(1)
            self._see()
            if self._seen[1] & 0x22:
                return self._answer()
            if self._seen[1] & 0x01:
                return _SILENCE
        raise ReaderFault("stuck")

    def _answer(self):
        seen = self._seen
        count = seen[3]
        if count > _ANSWER_MAX:
            return _GARBLED
        self._transfer(memoryview(self._pull)[-count - 1 :], memoryview(self._in)[: count + 1])
        if seen[2] & 0x08:
            return _COLLISION
        if seen[2] & 0x17 or seen[4] & 7 or not count:
            return _GARBLED
        return count

    def _append_crc(self, count):
        crc = crc_a(memoryview(self._out)[1:], count)
        self._out[count + 1] = crc & 0xFF
        self._out[count + 2] = crc >> 8
        return count + 2

    # Tags

    async def poll(self, gain=5):
        """The uids of all tags in the field, upper-case hex. Raises ReaderFault. See `clear`."""
        uids = []
        left = _TRIES
        request = _WUPA
        failed = self.clear = False
        await self._switch_on(gain)
        while left and len(uids) < _TAGS_MAX:
            self._out[1] = request
            if await self._exchange(1, 7) == _SILENCE:
                if not failed:
                    self.clear = True
                    break
                failed = False  # a tag that was left half selected only falls back at a first request
                continue
            uid = await self._identify()
            failed = uid is None or uid in uids
            if failed:
                left -= 1
                continue
            uids.append(uid)
            await self._halt()
            request = _REQA  # which those that were halted do not answer
        return tuple(uids)

    async def _halt(self):
        self._out[1] = 0x50
        self._out[2] = 0
        await self._exchange(self._append_crc(2))

    async def _identify(self):
        """Select one of the tags that answered and return its uid; None if that fails."""
        uid = b""
        part = self._part
        for level in (0x93, 0x95, 0x97):
            if not await self._resolve(level):
                return None
            more = await self._select(level)
            if more is None or more != (part[0] == 0x88):
                return None
            if not more:
                return hexlify(uid + part[:4]).decode().upper()
            uid += part[1:4]
        return None

    async def _select(self, level):
        """Select the tag whose part of a uid is known: whether its uid goes on, None if it does not answer right."""
        out = self._out
        answer = self._in
        out[1] = level
        out[2] = 0x70
        out[3:8] = self._part
        if await self._exchange(self._append_crc(7)) != 3:
            return None
        if crc_a(memoryview(answer)[1:], 1) != answer[2] | answer[3] << 8:
            return None
        return bool(answer[1] & 0x04)

    async def _resolve(self, level):
        """Learn one tag's part of a uid at this cascade level; with several tags, of one with a 1 where they differ.

        The position of a collision is asked for only after the question for all bits: where it counts from when the
        question held part of a byte, the data sheet leaves open. Later ones are found by asking bit by bit.
        """
        part = self._part
        known = 0
        for _ in range(66):
            count = await self._ask(level, known)
            if count == 5 - (known >> 3):
                self._take(known)
                return part[0] ^ part[1] ^ part[2] ^ part[3] == part[4]
            last = 1 << (known - 1 & 7)
            if count == _COLLISION and known < 32:
                known = self._differ() if known == 0 else known + 1
                if not known:
                    return False
                part[known - 1 >> 3] |= 1 << (known - 1 & 7)
            elif count == _SILENCE and known and part[known - 1 >> 3] & last:
                part[known - 1 >> 3] &= ~last
            else:
                return False
        return False

    async def _ask(self, level, known):
        """Ask those whose part begins with the `known` bits for the rest of it."""
        whole = known + 7 >> 3
        out = self._out
        out[1] = level
        out[2] = 0x20 + (known >> 3 << 4) + (known & 7)
        out[3 : 3 + whole] = self._part[:whole]
        return await self._exchange(2 + whole, known & 7)

    def _take(self, known):
        """Join an answer to the known bits."""
        part = self._part
        first = known >> 3
        mask = (1 << (known & 7)) - 1
        kept = part[first] & mask
        part[first:] = self._in[1 : 6 - first]
        part[first] = part[first] & ~mask | kept

    def _differ(self):
        """How many bits are known after a collision: those all tags agree on, and one to be chosen. 0 if unknown."""
        place = self._seen[5]
        if place & 0x20:
            return 0
        known = place & 0x1F or 32
        part = self._part
        for i in range(5):
            bits = min(8, max(0, known - 1 - 8 * i))
            part[i] = self._in[1 + i] & (1 << bits) - 1
        return known

    # Health

    async def check(self):
        """The version of a chip whose registers and memory keep what is written to them. Raises ReaderFault."""
        await self._awaken()
        back = bytearray(2)
        for pattern in (0x55, 0xAA):
            self._write(_T_RELOAD_L, pattern)
            self._transfer(_reads(_T_RELOAD_L), back)
            if back[1] != pattern:
                raise ReaderFault("settings_lost")
        self._write(_FIFO_LEVEL, 0x80)
        frame = bytes([_FIFO << 1] + [7 * i & 0xFF for i in range(_ANSWER_MAX)])
        self._send(frame)
        self._transfer(self._pull, self._in)
        if self._in[1:] != frame[1:]:
            raise ReaderFault("settings_lost")
        return self._version
