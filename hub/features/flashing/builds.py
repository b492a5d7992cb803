"""Builds of a node: the lines of `config.py` that differ, for people without a file of their own.

`firmware/README.md` describes the builds. Sides, readers and lights are set on the device page afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from hub.board.build import firmware_folder
from hub.features.flashing.package import CONFIG

Build: TypeAlias = Literal["starter", "ring", "side", "console"]

STARTER: Final[Mapping[str, str | int]] = MappingProxyType(
    {"KIND": "starter", "READERS": 1, "LONGEST_SIDE": 1, "CONSOLE": True, "PIXELS": 0}
)
BUILDS: Final[Mapping[Build, Mapping[str, str | int]]] = MappingProxyType(
    {"starter": STARTER, "ring": {**STARTER, "PIXELS": 180}, "side": {}, "console": {"CONSOLE": True}}
)
"""180 lights are three metres of the usual strip."""


def settings_of(build: Build) -> bytes:
    """The builder's file of this firmware with those lines changed."""
    text = (firmware_folder() / CONFIG).read_text(encoding="utf-8")
    for name, value in BUILDS[build].items():
        text, count = re.subn(rf"(?m)^{name} = \S+", f"{name} = {value!r}", text)
        if count != 1:
            raise ValueError(f"{CONFIG} has {count} lines of {name}")
    return text.encode()
