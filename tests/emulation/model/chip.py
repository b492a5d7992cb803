"""An MFRC522 at the level of its registers (data sheet rev. 3.9, chapter 9), behind SPI, with the time things take.

`NodeModel` holds one for each reader. Nothing runs by itself: what is due is done when the chip is touched again.
Not there, because no firmware of ours uses it: an end of the FIFO, checksums of its own, soft reset, transmission
without an answer, MIFARE authentication, interrupt pin, self-test, other bit rates.
"""

import random
from collections.abc import Callable
from typing import Final

from emulation.model.antenna import Antenna
from emulation.model.faults import HEALTHY
from emulation.model.field import strength
from emulation.model.frames import BIT_US, Frame, collide
from emulation.model.registers import (
    BIT_FRAMING,
    BOTH_DRIVERS,
    COLL,
    COM_IRQ,
    COMMAND,
    CONTROL,
    CW_GS_P,
    ERROR,
    FIFO_DATA,
    FIFO_LEVEL,
    FULL_DEPTH,
    GAIN_DB,
    GS_N,
    RESET,
    RF_CFG,
    T_MODE,
    T_PRESCALER,
    T_RELOAD_H,
    T_RELOAD_L,
    TRANSCEIVE,
    TX_ASK,
    TX_CONTROL,
    VERSION,
)

OSCILLATOR_US: Final = 38  # 1024 clocks after the crystal runs (8.8.3)
ANSWER_AFTER_US: Final = 1236 / 13.56  # frame delay time of a tag (ISO 14443-3, 6.1.2)
STOPS_TIMER_US: Final = ANSWER_AFTER_US + 5 * BIT_US  # the fifth bit of an answer does (9.3.3.10)
NOISE_TENTH_DB: Final = 20
BROKEN_SHARE: Final = 0.25
COLLISION_ERROR: Final = 0x08
PROTOCOL_ERROR: Final = 0x01
NEVER: Final = float("inf")

Due = tuple[float, Callable[[], None]]


class Chip:
    """One chip, in reset until `release`. `now_us` is read once in each transaction."""

    def __init__(self, now_us: Callable[[], float], chance: random.Random) -> None:
        self.antenna = Antenna(chance)
        self.faults = HEALTHY
        self.frames = 0
        self._now_us = now_us
        self._chance = chance
        self._address: int | None = None
        self._reading = False
        self._readers: dict[int, Callable[[], int]] = {
            FIFO_DATA: self._read_fifo,
            FIFO_LEVEL: lambda: len(self._fifo),
            VERSION: lambda: self.faults.version,
        }
        self._writers: dict[int, Callable[[int], None]] = {
            FIFO_DATA: self._write_fifo,
            FIFO_LEVEL: self._write_level,
            COM_IRQ: self._write_irq,
            COMMAND: self._write_command,
            BIT_FRAMING: self._write_framing,
            TX_CONTROL: self._write_transmitter,
            GS_N: lambda value: self._write_driver(GS_N, value),
            CW_GS_P: lambda value: self._write_driver(CW_GS_P, value),
            **dict.fromkeys((COLL, ERROR, VERSION), lambda _: None),
        }
        self._reset(NEVER)

    # Power

    def hold(self) -> None:
        """NRSTPD low: asleep, everything forgotten, no field."""
        self._reset(NEVER)

    def release(self) -> None:
        """NRSTPD high: the oscillator starts."""
        self._reset(self._now_us() + self._start_us())

    def _start_us(self) -> float:
        """Most crystals are quick, some are not, and none is twice the same."""
        least, most = self.faults.crystal_us
        return float(least * (most / least) ** self._chance.random()) + OSCILLATOR_US

    def _reset(self, ready_us: float) -> None:
        self._registers = bytearray(RESET)
        self._fifo = bytearray()
        self._due: list[Due] = []
        self._next_us = NEVER
        self._timer_us = NEVER
        self._now = self._now_us()
        self._ready_us = ready_us
        self.antenna.power(0, self._now)

    # SPI

    def select(self) -> None:
        """NSS goes low: the next byte is an address."""
        self._address = None

    def transfer(self, data: bytes) -> bytes:
        """Bytes in, as many out, NSS low."""
        now = self._now = self._now_us()
        if now < self._ready_us:
            return self._starting(data)
        if now >= self._next_us:
            self._advance(now)
        out = bytearray(len(data))
        address = self._address
        for i, byte in enumerate(data):
            if address is None:
                self._reading = byte > 0x7F
                address = byte >> 1 & 0x3F
            elif self._reading:
                out[i] = self._read(address)
                if self.faults.burst_reads or address == FIFO_DATA:
                    address = byte >> 1 & 0x3F
            else:
                self._write(address, byte)
        self._address = address
        return bytes(out)

    def _starting(self, data: bytes) -> bytes:
        out = bytearray(len(data))
        for i, byte in enumerate(data):
            if self._address == COMMAND and self._reading:
                out[i] = 0x30
            if self._address is None or self._reading:
                self._reading = byte > 0x7F or self._reading
                self._address = byte >> 1 & 0x3F
        return bytes(out)

    def _read(self, address: int) -> int:
        read = self._readers.get(address)
        value = self._registers[address] if read is None else read()
        for register, bits in self.faults.reads_back:
            value &= bits if register == address else 0xFF
        return value

    def _write(self, address: int, value: int) -> None:
        write = self._writers.get(address)
        if write is None:
            self._registers[address] = value
        else:
            write(value)

    # Registers that do something when read

    def _read_fifo(self) -> int:
        return self._fifo.pop(0) if self._fifo else 0

    # Registers that do something when written

    def _write_fifo(self, value: int) -> None:
        self._fifo.append(value)

    def _write_level(self, value: int) -> None:
        if value & 0x80:
            self._fifo.clear()

    def _write_irq(self, value: int) -> None:
        if value & 0x80:
            self._registers[COM_IRQ] |= value & 0x7F
        else:
            self._registers[COM_IRQ] &= ~value & 0x7F

    def _write_command(self, value: int) -> None:
        self._due.clear()
        self._next_us = self._timer_us
        self._registers[COMMAND] = value & 0x3F
        self._power_antenna()

    def _write_framing(self, value: int) -> None:
        self._registers[BIT_FRAMING] = value
        if value & 0x80 and self._registers[COMMAND] & 0x0F == TRANSCEIVE:
            self._transmit()

    def _write_transmitter(self, value: int) -> None:
        self._registers[TX_CONTROL] = value & ~3 if self.faults.no_field else value
        self._power_antenna()

    def _write_driver(self, address: int, value: int) -> None:
        self._registers[address] = value
        self._power_antenna()

    def _power_antenna(self) -> None:
        """Two drivers of one phase make no field between them, and neither does one alone that reaches a tag."""
        powered_down = self._registers[COMMAND] & 0x10
        driven = self._registers[TX_CONTROL] & BOTH_DRIVERS == BOTH_DRIVERS
        field = strength(self._registers[GS_N], self._registers[CW_GS_P])
        self.antenna.power(field if driven and not powered_down else 0, self._now)

    # Time

    def _plan(self, at_us: float, action: Callable[[], None]) -> None:
        self._due.append((at_us, action))
        self._next_us = min(self._next_us, at_us)

    def _advance(self, now_us: float) -> None:
        while self._next_us <= now_us:
            due = min(self._due, key=lambda due: due[0], default=None)
            if due is None or self._timer_us < due[0]:
                self._timer_us = NEVER
                self._registers[COM_IRQ] |= 0x01
            else:
                self._due.remove(due)
                due[1]()
            self._next_us = min([at_us for at_us, _ in self._due] + [self._timer_us])

    def _tick_us(self) -> float:
        prescaler = (self._registers[T_MODE] & 0x0F) << 8 | self._registers[T_PRESCALER]
        return (2 * prescaler + 1) / 13.56

    def _start_timer(self, at_us: float) -> None:
        reload = self._registers[T_RELOAD_H] << 8 | self._registers[T_RELOAD_L]
        self._timer_us = at_us + (reload + 1) * self._tick_us()
        self._next_us = min(self._next_us, self._timer_us)

    def _stop_timer(self) -> None:
        self._timer_us = NEVER
        self._next_us = min([at_us for at_us, _ in self._due], default=NEVER)

    # Radio

    def _transmit(self) -> None:
        self.frames += 1
        registers = self._registers
        data = bytes(self._fifo)
        self._fifo.clear()
        frame = Frame.of(data, registers[BIT_FRAMING] & 7)
        registers[ERROR] = 0x40 if self.faults.hot else 0
        if self.faults.frozen:
            return
        sent_us = self._now + frame.air_us()
        self._plan(sent_us, self._sent)
        if registers[T_MODE] & 0x80:
            self._start_timer(sent_us)
        answers = self._answers(frame, sent_us)
        if answers:
            self._plan(sent_us + STOPS_TIMER_US, self._stop_timer)
            self._plan_answer(answers, sent_us + ANSWER_AFTER_US)

    def _plan_answer(self, answers: list[Frame], begins_us: float) -> None:
        """An error shows when it happens, the answer when it is over."""
        frame, collision = collide(answers)
        if collision is not None:
            self._plan(begins_us + (collision + 2) * BIT_US, lambda: self._err(COLLISION_ERROR))
        if frame.length:
            self._plan(begins_us + frame.air_us(), lambda: self._received(frame, collision))
        else:
            self._plan(begins_us, lambda: self._err(PROTOCOL_ERROR))

    def _err(self, error: int) -> None:
        self._registers[ERROR] |= error
        self._registers[COM_IRQ] |= 0x02

    def _answers(self, frame: Frame, sent_us: float) -> list[Frame]:
        gain_db = GAIN_DB[self._registers[RF_CFG] >> 4 & 7]
        if not self._understood() or not self._hears(gain_db):
            return []
        noise = self.faults.rf_noise * 10 ** ((gain_db - GAIN_DB[-1]) / NOISE_TENTH_DB)
        if noise and self._chance.random() < noise:
            frame = self._damaged(frame)
        answers = self.antenna.ask(frame, sent_us, gain_db)
        return [self._damaged_answer(each) if noise and self._chance.random() < noise else each for each in answers]

    def _understood(self) -> bool:
        """Tags of type A understand only pauses of the whole field (ISO 14443-2, 8.1.2)."""
        return self.antenna.on and bool(self._registers[TX_ASK] & FULL_DEPTH) and not self.faults.hot

    def _hears(self, gain_db: int) -> bool:
        limit_db = self.faults.deaf_from_db
        return limit_db is None or gain_db < limit_db

    def _damaged(self, frame: Frame) -> Frame:
        bits = frame.bits
        for _ in range(self._chance.randint(1, 3)):
            bits ^= 1 << self._chance.randrange(frame.length)
        return Frame(bits, frame.length)

    def _damaged_answer(self, frame: Frame) -> Frame:
        """Some are damaged so early that the receiver never makes out a frame."""
        return Frame(0, 0) if self._chance.random() < BROKEN_SHARE else self._damaged(frame)

    def _sent(self) -> None:
        self._registers[COM_IRQ] |= 0x40

    def _received(self, frame: Frame, collision: int | None) -> None:
        """Data sheet 9.3.1.15: the collision and the first bit's place; it leaves open what is below."""
        registers = self._registers
        align = registers[BIT_FRAMING] >> 4 & 7
        registers[COLL] = registers[COLL] & 0x80 | 0x20
        if collision is not None:
            place = collision + 1 + (align if self.faults.collisions_from == "byte" else 0)
            if place <= 32:
                registers[COLL] = registers[COLL] & 0x80 | place & 0x1F
        frame = Frame(frame.bits << align | (1 << align) - 1, frame.length + align)
        self._fifo += frame.data()
        registers[CONTROL] = registers[CONTROL] & ~7 | frame.length & 7
        registers[COM_IRQ] |= 0x22 if registers[ERROR] & 0x1F else 0x20

    def brown_out(self) -> None:
        """The supply sags for a moment: the chip restarts unasked."""
        self._reset(self._now_us() + self._start_us())
