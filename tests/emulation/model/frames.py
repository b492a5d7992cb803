"""Frames between a reader and its tags as ISO 14443-3 type A puts them on the air: bits, the lowest of a byte first.

Parity bits are left out; a frame on the air takes as long as if they were there.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Self

BIT_US: Final = 128 / 13.56  # 106 kbit/s


class Frame(NamedTuple):
    """`length` bits; the first one on the air is the lowest of `bits`."""

    bits: int
    length: int

    @classmethod
    def of(cls, data: bytes, last_bits: int = 0) -> Self:
        """The frame of whole bytes, or with only `last_bits` of the last one if that is not 0."""
        count = 8 * len(data) - (8 - last_bits if last_bits and data else 0)
        return cls(int.from_bytes(data, "little") & (1 << count) - 1, count)

    def data(self) -> bytes:
        """The bytes, the last one filled up with zeros."""
        return self.bits.to_bytes((self.length + 7) // 8, "little")

    def part(self, first: int) -> Self:
        return Frame(self.bits >> first, self.length - first)

    def air_us(self) -> float:
        """How long it is on the air: start, bits, a parity bit for each byte, end."""
        return (self.length + self.length // 8 + 2) * BIT_US


def crc(data: bytes) -> bytes:
    """The checksum that closes a frame (ISO 14443-3, annex B), low byte first."""
    value = 0x6363
    for byte in data:
        mixed = (byte ^ value) & 0xFF
        mixed = (mixed ^ mixed << 4) & 0xFF
        value = value >> 8 ^ mixed << 8 ^ mixed << 3 ^ mixed >> 4
    return value.to_bytes(2, "little")


def checked(data: bytes) -> bytes:
    return data + crc(data)


def collide(frames: Sequence[Frame]) -> tuple[Frame, int | None]:
    """What a receiver makes of answers at the same time: ones win, and the first bit, from 0, that they disagree on."""
    bits, different, count = 0, 0, max(frame.length for frame in frames)
    for frame in frames:
        different |= (frame.bits ^ frames[0].bits) & (1 << min(frame.length, frames[0].length)) - 1
        bits |= frame.bits
    return Frame(bits, count), (different & -different).bit_length() - 1 if different else None
