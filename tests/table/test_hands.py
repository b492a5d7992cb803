"""Hands of a simulated board: they move pieces, and leave them alone as soon as people do that themselves."""

import threading

import pytest

from hub.table.automatic.hands import HandsThread, TagMove

PACE_MS = 20
PATIENCE_S = 60.0
ERRAND = TagMove("04AAAAAAAAAA01", "sim-0", 3, tap=False)


class OneReader:
    """A simulated board as far as hands know it: what was put on it."""

    def __init__(self) -> None:
        self.by_hand = False
        self.placed: list[tuple[str, str, int]] = []

    def place(self, uid: str, node: str, reader: int) -> None:
        self.placed.append((uid, node, reader))

    def lift(self, uid: str) -> None:
        """Nothing is lifted here."""


class Asked:
    """A table with one errand; its board is taken over once hands have asked for it, `again` says they asked twice."""

    def __init__(self, board: OneReader, taken_over: bool) -> None:
        self._board, self._taken_over = board, taken_over
        self.times = 0
        self.again = threading.Event()

    def tag_moves(self) -> list[TagMove]:
        self.times += 1
        if self.times == 1:
            self._board.by_hand = self._taken_over
        else:
            self.again.set()
        return [ERRAND]


@pytest.mark.parametrize(("taken_over", "placed"), [(False, [("04AAAAAAAAAA01", "sim-0", 3)]), (True, [])])
def test_whoever_takes_over_while_hands_pause_is_left_alone(taken_over: bool, placed: list[object]) -> None:
    """Hands look again when their pause is over: pieces that people move from now on stay where they are."""
    board = OneReader()
    table = Asked(board, taken_over)
    hands = HandsThread(table.tag_moves, board, PACE_MS)  # type: ignore[arg-type]
    hands.start()
    hands.wake()
    assert table.again.wait(PATIENCE_S)
    hands.stop()
    assert board.placed == placed
