"""`kill -9` at any moment: what a server acknowledged is there, and nothing is there by half.

What a kill leaves of a file is among the images that `test_power_loss.py` opens.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from hub.store.sqlstore import open_store
from hub.table.interfaces.board import EventId

COMMITTER = Path(__file__).with_name("committer.py")
ROUNDS = 12


def killed_after(address: str, lines: int, delay: float) -> int:
    """Let a process commit, kill it `delay` seconds after some acknowledgements; returns the last acknowledged seq."""
    command = [sys.executable, str(COMMITTER), address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        acknowledged = int(process.stdout.readline().split()[1]) - 1
        for _ in range(lines):
            acknowledged = int(process.stdout.readline())
        try:
            process.wait(delay)
        except subprocess.TimeoutExpired:
            process.kill()
        rest = [line for line in process.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    return int(rest[-1]) if rest else acknowledged


@pytest.mark.gate
def test_killed_while_committing(url: str) -> None:
    """After each of many kills the log is whole up to the last acknowledged entry, with what belongs to it."""
    for round_number in range(ROUNDS):
        acknowledged = killed_after(url, round_number * 3, 0.0007 * round_number)
        store = open_store(url)
        entries = store.entries("game")
        last = len(entries) - 1
        assert last >= acknowledged
        assert last <= acknowledged + 1
        for entry in entries:
            assert len(entry.entry.facts) == entry.seq % 40  # type: ignore[union-attr]
        if entries:
            assert store.document("d") == str(last).encode()
            assert store.positions() == {"n": EventId(1, last)}
        store.close()
    assert last > ROUNDS
