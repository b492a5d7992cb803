"""Install the newest version the way this one was installed, after a backup of the games.

A version that does not start on a copy of them is not kept.
"""

import argparse
import contextlib
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from hub.commands.options import add_data_dir
from hub.features.program.release import NoRelease, Release, newest, own_address, own_version, version_at, way
from hub.interrupts import temporary_folder
from hub.server.listener import ANY_ADDRESS, listen
from hub.store.backups import Backups
from hub.store.folder import DATABASE, FolderLock, default_path

HELP = "install the newest version"
START_S, LOOK_S = 60.0, 0.1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data_dir(parser)
    parser.add_argument("--look", action="store_true", help="only say whether there is a newer version")
    parser.add_argument("--from", dest="address", metavar="URL", help="a release.json elsewhere")


def run(options: argparse.Namespace) -> int:
    folder = (options.data_dir or default_path()).expanduser().absolute()
    release = newest(options.address or own_address())
    if not release.is_newer:
        print(f"Version {own_version()} is the newest.")
    elif options.look:
        print(f"Version {release.version} is there; `bankhalter update` installs it.")
    else:
        print(_exchanged(release, folder))
    return 0


def _exchanged(release: Release, folder: Path) -> str:
    """Exchange this program by the release, while no table is open; returns what there is now. Raises NoRelease."""
    exchanged = way()
    with contextlib.ExitStack() as holding:
        if folder.is_dir():
            holding.callback(FolderLock(folder).release)
        games = Backups(folder) if (folder / DATABASE).exists() else None
        if games is not None:
            games.make()
        copy = games.all()[-1].path if games is not None else None
        return exchanged.exchange(release, lambda command: started(command, release.version, copy))


def started(command: Sequence[str], version: str, games: Path | None) -> None:
    """Open a table on a copy of the games with this program, and close it. Raises NoRelease if it does not open."""
    listening = listen(ANY_ADDRESS, 0)
    port = listening.getsockname()[1]
    listening.close()
    with temporary_folder() as folder:
        if games is not None:
            shutil.copyfile(games, folder / DATABASE)
        options = ("play", "--no-board", "--no-browser", "--http-port", str(port), "--data-dir", str(folder))
        try:
            process = subprocess.Popen(
                (*command, *options), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise NoRelease(f"version {version} cannot be started ({error.strerror})") from error
        try:
            deadline = time.monotonic() + START_S
            while (answered := version_at(port)) is None and process.poll() is None and time.monotonic() < deadline:
                time.sleep(LOOK_S)
        finally:
            process.terminate()
            process.wait()
    if answered != version:
        raise NoRelease(f"version {version} does not start here")
