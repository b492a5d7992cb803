"""What reaches the terminal: whatever a file or the network says, it is text there and no order to the terminal."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any

ORDERS = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of letters that steer: escapes, marks of direction, halves of pairs, separators of lines."""

SENTENCE_LENGTH_MAXIMUM = 1_000


def escaped(text: str) -> str:
    """The same with letters that steer written as in JSON; lines stay lines."""
    return text if text.isprintable() else "".join(map(_escaped, text))


def one_line(text: str) -> str:
    """The same for a text that must not begin a line of its own, such as a name."""
    return escaped(text).replace("\n", "\\n").replace("\t", "\\t")


def shortened(sentence: str) -> str:
    """A sentence that quotes what somebody sent, as much of it as anybody reads."""
    return sentence if len(sentence) <= SENTENCE_LENGTH_MAXIMUM else f"{sentence[:SENTENCE_LENGTH_MAXIMUM]}…"


class Plain:
    """A text stream that passes on no control characters; intended ones are written to `underneath`."""

    def __init__(self, underneath: Any) -> None:
        self.underneath = underneath

    def write(self, text: str) -> int:
        """Write it, escaped."""
        self.underneath.write(escaped(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.underneath, name)


@contextmanager
def plain_terminal() -> Iterator[None]:
    """Everything that is printed until this ends passes on no orders. Who began us may have closed both streams."""
    out, error = (None if stream is None else Plain(stream) for stream in (sys.stdout, sys.stderr))
    with redirect_stdout(out), redirect_stderr(error):
        yield


def _escaped(letter: str) -> str:
    steers = letter not in "\n\t" and unicodedata.category(letter) in ORDERS
    return json.dumps(letter)[1:-1] if steers else letter
