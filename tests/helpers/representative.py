"""Of many cases that say the same sentence one stands for all in the gate; the others run in `python3 hub test all`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first_stands_for(cases: Iterable[Any]) -> list[Any]:
    """The cases for `parametrize`: all but the first are marked `all`."""
    first, *others = cases
    return [
        first,
        *(pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=pytest.mark.all) for one in others),
    ]
