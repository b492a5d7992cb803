"""The games that a laboratory has played, one line each in a file: what is there need not be played again.

The first line is the setting. A line is written when its game is over, in any order; a line that was cut short by a
power cut is dropped, and everything else that is not as it was written is refused.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from os import SEEK_END
from pathlib import Path
from typing import BinaryIO, TypeAlias

import msgspec

from hub.simulation.setting import LabGame, Laboratory, Setting
from hub.store.folder import FolderLock
from hub.table.interfaces.storage import StoreError

FILE, LOCK = "games.jsonl", "games.lock"
Key: TypeAlias = tuple[tuple[str, ...], int]
"""Variant and number of a game."""

GAME, SETTING = msgspec.json.Decoder(LabGame), msgspec.json.Decoder(Setting)


OWN_BYTES_MAXIMUM = 24_000_000
"""So large may games be that the hub stores for its own laboratory, some 30,000 of them, before it begins again."""


class LabError(Exception):
    """A laboratory cannot go on; the text is one sentence that says what to do."""


class OtherGames(LabError):
    """What is stored belongs to another laboratory."""


class StoredGames:
    """The games in a folder, open for more."""

    def __init__(self, file: BinaryIO, games: dict[Key, LabGame]) -> None:
        self._file, self._games = file, games

    def lacking(self, laboratory: Laboratory, games: int) -> dict[int, list[int]]:
        """By variant, the numbers of the first so many games that have yet to be played."""
        return {
            at: [number for number in range(games) if (variant, number) not in self._games]
            for at, variant in enumerate(laboratory.variants)
        }

    def count(self, laboratory: Laboratory, games: int) -> int:
        """How many of the first so many games of all variants there are."""
        return sum(map(len, self.of(laboratory, games)))

    def of(self, laboratory: Laboratory, games: int) -> list[list[LabGame]]:
        """By variant, the first so many games in order; those that were not played are left out."""
        return [
            [self._games[variant, number] for number in range(games) if (variant, number) in self._games]
            for variant in laboratory.variants
        ]

    def add(self, games: Iterable[LabGame]) -> None:
        found = [*games]
        self._file.write(b"".join([msgspec.json.encode(game) + b"\n" for game in found]))
        self._file.flush()
        self._games.update({(game.variant, game.number): game for game in found})


@contextmanager
def stored_games(folder: Path, laboratory: Laboratory, *, own: bool = False) -> Iterator[StoredGames]:
    """Open what was played in a folder, for one laboratory at a time. Raises LabError, OSError.

    In a folder that is the hub's `own`, games of another setting and too many of them give way to new ones.
    """
    try:
        lock = FolderLock(folder, LOCK)
    except StoreError as error:
        raise LabError(f"{folder} cannot be used, or another laboratory is using it: choose another --out") from error
    try:
        with (folder / FILE).open("a+b") as file:
            if own and file.seek(0, SEEK_END) > OWN_BYTES_MAXIMUM:
                file.truncate(0)
            yield StoredGames(file, _begun(file, folder / FILE, laboratory, own=own))
    finally:
        lock.release()


def games_in(folder: Path, laboratory: Laboratory, games: int) -> list[list[LabGame]]:
    """By variant, the first so many games, while another process may hold the folder. Raises LabError, OSError."""
    with (folder / FILE).open("rb") as file:
        return StoredGames(file, _parsed(file.read(), folder / FILE, laboratory)).of(laboratory, games)


def _begun(file: BinaryIO, path: Path, laboratory: Laboratory, *, own: bool) -> dict[Key, LabGame]:
    try:
        return _read(file, path, laboratory)
    except OtherGames:
        if not own:
            raise
        file.truncate(0)
        return _read(file, path, laboratory)


def _read(file: BinaryIO, path: Path, laboratory: Laboratory) -> dict[Key, LabGame]:
    file.seek(0)
    content, head = file.read(), msgspec.json.encode(laboratory.setting) + b"\n"
    if head.startswith(content):
        file.write(head[len(content) :])
        file.flush()
        return {}
    games = _parsed(content, path, laboratory)
    file.truncate(content.rfind(b"\n") + 1)
    return games


def _parsed(content: bytes, path: Path, laboratory: Laboratory) -> dict[Key, LabGame]:
    lines = content[: content.rfind(b"\n") + 1].splitlines()
    _same(lines[0] if lines else content, path, laboratory.setting)
    games, deeds = dict[Key, LabGame](), len(laboratory.rules[0].track.deeds)
    for number, line in enumerate(lines[1:], start=2):
        try:
            game = GAME.decode(line)
        except msgspec.DecodeError as error:
            raise _damaged(path, number) from error
        if len(game.deeds) != deeds or game.number < 0:
            raise _damaged(path, number)
        games[game.variant, game.number] = game
    return games


def _same(line: bytes, path: Path, setting: Setting) -> None:
    """Games of another setting must not be mixed in. Raises LabError."""
    try:
        found = SETTING.decode(line)
    except msgspec.DecodeError as error:
        raise _damaged(path, 1) from error
    for name in Setting.__struct_fields__:
        was, now = getattr(found, name), getattr(setting, name)
        if was != now:
            raise OtherGames(
                f"{path} has games of another setting ({name}: {was!r} there, {now!r} now): choose another --out, "
                "or take the file away"
            )


def _damaged(path: Path, line: int) -> OtherGames:
    return OtherGames(
        f"{path}, line {line}: that is not a game of a laboratory: choose another --out, or take the file away"
    )
