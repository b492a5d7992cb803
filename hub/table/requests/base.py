"""What every request of a browser has: who may send it, what carries it out, and what the site does around that."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import ClassVar, Protocol, TypeAlias

from msgspec import Struct

from hub.domain.facts import Named
from hub.table.interfaces.storage import Asked, Origin
from hub.table.lobby import Lobby
from hub.table.state import TableState, change
from hub.table.wire.audience import Ack, Audience, Refusal, TableReason, refusal


class Who(StrEnum):
    """Who may send a request: a seat only about itself (`OWN_SEAT`) or any, a viewer has no seat."""

    BANKER = "banker"
    OWN_SEAT = "own seat"
    ANY_SEAT = "any seat"
    VIEWER = "viewer"


BANKER, OWN_SEAT, ANY_SEAT, VIEWER = Who


class Sender(Struct, frozen=True):
    """Who sent a request, and what becomes durable with it: its id (`asked`) and `documents` of the site."""

    audience: Audience
    asked: Asked
    documents: Mapping[str, bytes] = {}

    @property
    def origin(self) -> Origin:
        """The origin of the changes that the request makes."""
        return Origin(self.asked.client, self.asked.id, documents=self.documents, asked=self.asked)


AskTable: TypeAlias = Callable[[Mapping[str, bytes]], Ack]
"""Hands one request to the table, with the documents of the site that it changes."""


class Doorkeeper(Protocol):
    """What a site does around a request: it keeps the keys, codes and addresses of the table. All raise StoreError."""

    def ask(self) -> Ack:
        """Have the table carry out the request."""

    def reseat(self) -> Ack:
        """The same, and have keys and codes follow the seats before anybody is shown the change."""

    def tap(self, seat: int) -> Ack:
        """The same, if the phones of this seat do not tap too often."""

    def renew_code(self, seat: int) -> Ack:
        """Give a seat another join code."""

    def sit_down(self, device: str) -> Ack:
        """Give the sender the key of the seat that it takes."""

    def knock(self, seat: int, device: str) -> Ack:
        """Give the sender a key that waits for the yes of this seat."""

    def sign_out(self, seat: int, phone: int) -> Ack:
        """Revoke the key of a phone."""

    def let_in(self, seat: int, phone: int) -> Ack:
        """Have the key of a phone count from now on."""

    def set_door(self) -> Ack:
        """Send away all phones that knocked."""

    def forget_tries(self) -> Ack:
        """Count wrong PINs and codes from zero."""

    def choose_address(self, url: str) -> Ack:
        """Show this address from now on."""


class Action(Named, tag_field="do"):
    """What a browser asks for. If it is about a seat, its field `seat` names it."""

    who: ClassVar[tuple[Who, ...]]

    def open_to(self, audience: Audience) -> bool:
        """Whether this audience may send it, whatever the state of the table."""
        if audience.role != "seat":
            return audience.role in self.who
        return ANY_SEAT in self.who or (OWN_SEAT in self.who and getattr(self, "seat", None) == audience.seat)

    def at_the_door(self, door: Doorkeeper) -> Ack:
        """Have it carried out; overridden where keys, codes or addresses change as well."""
        return door.ask()

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Do it under the table's lock, durably together with its id; returns None, or why the table refuses it."""
        raise NotImplementedError


class LobbyChange(Action):
    """A request that replaces the lobby, at any time."""

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        changed = self.changed(table, table.lobby)
        return changed if isinstance(changed, Refusal) else change(table, sender.asked, sender.documents, lobby=changed)

    def changed(self, table: TableState, lobby: Lobby) -> Lobby | Refusal:
        """The lobby as it is afterwards, or why it stays."""
        raise NotImplementedError


class GatheringChange(LobbyChange):
    """A change of the lobby that is only possible while people gather."""

    def carry_out(self, table: TableState, sender: Sender) -> Refusal | None:
        """Store what the lobby becomes, unless a game is at the table."""
        if table.live is not None:
            return refusal(TableReason.GAME_RUNNING)
        return super().carry_out(table, sender)


class Request(Struct, frozen=True):
    """A request of a client: an id that it chose, and an action.

    The id is random (1 to 64 visible characters). A repeated request counts once and gets the same answer; an id that
    was used by another client or for another action is refused (`id_used`).
    """

    id: str
    action: Action
