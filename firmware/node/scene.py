"""What a node shows: the hub's scene, dice being typed in, that there is no hub, and what the self-test found."""

from micropython import const
from node.dice import DICE

LAMPS = ("die1", "die2", "die3", "ok", "cancel")
_BLINK_MS = const(256)  # half a period; a power of two, so that it divides the wrapping clock
_NO_HUB = (24, 12, 0)
_WORKS = (0, 20, 0)
_BROKEN = (60, 0, 0)
_MILLIAMPS_FULL = const(20)  # one channel of one WS2812 at 255
_DIE_COLOURS = ((40, 40, 40), (0, 30, 60), (60, 20, 0))


class Scene:
    """Of one node with so many pixels; `typed` is its `TypedDice`. Setters raise for what cannot be shown."""

    def __init__(self, pixels, typed):
        self.pixels = pixels
        self._typed = typed
        self._text = ""
        self.linked = False
        self.tested = None  # per reader, whether the self-test found it well; None when that has been shown
        self._lights = ()
        self._lamps = {}

    def clear(self):
        """Nothing to show: a hub says what."""
        self._lights = ()
        self._lamps = {}
        self._text = ""

    def set_text(self, text):
        """At most 32 ASCII characters for the display."""
        self._text = text[:32]

    def set_lights(self, rgb):
        """Six hex digits per pixel; pixels without digits are dark."""
        self._lights = tuple(
            (int(rgb[i : i + 2], 16), int(rgb[i + 2 : i + 4], 16), int(rgb[i + 4 : i + 6], 16))
            for i in range(0, len(rgb), 6)
        )

    def set_lamps(self, lamps):
        """{button: on or blink}; buttons not named are off."""
        self._lamps = {button: lamps[button] == "blink" for button in LAMPS if button in lamps}

    def dice_wanted(self):
        """How many dice are to be thrown: as many as blink."""
        return sum(self._lamps.get(die, False) for die in DICE)

    def colours(self, now):
        """(red, green, blue) of each pixel now."""
        if self.tested is not None:
            shown = tuple(_WORKS if well else _BROKEN for well in self.tested)
        elif self._typing():
            shown = (_DIE_COLOURS[self._typed.last],) * self._typed.faces[self._typed.last]
        elif self.linked:
            shown = self._lights
        else:
            shown = (_NO_HUB,) if _lit(now) else ()
        return shown[: self.pixels] + ((0, 0, 0),) * (self.pixels - len(shown))

    def lamps(self, now):
        """Whether each of `LAMPS` is lit now. While dice are typed in ok blinks, and the dice are steady."""
        if self._typing():
            return tuple(_lit(now) if lamp == "ok" else lamp in DICE[: len(self._typed.faces)] for lamp in LAMPS)
        if not self.linked:
            return tuple(lamp == "cancel" and _lit(now) for lamp in LAMPS)
        return tuple(lamp in self._lamps and (not self._lamps[lamp] or _lit(now)) for lamp in LAMPS)

    def text(self):
        """What the display says."""
        return self._typed.text() if self._typing() else self._text

    def _typing(self):
        return self._typed.faces is not None


def _lit(now):
    return not now & _BLINK_MS


def dimmed(colours, milliamps):
    """The bytes R G B R G B ... of these colours, dimmed so far that the strip draws no more than this."""
    values = bytearray(value for colour in colours for value in colour)
    drawn = sum(values) * _MILLIAMPS_FULL // 255
    if drawn > milliamps:
        for i, value in enumerate(values):
            values[i] = value * milliamps // drawn
    return values
