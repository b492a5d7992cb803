"""The devices of a house, how a page is opened on one, and which of many cases the gate looks at."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import pytest
from browser.screen import Screen

TABLET = {"viewport": {"width": 1280, "height": 800}, "has_touch": True, "locale": "de-DE"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "en-GB"}
TV = {"viewport": {"width": 1920, "height": 1080}, "locale": "de-DE"}
DESK = {"viewport": {"width": 1280, "height": 1100}, "locale": "en-GB"}
DEVICES: dict[str, dict[str, Any]] = {
    "table": TABLET,
    "story": TABLET,
    "rules": TABLET,
    "workshop": TABLET,
    "play": PHONE,
    "tv": TV,
    "device": DESK,
}
PATIENCE_MS = 60_000

Visit = Callable[..., Screen]


def once(cases: Collection[Any], gate: Collection[Any]) -> list[Any]:
    """All cases for `parametrize`: the gate looks at those named, `python3 hub test all` at the others as well."""
    assert set(gate) <= set(cases), set(gate) - set(cases)
    rest = [case for case in cases if case not in gate]
    return [
        *gate,
        *(pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.all) for case in rest),
    ]
