"""A table to ask, and a computer whose way into the internet leads nowhere."""

import urllib.request

import pytest
from table.conftest import kind, playing, seated

__all__ = ["kind", "playing", "proxy", "seated"]


@pytest.fixture
def proxy(monkeypatch):
    """What urllib would ask for everything, as set in the environment, or in the settings of Windows and macOS."""
    for name in ("http_proxy", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(urllib.request, "_opener", None)  # it knows the ways that there were when it was made
