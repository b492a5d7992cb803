"""The icon of the program among those of the system (`pystray`): it opens the table, and ends the program.

It is shown by a process of its own, since macOS wants the main thread for it. On Windows and macOS it has a menu; where
it could have none, as on Linux without GTK, there is no icon, and the banker's page ends the program.
"""

import multiprocessing
import signal
import threading
import webbrowser
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from types import TracebackType

from hub.pages import pages_dir
from hub.words import Language

ENDED = "ended"
TEXTS: Mapping[Language, Mapping[str, str]] = {
    "en": {"open": "Open the table", "end": "End Bankhalter"},
    "de": {"open": "Tisch öffnen", "end": "Bankhalter beenden"},
}


class Icon:
    """Shown in the `with` body; calls `end` when somebody chooses so."""

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
