"""The board of real firmware that developers start beside a hub: `python -m tests.emulation`."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from board.conftest import Ear
from firmware.evening import needs_interpreter
from helpers.waiting import until

from hub.board.board import SerialBoard
from hub.table.interfaces.board import ButtonEvent, TagEvent

UID = "04AABBCCDDEE01"
pytestmark = [pytest.mark.gate, needs_interpreter]


@pytest.fixture
def nodes() -> Iterator[subprocess.Popen[str]]:
    """The program, ready to be told what hands do."""
    command = [sys.executable, "-m", "tests.emulation"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=Path(__file__).parents[2], stdin=pipe, stdout=pipe, text=True) as program:
        yield program
        program.stdin.close()
        assert program.wait(20) == 0


def test_hands_reach_a_hub_through_ports_that_keep_their_names(nodes: subprocess.Popen[str]) -> None:
    """The command that it prints names four ports; what is typed arrives there, also after a node was unplugged."""

    def type_(line: str) -> None:
        nodes.stdin.write(f"{line}\n")
        nodes.stdin.flush()

    words = nodes.stdout.readline().split()
    assert words[:2] == ["bankhalter", "play"]
    ear, board = Ear(), SerialBoard(words[3::2])
    board.start(ear)
    try:
        until(lambda: len([node for node in board.nodes() if node.link == "up"]) == 4, "all nodes speak")
        side = board.nodes()[2].node
        type_(f"place {UID} {side} 3")
        until(lambda: TagEvent(side, 3, UID, on=True) in ear.reports, "the tag is seen")
        type_("press ok")
        until(lambda: any(isinstance(event, ButtonEvent) for event in ear.reports), "the button is felt")
        type_(f"unplug {side}")
        until(lambda: [node.link for node in board.nodes()].count("up") == 3, "one is silent")
        type_(f"replug {side}")
        until(lambda: [node.link for node in board.nodes()].count("up") == 4, "it speaks again")
        type_("dance")
        assert "place UID NODE READER" in nodes.stdout.readline()
    finally:
        board.stop()
