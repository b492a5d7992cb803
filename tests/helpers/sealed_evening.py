"""An evening with sealed bids, and everything that the hub could reveal of it to anybody."""

import re

import msgspec
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.seated import BANKER, Seated
from helpers.told import exported

from hub.domain.commands import SealBid, Throw
from hub.domain.history import Move
from hub.records.writing import command_line, moves_shown
from hub.table.requests import AddSeat, ChooseEdition, Play
from hub.table.wire.audience import Audience

EDITION = "haustein"
SEATS = 4
RICH = 900_000_000
AUDIENCES = (BANKER, Audience("viewer"), *(Audience("seat", seat) for seat in range(SEATS)))


class Evening(Seated):
    """Four people at a table where bids are sealed, the first one about to throw."""

    def __init__(self) -> None:
        super().__init__(MemoryStore(), FakeBoard("side", 4))
        for name in ("Carla", "Deniz"):
            self.do(AddSeat(name))
        self.do(ChooseEdition(EDITION))
        self.begin()
        self.play(Throw(2, (1, 2)))
        self.play(Throw(3, (1, 2)))

    def land(self) -> None:
        self.throw(0, 2, 3)

    def bid(self, seat: int, amount: int) -> None:
        self.do(Play(SealBid(seat, amount)), Audience("seat", seat))

    def bids(self, *amounts: int) -> None:
        for seat, amount in enumerate(amounts):
            self.bid(seat, amount)

    @property
    def state(self):
        return self.table.state.live.game.state


def without_seals(text: str) -> str:
    """The text without seals and nonces, whose digits may happen to be those of an amount."""
    return re.sub("[0-9a-f]{32,}", "#", text)


def shown(evening: Evening, audience: Audience) -> str:
    """Everything that an audience could be sent, as text."""
    parts = [evening.view(audience), evening.table.device(), evening.table.health(), evening.table.edition(EDITION)]
    return without_seals(" ".join(msgspec.json.encode(part).decode() for part in parts))


def left(evening: Evening) -> str:
    """Everything that could leave the hub by other ways: a record, an export, the reprs of live objects in a crash."""
    live = evening.table.state.live
    log = [stored.entry for stored in live.entries]
    record = " ".join(command_line(move.command) for move in moves_shown(log))
    moves = [entry for entry in log if isinstance(entry, Move)]
    printed = (repr(part) for part in (evening.state, evening.state.bids, moves, live.entries))
    return without_seals(" ".join((record, exported(evening.table.played()), *printed)))
