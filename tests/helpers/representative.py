"""Of many cases that say the same sentence one stands for all in the gate; the others run in `python3 hub test all`."""

from collections.abc import Iterable
from typing import Any

import pytest


def first_stands_for(cases: Iterable[Any]) -> list[Any]:
    """The cases for `parametrize`, tuples as several arguments: all but the first are marked `all`."""
    given = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [pytest.param(*given[0]), *(pytest.param(*case, marks=pytest.mark.all) for case in given[1:])]
