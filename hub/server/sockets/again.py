"""Answers a request that is asked again after it has changed what its sender is.

A phone that sat down has a seat and may not sit down any more, one that signed out may not do anything; but if the
answer was lost, each asks again, and is answered as the first time.
"""

from __future__ import annotations

import msgspec

from hub.server.access.keys import VIEWER, Access
from hub.server.sockets.connections import Connection
from hub.table.lobby import mark_of
from hub.table.requests.base import Request
from hub.table.requests.phones import Knock, SitDown
from hub.table.table import Table
from hub.table.wire.ack import Ack
from hub.table.wire.audience import Audience


def answered_before(table: Table, access: Access, connection: Connection, request: Request) -> Ack | None:
    """What this device was answered to this request when it was somebody else, None if it never was. Does nothing."""
    found = (table.answered(audience, request) for audience in _been(access, connection, request))
    ack = next((ack for ack in found if ack is not None), None)
    return ack and msgspec.structs.replace(ack, version=connection.seen)


def _been(access: Access, connection: Connection, request: Request) -> tuple[Audience, ...]:
    """As whom this device may have asked: only what its key shows."""
    action = request.action
    if isinstance(action, SitDown | Knock):
        found, mark = access.phone_of(connection.key), mark_of(action.device)
        return (VIEWER,) if mark and found is not None and found[1].asked == mark else ()
    return () if connection.left is None else (Audience("seat", connection.left), VIEWER)
