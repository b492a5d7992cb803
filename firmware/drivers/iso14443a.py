"""Finds the tags in a field, one after the other: REQA, anticollision, SELECT and HLTA of ISO 14443-3 type A.

A `Reader` exchanges the frames. A uid counts only after a tag has been selected by it and confirmed it with a valid
CRC. Tags that are expected are selected without a search; anticollision finds the others, and takes twice as long in a
crowd.
"""

from binascii import hexlify, unhexlify

from micropython import const

SILENCE = const(-1)
COLLISION = const(-2)
GARBLED = const(-3)

_REQA = const(0x26)
_WUPA = const(0x52)
_HLTA = b"\x50\x00\x57\xcd"  # with its CRC
_TAGS_MAX = const(16)
_TRIES = const(3)


def crc_a(data, count):
    """The CRC_A of the first bytes (annex B)."""
    crc = 0x6363
    for i in range(count):
        byte = (data[i] ^ crc) & 0xFF
        byte = (byte ^ byte << 4) & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return crc


class Tags:
    """`reader` has frame, answer, exchange() and collided()."""

    def __init__(self, reader):
        self.clear = True  # False if an answer could not be read
        self._reader = reader
        self._part = bytearray(5)  # one cascade level of a uid, with its check byte

    async def find(self, expected=()):
        """The uids of all tags in the field, upper-case hex; faster for `expected` ones. Raises ReaderFault."""
        reader = self._reader
        expected = list(expected)
        uids = []
        left = _TRIES
        request = _WUPA
        failed = self.clear = False
        while left and len(uids) < _TAGS_MAX:
            reader.frame[0] = request
            if await reader.exchange(1, 7) == SILENCE:
                if not failed:
                    self.clear = True
                    break
                failed = False  # a half-selected tag answers a first request only by returning to idle
                continue
            guess = unhexlify(expected.pop(0)) if expected else b""
            uid = await self._identify(guess)
            failed = uid is None or uid in uids
            if failed:
                left -= not guess
                continue
            uids.append(uid)
            reader.frame[:4] = _HLTA
            await reader.exchange(4, answered=False)
            request = _REQA  # halted tags do not answer it
        return tuple(uids)

    async def _identify(self, guess):
        """Select one of the tags that answered, the `guess` unless it is empty. Returns its uid, or None on failure.

        Only its SAK says whether a uid goes on (6.5.3.4): some tags have a cascade tag where none may be.
        """
        uid = b""
        part = self._part
        for level in (0x93, 0x95, 0x97):
            if guess:
                part[:4] = guess if len(guess) == 4 else b"\x88" + guess[:3]
                part[4] = part[0] ^ part[1] ^ part[2] ^ part[3]
                guess = guess[:-4] and guess[3:]
            elif not await self._resolve(level):
                return None
            more = await self._select(level)
            if more is None or (more and part[0] != 0x88):
                return None
            if not more:
                return hexlify(uid + part[:4]).decode().upper()
            uid += part[1:4]
        return None

    async def _select(self, level):
        """Select the tag with this part of its uid: whether another cascade level follows, None if unconfirmed."""
        frame, answer = self._reader.frame, self._reader.answer
        frame[0] = level
        frame[1] = 0x70
        frame[2:7] = self._part
        crc = crc_a(frame, 7)
        frame[7] = crc & 0xFF
        frame[8] = crc >> 8
        if await self._reader.exchange(9) != 3:
            return None
        if crc_a(answer, 1) != answer[1] | answer[2] << 8:
            return None
        return bool(answer[0] & 0x04)

    async def _resolve(self, level):
        """Find one tag's part of the uid at this cascade level.

        The chip is asked for the position of a collision only after a request for all bits: the data sheet does not say
        from where it counts after a request that ends within a byte. From there on the search goes bit by bit. The next
        bit is always as it was received: where tags collide some have it, elsewhere all do, so a question never sends
        all tags back to idle, as one does that none of them matches.
        """
        part = self._part
        known = 0
        while True:
            count = await self._ask(level, known)
            self._join(known)
            if count == 5 - (known >> 3):
                return part[0] ^ part[1] ^ part[2] ^ part[3] == part[4]
            known = known + 1 if known else self._reader.collided()
            if count != COLLISION or not 0 < known < 33:
                return False

    async def _ask(self, level, known):
        """Ask the tags whose part begins with the known bits for the rest of it."""
        frame = self._reader.frame
        bits = known & 7
        whole = known + 7 >> 3
        frame[0] = level
        frame[1] = 0x20 + (known >> 3 << 4) + bits
        frame[2 : 2 + whole] = self._part[:whole]
        return await self._reader.exchange(2 + whole, bits, bits)

    def _join(self, known):
        """Combine the known bits and the answer."""
        part, answer = self._part, self._reader.answer
        first = known >> 3
        ours = (1 << (known & 7)) - 1
        kept = part[first] & ours
        for i in range(first, 5):
            part[i] = answer[i - first]
        part[first] = part[first] & ~ours | kept
