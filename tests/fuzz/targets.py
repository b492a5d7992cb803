"""What is fed with anything at all: each target takes bytes and raises if the code behind it does what it must not.

A refusal that is meant (noise, RecordFault, TableError, None) is a return; everything else comes out.
"""

import io
from binascii import crc32
from collections.abc import Callable, Mapping

import msgspec
from fuzz.commands import commands
from fuzz.moved import moved
from fuzz.stored import assert_sentence, stored
from socketio.packet import EVENT  # type: ignore[import-untyped]

from hub.board.lines import LineLog
from hub.board.messages import NodeScene
from hub.board.roster import Roster
from hub.board.session import Session
from hub.board.wire import MAX_LINE, Lines, decode, encode
from hub.editions import EDITIONS
from hub.editions.reading import read_track
from hub.editions.tables import PrintedTables, TableError
from hub.features import features, kinds
from hub.records.lines import RecordFault
from hub.records.playing import replay
from hub.server.sockets.handlers import RequestReader, field, request_id
from hub.server.transport.borrowed import WirePacket
from hub.server.transport.packets import MESSAGE, UNKNOWN, is_packet
from hub.simulated_board.node import SimulatedNode
from hub.table.interfaces.board import BoardEvent, EventId
from hub.table.requests import REQUESTS

READER = RequestReader((*REQUESTS, *kinds()))
CHUNK = 37
FRAMED, TO_NODE, TICK = 1, 2, 4
INTEGER_MAXIMUM = 2**63 - 1  # the largest the database takes
SENTENCE_MAXIMUM = 500


def codec(data: bytes) -> None:
    """A stream of bytes is lines, each of them noise or a message that comes back as it went."""
    lines = Lines()
    for start in range(0, len(data), CHUNK):
        for line in lines.push(data[start : start + CHUNK]):
            assert len(line) <= MAX_LINE + 1
            assert len(lines._rest) <= MAX_LINE
            message = decode(line)
            if message is not None:
                again = decode(encode(message)[:-1])
                assert repr(again) == repr(message)
    lines.push(b"\n")
    assert [encode({"t": "ak"})[:-1]] == list(lines.push(encode({"t": "ak"})))


class Ear:
    """A listener that takes every report as the store would: positions have to fit into the database."""

    def __init__(self) -> None:
        self.durable: dict[str, EventId] = {}

    def board_event(self, event: BoardEvent, event_id: EventId | None) -> None:
        msgspec.json.encode(event)
        if event_id is not None:
            assert 0 <= event_id.boot <= INTEGER_MAXIMUM
            assert 0 < event_id.n <= INTEGER_MAXIMUM
            self.durable[event.node] = event_id

    def last_event(self, node: str) -> EventId | None:
        return self.durable.get(node)


class Ends:
    """The hub's and a node's end of a link that is up, each heard by nobody but the fuzzer."""

    def __init__(self) -> None:
        self.ms = 1000
        to_hub: list[bytes] = []
        to_node: list[bytes] = []
        self.roster, self.lines = Roster(simulated=True), LineLog()
        self.hub = Session("wire", to_node.append, self.roster, self.lines, Ear(), lambda: self.ms)
        self.node = SimulatedNode("side-a", "side", 10, has_console=True, now=lambda: self.ms)
        self.node.power_on(to_hub.append)
        for _ in range(4):
            self.node.tick()
            self.hub.link.feed(b"".join(to_hub))
            self.hub.link.tick()
            to_hub.clear()
            self.node.feed(b"".join(to_node))
            to_node.clear()
            self.ms += 50
        self.roster.box("side-a").show(NodeScene(lights=(255,) * 10, text="1500"))
        assert self.hub.link.up
        assert self.node.link.up
        self._sent = (to_hub, to_node)

    def take(self, piece: bytes) -> None:
        """One piece: its first byte says to whom, whether it gets a frame around it, and whether time passes."""
        how, body = piece[0], piece[1:]
        if how & FRAMED:
            body = framed(body, self.hub.link.link)
        (self.node.feed if how & TO_NODE else self.hub.link.feed)(body)
        if how & TICK:
            self.ms += 400
        self.hub.link.tick()
        self.node.tick()
        for sent in self._sent:
            assert all(len(frame) <= MAX_LINE for frame in sent)
            sent.clear()

    def look(self) -> None:
        msgspec.json.encode(self.roster.statuses())
        msgspec.json.encode(self.lines.newest())


def framed(body: bytes, link: int | None) -> bytes:
    """A body with its checksum, and with the link's own id where it is an object, so that more of it is looked at."""
    if link is not None and body[:1] == b"{" and len(body) > 2:
        body = b'{"l":%d,"k":0,' % link + body[1:]
    return body + b"\t%08x\n" % crc32(body)


def link(data: bytes) -> None:
    """Whatever either end hears, neither raises nor sends what is no frame, and both can still be shown."""
    ends = Ends()
    for piece in data.split(b"\0"):
        if piece:
            ends.take(piece)
    ends.look()


def record(data: bytes) -> None:
    """A record plays to its end, or a fault says in one short text which line is wrong."""
    try:
        played = replay(io.StringIO(data.decode("utf-8", "replace")), EDITIONS)
    except RecordFault as fault:
        assert_sentence(fault.text, SENTENCE_MAXIMUM)
        return
    msgspec.json.encode(played.position())
    assert sum(played.game.state.ledger.balances) == 0


def request(data: bytes) -> None:
    """What a browser sends becomes one of our packets and perhaps a request, and is never more than that."""
    text = data.decode("utf-8", "surrogateescape")
    if not is_packet(text) or text[0] != MESSAGE:
        return
    packet = WirePacket(encoded_packet=text[1:])
    if packet.packet_type != EVENT or packet.data[0] == UNKNOWN:
        return
    arguments = tuple(packet.data[1:])
    assert len(request_id(arguments)) <= len(text)
    for name in ("pin", "code", "device"):
        field(arguments, name)
    found = READER.read(arguments)
    if found is not None:
        assert READER.read((msgspec.to_builtins(found, str_keys=True),)) == found


def tables(data: bytes) -> None:
    """The tables of an edition, divided by a form feed, are a track, or a fault says in which file and line not."""
    track, _, rest = data.partition(b"\f")
    cards, _, tickets = rest.partition(b"\f")
    given = {"track.csv": track, "cards.csv": cards, **({"tickets.csv": tickets} if tickets else {})}
    try:
        texts = {name: table.decode("utf-8", "replace") for name, table in given.items()}
        found, _ = read_track(texts, PrintedTables("fuzzed", texts))
    except TableError as error:
        assert_sentence(str(error), SENTENCE_MAXIMUM, ".csv")
        return
    assert found.spaces
    assert found.jails


TARGETS: Mapping[str, Callable[[bytes], None]] = {
    "codec": codec,
    "link": link,
    "record": record,
    "request": request,
    "tables": tables,
    "commands": commands,
    "stored": stored,
    **({"moved": moved} if "export" in features() else {}),
}
