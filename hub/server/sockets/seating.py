"""Who each connected browser is, by its key, and what others are shown of it: seats online, phones, codes, tries."""

import threading
from collections import Counter

from hub.server.access.keys import VIEWER, Access
from hub.server.access.shown_address import ShownAddress
from hub.server.limits import Limits, Pace, PairedAddresses
from hub.server.sockets.connections import Connection, Connections
from hub.server.sockets.publisher import DeviceFeed, Line, Publisher
from hub.table.table import Table
from hub.table.wire.audience import TableReason
from hub.table.wire.contract import JoinView, PhoneView


class Seating:
    """`wrong` counts wrong PINs and codes until the banker has seen them."""

    def __init__(
        self,
        table: Table,
        access: Access,
        line: Line,
        paired: PairedAddresses,
        shown_address: ShownAddress,
        limits: Limits,
        version: str,
    ) -> None:
        self.table, self.access, self.shown_address = table, access, shown_address
        self.connections = Connections()
        self.publisher = Publisher(table, self.connections, line)
        self.devices = DeviceFeed(table, self.connections, line)
        self._paired, self._version = paired, version
        self.pace = Pace(limits)
        self._presence = threading.RLock()
        self.wrong: Counter[TableReason] = Counter()

    def add(self, connection: Connection) -> None:
        self._identify(connection)
        with self.publisher.held():
            self.connections.add(connection)
            self.publisher.greet(connection, self._version)

    def update(self) -> None:
        """Greet everybody whose seat has changed again."""
        with self.publisher.held():
            for connection in self.connections.all():
                before = connection.place
                self._identify(connection)
                if connection.place != before:
                    self.publisher.greet(connection, self._version)
                    if connection.watching:
                        self.devices.show(connection)
        self.show_online()

    def show_online(self) -> None:
        with self._presence:
            self.table.set_online(self.connections.online())
            self.show_doors()

    def show_doors(self) -> None:
        """The banker's view shows where and by which code each seat can be joined, who did, and wrong tries."""
        with self._presence:  # or the oldest result might be shown last
            online = self.connections.phones()
            phones = {
                str(seat): tuple(
                    PhoneView(
                        one.number, one.kind, one.since_ms, one.state, (seat, one.number) in online, one.uninvited
                    )
                    for one in phones
                )
                for seat, phones in self.access.phones().items()
            }
            shown, wrong = self.shown_address, self.wrong
            pins, codes = wrong[TableReason.WRONG_PIN], wrong[TableReason.WRONG_CODE]
            keys = dict(self.access.codes())
            self.table.set_doors(JoinView(shown.url, keys, shown.urls, phones, pins, codes, named=shown.named))

    def _identify(self, connection: Connection) -> None:
        """The identity of a socket follows from its key, and from nothing else; without a valid one it only watches."""
        audience, found = self.access.audience(connection.key), self.access.phone_of(connection.key)
        if audience is None and found is None and connection.key is not None:
            connection.left, connection.key = self.access.seat_left(connection.key), None
        uninvited = found is not None and found[1].uninvited and self.table.lobby.game is None
        if audience is not None and not uninvited:  # or strangers would sit down to get the places kept for devices
            self._paired.add(connection.address)
            connection.keep()
        connection.audience = audience or VIEWER
        connection.phone = found[1].number if found is not None else None
        connection.waiting = found[0] if found is not None and audience is None else None
