"""What a node shows: the hub's scene, dice being typed in, a missing hub, or the result of the self-test."""

# pyright: reportArgumentType=false

from micropython import const
from node.dice import DICE

LAMPS = ("die1", "die2", "die3", "ok", "cancel")
_BLINK_MS = const(256)  # ms, half a period; a power of two, so that it divides the period of the clock
_MILLIAMPS_FULL = const(20)  # mA for one channel of one WS2812 at 255
_PLACE_BITS = const(9)  # negative numbers have higher bits set; other types raise TypeError
_NO_HUB = b"\x18\x0c\x00"
_WORKS = b"\x00\x14\x00"
_BROKEN = b"\x3c\x00\x00"
_DIE_COLOURS = (b"\x28\x28\x28", b"\x00\x1e\x3c", b"\x3c\x14\x00")


class Scene:
    """`typed` is the node's `TypedDice`. Message handlers raise an exception for what cannot be shown."""

    def __init__(self, typed):
        self._typed = typed
        self._tested = None  # colours of the self-test, until they have been shown
        self.on_link(False)

    def on_link(self, linked):
        """A link came up, and the hub will say what to show; or it went down."""
        self._linked = linked
        self._lights = b"", None
        self._text = ""
        self.on_lamps({"on": {}})

    def on_lights(self, message):
        """Six hex digits per light; `at` says which lights these are. Lights without digits are dark."""
        rgb, at = bytes.fromhex(message["rgb"]), message.get("at")
        if at is not None and (len(at) * 3 != len(rgb) or any(light >> _PLACE_BITS for light in at)):
            raise ValueError
        self._lights = rgb, at

    def on_lamps(self, message):
        """{button: on or blink}; buttons not named are off. As many dice are to be thrown as blink."""
        self._lamps = {button: state == "blink" for button, state in message["on"].items()}
        self._typed.expect(sum(self._lamps.get(die, False) for die in DICE))

    def on_text(self, message):
        """At most 32 ASCII characters for the display."""
        self._text = message["text"][:32]

    def show_test(self, broken, readers):
        """Show which readers are broken, until `end_test`."""
        self._tested = b"".join(_BROKEN if reader in broken else _WORKS for reader in range(readers))

    def end_test(self):
        """The self-test has been shown long enough."""
        self._tested = None

    def colours(self, now):
        """The colours now (bytes red, green, blue of each light), and of which lights; None for the first ones."""
        typed = self._typed
        rgb = self._tested
        if rgb is None:
            if typed.faces is not None:
                rgb = _DIE_COLOURS[typed.last] * typed.faces[typed.last]
            elif self._linked:
                return self._lights
            else:
                rgb = _NO_HUB if _lit(now) else b""
        return rgb, None

    def lamps(self, now):
        """Whether each of `LAMPS` is lit now. While dice are being typed in, ok blinks and the die lamps are steady."""
        lamps = self._lamps
        if self._typed.faces is not None:
            lamps = dict.fromkeys(DICE[: len(self._typed.faces)], False)
            lamps["ok"] = True
        elif not self._linked:
            lamps = {"cancel": True}
        lit = _lit(now)
        return tuple(lamp in lamps and (lit or not lamps[lamp]) for lamp in LAMPS)

    def text(self):
        """The text for the display."""
        return self._text if self._typed.faces is None else self._typed.text()


def _lit(now):
    return not now & _BLINK_MS


def dimmed(colours, milliamps):
    """These colours, dimmed so that the strip draws at most `milliamps` in addition to what dark lights take."""
    rgb, at = colours
    drawn = sum(rgb) * _MILLIAMPS_FULL // 255
    return colours if drawn <= milliamps else (bytes(value * milliamps // drawn for value in rgb), at)
