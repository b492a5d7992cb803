"""A table with two players, a board that can be given things to report, and a store in memory."""

import pytest
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.seated import Seated

from hub.table.interfaces.board import NodeKind


@pytest.fixture
def kind() -> NodeKind:
    """Which board stands on the table; tests of starter boards override it."""
    return "side"


@pytest.fixture
def seated(kind: NodeKind) -> Seated:
    """Anna and Ben with enrolled pieces, in the lobby."""
    board = FakeBoard(kind, 4 if kind == "side" else 1)
    return Seated(MemoryStore(), board)


@pytest.fixture
def playing(seated: Seated) -> Seated:
    """The game has begun and Anna is about to throw."""
    seated.begin()
    return seated
