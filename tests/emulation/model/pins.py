"""The pins that the parts of a node are on (hardware.md 3.1); a test compares the firmware's pins."""

from typing import Final

MISO: Final = 16
CHIP_SELECT: Final = 17
SELECT_ADDRESS: Final = (10, 11, 12, 13)
SELECT_ENABLE_N: Final = 28
TAP_RESET: Final = 20
PIXELS: Final = 22
BUZZER: Final = 15
BUTTONS: Final = {"die1": 6, "die2": 7, "die3": 8, "ok": 9, "cancel": 14}
LAMPS: Final = {"die1": 2, "die2": 3, "die3": 26, "ok": 21, "cancel": 27}
