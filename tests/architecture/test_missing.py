"""What is not installed: locally a test is skipped with the reason, on CI it fails."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import missing

ROOT = Path(__file__).resolve().parents[2]


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


WITHOUT_HARDWARE = """
import sys
import pytest
for module in ("cadquery", "gitbuilding", "numpy", "skidl", "wireviz"):
    sys.modules[module] = None
sys.exit(pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", "tests/hardware"]))
"""


@pytest.mark.gate
def test_without_the_hardware_extra_its_tests_are_named_and_the_others_run() -> None:
    """`pip install '.[test]' && pytest` must not end at the import of what another extra brings."""
    at_home = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("PYTEST")}
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_HARDWARE], cwd=ROOT, env=at_home, capture_output=True, text=True, check=False
    )
    assert (run.returncode, "numpy is missing: pip install '.[hardware]'" in run.stdout) == (0, True), run.stdout
