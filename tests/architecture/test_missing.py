"""What is not installed: locally a test is skipped with the reason, on CI it fails."""

from __future__ import annotations

import pytest
from helpers import missing


def test_a_missing_extra_is_skipped_locally(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason names what is missing and the extra that brings it."""
    monkeypatch.setattr(missing, "ON_CI", False)
    with pytest.raises(pytest.skip.Exception, match=r"nonesuch is missing: pip install '\.\[hardware\]'"):
        missing.need_extra("hardware", "pytest", "nonesuch")


def test_a_missing_extra_is_a_failure_on_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    """On CI a test that cannot run does not count as passed."""
    monkeypatch.setattr(missing, "ON_CI", True)
    with pytest.raises(pytest.fail.Exception, match="nonesuch is missing"):
        missing.need_extra("hardware", "nonesuch")


def test_an_installed_module_is_no_reason_to_skip() -> None:
    """With the module installed the test goes on."""
    assert missing.need_extra("test", "pytest") is None
