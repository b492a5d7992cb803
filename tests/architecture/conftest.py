"""Where the sources of the project lie, for the tests that read them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.sources import forget


@pytest.fixture(scope="session")
def root() -> Path:
    return Path(__file__).resolve().parents[2]


@pytest.fixture(scope="package", autouse=True)
def parsed_once() -> Iterator[None]:
    """What was parsed is shared by the tests of this folder, and is given back after the last of them."""
    yield
    forget()
