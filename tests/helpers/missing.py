"""Skips tests whose optional dependencies are not installed; on CI they fail instead."""

import os
from importlib.util import find_spec
from typing import NoReturn

import pytest

ON_CI = os.environ.get("CI") == "true"


def missing(reason: str) -> NoReturn:
    """Skip a test or a whole module with this reason; on CI, fail."""
    if ON_CI:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason, allow_module_level=True)


def need_extra(extra: str, *modules: str) -> None:
    """Continue only if these modules of an optional extra are installed."""
    for module in modules:
        if find_spec(module) is None:
            missing(f"{module} is missing: pip install '.[{extra}]'")
