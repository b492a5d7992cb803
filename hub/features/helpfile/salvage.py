"""Reads whatever is still readable of a data folder, for the help file, which is needed most when data is damaged.

What cannot be read is represented by its error. If the secrets themselves cannot be read, whatever has the form of a
secret is removed from the help file.
"""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TypeVar

from hub.commands import CannotRun
from hub.commands.games import NEWEST, chosen_game, played_of
from hub.diagnostics.logs import newest_lines
from hub.diagnostics.redaction import Redaction
from hub.features.helpfile import contents as last
from hub.features.helpfile.contents import HelpFileContents
from hub.server.access.keys import DOCUMENT as ACCESS
from hub.server.access.phones import SeatAccess, codes_in
from hub.store.folder import DATABASE, SECRETS, DataFolder, secrets_in
from hub.store.opening import open_to_read
from hub.store.sqlstore import SqlStore
from hub.table.game.live import Played
from hub.table.interfaces.board import WireLine
from hub.table.interfaces.storage import Store, StoreError, now_ms, read_document

T = TypeVar("T")
LOG_LINES = 2_000


@dataclass(frozen=True)
class Salvaged:
    """What could be read, and why the rest could not. `played` is None if no game could be read."""

    played: Played | None
    transcript: Sequence[WireLine]
    log: Sequence[str]
    redaction: Redaction
    damage: Sequence[Exception]


def salvaged(folder: DataFolder, name: str) -> Salvaged:
    """Everything in a folder, and the game `name`. Raises CannotRun if there is no such game, StoreError `in_use`."""
    damage: list[Exception] = []
    log = newest_lines(folder.path, LOG_LINES)
    with ExitStack() as closing:
        store = _opened(folder, closing, damage)
        secrets = _tried(folder.secrets, damage)
        words = [secrets.server_secret, secrets.banker_pin] if secrets is not None else []
        if secrets is None:
            words += secrets_in("\n".join((*_raw(folder.path, SECRETS), *log)))
        codes = _codes(store, damage) if store is not None else None
        words += codes if codes is not None else codes_in("\n".join((*_raw(folder.path, f"{DATABASE}*"), *log)))
        played = _played(store, name, damage) if store is not None else None
    transcript = _tried(lambda: last.stored(folder.path), damage) or ()
    return Salvaged(played, transcript, log, Redaction(*words), damage)


def findings_of(found: Salvaged, *, names: bool) -> HelpFileContents:
    """The same as findings for a help file. Without `names` no error message is included: it may contain a name."""
    return HelpFileContents(
        version=metadata.version("bankhalter"),
        made_at_ms=now_ms(),
        played=found.played,
        transcript=found.transcript,
        log=found.log,
        damage=[_why(cause, names=names) for cause in found.damage],
    )


def _tried(read: Callable[[], T], damage: list[Exception]) -> T | None:
    """The result of `read`, or None; its error is added to `damage`."""
    try:
        return read()
    except (StoreError, CannotRun) as error:
        damage.append(error)
        return None


def _opened(folder: DataFolder, closing: ExitStack, damage: list[Exception]) -> SqlStore | None:
    """The store; None if it is damaged. Raises StoreError `in_use`."""
    try:
        return open_to_read(folder, closing, damage.append)
    except StoreError as error:
        if error.key == "in_use":
            raise
        damage.append(error)
        return None


def _played(store: Store, name: str, damage: list[Exception]) -> Played | None:
    games = _tried(store.games, damage)
    if games is None or (not games and name == NEWEST):
        return None
    game = chosen_game(games, name)
    return _tried(lambda: played_of(store, game), damage)


def _codes(store: Store, damage: list[Exception]) -> list[str] | None:
    """The join codes of the seats; None if their document is damaged."""
    return _tried(
        lambda: [seat.code for seat in read_document(store.document, ACCESS, tuple[SeatAccess, ...]) or ()], damage
    )


def _raw(folder: Path, pattern: str) -> Iterator[str]:
    """The raw text of files, searched for what must be redacted; a database has its write-ahead log next to it."""
    for path in sorted(folder.glob(pattern)):
        with contextlib.suppress(OSError):
            yield path.read_bytes().decode("latin-1")


def _why(error: BaseException, *, names: bool) -> str:
    """The error type and where it was raised, never its message, which may quote a bid.

    The sentence of a StoreError is added only with `names`, because it may contain one.
    """
    root = error
    while root.__cause__ is not None:
        root = root.__cause__
    frame = traceback.extract_tb(root.__traceback__)[-1]
    where = f"{type(root).__name__}, {Path(frame.filename).name} line {frame.lineno}"
    return f"{error} ({where})" if names else where
