"""Open houses for tests that only look: positions with the same base share one, which is led back and on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from browser.positions import Position
from browser.questions import Mark, Then, back, mark
from helpers.house import House

OPEN_MAXIMUM = 8  # each has some forty files open, and a port waits with `select`, which knows a thousand


class Houses:
    """Gives the one open house in a position. `make` makes a house that is not open yet; `close` closes them all.

    The house that nobody has asked for longest is closed when there are too many, and made again when it is wanted.
    """

    def __init__(self, make: Callable[[], House]) -> None:
        self._make = make
        self._bases: OrderedDict[Position, tuple[House, Mark]] = OrderedDict()
        self._stands: dict[Position, Position] = {}

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
        while self._bases:
            self._close_oldest()

    def _base(self, base: Position) -> tuple[House, Mark]:
        if base not in self._bases:
            if len(self._bases) == OPEN_MAXIMUM:
                self._close_oldest()
            house = self._make()
            try:
                base(house)
            except BaseException:
                house.close()
                raise
            self._bases[base] = house, mark(house)
            self._stands[base] = base
        self._bases.move_to_end(base)
        return self._bases[base]

    def _close_oldest(self) -> None:
        base, (house, _) = self._bases.popitem(last=False)
        self._stands.pop(base, None)
        house.close()
