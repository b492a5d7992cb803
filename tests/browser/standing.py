"""Open houses for tests that only look: positions with the same base share one, which is led back and on."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from browser.positions import Position
from browser.questions import Mark, Then, back, mark
from helpers.house import House


class Houses:
    """Gives the one open house in a position. `make` makes a house that is not open yet; `close` closes them all."""

    def __init__(self, make: Callable[[], House]) -> None:
        self._make = make
        self._bases: dict[Position, tuple[House, Mark]] = {}
        self._stands: dict[Position, Position] = {}
        self._closing = ExitStack()

    def __call__(self, position: Position) -> House:
        """The house of the position's base, led there. A house whose way broke off is led back before it goes on."""
        base = position.base if isinstance(position, Then) else position
        house, begun = self._base(base)
        if self._stands.get(base) is not position:
            self._stands.pop(base, None)
            back(house, begun)
            if isinstance(position, Then):
                position.moves(house)
            self._stands[base] = position
        return house

    def close(self) -> None:
        """Close every house."""
        self._closing.close()

    def _base(self, base: Position) -> tuple[House, Mark]:
        if base not in self._bases:
            house = self._make()
            self._closing.callback(house.close)
            base(house)
            self._bases[base] = house, mark(house)
            self._stands[base] = base
        return self._bases[base]
