"""A short evening at a board with one reader: whatever a tapped piece can say is said so, the rest on the screen."""

from collections.abc import Sequence
from typing import Any

from firmware.evening import Step, TableHere, headless
from helpers.waiting import until

from hub.board.board import SerialBoard
from hub.domain.commands import Advance, SeatCommand, Throw
from hub.table.automatic.hands import SPARE_TAGS
from hub.table.requests import AgreeHouseRules, Begin, Play

EDITION, HOUSE_RULES = "classic", ("rounds:5",)
PLAYERS = ("Anna", "Ben")
NOTICED_S = 240.0


def short_evening(seed: int) -> tuple[list[Step], int]:
    """What sensible players do from beginning to end, and who wins."""
    steps, winner = headless(seed, 100, EDITION, PLAYERS, HOUSE_RULES)
    assert winner in range(len(PLAYERS))
    return steps, winner


class TappedEvening(TableHere):
    """A table whose board is `pico`; `go` does what was done next without board."""

    def __init__(self, pico: Any, steps: Sequence[Step]) -> None:
        self.pico, self.steps, self.number, self.taps = pico, steps, 0, 0
        self.board = SerialBoard([pico.port])
        super().__init__(self.board)

    def open(self, link_s: float) -> None:
        """Everybody sits down, the node is there, the game begins."""
        self.table.start()
        until(lambda: any(node.link == "up" for node in self.board.nodes()), "the link is up", link_s)
        self.seat(PLAYERS)
        self.ask(AgreeHouseRules(HOUSE_RULES))
        self.ask(Begin())

    def close(self) -> None:
        self.table.stop()

    def go(self) -> None:
        """Do one thing as people would, and find the money of the game without board."""
        step = self.steps[self.number]
        command = step.command
        self.number += 1
        if isinstance(command, Throw):
            self.dice.lay(*command.faces)
            command = Throw(command.seat)  # whether by a tap or on the screen, the hub throws what was laid
        if self._is_tapped(command):
            self._tap(command.seat)
        else:
            self.ask(Play(command))
        seen = self.view()
        assert seen.undo == self.number, "something was done twice"
        assert tuple(seat.balance for seat in seen.seats) == step.balances, f"{self.number}: {step.command}"

    def _is_tapped(self, command: SeatCommand) -> bool:
        """Moves are, and throws of whose piece the reader does not see: that one has left takes it long to notice."""
        return isinstance(command, Advance) or (isinstance(command, Throw) and not self._lies(command.seat))

    def _lies(self, seat: int) -> bool:
        return self.table.state.presence.place(SPARE_TAGS[seat]) is not None

    def _tap(self, seat: int) -> None:
        """Hold a piece to the reader, which has seen it leave before, until the table knows."""
        self.taps += 1
        until(lambda: not self._lies(seat), f"before tap {self.taps} the piece has left", NOTICED_S)
        self.pico.ask("wiring.model.put", 0, SPARE_TAGS[seat])
        until(lambda: self.view().undo >= self.number, f"tap {self.taps} is noticed", NOTICED_S)
        self.pico.ask("wiring.model.take", SPARE_TAGS[seat])
