"""Requests of browsers against a whole table: each line is one, JSON behind a letter that says who asks.

A refusal leaves everything as it was, nothing ends in a mistake of the hub's own, and money is never made.
"""

import functools
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from helpers.fake_board import FakeBoard
from helpers.memory_store import MemoryStore
from helpers.samples import sample

from hub.domain.unions import AnyCorrection, AnySeatCommand
from hub.editions import EDITIONS
from hub.features import kinds
from hub.server.sockets.handlers import RequestReader
from hub.table.game.chance import Dice
from hub.table.interfaces.board import TagEvent
from hub.table.requests import REQUESTS, AddSeat, Begin, ChooseEdition, Correct, Play
from hub.table.requests.base import Request
from hub.table.table import Table
from hub.table.wire.audience import Audience, TableReason
from hub.table.wire.contract import View

KINDS = (*REQUESTS, *kinds())
READER = RequestReader(KINDS)
AUDIENCES = {"b": Audience("banker"), "0": Audience("seat", 0), "1": Audience("seat", 1), "v": Audience("viewer")}
REQUESTS_MAXIMUM = 12


@functools.cache
def _begun(edition: str) -> MemoryStore:
    """What is stored when a game of an edition with three players has begun."""
    store = MemoryStore()
    table = Table(store, FakeBoard(), EDITIONS, Dice(5))
    for number, action in enumerate([*map(AddSeat, ("Anna", "Ben", "Cem")), ChooseEdition(edition), Begin()]):
        assert table.request(AUDIENCES["b"], Request(f"set-up-{number}", action)).ok
    table.stop()
    return store


def _copy(begun: MemoryStore) -> MemoryStore:
    store = MemoryStore()
    store.records, store.documents, store.places = dict(begun.records), dict(begun.documents), dict(begun.places)
    store.logs = {game: list(log) for game, log in begun.logs.items()}
    return store


class Asked(NamedTuple):
    """A line and the name of the request in it."""

    name: str
    line: bytes

    def request(self) -> Request | None:
        try:
            action = msgspec.json.decode(self.line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        return READER.read(({"id": self.name, "action": action},))


def commands(data: bytes) -> None:
    """Whatever is asked, the table answers, and what it refuses has not happened."""
    name, _, text = data.partition(b"\n")
    edition = next((known for known in EDITIONS if known.encode() == name), "classic")
    store, board = _copy(_begun(edition)), FakeBoard()
    table = Table(store, board, EDITIONS, Dice(7))
    table.start()
    try:
        before = table.view(AUDIENCES["b"])
        for number, line in enumerate(text.split(b"\n")[:REQUESTS_MAXIMUM]):
            audience = AUDIENCES.get(line[:1].decode("latin-1"))
            if audience is not None:
                before = _ask(table, store, before, audience, Asked(str(number), line[1:]))
        msgspec.json.encode(table.device())
        board.report(TagEvent("node-0", 1, "04AAAAAAAAAA01", on=True))
    finally:
        table.stop()


def _ask(table: Table, store: MemoryStore, before: View, audience: Audience, asked: Asked) -> View:
    """Ask; returns what the banker sees then."""
    request = asked.request()
    if request is None or not request.action.open_to(audience):
        return before
    stored = _copy(store)
    ack = table.request(audience, request)
    after = table.view(AUDIENCES["b"])
    msgspec.json.encode((ack, after))
    assert ack.reason != TableReason.INTERNAL_ERROR, (request, ack)
    if not ack.ok:
        assert ack.reason
        assert _seen(after) == _seen(before)
        assert (store.logs, store.documents, store.records) == (stored.logs, stored.documents, stored.records)
    if table.state.live is not None:
        assert sum(table.state.live.game.state.ledger.balances) == 0
    return after


def _seen(view: View) -> View:
    """A view but for its number: a refusal is sent to everybody as well."""
    return msgspec.structs.replace(view, version=0)


def seeds() -> Iterator[bytes]:
    """Each action, command and correction there is, with fields that are of the right kind, in each edition."""
    plays = [line for kind in _members(AnySeatCommand) for line in _lines("0", {"do": "play", "command": _made(kind)})]
    mends = [
        line for kind in _members(AnyCorrection) for line in _lines("b", {"do": "correct", "correction": _made(kind)})
    ]
    others = [line for kind in KINDS if kind not in (Play, Correct) for line in _lines("b", _made(kind))]
    throws = [
        b'%d{"do":"play","command":{"command":"throw","seat":%d,"faces":[]}}' % (seat, seat) for seat in (0, 1, 2, 0)
    ]
    for edition in EDITIONS:
        head = edition.encode()
        for lines in (plays, mends, others):
            for at in range(0, len(lines), 4):
                yield b"\n".join((head, *throws, *lines[at : at + 4]))


def _lines(who: str, action: object) -> list[bytes]:
    return [who.encode() + msgspec.json.encode(action)]


def _members(union: object) -> tuple[type[msgspec.Struct], ...]:
    return union.__args__  # type: ignore[attr-defined,no-any-return]


def _made(kind: type[msgspec.Struct]) -> object:
    return msgspec.to_builtins(sample(msgspec.inspect.type_info(kind), 1, "x"), str_keys=True)
