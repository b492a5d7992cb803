"""A family's own names and colours: `own.csv`, a key and a text per line, next to the other tables.

Keys are those of the locales where they name something that these name, too: `group.brown`, `deck.chance`,
`card.chance.3`. Besides there are `name` (of the whole), `colour.GROUP`, `money.name` and `money.sign`. Pictures are in
`pictures.csv`, a place (`space.7`, `deck.chance`) and a picture per line: its kind, then its bytes in base64.
"""

import re
from collections.abc import Mapping

from hub.editions.reading import Row, rows_of, wrong
from hub.rules.track import Track

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
