"""The tables of an edition, and those with which a family has replaced them.

The edition's own are files of the package; one by others brings texts in `texts.csv`, while ours are with the pages. A
family's tables are checked as strictly, and also against the edition: they may change names, figures and the order of
the track, but not what the rules rely on (`hub.editions.fitting`).

A family's own names and colours are in `own.csv`, a key and a text per line. Keys are those of the locales where they
name something that these name, too: `group.brown`, `deck.chance`, `card.chance.3`. Besides there are `name` (of the
whole), `colour.GROUP`, `money.name` and `money.sign`. Pictures are in `pictures.csv`, a place (`space.7`,
`deck.chance`) and a picture per line: its kind, then its bytes in base64.
"""

import csv
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files

from msgspec import Struct

from hub.editions.fitting import check
from hub.editions.reading import Row, read_track, rows_of, separator, wrong
from hub.rules.slots import Rules
from hub.rules.track import TableError, Track

OWN, PICTURES = "own.csv", "pictures.csv"
OWN_COLUMNS, PICTURE_COLUMNS = [["key", "text"]], [["place", "picture"]]
TEXT_LENGTH_MAXIMUM = {"name": 40, "group": 30, "deck": 30, "card": 200, "money.name": 20, "money.sign": 3}
"""The number of letters that fit where each of these texts is shown."""

PICTURES_LENGTH_MAXIMUM = 1_200_000
"""Bytes of all pictures together, as encoded in the table."""

KEY = re.compile(r"name|money\.(?:name|sign)|(?:group|colour|deck)\.[a-z_0-9]{1,40}|card\.[a-z_0-9]{1,40}\.[0-9]{1,7}")
PLACE = re.compile(r"space\.[0-9]{1,3}|deck\.[a-z_0-9]{1,40}")
PICTURE = re.compile(r"(?:png|svg):[A-Za-z0-9+/]+={0,2}")
COLOUR = re.compile(r"#[0-9a-f]{6}")
PLACEHOLDERS = frozenset("{}")


def read_own(texts: Mapping[str, str], track: Track) -> dict[str, str]:
    """Own words, colours and pictures (`picture.PLACE`) by key; none without these tables. Raises TableError."""
    found: dict[str, str] = {}
    for row in rows_of(texts, OWN, OWN_COLUMNS) if OWN in texts else ():
        _add(found, row, row[1]["key"], _own_text(row, track))
    room = PICTURES_LENGTH_MAXIMUM
    for row in rows_of(texts, PICTURES, PICTURE_COLUMNS) if PICTURES in texts else ():
        picture = _picture(row, track)
        room -= len(picture)
        if room < 0:
            raise wrong(row[0], "picture", "own_pictures", "the pictures are too large together; take some away")
        _add(found, row, f"picture.{row[1]['place']}", picture)
    return found


def _add(found: dict[str, str], row: Row, key: str, text: str) -> None:
    if key in found:
        raise wrong(row[0], "", "own_twice", f"{key} stands there already; keep one of the two")
    found[key] = text


def _own_text(row: Row, track: Track) -> str:
    where, cells = row
    key, text = cells["key"], cells["text"]
    if not KEY.fullmatch(key) or not _is_there(key, track):
        raise wrong(where, "key", "own_key", "there is nothing of this name in the edition; take the line away")
    if key.startswith("colour."):
        if not COLOUR.fullmatch(text):
            raise wrong(where, "text", "own_colour", "give a colour such as #3b8a50, with small letters")
        return text
    most = TEXT_LENGTH_MAXIMUM[key if key.startswith("money.") else key.partition(".")[0]]
    if not 0 < len(text) <= most or not text.isprintable() or not PLACEHOLDERS.isdisjoint(text):
        sentence = f"give 1 to {most} letters, without braces"
        raise wrong(where, "text", "own_text", sentence, most=most)
    return text


def _picture(row: Row, track: Track) -> str:
    where, cells = row
    if not PLACE.fullmatch(cells["place"]) or not _is_there(cells["place"], track):
        raise wrong(where, "place", "own_key", "there is nothing of this name in the edition; take the line away")
    if not PICTURE.fullmatch(cells["picture"]):
        raise wrong(where, "picture", "own_picture", "this is not a picture as the workshop writes it; take it away")
    return cells["picture"]


def _is_there(key: str, track: Track) -> bool:
    """Whether the edition has what a key is about."""
    what, _, name = key.partition(".")
    if what in ("group", "colour"):
        return name in track.groups
    if what == "deck":
        return name in track.decks or (name == "tickets" and bool(track.tickets))
    if what == "space":
        return int(name) < len(track.spaces)
    if what == "card":
        deck, _, card = name.rpartition(".")
        return int(card) in track.decks.get(deck, ())
    return True


FILE = "texts.csv"
LANGUAGES = ("de", "en")
COLUMNS = ["key", *LANGUAGES]
TEXT_KEY = re.compile(r"[a-z0-9_.]{1,60}")
LENGTH_MAXIMUM = 300
ROWS_MAXIMUM = 300


@cache
def words_of(package: str) -> Mapping[str, Mapping[str, str]]:
    """Texts by language and key; none if the package has no such file. Raises TableError."""
    file = files(package) / FILE
    if not file.is_file():
        return {}
    rows = list(csv.DictReader(file.read_text(encoding="utf-8-sig").splitlines()))
    for number, row in enumerate(rows, 2):
        if number > ROWS_MAXIMUM or not _is_fit(row):
            raise TableError(
                f"{FILE}, line {number}: give a key and a text in each of {', '.join(LANGUAGES)}, none longer than "
                f"{LENGTH_MAXIMUM} letters, and {ROWS_MAXIMUM} lines at most"
            )
    return {language: {row["key"]: row[language] for row in rows} for language in LANGUAGES}


def _is_fit(row: Mapping[str, str | None]) -> bool:
    texts = [text or "" for text in row.values()]
    return (
        list(row) == COLUMNS
        and all(0 < len(text) <= LENGTH_MAXIMUM for text in texts)
        and TEXT_KEY.fullmatch(texts[0]) is not None
    )


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


class PrintedTables(Struct, frozen=True):
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
