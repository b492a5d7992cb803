"""`python3 hub hardware`: sets up what it needs and hands over to the folder `hardware`."""

from __future__ import annotations

from pathlib import Path

import pytest

from hub.setup import bootstrap, workshop


def test_the_workshop_asks_for_its_tools_and_playing_does_not() -> None:
    """Only the workshop and the tests of everything install the tools of the hardware."""
    assert bootstrap.wanted_stamp(["hardware"])["extras"] == ["hardware"]
    assert {"hardware", "test"} <= set(bootstrap.wanted_stamp(["test", "test all"])["extras"])
    assert "hardware" not in bootstrap.wanted_stamp(["test"])["extras"]
    assert bootstrap.wanted_stamp(["play"])["extras"] == bootstrap.wanted_stamp([])["extras"] == []


def test_an_installed_bankhalter_has_no_workshop(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without the folder of the hardware the command says where it works."""
    assert workshop.main([], root=tmp_path) == 2
    assert "in its source folder" in capsys.readouterr().err


def test_arguments_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """An argument is an error, not ignored."""
    assert workshop.main(["--fast"]) == 2
    assert "no arguments" in capsys.readouterr().err


@pytest.mark.parametrize("exit_code", [0, 1])
def test_the_exit_code_is_that_of_the_hardware(tmp_path: Path, exit_code: int) -> None:
    """What the folder `hardware` ends with is what the command ends with."""
    (tmp_path / "hardware").mkdir()
    (tmp_path / "hardware" / "__init__.py").touch()
    (tmp_path / "hardware" / "__main__.py").write_text(f"raise SystemExit({exit_code})")
    assert workshop.main([], root=tmp_path) == exit_code
