"""Tier A: the sources of a node in this interpreter, staged in a folder as they lie on a node."""

import asyncio
import sys
import types

import pytest

from hub.board.build import stage


def pytest_configure() -> None:
    """MicroPython's `const` is known before any module of the firmware is imported."""
    shim = types.ModuleType("micropython")
    shim.const = lambda value: value
    sys.modules.setdefault("micropython", shim)


@pytest.fixture(scope="session", autouse=True)
def staged(tmp_path_factory):
    folder = stage(tmp_path_factory.mktemp("node"))
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


@pytest.fixture
def as_on_a_node(staged, monkeypatch):
    """What the modules that read tags import, as far as virtual time needs it."""
    monkeypatch.setitem(sys.modules, "machine", types.SimpleNamespace(SPI=None, Pin=None))
    monkeypatch.setattr(asyncio, "sleep_ms", None, raising=False)
    yield
    for name in ("node.scan", "node.console"):
        sys.modules.pop(name, None)
