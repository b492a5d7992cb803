"""What the tests of the hardware share: where it lies, its pin map and the netlist that is committed."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.missing import missing

from hardware import board, pins
from hardware.circuit import netlist

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def generated() -> Path:
    return ROOT / "hardware" / "generated"


@pytest.fixture(scope="session")
def pinmap() -> pins.PinMap:
    return pins.read()


@pytest.fixture(scope="session")
def sizes() -> board.Sizes:
    return board.read()


@pytest.fixture(params=[40, 52])
def spaces(request: pytest.FixtureRequest) -> int:
    """Of either board."""
    return request.param


@pytest.fixture(scope="session")
def side(generated: Path) -> netlist.Netlist:
    return netlist.load(generated / "side.json")


@pytest.fixture(scope="session")
def need() -> Callable[[str, str], None]:
    """Without a program of Debian a test is skipped at home and fails on CI, where its absence is the fault."""

    def check(program: str, package: str) -> None:
        if shutil.which(program) is None:
            missing(f"{program} is missing; on Debian: sudo apt install {package}")

    return check
