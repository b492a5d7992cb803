"""A tag of ISO 14443-3 type A with a uid of 4, 7 or 10 bytes, from power-up to selection and halt.

An `Antenna` powers it and carries the frames. Beyond selection it knows only HLTA: the firmware reads nothing else.
"""

from enum import Enum, auto
from typing import Final

from emulation.model.frames import Frame, checked, crc

CASCADE: Final = 0x88
REQA: Final = Frame(0x26, 7)
WUPA: Final = Frame(0x52, 7)
HLTA: Final = checked(b"\x50\x00")
START_US: Final = 3000  # at most 5000 (ISO 14443-3, 6.1); small tags take about a third


class State(Enum):
    """ISO 14443-3, 6.3; a tag that was halted returns to HALT where others return to IDLE."""

    OFF = auto()
    IDLE = auto()
    READY = auto()
    ACTIVE = auto()
    HALT = auto()


def cascade(uid: bytes) -> tuple[bytes, ...]:
    """The uid as it is sent: five bytes for each cascade level, the last of them a check byte."""
    last = (len(uid) - 4) // 3
    parts = [bytes([CASCADE]) + uid[3 * i : 3 * i + 3] for i in range(last)] + [uid[3 * last :]]
    return tuple(part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]]) for part in parts)


class Tag:
    """One tag. ValueError for a uid of another length.

    `leaves`: whether an ANTICOLLISION that does not match its uid sends it back to IDLE, as newer editions of the
    standard have it (figure 7, nAC), or finds it waiting in READY.
    """

    def __init__(self, uid: bytes, start_us: int = START_US, *, leaves: bool = False) -> None:
        if len(uid) not in {4, 7, 10}:
            raise ValueError(f"a uid has 4, 7 or 10 bytes, not {len(uid)}")
        self.uid = uid
        self.start_us = start_us
        self._leaves = leaves
        self.state = State.OFF
        self._levels = cascade(uid)
        self._level = 0
        self._halted = False
        self._powered_us = 0.0

    def power(self, on: bool, now_us: float) -> None:
        """The field around it comes or goes."""
        if not on:
            self.state = State.OFF
        elif self.state is State.OFF:
            self.state, self._halted, self._powered_us = State.IDLE, False, now_us

    def answer(self, frame: Frame, now_us: float) -> Frame | None:
        """What it says to a frame; None is silence."""
        if self.state is State.OFF or now_us - self._powered_us < self.start_us:
            return None
        if frame in (REQA, WUPA):
            return self._request(frame)
        if self.state is State.READY:
            return self._anticollision(frame)
        if self.state is State.ACTIVE and frame == Frame.of(HLTA):
            self.state, self._halted = State.HALT, True
            return None
        return self._drop()

    def _request(self, frame: Frame) -> Frame | None:
        if self.state is State.IDLE or (self.state is State.HALT and frame == WUPA):
            self.state, self._level = State.READY, 0
            return Frame.of(bytes([(len(self._levels) - 1) << 6 | 0x04, 0x00]))
        return self._drop()

    def _drop(self) -> Frame | None:
        """Not understood: back to where it waits to be woken (6.3, all transitions on other commands or errors)."""
        if self.state in (State.READY, State.ACTIVE):
            self.state = State.HALT if self._halted else State.IDLE
        return None

    def _anticollision(self, frame: Frame) -> Frame | None:
        data, part = frame.data(), self._levels[self._level]
        if frame.length < 16 or data[0] != 0x93 + 2 * self._level:
            return self._drop()
        if data[1] == 0x70:
            return self._select(data, part)
        known = ((data[1] >> 4) - 2) * 8 + (data[1] & 7)
        if not 0 <= known < 40 or frame.length != 16 + known:
            return self._drop()
        own = Frame.of(part)
        asked = frame.part(16)
        if asked.bits == own.bits & (1 << known) - 1:
            return own.part(known)
        return self._drop() if self._leaves else None

    def _select(self, data: bytes, part: bytes) -> Frame | None:
        if len(data) != 9 or data[7:] != crc(data[:7]) or data[2:7] != part:
            return self._drop()
        if self._level + 1 < len(self._levels):
            self._level += 1
            return Frame.of(checked(b"\x04"))
        self.state = State.ACTIVE
        return Frame.of(checked(b"\x08" if len(self.uid) == 4 else b"\x00"))
