"""Where the fuzzers begin: what the documents and the recorded games say, cut small."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
from fuzz.commands import seeds as command_seeds
from fuzz.moved import seeds as moved_seeds
from fuzz.stored import seeds as stored_seeds
from fuzz.targets import FRAMED, TO_NODE

from hub.domain.commands import Throw
from hub.editions import EDITIONS
from hub.table.requests import AddSeat, Play, Undo
from hub.table.requests.base import Request

ROOT = Path(__file__).resolve().parents[2]
LINES_OF_A_GAME = 12
EXAMPLE = re.compile(r'^\{"t":.*\t[0-9a-f]{8}$', re.MULTILINE)


def examples() -> list[bytes]:
    """Every frame that stands in PROTOCOL.md, without its line feed."""
    text = (ROOT / "hub" / "docs" / "PROTOCOL.md").read_text(encoding="utf-8")
    return [found.encode() for found in EXAMPLE.findall(text)]


def seeds(target: str) -> Iterator[bytes]:
    match target:
        case "codec":
            yield from (frame + b"\n" for frame in examples())
        case "link":
            for frame in examples():
                body = re.sub(rb',"(l|k)":\d+', b"", frame.rpartition(b"\t")[0])
                yield b"\0".join((bytes((FRAMED,)) + body, bytes((FRAMED | TO_NODE,)) + body))
                yield b"\x80" + frame + b"\n"
        case "record":
            yield from _games()
        case "request":
            yield from _packets()
        case "tables":
            yield from map(_tables, EDITIONS)
        case "commands":
            yield from command_seeds()
        case "stored":
            yield from stored_seeds()
        case "moved":
            yield from moved_seeds()


def _games() -> Iterator[bytes]:
    for path in sorted((ROOT / "tests" / "games").rglob("*.jsonl")):
        lines = path.read_bytes().splitlines(keepends=True)
        yield b"".join(lines[:LINES_OF_A_GAME])
        if path.parent.name == "edges":
            yield b"".join(lines)


def _packets() -> Iterator[bytes]:
    for action in (AddSeat("Anna"), Play(Throw(0, (1, 2))), Undo(3)):
        yield b"421" + msgspec.json.encode(["request", Request("a", action)])
    yield b'42["join",{"code":"CDFGH","device":"0123456789abcdef"}]'
    yield b'42["watch_device",true]'


def _tables(edition: str) -> bytes:
    folder = ROOT / "hub" / "editions" / edition
    files = [folder / name for name in ("track.csv", "cards.csv", "tickets.csv")]
    return b"\f".join(path.read_bytes() for path in files if path.is_file())
