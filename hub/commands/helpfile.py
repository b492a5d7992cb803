"""`bankhalter helpfile`: writes what somebody needs who shall find out what went wrong, without secrets."""

from __future__ import annotations

import argparse
import http.client
import ssl
import time
import traceback
import urllib.error
import urllib.request
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import TypeVar

from hub.certificate import CERTIFICATE
from hub.commands import CannotRun, Parsers, whole_number
from hub.commands.games import NEWEST, chosen_game, played_game
from hub.helpfile.contents import Findings, archive
from hub.helpfile.keeping import kept
from hub.logs import newest_lines
from hub.redaction import Redaction
from hub.server.access import DOCUMENT as ACCESS
from hub.server.access import SeatAccess, codes_in
from hub.store.folder import DATABASE, DataFolder, default_path
from hub.store.sqlstore import open_store
from hub.table.documents import read_document
from hub.table.live import Played
from hub.table.storage import Store, StoreError

T = TypeVar("T")
HTTP_PORT = 8080
LOG_LINES = 2_000
PATIENCE_S = 30
NO_ANSWER = (urllib.error.URLError, http.client.HTTPException, OSError)


def add_parser(commands: Parsers) -> None:
    """What `helpfile` takes."""
    parser = commands.add_parser(
        "helpfile",
        help="write a file for whoever shall find out what went wrong",
        description="Write an archive with the record of a game, the lines between hub and board, the end of the log "
        "and versions; no PIN, key, code or unrevealed bid is in it. While a table is open, the file comes from there.",
    )
    parser.set_defaults(run=run)
    parser.add_argument("file", metavar="FILE", type=Path, help="where to; it ends in .zip")
    parser.add_argument("game", metavar="GAME", nargs="?", default=NEWEST, help=f"a stored game's id ({NEWEST})")
    parser.add_argument("--no-names", action="store_true", help="leave out what people wrote: names and reasons")
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help="where games are kept")
    parser.add_argument(
        "--http-port",
        type=whole_number(1, 65535),
        default=HTTP_PORT,
        metavar="N",
        help=f"of an open table ({HTTP_PORT})",
    )


def run(options: argparse.Namespace) -> int:
    """Gather, write. Raises CannotRun."""
    path: Path = options.file
    if path.suffix != ".zip" or path.exists():
        raise CannotRun(f"{path} is there already" if path.exists() else f"{path} does not end in .zip")
    content = _gathered(options)
    try:
        path.write_bytes(content)
    except OSError as error:
        raise CannotRun(f"{path} cannot be written: {error.strerror}") from error
    return 0


def _gathered(options: argparse.Namespace) -> bytes:
    place = (options.data_dir or default_path()).expanduser()
    if not (place / DATABASE).exists():
        raise CannotRun(f"no games are kept in {place}: name their folder with --data-dir")
    try:
        folder = DataFolder(place)
        store = open_store(folder.database_url)
    except StoreError as error:
        if error.key == "in_use":
            return _from_table(place, options.http_port, "no" if options.no_names else "yes")
        raise CannotRun(str(error)) from error
    damage: list[Exception] = []
    try:
        secrets = folder.secrets()
        _tried(lambda: read_document(store.document, ACCESS, tuple[SeatAccess, ...]), damage)
        codes = _codes(store, place / DATABASE)
        played = _played(store, options.game, damage)
    except StoreError as error:
        raise CannotRun(str(error)) from error
    finally:
        store.close()
    found = Findings(
        version=metadata.version("bankhalter"),
        made_at_ms=time.time_ns() // 1_000_000,
        played=played,
        transcript=kept(folder.path),
        log=newest_lines(folder.path, LOG_LINES),
        damage=[_why(cause, names=not options.no_names) for cause in damage],
    )
    for cause in damage:
        print(f"What is damaged is not in it: {cause}")
    return archive(found, Redaction(secrets.server_secret, secrets.banker_pin, *codes), names=not options.no_names)


def _tried(read: Callable[[], T], damage: list[Exception]) -> T | None:
    """What can be read; whoever shall find out what went wrong is told of the rest."""
    try:
        return read()
    except (StoreError, CannotRun) as error:
        damage.append(error)
        return None


def _played(store: Store, name: str, damage: list[Exception]) -> Played | None:
    games = _tried(store.games, damage)
    if games is None or (not games and name == NEWEST):
        return None
    chosen = chosen_game(games, name)
    return _tried(lambda: played_game(store, chosen.id), damage)


def _codes(store: Store, database: Path) -> list[str]:
    """The codes of the seats, found by their look: they must be struck out, too, when their document is damaged."""
    try:
        return codes_in((store.document(ACCESS) or b"").decode())
    except StoreError:
        return codes_in(database.read_bytes().decode("latin-1"))


def _why(error: BaseException, *, names: bool) -> str:
    """The sentence, and what raised where, but not what it said: that may quote a bid, and the sentence a name."""
    root = error
    while root.__cause__ is not None:
        root = root.__cause__
    frame = traceback.extract_tb(root.__traceback__)[-1]
    where = f"{type(root).__name__}, {Path(frame.filename).name} line {frame.lineno}"
    return f"{error} ({where})" if names else where


def _from_table(place: Path, port: int, names: str) -> bytes:
    """An open table holds its folder; on its own computer it gives the banker's file without a key."""
    address = f"://localhost:{port}/api/helpfile.zip?names={names}"
    try:
        return _fetched(f"http{address}")
    except NO_ANSWER:
        pass  # with --tls it speaks https and nothing else
    try:
        return _fetched(f"https{address}", ssl.create_default_context(cafile=place / CERTIFICATE))
    except NO_ANSWER as error:
        raise CannotRun(
            f"a table is open on this folder, but does not answer at port {port}: name its --http-port"
        ) from error


def _fetched(url: str, trusted: ssl.SSLContext | None = None) -> bytes:
    with urllib.request.urlopen(url, timeout=PATIENCE_S, context=trusted) as answer:  # noqa: S310 -- this computer
        content: bytes = answer.read()
    return content
