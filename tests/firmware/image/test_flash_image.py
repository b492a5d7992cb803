"""`bankhalter flash` on the official image: through mpremote, over a port that vanishes with every reset."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.emulated_pico import EmulatedPico

from hub.board.greeting import greet
from hub.cli import main
from hub.flashing import FlashFailed
from hub.flashing.install import Patience, install
from hub.flashing.package import CONFIG, Package, hash_of

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

LINK_S = 240
BROKEN = {"main.py": b"raise RuntimeError('no such pin')\n", "boot.py": b""}


class Quiet:
    """Nobody looks."""

    def say(self, step: str) -> None:
        pass

    def show(self, done: int, whole: int) -> None:
        pass


def test_a_node_is_flashed_and_gets_its_firmware_back(
    start_pico: Callable[..., EmulatedPico], package: Package, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bare MicroPython gets the firmware and links; one that does not link afterwards is replaced by it again."""
    pico = start_pico({}, 0, 2, tap=True)
    settings = tmp_path / CONFIG
    settings.write_bytes(package.files[CONFIG])
    assert main(["flash", "--port", pico.port, "--config", str(settings), "--wait", str(LINK_S)]) == 0
    told = capsys.readouterr()
    assert f"({package.hash}) with 1 readers" in told.out
    assert "copying" in told.err
    with pytest.raises(FlashFailed, match="did not link within 6 s; the node has its former firmware again"):
        install(pico.port, Package(BROKEN, hash_of(BROKEN)), False, Quiet(), Patience(return_s=LINK_S, link_s=6))
    hello = greet(pico.port, LINK_S)
    assert hello is not None
    assert (hello.hash, hello.readers) == (package.hash, 1)
