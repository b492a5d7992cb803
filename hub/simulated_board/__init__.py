"""A simulated board: nodes that run the link code of a real one behind ptys, and hands to move tags and press buttons.

The hub's side is the ordinary `SerialBoard`; it is told the names of the ptys and cannot tell them from real ports.
"""

from hub.simulated_board.board import SimulatedBoard

__all__ = ["SimulatedBoard"]
