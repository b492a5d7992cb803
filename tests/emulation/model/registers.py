"""The registers and commands of the MFRC522 that the model of the chip acts on (data sheet rev. 3.9, 9.2 and 10.3)."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

COMMAND: Final = 0x01
COM_IRQ: Final = 0x04
DIV_IRQ: Final = 0x05
ERROR: Final = 0x06
STATUS_1: Final = 0x07
FIFO_DATA: Final = 0x09
FIFO_LEVEL: Final = 0x0A
WATER_LEVEL: Final = 0x0B
CONTROL: Final = 0x0C
BIT_FRAMING: Final = 0x0D
COLL: Final = 0x0E
MODE: Final = 0x11
TX_MODE: Final = 0x12
RX_MODE: Final = 0x13
TX_CONTROL: Final = 0x14
TX_ASK: Final = 0x15
CRC_RESULT_H: Final = 0x21
CRC_RESULT_L: Final = 0x22
RF_CFG: Final = 0x26
GS_N: Final = 0x27
CW_GS_P: Final = 0x28
T_MODE: Final = 0x2A
T_PRESCALER: Final = 0x2B
T_RELOAD_H: Final = 0x2C
T_RELOAD_L: Final = 0x2D
T_COUNTER_H: Final = 0x2E
T_COUNTER_L: Final = 0x2F
VERSION: Final = 0x37

READ_ONLY: Final = (ERROR, STATUS_1, CRC_RESULT_H, CRC_RESULT_L, T_COUNTER_H, T_COUNTER_L, VERSION)
FIFO_MAX: Final = 64
GAIN_DB: Final = (18, 23, 18, 23, 33, 38, 43, 48)
FULL_DEPTH: Final = 0x40  # Force100ASK of TX_ASK
BOTH_DRIVERS: Final = 0x83  # TX1 and TX2 on, TX2 inverted: the antenna hangs between them
STRONGEST: Final = (0xF0, 0x3F)  # CWGsN and CWGsP: drivers that conduct all they can
SPI_HZ_MAX: Final = 10_000_000


class Command(IntEnum):
    IDLE = 0x0
    CALC_CRC = 0x3
    TRANSMIT = 0x4
    NO_CHANGE = 0x7
    RECEIVE = 0x8
    TRANSCEIVE = 0xC
    SOFT_RESET = 0xF


def _after_reset() -> bytes:
    values = {
        COMMAND: 0x20,
        0x02: 0x80,
        COM_IRQ: 0x14,
        STATUS_1: 0x21,
        WATER_LEVEL: 0x08,
        CONTROL: 0x10,
        COLL: 0xA0,
        MODE: 0x3F,
        TX_CONTROL: 0x80,
        0x16: 0x10,
        0x17: 0x84,
        0x18: 0x84,
        0x19: 0x4D,
        0x1C: 0x62,
        0x1F: 0xEB,
        CRC_RESULT_H: 0xFF,
        CRC_RESULT_L: 0xFF,
        0x24: 0x26,
        RF_CFG: 0x48,
        GS_N: 0x88,
        CW_GS_P: 0x20,
        0x29: 0x20,
    }
    return bytes(values.get(address, 0) for address in range(64))


RESET: Final = _after_reset()
