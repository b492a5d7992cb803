"""`bankhalter flash` on the official image: through mpremote, over a port that vanishes with every reset."""

from collections.abc import Callable
from pathlib import Path

import pytest
from board.conftest import Ear
from firmware.image.emulated_pico import EmulatedPico
from helpers.house import until

from hub.board.board import SerialBoard
from hub.board.greeting import greet
from hub.cli import main
from hub.features.flashing import node as prompt
from hub.features.flashing.at_table import renew as renewed
from hub.features.flashing.node import CONFIG, FlashFailed
from hub.features.flashing.package import Package, Patience, hash_of, install
from hub.table.interfaces.board import Update

pytestmark = [pytest.mark.timeout(600)]

LINK_S = 240
BROKEN = {"main.py": b"raise RuntimeError('no such pin')\n", "boot.py": b""}


def test_a_node_is_flashed_and_gets_its_firmware_back(
    start_pico: Callable[..., EmulatedPico], package: Package, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bare MicroPython gets the firmware and links; one that does not link afterwards is replaced by it again."""
    pico = start_pico({}, 0, 2, tap=True)
    settings = tmp_path / CONFIG
    settings.write_bytes(package.files[CONFIG])
    assert main(["flash", "--port", pico.port, "--config", str(settings), "--wait", str(LINK_S)]) == 0
    shown = capsys.readouterr()
    assert f"({package.hash}) with 1 readers" in shown.out
    assert "copying" in shown.err
    with pytest.raises(FlashFailed, match="did not connect within 6 s; the node has its former firmware again"):
        install(
            pico.port, Package(BROKEN, hash_of(BROKEN)), False, lambda *_: None, Patience(return_s=LINK_S, link_s=6)
        )
    hello = greet(pico.port, LINK_S)
    assert hello is not None
    assert (hello.hash, hello.readers) == (package.hash, 1)


@pytest.mark.timeout(1200)
def test_a_running_table_renews_a_node_and_gives_it_back(
    start_pico: Callable[..., EmulatedPico], package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the hub that plays: files that say no hello go again, and the node links; then good ones arrive and link."""
    pico = start_pico({**package.files, "hash": package.hash.encode()}, 0, 2, tap=True)
    monkeypatch.setattr(prompt, "SILENCE_S", LINK_S)  # it erases flash as slowly as it does everything
    files = {**package.files, "node/more.mpy": package.files["node/app.mpy"]}
    updates = [(Package(files, hash_of(files)), LINK_S), (Package(BROKEN, hash_of(BROKEN)), 6)]

    def renew(port: str, note: Callable[[Update], None]) -> None:
        made, link_s = updates.pop()
        renewed(port, note, lambda: made, Patience(return_s=LINK_S, link_s=link_s))

    board = SerialBoard([pico.port], renew=renew)
    board.start(Ear())
    try:
        for ending in (Update("failed", why="went_back"), Update("done")):
            until(lambda: board.nodes() and board.nodes()[0].link == "up", "the node is linked", LINK_S)
            board.update(board.nodes()[0].node)
            until(lambda: not board.nodes()[0].update.runs, "the update has ended", 2 * LINK_S)
            assert board.nodes()[0].update == ending
        until(lambda: board.nodes()[0].link == "up", "the node is linked again", LINK_S)
    finally:
        board.stop()
    hello = greet(pico.port, LINK_S)
    assert hello is not None
    assert hello.hash == hash_of(files)
