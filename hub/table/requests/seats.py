"""Requests about who sits where, with which piece, and who plays for them."""

import msgspec

from hub.table.lobby import Lobby, await_tag, bind_tag, refuse_look, refuse_seat, with_another_seat, with_seat
from hub.table.requests.base import BANKER, OWN_SEAT, Doorkeeper, GatheringChange, LobbyChange, Sender
from hub.table.state import TableState
from hub.table.wire.audience import Ack, Refusal, TableReason, refusal
from hub.table.wire.contract import BotKind, Colour, Shape, Sums


class AddSeat(GatheringChange):
    """Add a player in the lobby, or a `bot`; a free colour and shape are chosen if none are given."""

    who = (BANKER,)
    name: str
    colour: Colour | None = None
    shape: Shape | None = None
    bot: BotKind | None = None

    def at_the_door(self, door: Doorkeeper) -> Ack:
        return door.reseat()

    def changed(self, table: TableState, lobby: Lobby) -> Lobby | Refusal:
        added = with_another_seat(lobby, self.name, self.colour, self.shape, table.seats_maximum())
        if self.bot is None or isinstance(added, Refusal):
            return added
        return SetBot(len(lobby.seats), self.bot).changed(table, added)


class ChangeSeat(LobbyChange):
    """Rename a player or change colour and shape: the banker at any time, a phone for its own seat in the lobby."""

    who = BANKER, OWN_SEAT
    seat: int
    name: str
    colour: Colour
    shape: Shape

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Store it, unless a phone asks while a game is played."""
        if sender.audience.role == "seat" and table.live is not None:
            return refusal(TableReason.NOT_ALLOWED)
        return super().carry_out(table, sender)

    def changed(self, _table: TableState, lobby: Lobby) -> Lobby | Refusal:
        refused = refuse_seat(lobby, self.seat) or refuse_look(lobby, self.seat, self.name, self.colour, self.shape)
        look = {"name": self.name.strip(), "colour": self.colour, "shape": self.shape}
        return refused or with_seat(lobby, self.seat, **look)


class RemoveSeat(GatheringChange):
    """Remove a player in the lobby."""

    who = (BANKER,)
    seat: int

    def at_the_door(self, door: Doorkeeper) -> Ack:
        return door.reseat()

    def changed(self, _table: TableState, lobby: Lobby) -> Lobby | Refusal:
        seats = tuple(seat for index, seat in enumerate(lobby.seats) if index != self.seat)
        return refuse_seat(lobby, self.seat) or msgspec.structs.replace(lobby, seats=seats, enrolling=None)


class MoveSeat(GatheringChange):
    """Give a player another place in the turn order, in the lobby."""

    who = (BANKER,)
    seat: int
    to: int

    def at_the_door(self, door: Doorkeeper) -> Ack:
        return door.reseat()

    def changed(self, _table: TableState, lobby: Lobby) -> Lobby | Refusal:
        if refused := refuse_seat(lobby, self.seat) or refuse_seat(lobby, self.to):
            return refused
        seats = list(lobby.seats)
        seats.insert(self.to, seats.pop(self.seat))
        return msgspec.structs.replace(lobby, seats=tuple(seats), enrolling=None)


class SetBot(LobbyChange):
    """Have a bot play a seat, or people again (`bot` None); at any time."""

    who = (BANKER,)
    seat: int
    bot: BotKind | None = None

    def changed(self, table: TableState, lobby: Lobby) -> Lobby | Refusal:
        if self.bot is not None and self.bot not in table.bot_kinds:
            return refusal(TableReason.BAD_REQUEST)
        return refuse_seat(lobby, self.seat) or with_seat(lobby, self.seat, bot=self.bot)


class SetSums(LobbyChange):
    """Set what the child on a seat works out before paying (`sums` None: nothing); at any time."""

    who = (BANKER,)
    seat: int
    sums: Sums | None = None

    def changed(self, _table: TableState, lobby: Lobby) -> Lobby | Refusal:
        return refuse_seat(lobby, self.seat) or with_seat(lobby, self.seat, sums=self.sums)


class Enrol(LobbyChange):
    """Enrol the tag of a seat's piece: the tag `uid`, or else the next unknown one laid on a reader.

    `seat` None stops waiting.
    """

    who = (BANKER,)
    seat: int | None
    uid: str | None = None

    def changed(self, table: TableState, lobby: Lobby) -> Lobby | Refusal:
        """A tag that is a sticker is no piece."""
        if self.seat is None or self.uid is None:
            return await_tag(lobby, self.seat)
        if (space := table.bound_to(self.uid)) is not None:
            return refusal(TableReason.STICKER_TAKEN, space=space)
        return bind_tag(lobby, self.seat, self.uid)
