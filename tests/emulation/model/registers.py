"""The registers and commands of the MFRC522 that the model of the chip acts on (data sheet rev. 3.9, 9.2 and 10.3)."""

from typing import Final

COMMAND: Final = 0x01
COM_IRQ: Final = 0x04
ERROR: Final = 0x06
FIFO_DATA: Final = 0x09
FIFO_LEVEL: Final = 0x0A
CONTROL: Final = 0x0C
BIT_FRAMING: Final = 0x0D
COLL: Final = 0x0E
TX_CONTROL: Final = 0x14
TX_ASK: Final = 0x15
RF_CFG: Final = 0x26
GS_N: Final = 0x27
CW_GS_P: Final = 0x28
T_MODE: Final = 0x2A
T_PRESCALER: Final = 0x2B
T_RELOAD_H: Final = 0x2C
T_RELOAD_L: Final = 0x2D
VERSION: Final = 0x37

TRANSCEIVE: Final = 0xC  # the command that sends the FIFO and waits for an answer
GAIN_DB: Final = (18, 23, 18, 23, 33, 38, 43, 48)
FULL_DEPTH: Final = 0x40  # Force100ASK of TX_ASK
BOTH_DRIVERS: Final = 0x83  # TX1 and TX2 on, TX2 inverted: the antenna hangs between them
STRONGEST: Final = (0xF0, 0x3F)  # CWGsN and CWGsP: drivers that conduct all they can
SPI_HZ_MAX: Final = 10_000_000


_AFTER_RESET: Final = {
    COMMAND: 0x20,
    COM_IRQ: 0x14,
    CONTROL: 0x10,
    COLL: 0xA0,
    TX_CONTROL: 0x80,
    RF_CFG: 0x48,
    GS_N: 0x88,
    CW_GS_P: 0x20,
}
RESET: Final = bytes(_AFTER_RESET.get(address, 0) for address in range(64))
