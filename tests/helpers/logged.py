"""A recorded game as a store would hold it: a log of moves and undos, one per second."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import msgspec

from hub.domain.commands import Command
from hub.domain.facts import Fact
from hub.domain.history import Entry, Move, Undone
from hub.domain.turns import TurnBegan
from hub.editions import EDITIONS
from hub.records.lines import Take, header_of, line_of, numbered
from hub.records.playing import Replay
from hub.rules.game import Game
from hub.table.game.live import Played
from hub.table.interfaces.storage import GameRecord, StoredEntry

GAMES = Path(__file__).resolve().parents[1] / "games"
STARTED_MS = 1_790_000_000_000
STORED = msgspec.json.Decoder(StoredEntry)


def logged(text: Sequence[str], names: Sequence[str] = ()) -> tuple[Played, Replay]:
    """The log of a record, and its replay; `names` replaces the names of its players."""
    log: list[Entry] = []

    def noted(_game: Game, command: Command, facts: tuple[Fact, ...]) -> None:
        log.append(Move(command, facts))  # type: ignore[arg-type]

    lines = numbered(text)
    number, first = next(lines)
    game = Replay(number, header_of(number, first), EDITIONS, noted)
    for number, found in lines:
        line = line_of(number, found)
        if line is not None:
            game.take(number, line)
        if isinstance(line, Take):
            log.append(Undone(line.moves))
    record = GameRecord("0123abcd", game.game.rules.id, tuple(names) or game.names, STARTED_MS)
    return Played(record, tuple(kept(seq, entry) for seq, entry in enumerate(log)), game.game.rules), game


@cache
def recorded(name: str) -> tuple[Played, Replay]:
    """A game of `tests/games`, by its path there without the suffix."""
    return logged((GAMES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())


def in_turns(facts: Iterable[Fact]) -> Iterator[tuple[int, Fact]]:
    """Each fact after the number of its turn, 0 before the first."""
    turn = 0
    for fact in facts:
        turn = fact.number if isinstance(fact, TurnBegan) else turn
        yield turn, fact


def kept(seq: int, entry: Entry) -> StoredEntry:
    stored = StoredEntry(seq, entry, "banker", f"request-{seq}", STARTED_MS + seq * 1_000)
    return STORED.decode(msgspec.json.encode(stored))
