"""What the server asks of a table; `hub.table.table.Table` is one. All methods may be called from any thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from hub.table.game.live import Played
from hub.table.ports.board import WireLine
from hub.table.views.rebuild import RebuildView
from hub.table.views.rule_sheet import SheetView
from hub.table.views.view import ViewReader
from hub.table.wire.audience import Audience
from hub.table.wire.contract import DeviceView, View
from hub.table.wire.printed_views import EditionView
from hub.table.wire.requests import Ack, Request


class TablePort(Protocol):
    """A table that can be watched and asked."""

    def view(self, audience: Audience) -> View:
        """The whole picture for an audience, as of now."""

    def device(self) -> DeviceView:
        """What `/device` shows beside the view."""

    def transcript(self) -> Sequence[WireLine]:
        """The newest lines between hub and board that say something, for help files."""

    def request(self, audience: Audience, request: Request) -> Ack:
        """Do what is asked, once per request id; returns when it is decided and durable."""

    def edition(self, edition: str) -> EditionView | None:
        """What is printed in an edition, or None if there is no such edition."""

    def sheet(self) -> SheetView:
        """The rules in force at the table."""

    def rebuild(self) -> RebuildView | None:
        """What has to be set up again to go on with the running game, None if none is running."""

    def played(self) -> Played | None:
        """The game at the table as far as it was played, None before its start."""

    def reach(self, to: int) -> int:
        """How many moves an undo of all from the entry `to` on would take back, 0 if it would take back none."""

    def subscribe(self, callback: Callable[[int, ViewReader], None]) -> None:
        """Call `callback` with each new version and a way to look at it.

        It has the table's lock meanwhile: it must not block, nor ask the table for anything else.
        """

    def shown(self, version: int | None) -> None:
        """Every browser was sent this version or a newer one; None if nobody looks."""

    def set_online(self, seats: frozenset[int]) -> None:
        """Which seats have a phone connected."""

    def set_codes(self, url: str, codes: Mapping[str, str], urls: tuple[str, ...] = ()) -> None:
        """The address of the table; for the banker's eyes all its addresses and a join code per seat number."""

    def document(self, name: str) -> bytes | None:
        """A document the server keeps beside the table's own."""

    def put_document(self, name: str, data: bytes) -> None:
        """Keep a document durably. Raises StoreError."""

    def people(self) -> tuple[int, ...]:
        """Who sits at the table, in turn order; a person keeps his number wherever he sits."""

    def health(self) -> dict[str, str | int | None]:
        """Board state and open game, for `/healthz`."""
