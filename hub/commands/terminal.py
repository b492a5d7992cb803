"""Escapes control characters, so that text from a file or the network cannot control the terminal."""

import io
import json
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any

from hub.words import Language

ORDERS = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories that may control a terminal: control and format characters, surrogates, line separators."""

SENTENCE_LENGTH_MAXIMUM = 1_000

LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
LANGUAGE_BITS, GERMAN = 0x3FF, 0x07
"""The mask for the language in a Windows language number, and the number of German."""

WIDTH = 30


def escaped(text: str) -> str:
    """The text with control characters escaped as in JSON; newlines and tabs are kept."""
    return text if text.isprintable() else "".join(map(_escaped, text))


def one_line(text: str) -> str:
    """As `escaped`, for a text that must stay on one line, such as a name: newlines and tabs are escaped too."""
    return escaped(text).replace("\n", "\\n").replace("\t", "\\t")


def shortened(sentence: str) -> str:
    """A sentence that quotes untrusted input, cut to a readable length."""
    return sentence if len(sentence) <= SENTENCE_LENGTH_MAXIMUM else f"{sentence[:SENTENCE_LENGTH_MAXIMUM]}…"


class EscapedStream:
    """A text stream that escapes control characters; intended ones are written to `underneath`."""

    def __init__(self, underneath: Any) -> None:
        self.underneath = underneath

    def write(self, text: str) -> int:
        """Write `text` escaped; returns its original length."""
        self.underneath.write(escaped(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.underneath, name)


@contextmanager
def plain_terminal() -> Iterator[None]:
    """Escape all that is printed in the `with` body. Each stream may be None, if the parent process closed it.

    All are UTF-8: between files and programs Windows has an alphabet without QR codes and without many names.
    """
    for stream, errors in ((sys.stdin, "strict"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
    out, error = (None if stream is None else EscapedStream(stream) for stream in (sys.stdout, sys.stderr))
    with redirect_stdout(out), redirect_stderr(error):
        yield


def _escaped(letter: str) -> str:
    steers = letter not in "\n\t" and unicodedata.category(letter) in ORDERS
    return json.dumps(letter)[1:-1] if steers else letter


def terminal_language(environment: Mapping[str, str]) -> Language:
    """German if the environment's locale is German, or without one the system's, else English."""
    spoken = next((environment[name] for name in LOCALE_VARIABLES if environment.get(name)), None)
    return "de" if (spoken or _spoken_by_menus()).lower().startswith("de") else "en"


def _spoken_by_menus() -> str:
    """The language of systems where programs begin without a locale: of Windows, and of macOS after a double click."""
    if sys.platform == "win32":
        import ctypes

        return "de" if ctypes.windll.kernel32.GetUserDefaultUILanguage() & LANGUAGE_BITS == GERMAN else ""
    if sys.platform == "darwin":
        import subprocess

        asked = ("defaults", "read", "-g", "AppleLocale")
        return subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    return ""


class Bar:
    """Shows how much of the work is done; disappears at the end."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._length = 0

    def show(self, done: int, whole: int, left_s: float | None = None) -> None:
        """Draw the bar at `done` of `whole`; the rest may take `left_s` seconds."""
        if not sys.stderr.isatty():
            return
        filled = WIDTH * done // whole
        bar = f"[{'#' * filled}{'.' * (WIDTH - filled)}] {done} of {whole} {self._unit}"
        if left_s is not None:
            bar += f", {duration(left_s)} left"
        self._write(bar if done < whole else "")

    def clear(self) -> None:
        if self._length:
            self._write("")

    def _write(self, text: str) -> None:
        terminal = sys.stderr.underneath if isinstance(sys.stderr, EscapedStream) else sys.stderr
        terminal.write("\r" + text.ljust(self._length) + ("" if text else "\r"))
        sys.stderr.flush()
        self._length = len(text)


def duration(seconds: float) -> str:
    """An approximate duration in words, for people who are waiting."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    return f"{round(whole / 60)} min" if whole < 90 * 60 else f"{whole / 3600:.1f} h"
