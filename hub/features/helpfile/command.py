"""Write an archive with the record of a game, the lines between hub and board, the end of the log and versions.

It contains no PIN, key, code or unrevealed bid. If a table is open, it writes the file.
"""

import argparse
import contextlib
import http.client
import ssl
import traceback
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from hub.commands import CannotRun, whole_number
from hub.commands.games import NEWEST, chosen_game, played_of
from hub.commands.options import add_data_dir, add_http_port
from hub.diagnostics.logs import newest_lines
from hub.diagnostics.redaction import Redaction
from hub.features.helpfile.contents import HelpFileContents, archive, stored
from hub.server.access.keys import DOCUMENT as ACCESS
from hub.server.access.keys import banker_key
from hub.server.access.phones import SeatAccess, codes_in
from hub.store.folder import AUTHORITY, DATABASE, SECRETS, DataFolder, default_path, secrets_in
from hub.store.sqlstore import SqlStore, open_to_read
from hub.table.game.live import Played
from hub.table.interfaces.board import WireLine
from hub.table.interfaces.storage import Store, StoreError, now_ms, read_document

HELP = "write an archive for diagnosing a problem, without secrets"
PATIENCE_S = 30
NO_ANSWER = (urllib.error.URLError, http.client.HTTPException, OSError)
T = TypeVar("T")
LOG_LINES = 2_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="target file, ending in .zip")
    parser.add_argument("game", metavar="GAME", nargs="?", default=NEWEST, help=f"id of a stored game ({NEWEST})")
    parser.add_argument("--no-names", action="store_true", help="leave out names and reasons that people typed")
    add_data_dir(parser)
    add_http_port(parser, whole_number(1, 65535), "port of the open table")


def run(options: argparse.Namespace) -> int:
    path: Path = options.file
    if path.suffix != ".zip" or path.exists():
        raise CannotRun(f"{path} already exists" if path.exists() else f"{path} does not end in .zip")
    content = _gathered(options)
    try:
        path.write_bytes(content)
    except OSError as error:
        raise CannotRun(f"{path} cannot be written: {error.strerror}") from error
    return 0


def _gathered(options: argparse.Namespace) -> bytes:
    """The archive, from the open table if there is one; damaged content is reported and left out.

    It is needed most when data is damaged. If the secrets themselves cannot be read, whatever has the form of a secret
    is removed.
    """
    place: Path = (options.data_dir or default_path()).expanduser()
    names = not options.no_names
    if not (place / DATABASE).exists():
        raise CannotRun(f"no games are stored in {place}: name their folder with --data-dir")
    try:
        found = salvaged(DataFolder(place), options.game)
    except StoreError as error:
        if error.key == "in_use":
            return _from_table(place, options.http_port, "yes" if names else "no")
        raise CannotRun(str(error)) from error
    for cause in found.damage:
        print(f"Problem: {cause}")
    if found.damage:
        print("What could not be read is missing from it." if found.played else "No game is in it.")
    findings = HelpFileContents(
        version=metadata.version("bankhalter"),
        made_at_ms=now_ms(),
        played=found.played,
        transcript=found.transcript,
        log=found.log,
        damage=[_why(cause, names=names) for cause in found.damage],
    )
    return archive(findings, found.redaction, names=names)


def _from_table(place: Path, port: int, names: str) -> bytes:
    """The archive from the table that is open: it has locked its folder, so it is asked over HTTP.

    Anybody who can read the secrets in the folder gets what the banker would get.
    """
    secrets = DataFolder(place).secrets()
    key = banker_key(secrets.server_secret, secrets.banker_pin)
    address = f"://localhost:{port}/api/helpfile.zip?names={names}"
    try:
        return _fetched(f"http{address}", key)
    except NO_ANSWER:
        pass  # with --tls the table answers nothing but https
    try:
        return _fetched(f"https{address}", key, ssl.create_default_context(cafile=place / AUTHORITY))
    except NO_ANSWER as error:
        raise CannotRun(
            f"a table is open on this folder, but does not answer at port {port}: name its --http-port"
        ) from error


def _fetched(url: str, key: str, trusted: ssl.SSLContext | None = None) -> bytes:
    asked = urllib.request.Request(url, headers={"Authorization": f"Bearer {key}"})  # noqa: S310 -- this computer
    straight, secure = urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=trusted)
    with urllib.request.build_opener(straight, secure).open(asked, timeout=PATIENCE_S) as answer:
        content: bytes = answer.read()
    return content


class Salvaged(Struct, frozen=True):
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
        codes = _tried(partial(_codes, store), damage) if store is not None else None
        words += codes if codes is not None else codes_in("\n".join((*_raw(folder.path, f"{DATABASE}*"), *log)))
        played = _played(store, name, damage) if store is not None else None
    transcript = _tried(lambda: stored(folder.path), damage) or ()
    return Salvaged(played, transcript, log, Redaction(*words), damage)


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


def _codes(store: Store) -> list[str]:
    return [seat.code for seat in read_document(store.document, ACCESS, tuple[SeatAccess, ...]) or ()]


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
