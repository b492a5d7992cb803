"""One thing that `bankhalter doctor` has checked."""

from __future__ import annotations

from msgspec import Struct


class Finding(Struct, frozen=True):
    """A sentence without its full stop; with `problem` it needs somebody's attention."""

    about: str
    text: str
    problem: bool = False
