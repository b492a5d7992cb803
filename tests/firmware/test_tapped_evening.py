"""The evening that the soak plays on the emulated chip, here on a simulated starter: its steps fit the table."""

from __future__ import annotations

import pytest
from firmware.image.tapped_evening import TappedEvening, short_evening

from hub.simulated_board.board import SimulatedBoard

pytestmark = pytest.mark.gate


class Hands:
    """Answers as the emulated chip does when a piece is put down or taken away."""

    def __init__(self, board):
        self._board, self._hands = board, board.hands
        self._hands.by_hand = True

    def ask(self, name, *arguments):
        if name.endswith("put"):
            reader, uid = arguments
            self._hands.place(uid, self._board.nodes()[0].node, reader)
        else:
            self._hands.lift(*arguments)


def test_a_tapped_evening_is_the_game_without_board():
    """Taps throw and move, all else is asked on a screen, and after each step the money agrees, to the end."""
    board, (steps, winner) = SimulatedBoard("starter", 1), short_evening(2)
    evening = TappedEvening(Hands(board), steps, board)
    try:
        evening.open(20)
        for _ in steps:
            evening.go()
        assert evening.view().winner == winner
        assert evening.taps > 10
    finally:
        evening.close()
