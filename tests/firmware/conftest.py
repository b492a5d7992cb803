"""Tier A: the sources of a node in this interpreter, staged in a folder as they lie on a node."""

import asyncio
import sys
import types

import pytest

from hub.board.build import stage


def pytest_configure() -> None:
    """What MicroPython has besides is known before any module of the firmware is imported, as far as it is needed."""
    shim = types.ModuleType("micropython")
    shim.const = lambda value: value
    sys.modules.setdefault("micropython", shim)
    sys.modules.setdefault("machine", types.SimpleNamespace(SPI=None, Pin=None))
    asyncio.sleep_ms = None


@pytest.fixture(scope="session", autouse=True)
def staged(tmp_path_factory):
    folder = stage(tmp_path_factory.mktemp("node"))
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))
