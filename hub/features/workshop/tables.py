"""A design's cells as the tables that an edition is read from, and back: the same CSV that `editions export` writes.

Pictures stand in cells by their digest; what writes tables is handed the pictures themselves.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct

from hub.editions.reading import CARD_COLUMNS, TICKET_COLUMNS, TRACK_COLUMNS, TableLine, rows_of
from hub.editions.tables import OWN, OWN_COLUMNS, PICTURE_COLUMNS, PICTURES
from hub.features.workshop.design import Cells
from hub.rules.slots import Rules

TRACK, CARDS, TICKETS = "track.csv", "cards.csv", "tickets.csv"
Texts = Mapping[str, str]
Pictured = Callable[[str], str]
"""The picture of a digest as tables hold it (`svg:…`)."""


class WrittenTables(Struct, frozen=True):
    """Tables of a design, and of each line the row of cells that it says (`track/7`)."""

    texts: dict[str, str]
    rows: dict[tuple[str, int], str]

    def field(self, file: str, line: int, column: str) -> str:
        """The cell that a fault is about: a row if no column is to blame, a whole table if no line is."""
        row = self.rows.get((file, line))
        if row is None:
            return file.removesuffix(".csv")
        return row if file in (OWN, PICTURES) or not column else f"{row}/{column}"


def columns_of(base: Rules, file: str) -> list[str]:
    """The heading of a table as the edition has it; empty if it has no such table."""
    text = base.track.printing.texts.get(file, "")
    return text.splitlines()[0].split(",") if text else []


def written(base: Rules, cells: Cells, pictured: Pictured) -> WrittenTables:
    """The tables of a design. What is wrong in a cell is written as it is: the checks of the edition say so."""
    texts: dict[str, str] = {}
    rows: dict[tuple[str, int], str] = {}

    def write(file: str, columns: list[str], lines: Iterable[tuple[str, list[str]]]) -> None:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        for number, (row, values) in enumerate(lines, 2):
            writer.writerow(values)
            rows[file, number] = row
        texts[file] = out.getvalue()

    columns = columns_of(base, TRACK)
    write(TRACK, columns, _spaces(cells, columns))
    columns = columns_of(base, CARDS)
    write(CARDS, columns, _cards(cells, columns, list(base.track.decks)))
    if base.track.tickets:
        write(TICKETS, TICKET_COLUMNS[0], _tickets(cells))
    named = [(name, name.partition("/")[2], text) for name, text in sorted(cells.items())]
    if own := [(name, [key, text]) for name, key, text in named if name.startswith("own/")]:
        write(OWN, OWN_COLUMNS[0], own)
    if drawn := [(name, [place, pictured(text)]) for name, place, text in named if name.startswith("picture/")]:
        write(PICTURES, PICTURE_COLUMNS[0], drawn)
    return WrittenTables(texts, rows)


def spaces_of(cells: Cells) -> int:
    return sum(name.startswith("track/") and name.endswith("/kind") for name in cells)


def cards_of(cells: Cells) -> list[tuple[str, int]]:
    names = (name.split("/") for name in cells if name.startswith("cards/") and name.endswith("/effect"))
    return sorted((deck, int(card)) for _, deck, card, _ in names)


def _spaces(cells: Cells, columns: list[str]) -> Iterator[tuple[str, list[str]]]:
    for space in range(spaces_of(cells)):
        row = f"track/{space}"
        yield row, [str(space) if column == "space" else cells.get(f"{row}/{column}", "") for column in columns]


def _cards(cells: Cells, columns: list[str], decks: list[str]) -> Iterator[tuple[str, list[str]]]:
    order = {deck: number for number, deck in enumerate(decks)}
    for deck, card in sorted(cards_of(cells), key=lambda one: (order.get(one[0], len(order)), *one)):
        row = f"cards/{deck}/{card}"
        yield row, [deck, str(card), *(cells.get(f"{row}/{column}", "") for column in columns[2:])]


def _tickets(cells: Cells) -> Iterator[tuple[str, list[str]]]:
    tickets = sorted(int(name.split("/")[1]) for name in cells if name.startswith("tickets/"))
    for ticket in tickets:
        yield f"tickets/{ticket}", [str(ticket), cells[f"tickets/{ticket}/expires"]]


def cells_of(texts: Texts, keep_picture: Callable[[TableLine, str], str]) -> dict[str, str]:
    """The cells of tables; what `keep_picture` returns stands for a picture. Raises TableError for what is no table."""
    cells: dict[str, str] = {}
    for number, (_, row) in enumerate(rows_of(texts, TRACK, TRACK_COLUMNS)):
        cells |= {f"track/{number}/{column}": text for column, text in row.items() if column != "space"}
    for _, row in rows_of(texts, CARDS, CARD_COLUMNS):
        at = f"cards/{row.pop('deck')}/{row.pop('card')}"
        cells |= {f"{at}/{column}": text for column, text in row.items()}
    for _, row in rows_of(texts, TICKETS, TICKET_COLUMNS) if TICKETS in texts else ():
        cells[f"tickets/{row['ticket']}/expires"] = row["expires"]
    for _, row in rows_of(texts, OWN, OWN_COLUMNS) if OWN in texts else ():
        cells[f"own/{row['key']}"] = row["text"]
    for where, row in rows_of(texts, PICTURES, PICTURE_COLUMNS) if PICTURES in texts else ():
        cells[f"picture/{row['place']}"] = keep_picture(where, row["picture"])
    return cells
