"""`bankhalter helpfile`: writes an archive for diagnosing a problem, without secrets."""

from __future__ import annotations

import argparse
import http.client
import ssl
import urllib.error
import urllib.request
from pathlib import Path

from hub.commands import CannotRun, Parsers, whole_number
from hub.commands.games import NEWEST
from hub.commands.options import add_data_dir
from hub.features.helpfile.contents import archive
from hub.features.helpfile.salvage import findings_of, salvaged
from hub.server.access.keys import banker_key
from hub.store.folder import AUTHORITY, DATABASE, DataFolder, default_path
from hub.table.interfaces.storage import StoreError

HTTP_PORT = 8080
PATIENCE_S = 30
NO_ANSWER = (urllib.error.URLError, http.client.HTTPException, OSError)


def add_parser(commands: Parsers) -> None:
    parser = commands.add_parser(
        "helpfile",
        help="write an archive for diagnosing a problem, without secrets",
        description="Write an archive with the record of a game, the lines between hub and board, the end of the log "
        "and versions. It contains no PIN, key, code or unrevealed bid. If a table is open, it writes the file.",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="target file, ending in .zip")
    parser.add_argument("game", metavar="GAME", nargs="?", default=NEWEST, help=f"id of a stored game ({NEWEST})")
    parser.add_argument("--no-names", action="store_true", help="leave out names and reasons that people typed")
    add_data_dir(parser)
    parser.add_argument(
        "--http-port",
        type=whole_number(1, 65535),
        default=HTTP_PORT,
        metavar="N",
        help=f"port of the open table ({HTTP_PORT})",
    )


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
    """The archive, from the open table if there is one; damaged content is reported and left out."""
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
    return archive(findings_of(found, names=names), found.redaction, names=names)


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
    with urllib.request.urlopen(asked, timeout=PATIENCE_S, context=trusted) as answer:  # noqa: S310 -- the same
        content: bytes = answer.read()
    return content
