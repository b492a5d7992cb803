"""A display of 128 x 32 pixels with an SSD1306 (data sheet rev. 1.1), as it lights up: from bytes on I2C to pixels.

It is dark unless it was set up as this glass wants it: its address, its charge pump, its 32 lines, its comb of lines.
Before that its memory holds chance.
"""

import random
from typing import Final

ADDRESS: Final = 0x3C
WIDTH: Final = 128
HEIGHT: Final = 32
PAGES: Final = 8  # of eight lines each; the chip has memory for 64 lines
COMMANDS, DATA = 0x00, 0x40
ARGUMENTS: Final = {0x21: 2, 0x22: 2, **dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)}
ON, PUMP_ON, LINES_32, PLAIN_COMB, ROW_BY_ROW = 0xAF, 0x14, 31, 0x02, 0


class Display:
    """`write` takes what is on the bus, `lit` is what people see."""

    def __init__(self, chance: random.Random) -> None:
        self._memory = bytearray(chance.randbytes(WIDTH * PAGES))
        self._set: dict[int, int] = {0x20: 2, 0x8D: 0x10, 0xA8: 63, 0xDA: 0x12}
        self._on = self._inverted = self._forced = False
        self._mirrored = self._upside_down = True  # the glass is glued on the other way round
        self._columns, self._rows = (0, WIDTH - 1), (0, PAGES - 1)
        self._column = self._row = 0

    def write(self, address: int, data: bytes) -> None:
        """One transmission: a control byte, then commands or pixels. Others on the bus hear it, too."""
        if address != ADDRESS or not data:
            return
        if data[0] == DATA:
            for byte in data[1:]:
                self._store(byte)
        elif data[0] == COMMANDS:
            self._handle(list(data[1:]))

    def lit(self) -> tuple[str, ...]:
        """The lines from top to bottom, `#` for a lit pixel; all dark as long as nothing can light up."""
        right = {0x8D: PUMP_ON, 0xA8: LINES_32, 0xDA: PLAIN_COMB}
        if not self._on or any(self._set[command] != value for command, value in right.items()):
            return (" " * WIDTH,) * HEIGHT
        return tuple("".join(self._pixel(x, y) for x in range(WIDTH)) for y in range(HEIGHT))

    def _pixel(self, x: int, y: int) -> str:
        x = WIDTH - 1 - x if self._mirrored else x
        y = HEIGHT - 1 - y if self._upside_down else y
        y = y + self._set.get(0xD3, 0) & 63
        bit = self._memory[(y >> 3) * WIDTH + x] >> (y & 7) & 1
        return "#" if (bit or self._forced) != self._inverted else " "

    def _store(self, byte: int) -> None:
        self._memory[self._row * WIDTH + self._column] = byte
        self._column += 1
        if self._column > self._columns[1]:
            self._column = self._columns[0]
            if self._set[0x20] == ROW_BY_ROW:
                self._row = self._rows[0] if self._row == self._rows[1] else self._row + 1

    def _handle(self, commands: list[int]) -> None:
        while commands:
            command = commands.pop(0)
            count = ARGUMENTS.get(command, 0)
            arguments, commands = commands[:count], commands[count:]
            if len(arguments) < count:
                return
            self._act(command, arguments)

    def _act(self, command: int, arguments: list[int]) -> None:
        if command == 0x21:
            self._columns = arguments[0] & 127, arguments[1] & 127
            self._column = self._columns[0]
        elif command == 0x22:
            self._rows = arguments[0] & 7, arguments[1] & 7
            self._row = self._rows[0]
        elif arguments:
            self._set[command] = arguments[0]
        elif command in (0xA0, 0xA1):
            self._mirrored = command == 0xA0
        elif command in (0xC0, 0xC8):
            self._upside_down = command == 0xC0
        elif command in (0xA4, 0xA5):
            self._forced = command == 0xA5
        elif command in (0xA6, 0xA7):
            self._inverted = command == 0xA7
        elif command in (0xAE, ON):
            self._on = command == ON
