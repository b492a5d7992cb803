"""Reads the CSV tables of an edition strictly: everything unknown, missing or broken is an error of one sentence.

It names file and line and says what to do, because families write such tables too. Lists are separated by commas, or
by semicolons, as spreadsheets write them where a comma marks decimals. One row per space, card or ticket.
"""

import csv
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from unicodedata import normalize

from msgspec import Struct

from hub.domain.ids import snake
from hub.rules.cards import effects
from hub.rules.track import Deed, Fault, Printing, Space, TableError, Track

STAGES = [f"rent_{stage}" for stage in range(10)]
"""Rents by stage, as many as an edition has; every table has at least six."""

FIGURES = ["first", "second", "third", "fourth"]
"""What an effect takes, as many as an edition's cards need; every table has at least two."""

TRACK_COLUMNS = [
    ["space", "name", "kind", "group", "price", *STAGES[:count], "house_price", "mortgage", "amount", *further]
    for count, further in ((6, ()), (7, ()), (10, ("commission",)))
]
CARD_COLUMNS = [["deck", "card", "effect", *FIGURES[:count]] for count in (2, 4)]
TICKET_COLUMNS = [["ticket", "expires"]]
FIGURE_MAXIMUM = 10_000_000
LINE_MAXIMUM = 400
"""More lines than any table needs; tables are read no further."""
NAME_LENGTH_MAXIMUM = 40
NAMED = 3
"""How many names a sentence lists."""
DEED_KINDS = ("street", "station", "utility")

EFFECTS: Mapping[str, type[effects.Effect]] = {
    snake(name): kind
    for name, kind in vars(effects).items()
    if isinstance(kind, type) and issubclass(kind, effects.Effect) and kind is not effects.Effect
}
"""What a card row may say: each kind of effect by its name; the figures it takes are its fields."""


class TableLine(Struct, frozen=True):
    """A line of a table, or with line 0 the whole of it."""

    file: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}" if self.line else self.file


Row = tuple[TableLine, dict[str, str]]
"""Where a row is and its cells by column."""


class SourceLines(Struct, frozen=True):
    """Where things were read: by space, and by deck and card."""

    spaces: Mapping[int, TableLine]
    cards: Mapping[tuple[str, int], TableLine]


def wrong(where: TableLine, column: str, key: str, sentence: str, **args: str | int) -> TableError:
    """The error for a cell, or for a whole line or table: a sentence for the terminal, a key for the pages."""
    return TableError(f"{where}: {sentence}", Fault(key, where.file, where.line, column, args))


def read_track(texts: Mapping[str, str], printing: Printing, kinds: Collection[str] = ()) -> tuple[Track, SourceLines]:
    """The track of these tables (file name -> text), and where its parts were read. Raises TableError."""
    rows = list(rows_of(texts, "track.csv", TRACK_COLUMNS))
    spaces = tuple(_space(index, row, kinds) for index, row in enumerate(rows))
    deeds = {deed.space: deed for index, row in enumerate(rows) if (deed := _deed(index, row)) is not None}
    jails = tuple(space.index for space in spaces if space.kind == "jail")
    if not jails:
        raise wrong(TableLine("track.csv"), "", "no_jail", "there is no space of kind jail; give one space this kind")
    decks, cards = _decks(texts, len(spaces))
    places = SourceLines({index: where for index, (where, _) in enumerate(rows)}, cards)
    groups = _groups(deeds, places)
    return Track(spaces, deeds, groups, decks, jails, printing=printing, tickets=_tickets(texts)), places


def rows_of(texts: Mapping[str, str], file: str, layouts: list[list[str]]) -> Iterator[Row]:
    """The rows of a table whose columns are one of `layouts`. Raises TableError."""
    if file not in texts:
        sentence = f"{file} is missing; export the edition again and change that copy"
        raise TableError(sentence, Fault("table_missing", file, args={"file": file}))
    lines = texts[file].splitlines()
    reader = csv.DictReader(lines, delimiter=separator(lines))
    columns = list(reader.fieldnames or ())
    if columns not in layouts:
        raise wrong(TableLine(file, 1), "", "columns", _wrong_columns(columns, layouts), file=file)
    try:
        for cells in reader:
            where = TableLine(file, reader.line_num)
            if reader.line_num > LINE_MAXIMUM:
                raise wrong(where, "", "lines", f"give at most {LINE_MAXIMUM} lines", most=LINE_MAXIMUM)
            if None in cells or None in cells.values():
                sentence = f"give {len(columns)} cells, one for each column, even if some are empty"
                raise wrong(where, "", "cells", sentence, count=len(columns))
            # macOS copies from PDFs with accents by themselves, which the fonts of sheets do not have
            yield where, {column: normalize("NFC", cell.strip()) for column, cell in cells.items()}
    except csv.Error as error:
        where = TableLine(file, reader.line_num)
        raise wrong(where, "", "row", f"this is not a row of a table ({error}); type it again") from error


def separator(lines: Sequence[str]) -> str:
    """What separates the cells of a table."""
    first = lines[0] if lines else ""
    return ";" if ";" in first and "," not in first else ","


def _wrong_columns(columns: list[str], layouts: list[list[str]]) -> str:
    wanted = min(layouts, key=lambda layout: len(set(layout) ^ set(columns)))
    unknown = [column for column in columns if column not in wanted]
    missing = [column for column in wanted if column not in columns]
    found = [f"unknown {_few(unknown)}"] if unknown else []
    found += [f"{_few(missing)} {'is' if len(missing) == 1 else 'are'} missing"] if missing else []
    why = ", ".join(found) or "columns are in another order, or stand there twice"
    return f"{why}; the first line must be {','.join(wanted)}"


def _few(columns: Sequence[str]) -> str:
    """Some names, and how many more there are: fit for a terminal, whatever is in the file."""
    more = f" and {len(columns) - NAMED} more" if len(columns) > NAMED else ""
    return ("column " if len(columns) == 1 else "columns ") + ", ".join(map(_cut, columns[:NAMED])) + more


def _cut(text: str) -> str:
    """What is in a cell, as much as fits a sentence."""
    return repr(_short(text))


def _short(text: str) -> str:
    return text if len(text) <= NAME_LENGTH_MAXIMUM else f"{text[:NAME_LENGTH_MAXIMUM]}…"


def _number(row: Row, column: str) -> int:
    where, cells = row
    text = cells[column]
    if not text:
        raise wrong(where, column, "number_missing", f"{column} is missing; give a whole number")
    if text[0] in "-\N{MINUS SIGN}" and text[1:].isdecimal():
        raise wrong(where, column, "number_negative", f"{column} is {_cut(text)}; give a number of at least 0")
    if not (text.isascii() and text.isdecimal()):
        raise wrong(where, column, "number", f"{column} is {_cut(text)}; give a whole number, digits only")
    if len(text) > len(str(FIGURE_MAXIMUM)) or int(text) > FIGURE_MAXIMUM:
        sentence = f"{column} is {_short(text)}; give a number up to {FIGURE_MAXIMUM}"
        raise wrong(where, column, "number_large", sentence, most=FIGURE_MAXIMUM)
    return int(text)


def _space(index: int, row: Row, kinds: Collection[str]) -> Space:
    where, cells = row
    if _number(row, "space") != index:
        sentence = f"this is space {cells['space']} where {index} is next; number them without gaps"
        raise wrong(where, "space", "order", sentence, next=index)
    if kinds and cells["kind"] not in kinds:
        raise wrong(where, "kind", "kind", f"unknown kind {_cut(cells['kind'])}; give one of {', '.join(kinds)}")
    if not 0 < len(cells["name"]) <= NAME_LENGTH_MAXIMUM or not cells["name"].isprintable():
        sentence = f"the name is {_cut(cells['name'])}; give 1 to {NAME_LENGTH_MAXIMUM} letters"
        raise wrong(where, "name", "name", sentence, most=NAME_LENGTH_MAXIMUM)
    amount = _number(row, "amount") if cells["amount"] else 0
    english = "" if cells["kind"] in DEED_KINDS else english_names().get(cells["name"], "")
    return Space(index, cells["name"], cells["kind"], amount, english)


@cache
def english_names() -> dict[str, str]:
    """The English names of spaces that are no deeds, by the name on the printed track: a deed keeps its own.

    `english.csv` here has the names of several editions; in the folder of an edition it has those of that one alone.
    """
    here = files(__package__)
    tables = [folder / "english.csv" for folder in (here, *here.iterdir())]
    lists = [csv.DictReader(table.read_text(encoding="utf-8").splitlines()) for table in tables if table.is_file()]
    return {row["name"]: row["english"] for rows in lists for row in rows}


def _deed(index: int, row: Row) -> Deed | None:
    where, cells = row
    kind, group = cells["kind"], cells["group"]
    if kind not in DEED_KINDS:
        for column in ("group", "price", *STAGES, "house_price", "mortgage", "commission"):
            if cells.get(column):
                sentence = f"{column} is {_cut(cells[column])} on a space of kind {kind}; leave it empty"
                raise wrong(where, column, "not_empty", sentence)
        return None
    if not group:
        sentence = "the group is missing; give the group that this deed belongs to"
        raise wrong(where, "group", "group_missing", sentence)
    if len(group) > NAME_LENGTH_MAXIMUM or not group.isprintable():
        raise wrong(where, "group", "group_unknown", f"the group is {_cut(group)}; give one of the edition")
    if cells["amount"]:
        raise wrong(where, "amount", "not_empty", f"amount is {_cut(cells['amount'])} on a deed; leave it empty")
    return Deed(
        index,
        kind,
        group,
        _number(row, "price"),
        _rents(row),
        _number(row, "house_price") if kind == "street" or cells["house_price"] else 0,
        _number(row, "mortgage"),
        _number(row, "commission") if cells.get("commission") else 0,
    )


def _rents(row: Row) -> tuple[int, ...]:
    where, cells = row
    given = [stage for stage in STAGES if cells.get(stage)]
    rents = tuple(_number(row, stage) for stage in STAGES[: STAGES.index(given[-1]) + 1 if given else 1])
    for stage, (low, high) in enumerate(pairwise(rents), start=1):
        if high < low:
            sentence = f"rent_{stage} is {high}, less than the rent before it; rents never fall"
            raise wrong(where, f"rent_{stage}", "rents_fall", sentence, least=low)
    return rents


def _groups(deeds: Mapping[int, Deed], places: SourceLines) -> dict[str, tuple[int, ...]]:
    groups: dict[str, tuple[int, ...]] = {}
    for deed in deeds.values():
        groups[deed.group] = (*groups.get(deed.group, ()), deed.space)
    for group, spaces in groups.items():
        first = deeds[spaces[0]]
        for deed in (deeds[space] for space in spaces[1:]):
            if (deed.kind, deed.house_price) != (first.kind, first.house_price):
                sentence = (
                    f"the deeds of group {group} differ in kind or house_price; "
                    f"give this one {first.kind} and {first.house_price}, as in {places.spaces[first.space]}"
                )
                column, key = ("group", "group_kind") if deed.kind != first.kind else ("house_price", "group_price")
                where, amount = places.spaces[deed.space], first.house_price
                raise wrong(where, column, key, sentence, group=group, kind=first.kind, amount=amount)
    return groups


Decks = dict[str, dict[int, effects.Effect]]


def _decks(texts: Mapping[str, str], spaces: int) -> tuple[Decks, dict[tuple[str, int], TableLine]]:
    """The decks, and where each card was read."""
    decks: Decks = {}
    places: dict[tuple[str, int], TableLine] = {}
    for row in rows_of(texts, "cards.csv", CARD_COLUMNS):
        where, cells = row
        effect = _effect(row, spaces)
        if len(cells["deck"]) > NAME_LENGTH_MAXIMUM:
            raise wrong(where, "deck", "deck", f"the deck is {_cut(cells['deck'])}; give one of the edition")
        deck, card = decks.setdefault(cells["deck"], {}), _number(row, "card")
        if card in deck:
            sentence = f"card {card} of this deck stands there already; give it another number"
            raise wrong(where, "card", "card_twice", sentence)
        deck[card] = effect
        places[cells["deck"], card] = where
    return decks, places


def _effect(row: Row, spaces: int) -> effects.Effect:
    where, cells = row
    name = cells["effect"]
    if name not in EFFECTS:
        raise wrong(where, "effect", "effect", f"unknown effect {_cut(name)}; give one of {', '.join(EFFECTS)}")
    figures = len(EFFECTS[name].__struct_fields__)
    given = [_number(row, column) for column in FIGURES if cells.get(column)]
    if len(given) != figures:
        column = next((column for column in FIGURES[:figures] if not cells.get(column)), FIGURES[figures:][0])
        sentence = f"{name} takes {figures} figures, not {len(given)}; give {figures}"
        raise wrong(where, column, "figures", sentence, count=figures)
    if name in ("move_to", "move_back_to") and given[0] >= spaces:
        sentence = f"there is no space {given[0]}; give one from 0 to {spaces - 1}"
        raise wrong(where, FIGURES[0], "no_space", sentence, most=spaces - 1)
    return EFFECTS[name](*given)


def _tickets(texts: Mapping[str, str]) -> dict[int, bool]:
    """The tickets of an edition that has any: by number, whether it expires the others."""
    tickets: dict[int, bool] = {}
    for row in rows_of(texts, "tickets.csv", TICKET_COLUMNS) if "tickets.csv" in texts else ():
        ticket, expires = _number(row, "ticket"), _number(row, "expires")
        if ticket in tickets:
            sentence = f"ticket {ticket} stands there already; give it another number"
            raise wrong(row[0], "ticket", "card_twice", sentence)
        if expires > 1:
            sentence = f"expires is {expires}; give 1 if it expires all others, else 0"
            raise wrong(row[0], "expires", "expires", sentence)
        tickets[ticket] = bool(expires)
    return tickets
