"""What the server asks of a table; `hub.table.table.Table` is one. All methods may be called from any thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from hub.table.game.live import Played
from hub.table.interfaces.board import WireLine
from hub.table.lobby import Lobby
from hub.table.past import PlayedGames
from hub.table.requests.base import Request
from hub.table.views.rebuild import RebuildView
from hub.table.views.rule_sheet import SheetView
from hub.table.views.view import ViewReader
from hub.table.wire.ack import Ack
from hub.table.wire.audience import Audience
from hub.table.wire.contract import View
from hub.table.wire.device_views import DeviceView
from hub.table.wire.doors import JoinView
from hub.table.wire.printed_views import EditionView

AskTable: TypeAlias = Callable[[Mapping[str, bytes]], Ack]
"""Hands one request to the table, with the documents of the server that it changes."""


class TableInterface(Protocol):
    """A table that can be watched and asked."""

    @property
    def lobby(self) -> Lobby:
        """Who sits at the table and which game runs, as of now."""

    def view(self, audience: Audience) -> View:
        """The whole picture for an audience, as of now."""

    def device(self) -> DeviceView:
        """What `/device` shows besides the view."""

    def transcript(self) -> Sequence[WireLine]:
        """The newest lines between hub and board that say something, for help files."""

    def request(self, audience: Audience, request: Request, documents: Mapping[str, bytes] | None = None) -> Ack:
        """Do what is asked, once per request id; returns when it is decided and durable, with `documents`."""

    def answered(self, audience: Audience, request: Request) -> Ack | None:
        """What this audience was answered to this request, None if it never asked; changes nothing."""

    def edition(self, edition: str) -> EditionView | None:
        """What is printed in an edition, or None if there is no such edition."""

    def sheet(self) -> SheetView:
        """The rules in force at the table."""

    def rebuild(self) -> RebuildView | None:
        """What has to be set up again to go on with the running game, None if none is running."""

    def played(self) -> Played | None:
        """The game at the table as far as it was played, None before its start."""

    def past(self) -> PlayedGames:
        """The games that are stored, and what is made of the names of those who played."""

    def reach(self, to: int) -> int:
        """How many moves an undo of all from the entry `to` on would take back, 0 if it would take back none."""

    def subscribe(self, callback: Callable[[int, ViewReader], None]) -> None:
        """Call `callback` with each new version and a way to look at it.

        It holds the table's lock: it must not block, nor ask the table for anything else.
        """

    def shown(self, version: int | None) -> None:
        """Every browser was sent this version or a newer one; None if nobody is watching."""

    def set_online(self, seats: frozenset[int]) -> None:
        """Which seats have a phone connected."""

    def set_doors(self, join: JoinView) -> None:
        """How phones get in and which have, as the banker sees it; others are shown what is theirs."""

    def bids_lying(self) -> frozenset[int] | None:
        """Whose bids lie face down in a sealed auction, None while there is none."""

    def maxima_may_lie(self) -> bool:
        """Whether seats may have named maxima in an open auction; it does not say whether any has."""

    def document(self, name: str) -> bytes | None:
        """A document that the server stores besides the table's own."""

    def put_document(self, name: str, data: bytes) -> None:
        """Store a document durably. Raises StoreError."""

    def remove_games(self, games: Sequence[str]) -> None:
        """Remove all that is stored of these games, but for the one at the table. Raises StoreError."""

    def health(self) -> dict[str, str | int | None]:
        """Board state and open game, for `/healthz`."""
