"""Escapes control characters, so that text from a file or the network cannot control the terminal."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any

ORDERS = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories that may control a terminal: control and format characters, surrogates, line separators."""

SENTENCE_LENGTH_MAXIMUM = 1_000


def escaped(text: str) -> str:
    """The text with control characters escaped as in JSON; newlines and tabs are kept."""
    return text if text.isprintable() else "".join(map(_escaped, text))


def one_line(text: str) -> str:
    """As `escaped`, for a text that must stay on one line, such as a name: newlines and tabs are escaped too."""
    return escaped(text).replace("\n", "\\n").replace("\t", "\\t")


def shortened(sentence: str) -> str:
    """A sentence that quotes untrusted input, cut to a readable length."""
    return sentence if len(sentence) <= SENTENCE_LENGTH_MAXIMUM else f"{sentence[:SENTENCE_LENGTH_MAXIMUM]}…"


class Plain:
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
    """Escape all that is printed in the `with` body. Either stream may be None, if the parent process closed it."""
    out, error = (None if stream is None else Plain(stream) for stream in (sys.stdout, sys.stderr))
    with redirect_stdout(out), redirect_stderr(error):
        yield


def _escaped(letter: str) -> str:
    steers = letter not in "\n\t" and unicodedata.category(letter) in ORDERS
    return json.dumps(letter)[1:-1] if steers else letter
