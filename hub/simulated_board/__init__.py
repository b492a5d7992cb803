"""A simulated board: nodes that run the link code of a real one behind ptys, and hands to move tags and press buttons.

The hub's side is the ordinary `SerialBoard`; it gets the names of the ptys and cannot distinguish them from real ports.
"""

from hub.simulated_board.board import SimulatedBoard

__all__ = ["SimulatedBoard"]
