"""Requests about phones: how they come to a seat, and which of them may stay. The site keeps their keys."""

import msgspec

from hub.table.lobby import Lobby, mark_of, with_another_seat, with_seat
from hub.table.requests.base import (
    ANY_SEAT,
    BANKER,
    OWN_SEAT,
    VIEWER,
    Action,
    Doorkeeper,
    GatheringChange,
    LobbyChange,
    Sender,
)
from hub.table.state import TableState, keep
from hub.table.wire.audience import Ack, Refusal, TableReason, refusal
from hub.table.wire.contract import Colour, Shape

DEVICE_LENGTH_MAXIMUM = 64


class SitDown(GatheringChange):
    """Take a new seat from one's own phone, while people gather and the door is open.

    Only for clients without a seat. `device` is a long secret name that the phone chose: a repetition with it leads to
    the same seat. A free colour and shape are chosen if none are given.
    """

    who = (VIEWER,)
    name: str
    device: str
    colour: Colour | None = None
    shape: Shape | None = None

    def at_the_door(self, door: Doorkeeper) -> Ack:
        return door.sit_down(mark_of(self.device))

    def changed(self, table: TableState, lobby: Lobby) -> Lobby | Refusal:
        mark = mark_of(self.device)
        if not mark:
            return refusal(TableReason.BAD_REQUEST)
        if lobby.seat_of_mark(mark) is not None:
            return lobby
        if not lobby.open_door:
            return refusal(TableReason.DOOR_SHUT)
        added = with_another_seat(lobby, self.name, self.colour, self.shape, table.seats_maximum())
        return added if isinstance(added, Refusal) else with_seat(added, len(lobby.seats), came=mark)


class Knock(LobbyChange):
    """A phone without a code says which seat it belongs to, and waits to be let in (`LetIn`).

    Only for clients without a seat. `device` is as in `SitDown`: knocking at another seat ends the wait at the first.
    """

    who = (VIEWER,)
    seat: int
    device: str

    def at_the_door(self, door: Doorkeeper) -> Ack:
        return door.knock(self.seat, mark_of(self.device))

    def changed(self, table: TableState, lobby: Lobby) -> Lobby | Refusal:
        """The lobby stays as it is, but the key is stored with it."""
        live = table.live
        if not mark_of(self.device):
            return refusal(TableReason.BAD_REQUEST)
        if not lobby.open_door:
            return refusal(TableReason.DOOR_SHUT)
        if not 0 <= self.seat < len(lobby.seats) or (live is not None and live.game.state.turns.out[self.seat]):
            return refusal(TableReason.NO_SUCH_SEAT)
        return lobby


class SetDoor(LobbyChange):
    """Open or shut the door to phones without a code; at any time."""

    who = (BANKER,)
    open: bool

    def at_the_door(self, door: Doorkeeper) -> Ack:
        return door.set_door()

    def changed(self, _table: TableState, lobby: Lobby) -> Lobby | Refusal:
        return msgspec.structs.replace(lobby, open_door=self.open)


class NewCode(Action):
    """Give a seat a new join code, for when somebody else has read the old one; its phones stay in."""

    who = (BANKER,)
    seat: int

    def at_the_door(self, door: Doorkeeper) -> Ack:
        return door.renew_code(self.seat)

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        there = 0 <= self.seat < len(table.lobby.seats)
        return keep(table, sender.origin) if there else refusal(TableReason.NO_SUCH_SEAT)


class PhoneChange(Action):
    """A request about a phone of a seat. Without a document of the site there is no such phone."""

    seat: int
    phone: int

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        return keep(table, sender.origin) if sender.documents else refusal(TableReason.NO_SUCH_PHONE)


class SignOut(PhoneChange):
    """Revoke the key of a seat's phone. A seat may do so for its own phones, see `LetIn`."""

    who = BANKER, OWN_SEAT

    def at_the_door(self, door: Doorkeeper) -> Ack:
        return door.sign_out(self.seat, self.phone)


class LetIn(PhoneChange):
    """Confirm that a phone belongs to its seat: one that waits is let in, one that is new is no longer announced.

    Only a phone that was let in earlier may do so, or the banker; while bids lie face down, the banker may not do so
    for a seat that has a phone or has bid, nor during an open auction for a seat that has or had a phone.
    """

    who = BANKER, OWN_SEAT

    def at_the_door(self, door: Doorkeeper) -> Ack:
        return door.let_in(self.seat, self.phone)


class ForgetTries(Action):
    """Reset the counts of wrong PINs and codes, since the banker has seen them."""

    who = (BANKER,)

    def at_the_door(self, door: Doorkeeper) -> Ack:
        return door.forget_tries()

    def carry_out(self, _table: TableState, _sender: Sender) -> Refusal | None:
        """Nothing of it is the table's."""
        return None


class ChooseAddress(Action):
    """Choose the address that is shown for joining; the hub first checks which addresses it has now."""

    who = (BANKER,)
    url: str

    def at_the_door(self, door: Doorkeeper) -> Ack:
        return door.choose_address(self.url)

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        return keep(table, sender.origin)


class BeSpeaker(Action):
    """Make this device the speaker, the only one that plays sounds and speaks. `device` is a name it chose.

    With `unless_taken` nothing changes if there is a speaker already. Every television is called `tv`.
    """

    who = BANKER, ANY_SEAT
    device: str
    unless_taken: bool = False

    def carry_out(self, table: TableState, _sender: Sender) -> Refusal | None:
        """It is not stored: after a restart another device may be nearer."""
        if not 0 < len(self.device) <= DEVICE_LENGTH_MAXIMUM:
            return refusal(TableReason.BAD_REQUEST)
        if not (self.unless_taken and table.speaker):
            table.speaker = self.device
        return None
