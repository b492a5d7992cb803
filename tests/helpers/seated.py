"""Two players at a table, which tests use as browsers and boards do."""

import itertools
from collections.abc import Callable, Mapping
from functools import partial

from helpers.fake_board import FakeBoard

from hub.domain.commands import Advance, Buy, SeatCommand, Throw
from hub.domain.tasks import Task
from hub.editions import EDITIONS
from hub.features import features
from hub.rules.slots import Rules
from hub.table.game.chance import Dice
from hub.table.interfaces.board import TagEvent
from hub.table.interfaces.storage import Store
from hub.table.requests import AddSeat, Begin, Enrol, Play, Undo
from hub.table.requests.base import Action, Request
from hub.table.table import Table
from hub.table.wire.audience import Ack, Audience
from hub.table.wire.contract import View

BANKER = Audience("banker")
NAMES = itertools.count()
"""A table that is opened again remembers the requests of the first time."""

OPENED: list[Table] = []
"""What is stopped after the test (tests/conftest.py)."""

ANNA, BEN = "04AAAAAAAAAA01", "04BBBBBBBBBB02"


class Seated:
    """A table with Anna (seat 0) and Ben (seat 1); `do` sends requests as the banker."""

    def __init__(self, store: Store, board: FakeBoard, editions: Mapping[str, Rules] = EDITIONS) -> None:
        self.store, self.board = store, board
        self.editions = editions
        self.table = self.opened(store, board)
        OPENED.append(self.table)
        self.table.start()
        if not self.view().seats:
            for name, uid in (("Anna", ANNA), ("Ben", BEN)):
                self.do(AddSeat(name))
                self.do(Enrol(len(self.view().seats) - 1, uid))

    def opened(self, store: Store, board: FakeBoard) -> Table:
        return Table(store, board, self.editions, Dice(5), features=tuple(features().values()))

    def ask(self, action: Action, audience: Audience = BANKER, request: str | None = None) -> Ack:
        return self.table.request(audience, Request(request or f"r{next(NAMES)}", action))

    def asking(self, action: Action) -> Callable[[Mapping[str, bytes]], Ack]:
        """A function that sends a banker's request together with the server's own documents."""
        return partial(self.table.request, BANKER, Request(f"r{next(NAMES)}", action))

    def do(self, action: Action, audience: Audience = BANKER) -> Ack:
        ack = self.ask(action, audience)
        assert ack.ok, f"{action} was refused: {ack.reason}"
        return ack

    def play(self, command: SeatCommand) -> Ack:
        return self.do(Play(command))

    def begin(self) -> None:
        """Start the game and throw for the first turn until Anna has it."""
        self.do(Begin())
        self.play(Throw(0, (6, 5)))
        self.play(Throw(1, (1, 2)))

    def throw(self, seat: int, *faces: int) -> None:
        self.play(Throw(seat, faces))
        self.play(Advance(seat))

    def buy(self) -> None:
        """Anna throws 1 and 2, and buys where she comes to."""
        self.throw(0, 1, 2)
        self.play(Buy(0))

    def undo(self) -> Ack:
        return self.do(Undo(self.view().undo))

    def view(self, audience: Audience = BANKER) -> View:
        return self.table.view(audience)

    @property
    def task(self) -> Task | None:
        prompt = self.view().prompt
        return prompt.task if prompt else None

    def balances(self) -> list[int]:
        return [seat.balance for seat in self.view().seats]

    def lay(self, uid: str, space: int) -> None:
        self.board.report(TagEvent(f"node-{space // 10}", space % 10, uid, True))

    def take(self, uid: str, space: int) -> None:
        self.board.report(TagEvent(f"node-{space // 10}", space % 10, uid, False))
