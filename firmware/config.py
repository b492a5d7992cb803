"""What this node is and how it is wired, for its builder to edit; README.md explains every setting."""

KIND = "side"  # or "starter": one reader to tap pieces on
READERS = 10  # up to 13 on a side, 14 with a second one in its corner
SIDE = None  # 0 to 3 in the order of play
LONGEST_SIDE = 10  # spaces of the longest side, the same on all nodes
GAIN = ()  # highest gain of each reader, 0 to 5
CONSOLE = False  # True on the node with buttons and buzzer
DISPLAY = False  # SSD1306, 128x32
PIXELS = 10  # lights on the strip, up to 300

BUTTON_PINS = {"die1": 6, "die2": 7, "die3": 8, "ok": 9, "cancel": 14}
LAMP_PINS = {"die1": 2, "die2": 3, "die3": 26, "ok": 21, "cancel": 27}
SELECT_PINS = (10, 11, 12, 13)  # SEL_A0 to SEL_A3
SELECT_ENABLE_PIN = 28  # SEL_EN_N: high, all readers sleep
TAP_RESET_PIN = 20  # reset of the starter's reader
MISO_PIN, CHIP_SELECT_PIN, CLOCK_PIN, MOSI_PIN = 16, 17, 18, 19
PIXEL_PIN = 22
BUZZER_PIN = 15
DISPLAY_DATA_PIN, DISPLAY_CLOCK_PIN = 4, 5
