"""Tags of ISO/IEC 14443-3 type A in the field of a reader, written from the standard (chapter 6, annex B).

A frame is an integer with its length in bits; the first bit on the air is its lowest. Nothing here is from the driver,
and less than in `emulation.model`: no chip, no time, no noise.
"""

from __future__ import annotations

SILENCE, COLLISION = -1, -2
CASCADE_TAG = 0x88


def crc_a(data):
    """The two bytes of CRC_A: x^16 + x^12 + x^5 + 1, bits reflected, from 0x6363 (6.2.4, annex B)."""
    register = 0x6363
    for byte in data:
        register ^= byte
        for _ in range(8):
            register = register >> 1 ^ (0x8408 if register & 1 else 0)
    return register.to_bytes(2, "little")


def levels(uid):
    """UID CLn and BCC of each cascade level (6.5.4): only a level that is not the last begins with the cascade tag."""
    parts = []
    while len(uid) > 4:
        parts.append(bytes([CASCADE_TAG]) + uid[:3])
        uid = uid[3:]
    parts.append(uid)
    return [part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]]) for part in parts]


class Picc:
    """One tag.

    `leaves`: whether an ANTICOLLISION that does not match its uid sends it back to IDLE, as newer editions of the
    standard have it (figure 7, nAC), or finds it waiting in READY.
    """

    def __init__(self, uid, *, leaves=True):
        self._at = "IDLE"
        self._parts = [int.from_bytes(part, "little") for part in levels(uid)]
        self._final_sak = {4: 0x08, 7: 0x00, 10: 0x20}[len(uid)]
        self._level, self._rest, self._leaves = 0, "IDLE", leaves

    def hear(self, bits, length):
        """The answer to a frame as (bits, length), None for silence."""
        if length == 7:
            return self._requested(bits)
        data = bits.to_bytes((length + 7) // 8, "little")
        if self._at == "READY" and length >= 16 and data[0] == (0x93, 0x95, 0x97)[self._level]:
            return self._selected(data) if data[1] == 0x70 else self._asked(bits, length, data[1])
        if self._at == "ACTIVE" and data == b"\x50\x00" + crc_a(b"\x50\x00"):
            self._at = self._rest = "HALT"
        return self._lost()

    def _requested(self, bits):
        if (self._at == "IDLE" and bits in (0x26, 0x52)) or (self._at == "HALT" and bits == 0x52):
            self._at, self._level = "READY", 0
            return (len(self._parts) - 1) << 6 | 1, 16
        return self._lost()

    def _lost(self):
        self._at = self._rest

    def _asked(self, bits, length, nvb):
        known = 8 * ((nvb >> 4) - 2) + (nvb & 7)
        part = self._parts[self._level]
        if not 0 <= known < 40 or length != 16 + known:
            return self._lost()
        if bits >> 16 != part & (1 << known) - 1:
            return self._lost() if self._leaves else None
        return part >> known, 40 - known

    def _selected(self, data):
        if len(data) != 9 or data[7:] != crc_a(data[:7]):
            return self._lost()
        if int.from_bytes(data[2:7], "little") != self._parts[self._level]:
            return self._lost()
        self._level += 1
        sak = bytes([0x04])
        if self._level == len(self._parts):
            self._at, sak = "ACTIVE", bytes([self._final_sak])
        return int.from_bytes(sak + crc_a(sak), "little"), 24


class Field:
    """A reader with these tags before it: what the driver `Tags` is given in place of the MFRC522.

    Where answers differ the receiver sees both halves of a bit modulated and takes it for a 1 (6.2.3); it does not know
    where that was after a question that ended within a byte, as the data sheet of the MFRC522 does not say either.
    """

    def __init__(self, piccs):
        self.frame, self.answer = bytearray(9), bytearray(16)
        self._piccs, self._collided = piccs, 0

    async def exchange(self, count, bits=0, align=0, answered=True):
        """One frame, and what comes back."""
        length = 8 * count - (8 - bits if bits else 0)
        sent = int.from_bytes(self.frame[:count], "little") & (1 << length) - 1
        heard = [said for picc in self._piccs if (said := picc.hear(sent, length)) is not None]
        if not heard:
            return SILENCE
        first, whole = heard[0][0], max(length for _, length in heard)
        seen = different = 0
        for said, length in heard:
            seen |= said
            different |= said ^ first | (1 << whole) - (1 << length)
        size = (whole + align + 7) // 8
        self.answer[:size] = (seen << align).to_bytes(size, "little")
        self._collided = (different & -different).bit_length() if align == 0 else 0
        return COLLISION if different else size

    def collided(self):
        """The first bit that collided, from 1; 0 if it is not known."""
        return self._collided if self._collided <= 32 else 0
