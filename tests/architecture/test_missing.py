"""What a machine lacks: at home a test says so and is skipped, on CI it fails."""

from __future__ import annotations

import pytest
from helpers import missing


def test_a_missing_extra_is_skipped_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason names what is missing and the extra that brings it."""
    monkeypatch.setattr(missing, "ON_CI", False)
    with pytest.raises(pytest.skip.Exception, match=r"nonesuch is missing: pip install '\.\[hardware\]'"):
        missing.need_extra("hardware", "pytest", "nonesuch")


def test_a_missing_extra_is_a_failure_on_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    """On CI a test that could not run is no success."""
    monkeypatch.setattr(missing, "ON_CI", True)
    with pytest.raises(pytest.fail.Exception, match="nonesuch is missing"):
        missing.need_extra("hardware", "nonesuch")


def test_what_is_there_is_not_missed() -> None:
    """An installed module lets the test go on."""
    assert missing.need_extra("test", "pytest") is None
