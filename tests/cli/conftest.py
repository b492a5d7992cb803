"""The command line as people use it: the installed console script in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.hub_process import HubProcess


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[HubProcess]:
    """A hub with a simulated board on a fresh folder."""
    with HubProcess(tmp_path) as hub:
        yield hub
