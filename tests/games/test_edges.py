"""Situations that other companions got wrong, each as a short record written by hand."""

from pathlib import Path

import pytest

from hub.editions import EDITIONS
from hub.records.playing import replay
from hub.simulation.checks import position

EDGES = sorted((Path(__file__).parent / "edges").glob("*.jsonl"))


@pytest.mark.parametrize("path", EDGES, ids=lambda path: path.stem)
def test_an_edge_case_plays_as_it_must(path):
    """Every command is taken or refused as the record says, every expectation holds, and nothing gets lost."""
    found: list[tuple[str, str]] = []
    with path.open(encoding="utf-8") as text:
        replay(text, EDITIONS, lambda game, *_: found.extend(position(game.rules, game.state)))
    assert found == []
    assert any('"expect"' in line for line in path.read_text().splitlines()[1:])
