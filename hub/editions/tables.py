"""The tables of an edition, and those with which a family has replaced them.

The edition's own are files of the package. A family's are checked as strictly, and also against the edition: they may
change names, figures and the order of the track, but not what the rules rely on (`hub.editions.fitting`).
"""

import csv
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from hub.editions.fitting import check
from hub.editions.own import OWN, PICTURES, read_own
from hub.editions.reading import read_track, separator
from hub.editions.words import words_of
from hub.rules.slots import Rules
from hub.rules.track import TableError, Track

TABLES = ("track.csv", "cards.csv", "tickets.csv", OWN, PICTURES)
EDITION, HEADING = "edition.csv", "edition"
"""The table that says which edition the others are for, wherever they lie outside of one."""

SPREADSHEET = "utf-8-sig"
"""Spreadsheets recognise UTF-8 by the mark at the beginning, and write it back."""

DIGEST_LENGTH = 16
__all__ = ["TABLES", "PrintedTables", "TableError", "load_track"]


def as_files(edition: str, texts: Mapping[str, str]) -> dict[str, bytes]:
    """The tables as files, by name, with the one that names their edition."""
    return {name: text.encode(SPREADSHEET) for name, text in {EDITION: f"{HEADING}\n{edition}\n", **texts}.items()}


@dataclass(frozen=True)
class PrintedTables:
    """The tables of a track as texts by file name; `digest` names them, and is empty for the edition's own.

    `package` is the edition's, where its own tables lie.
    """

    package: str
    texts: Mapping[str, str]
    digest: str = ""

    @property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """The words of the edition's package. Raises TableError."""
        return words_of(self.package)

    def reprinted(self, rules: Rules, texts: Mapping[str, str]) -> Track:
        """The track of other tables for the same edition, its own if there are none. Raises TableError."""
        own = _own_texts(self.package)
        if not texts or _plain(texts) == _plain(own):
            return load_track(self.package)
        plain = _plain(texts)
        digest = hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:DIGEST_LENGTH]
        track, places = read_track(texts, PrintedTables(self.package, plain, digest), rules.arrivals)
        check(rules, load_track(self.package), track, places)
        return replace(track, own=read_own(texts, track))


@cache
def load_track(package: str) -> Track:
    """The track of the edition in this package, which says `load_track(__name__)`; read once. Raises TableError."""
    texts = _own_texts(package)
    return read_track(texts, PrintedTables(package, texts))[0]


def _own_texts(package: str) -> dict[str, str]:
    """The tables of an edition as its package has them, by file name."""
    folder = files(package)
    return {name: (folder / name).read_text(encoding="utf-8-sig") for name in TABLES if (folder / name).is_file()}


def _plain(texts: Mapping[str, str]) -> dict[str, str]:
    """These tables in canonical form, whatever spreadsheet wrote them: commas, no needless quotes, plain line ends."""
    return {name: _plain_table(text) for name, text in texts.items()}


def _plain_table(text: str) -> str:
    lines = text.splitlines()
    rows = csv.reader(lines, delimiter=separator(lines))
    return "".join(",".join(_quoted(cell.strip()) for cell in row) + "\n" for row in rows if row)


def _quoted(cell: str) -> str:
    if "," not in cell and '"' not in cell:
        return cell
    doubled = cell.replace('"', '""')
    return f'"{doubled}"'
