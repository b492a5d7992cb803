"""Where the workshop puts a design on the table; the workshop itself is `hub.features.workshop`."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from hub.rules.slots import Rules
from hub.table.requests.base import Request
from hub.table.requests.over_http import PutOnTable
from hub.table.wire.ack import Ack
from hub.table.wire.audience import Audience
from hub.table.wire.over_http import Wish
from hub.table.wire.refusals import Refusal

BANKER = Audience("banker")
ID_BYTES = 12


class DesignDesk:
    """Lets the lobby offer a design. Methods may be called from any thread."""

    def __init__(self, request: Callable[[Audience, Request], Ack]) -> None:
        self._request = request

    def put_on_table(self, rules: Rules, wish: Wish | None = None) -> Refusal | None:
        """Offer and choose an edition on a family's own tables; on return that is durable, together with the wish."""
        wish = wish or Wish(secrets.token_hex(ID_BYTES), BANKER.actor, "")
        ack = self._request(BANKER, Request(wish.id, PutOnTable(wish.digest, rules)))
        return None if ack.ok else Refusal(ack.reason or "", ack.details)
