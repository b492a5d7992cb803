"""Takes known secrets out of texts that leave the hub for other eyes: logs and help files. Defence in depth.

Nobody writes a secret there on purpose; what slips in through a message or an exception is struck out here.
"""

import re
from collections.abc import Callable, Iterable
from itertools import chain

STRUCK = "[secret]"
WORD_LENGTH_MINIMUM = 4  # shorter ones would strike out parts of every figure
KEY = re.compile(r"\b[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{27,}\b")  # how itsdangerous writes payload and signature


class Redaction:
    """Strikes out these words, those it is given later, and everything that looks like a key."""

    def __init__(self, *words: str) -> None:
        self._words = words
        self._more: Callable[[], Iterable[str]] = tuple

    def also(self, more: Callable[[], Iterable[str]]) -> None:
        """Words that change; they are asked for each time."""
        self._more = more

    def clean(self, text: str) -> str:
        shortest = WORD_LENGTH_MINIMUM  # a club has hundreds of words, of which a line hardly ever has one
        there = {word for word in chain(self._words, self._more()) if word in text and len(word) >= shortest}
        words = sorted(there, key=len, reverse=True)
        known = "|".join(rf"(?<![0-9A-Za-z]){re.escape(word)}(?![0-9A-Za-z])" for word in words)
        return KEY.sub(STRUCK, re.sub(known, STRUCK, text) if known else text)
