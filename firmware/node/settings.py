"""The settings of this node: those set on the hub's page, kept in a file, take precedence over `config.py`.

Either may come from an earlier firmware and lack newer settings, or contain invalid ones: defaults replace those.
"""

import json
import os

from drivers.readers import GAIN_MOST
from micropython import const

_KEPT = "settings.json"
_NAMES = {
    "side": "SIDE",
    "readers": "READERS",
    "longest": "LONGEST_SIDE",
    "gain": "GAIN",
    "lights": "PIXELS",
    "milliamps": "PIXEL_MILLIAMPS",
}
_REST = {"KIND": "side", "CONSOLE": False, "DISPLAY": False}
_READERS = const(10)
_LONGEST_MAX = const(13)
_LIGHTS_MAX = const(300)
_MILLIAMPS = const(500)
_USB_MILLIAMPS = const(280)  # mA that a USB port leaves for the strip of a starter
_MILLIAMPS_LEAST = const(40)
_MILLIAMPS_MAX = const(3000)
_LIT_MILLIAMPS = const(20)  # mA besides 1 for each light, even while it is dark


class Settings:
    """`values` are in force and have been copied into `config`; `wrong` names those that had to be replaced."""

    def __init__(self, config):
        for name, value in _REST.items():
            if not hasattr(config, name):
                setattr(config, name, value)
        starter = config.KIND == "starter"
        self._readers_max = 1 if starter else _LONGEST_MAX + 1
        self.wrong = []
        kept = _kept()
        values = self.values = {"side": None, "readers": min(_READERS, self._readers_max), "gain": ()}
        values["milliamps"] = _USB_MILLIAMPS if starter else _MILLIAMPS
        for key in ("side", "readers", "longest", "gain", "milliamps", "lights"):  # later ones depend on earlier
            if key in ("longest", "lights"):
                values[key] = min(values["readers"], _LONGEST_MAX)
            value = kept.get(key, getattr(config, _NAMES[key], values[key]))
            if self._right(key, value, values):
                values[key] = value
            else:
                self.wrong.append(key)
        values["gain"] = _filled(values)
        for key, name in _NAMES.items():
            setattr(config, name, values[key])

    def change(self, values):
        """Store these values, with the others, for the next start; False if nothing has changed. Raises ValueError."""
        new = dict(self.values)
        for key in _NAMES:
            new[key] = values.get(key, new[key])
        if any(not self._right(key, new[key], new) for key in _NAMES):
            raise ValueError
        new["gain"] = _filled(new)
        if new == self.values:
            return False
        with open(_KEPT + ".new", "w") as file:
            json.dump(new, file)
        os.rename(_KEPT + ".new", _KEPT)  # so the file is never incomplete
        return True

    def _right(self, key, value, values):
        if key == "gain":
            return (
                isinstance(value, (list, tuple))
                and len(value) <= values["readers"]
                and all(_whole(gain, 0, GAIN_MOST) for gain in value)
            )
        if key == "side" and value is None:
            return True
        least, most = {
            "side": (0, 3),
            "readers": (1, self._readers_max),
            "longest": (values["readers"] - 1 or 1, _LONGEST_MAX),  # one more: the second reader of a corner
            "milliamps": (_MILLIAMPS_LEAST, _MILLIAMPS_MAX),
            "lights": (0, min(_LIGHTS_MAX, values["milliamps"] - _LIT_MILLIAMPS)),
        }[key]
        return _whole(value, least, most)


def _filled(values):
    gains = list(values["gain"])
    return gains + [GAIN_MOST] * (values["readers"] - len(gains))


def _whole(value, least, most):
    return type(value) is int and least <= value <= most


def _kept():
    try:
        with open(_KEPT) as file:
            kept = json.load(file)
        return kept if isinstance(kept, dict) else {}
    except (OSError, ValueError):
        return {}
