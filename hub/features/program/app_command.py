"""Open a table in the browser, with an icon to end it where the desktop has a place for icons."""

import argparse
import contextlib
import os
import signal
import webbrowser
from importlib import metadata

from hub.commands import CannotRun
from hub.commands.options import add_data_dir
from hub.commands.terminal import terminal_language
from hub.composition.play import PlayOptions, play
from hub.features.program.icon import Icon
from hub.features.program.release import version_at
from hub.server.listener import ANY_ADDRESS, AddressUnavailable, listen

HELP = "open a table as a double click does: in the browser, with an icon to end it"
PORTS = range(8080, 8090)
"""The first that is free; a browser takes the same table at another port for a stranger."""
OWN_SIGNALS = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data_dir(parser)


def run(options: argparse.Namespace) -> int:
    opened = next(filter(version_at, PORTS), None)
    port, language = opened or free_port(), terminal_language(os.environ)
    page = f"http://localhost:{port}/table"
    if opened:
        webbrowser.open(page)
        return 0
    version, folder = metadata.version("bankhalter"), options.data_dir
    with Icon(page, language, end):
        play(PlayOptions(http_port=port, data_dir=folder, version=version, language=language, browser=True, end=end))
    return 0


def end() -> None:
    signal.raise_signal(signal.SIGINT)


def free_port() -> int:
    """The first port that no other program uses. Raises CannotRun."""
    for port in PORTS:
        with contextlib.suppress(AddressUnavailable):
            listen(ANY_ADDRESS, port).close()
            return port
    raise CannotRun(f"all ports from {PORTS[0]} to {PORTS[-1]} are used by other programs")
