"""What a site does around the requests of browsers: it keeps the keys, codes and addresses that they change.

A request says which of these methods it needs (`Action.at_the_door`); most need `ask`.
"""

import logging
from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from hub.server.access.keys import ManyKnock, TooManyPhones
from hub.server.access.phones import PHONES_MAXIMUM
from hub.server.sockets.connections import Connection
from hub.server.sockets.seating import Seating
from hub.table.requests.base import Request
from hub.table.wire.audience import Ack, Audience, TableReason
from hub.table.wire.contract import Value

log = logging.getLogger(__name__)


class SiteDoorkeeper:
    """The doorkeeper (`hub.table.requests.base.Doorkeeper`) for one request of one browser."""

    def __init__(self, seating: Seating, connection: Connection, audience: Audience, request: Request) -> None:
        self._seating, self._access, self._publisher = seating, seating.access, seating.publisher
        self._connection, self._audience, self._request = connection, audience, request

    def ask(self, documents: Mapping[str, bytes] | None = None) -> Ack:
        return self._seating.table.request(self._audience, self._request, documents)

    def reseat(self, ask: Callable[[], Ack] | None = None) -> Ack:
        """A change of who sits where: no view is sent until keys and codes agree with the table."""
        with self._publisher.held():
            ack = (ask or self.ask)()
            if ack.ok:
                self._access.follow_table()
                self._seating.update()
            return self._as_seen_now(ack)

    def tap(self, seat: int) -> Ack:
        """A sticker that is held to a phone is read many times a second."""
        return self.ask() if self._seating.pace.tap(seat) else self._refused(TableReason.TOO_FAST)

    def renew_code(self, seat: int) -> Ack:
        """The code that somebody has read is void at once."""
        return self.reseat(partial(self._access.renew, seat, self.ask))

    def sit_down(self, mark: str) -> Ack:
        return self._arrive(partial(self._access.sit_down, mark))

    def knock(self, seat: int, mark: str) -> Ack:
        return self._arrive(partial(self._access.knock, seat, mark))

    def sign_out(self, seat: int, phone: int) -> Ack:
        """A phone manages those that got in later, and may leave itself."""
        if self._connection.phone not in {None, phone} and not self._decides(seat, phone):
            return self._refused(TableReason.NOT_ALLOWED)
        return self._looked_after(self._access.sign_out(seat, phone, self.ask))

    def let_in(self, seat: int, phone: int) -> Ack:
        """A phone manages those that got in later; the banker may not give access to a bid."""
        if self._connection.phone is None:
            if self._access.waits(seat, phone) and self._access.is_closed(seat):
                return self._refused(TableReason.BIDS_LIE)
        elif self._connection.phone == phone or not self._decides(seat, phone):
            return self._refused(TableReason.NOT_ALLOWED)
        return self._looked_after(self._access.let_in(seat, phone, self.ask))

    def set_door(self) -> Ack:
        """Whether it is opened or shut, nobody knocks at it any more."""
        return self._looked_after(self._access.shut(self.ask))

    def forget_tries(self) -> Ack:
        """A repetition forgets nothing: tries counted since then are unread."""
        before, ack = self._connection.seen, self.ask()
        if ack.ok and ack.version > before:
            self._seating.wrong.clear()
        return self._looked_after(ack)

    def choose_address(self, url: str) -> Ack:
        """Even if it is refused, the addresses that there are now are shown."""
        ack = self._seating.shown_address.choose(url, self.ask)
        self._seating.show_doors()
        return self._as_seen_now(ack)

    def _arrive(self, admit: Callable[..., tuple[Ack, str | None]]) -> Ack:
        if not self._seating.pace.arrive(self._connection.address):
            return self._refused(TableReason.TOO_FAST)
        with self._publisher.held():
            try:
                ack, key = admit(self._connection.kind, self.ask)
            except TooManyPhones:
                return self._refused(TableReason.TOO_MANY_PHONES, most=PHONES_MAXIMUM)
            except ManyKnock:
                return self._refused(TableReason.MANY_KNOCK)
            if not ack.ok:
                return ack
            if key is None:  # the phone that came so was signed out since
                return self._refused(TableReason.NOT_ALLOWED)
            self._connection.key = key
            self._seating.update()
            log.info("a phone knocks without a code", extra=self._connection.described())
            return replace(ack, version=self._connection.seen)

    def _decides(self, seat: int, phone: int) -> bool:
        own = self._connection.phone
        return own is not None and self._access.decides(seat, own, phone)

    def _looked_after(self, ack: Ack) -> Ack:
        if ack.ok:
            self._seating.update()
        return replace(ack, version=self._connection.seen)

    def _as_seen_now(self, ack: Ack) -> Ack:
        """The same answer, with the version of the view that shows its effect to its sender."""
        return replace(ack, version=self._seating.table.view(self._audience).version)

    def _refused(self, reason: str, **details: Value) -> Ack:
        return Ack(self._request.id, False, self._connection.seen, reason, details)
