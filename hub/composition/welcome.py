"""The text that the terminal shows when a table is open: board, addresses, a QR code for the tablet, the banker's PIN.

In German if the terminal's language is German, else in English.
"""

import io
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

import segno

from hub.features import offered
from hub.words import Language, Words, texts_of


class BoardSentence(NamedTuple):
    """The board of a table: the key of its sentence, and that sentence's arguments."""

    key: str
    named: str = ""


class Terminal:
    """What a terminal shows, in one language. Raises PagesNotBuilt if the texts are not there."""

    def __init__(self, language: Language) -> None:
        self.say = Words(language, texts_of(f"terminal.{language}")).text

    def table(
        self,
        *,
        version: str,
        board: BoardSentence,
        way_in: str,
        urls: Sequence[str],
        pin: str,
        folder: str,
        tls: bool = False,
    ) -> str:
        """The welcome of a table. `urls` are for other devices, the best first; `way_in` is for this one, valid once.

        With `tls` the browsers' warning is explained.
        """
        say, url = self.say, urls[0]
        lines = [
            f"Bankhalter {version}",
            say(f"board.{board.key}", named=board.named),
            say("folder", folder=folder),
            "",
            self._line("here", f"{way_in}  {say('once')}"),
            *([] if is_nowhere(url) else self._where(urls)),
            self._line("pin", pin),
            *(("", say("warned"), say("why")) if tls else ()),
            *((say("ends", url=url.replace("https", "http", 1) + "/trust"),) if tls and offered("trust") else ()),
            "",
            say("nowhere") + "\n" if is_nowhere(url) else qr_blocks(f"{url}/table"),
            say("stop"),
        ]
        return "\n".join(lines)

    def club(self, version: str, here: str, url: str, pin: str, folder: str) -> str:
        """The welcome of a club. `url` is what others open."""
        lines = [
            f"Bankhalter {version}",
            self.say("folder", folder=folder),
            "",
            self._line("here", here),
            self._line("front", url),
            self._line("club_pin", pin),
            "",
            qr_blocks(url),
            self.say("stop_club"),
        ]
        return "\n".join(lines)

    def moved(self, urls: Sequence[str]) -> str:
        """What is shown when the network has changed."""
        if is_nowhere(urls[0]):
            return f"\n{self.say('lost')}"
        return "\n".join(("", self.say("moved"), "", *self._where(urls), "", qr_blocks(f"{urls[0]}/table")))

    def named(self, url: str, name: str, first: str) -> str:
        """What is shown when the table has a name in the network; `first` is what the first one there has."""
        return self.say("name" if name == first else "second", url=url, first=first)

    def _where(self, urls: Sequence[str]) -> list[str]:
        url, *others = urls
        return [
            self._line("banker", f"{url}/table"),
            self._line("guests", url),
            *([self._line("others", ", ".join(others))] if others else []),
            *([f"  {self.say('six')}"] if all("[" in shown for shown in urls) else []),
        ]

    def _line(self, key: str, value: str) -> str:
        return f"  {self.say(key):<15} {value}"


def is_nowhere(url: str) -> bool:
    return urlsplit(url).hostname == "localhost"


def qr_blocks(text: str) -> str:
    """A QR code in half-height block characters, readable on dark and light terminals."""
    drawn = io.StringIO()
    segno.make(text, error="m").terminal(out=drawn, compact=True)
    return drawn.getvalue()
