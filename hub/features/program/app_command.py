"""Open a table in the browser, with an icon to end it where the desktop has a place for icons."""

import argparse
import contextlib
import multiprocessing
import os
import signal
import threading
import webbrowser
from collections.abc import Callable, Mapping
from importlib import metadata
from multiprocessing.connection import Connection
from types import TracebackType

from hub.commands import CannotRun
from hub.commands.options import add_data_dir
from hub.commands.terminal import terminal_language
from hub.composition.play import PlayOptions, play
from hub.features.program.release import version_at
from hub.pages import pages_dir
from hub.server.listener import ANY_ADDRESS, AddressUnavailable, listen
from hub.words import Language

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


ENDED = "ended"
TEXTS: Mapping[Language, Mapping[str, str]] = {
    "en": {"open": "Open the table", "end": "End Bankhalter"},
    "de": {"open": "Tisch öffnen", "end": "Bankhalter beenden"},
}


class Icon:
    """The icon among those of the system (`pystray`), in the `with` body: it opens the table, or calls `end`.

    It is shown by a process of its own, since macOS wants the main thread for it. On Windows and macOS it has a menu;
    where it could have none, as on Linux without GTK, there is no icon, and the banker's page ends the program.
    """

    def __init__(self, url: str, language: Language, end: Callable[[], None]) -> None:
        self._end = end
        processes = multiprocessing.get_context("spawn")  # the hub has threads soon: it cannot be copied
        self._ours, self._theirs = processes.Pipe()
        self._process = processes.Process(target=show, args=(self._theirs, url, language), name="icon", daemon=True)

    def __enter__(self) -> None:
        self._process.start()
        self._theirs.close()
        threading.Thread(target=self._listen, name="icon", daemon=True).start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ours.close()

    def _listen(self) -> None:
        try:
            self._ours.recv()
        except (EOFError, OSError):  # there is no icon here
            return
        self._end()


def show(program: Connection, url: str, language: Language) -> None:
    """Show the icon until somebody ends the program there, or the program ends without it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        import pystray
        from PIL import Image
    except Exception:  # noqa: BLE001 -- whatever pystray's parts raise where there is no desktop
        return
    if not pystray.Icon.HAS_MENU:
        return
    texts = TEXTS[language]
    icon = pystray.Icon(
        "bankhalter",
        Image.open(pages_dir() / "icon-192.png"),
        "Bankhalter",
        pystray.Menu(
            pystray.MenuItem(texts["open"], lambda: webbrowser.open(url), default=True),
            pystray.MenuItem(texts["end"], lambda: program.send(ENDED)),
        ),
    )

    def follow() -> None:
        try:
            program.recv()
        except (EOFError, OSError):
            icon.stop()

    threading.Thread(target=follow, name="program", daemon=True).start()
    icon.run()
