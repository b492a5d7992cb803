"""What this node is and how it is wired: the only file a builder edits. Every setting is explained in README.md.

The pins are those of the SIDE board; a starter uses the same ones, only fewer of them.
"""

KIND = "side"  # "side": readers under spaces; "starter": one reader to tap pieces on
READERS = 10  # how many readers this node has: 1 on a starter, up to 13 on a side
LONGEST_SIDE = 10  # readers of the side that has most; the same number on all nodes of a board
CONSOLE = False  # True on the one node with buttons and buzzer
DISPLAY = False  # True if a small display (SSD1306, 128x32) is plugged in
PIXELS = 10  # lights on this node's strip, the first one at reader 0; 0 without a strip
PIXEL_MILLIAMPS = 500  # the strip is dimmed so that it never draws more

BUTTON_PINS = {"die1": 6, "die2": 7, "die3": 8, "ok": 9, "cancel": 14}
LAMP_PINS = {"die1": 2, "die2": 3, "die3": 26, "ok": 21, "cancel": 27}
SELECT_PINS = (10, 11, 12, 13)  # SEL_A0 to SEL_A3
SELECT_ENABLE_PIN = 28  # SEL_EN_N: high puts all readers to sleep
TAP_RESET_PIN = 20  # the starter's reader
MISO_PIN, CHIP_SELECT_PIN, CLOCK_PIN, MOSI_PIN = 16, 17, 18, 19
PIXEL_PIN = 22
BUZZER_PIN = 15
DISPLAY_DATA_PIN, DISPLAY_CLOCK_PIN = 4, 5
