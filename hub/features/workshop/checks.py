"""What a design can hold at all, from a page or in a file, and all that is wrong with it, each fault at its cell.

What is wrong is stored as people wrote it. The strict checks of own tables stop at the first fault: so the cell that it
is about is put right as it is printed in the edition, and the rest is checked again, until nothing is wrong or nothing
can be put right any more. A file `.board` has a base, cells and pictures as JSON, and no step of its making. Like
tables (`spreadsheets`) it is read as strictly as what a page asks for: bounded, only cells that the edition has, only
pictures that are cleaned again.
"""

import re
from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct

from hub.editions.tables import KEY, PLACE
from hub.features.workshop.design import Cells, Changes, Design, WorkshopReason
from hub.features.workshop.spreadsheets import NoTables, tables_in, tables_of
from hub.features.workshop.tables import CARDS, TRACK, Pictured, cards_of, cells_of, columns_of, spaces_of, written
from hub.features.workshop.views import FaultView
from hub.pictures.drawings import NoPicture
from hub.pictures.files import file_of
from hub.rules.slots import Rules
from hub.rules.track import TableError
from hub.server.http.answers import HttpRefused

TEXT_LENGTH_MAXIMUM = 200
CHANGES_MAXIMUM = 600
CELLS_MAXIMUM = 4_000
"""Far more than the longest track with all cards has."""

CARD_NUMBER = re.compile(r"[1-9][0-9]{0,2}")
DIGEST_LENGTH = 32
DIGEST = re.compile(rf"[0-9a-f]{{{DIGEST_LENGTH}}}")

FAULTS_MAXIMUM = 60


def tidy(base: Rules, cells: Cells, changes: Mapping[str, str | None]) -> dict[str, str | None]:
    """The changes as they are stored: no spaces around texts, and empty own words taken away. Raises HttpRefused."""
    if len(changes) > CHANGES_MAXIMUM:
        raise HttpRefused(WorkshopReason.TOO_LARGE)
    tidied: dict[str, str | None] = {}
    for name, text in changes.items():
        plain = None if text is None else text.strip()
        if not is_cell(base, spaces_of(cells), name):
            raise HttpRefused(WorkshopReason.NO_CELL)
        if plain is not None and not fits(name, plain):
            raise HttpRefused(WorkshopReason.TEXT)
        if plain is None and name.startswith("track/"):
            raise HttpRefused(WorkshopReason.NO_CELL)
        tidied[name] = plain or None if name.startswith(("own/", "picture/")) else plain
    _check_whole(base, cells, tidied)
    return tidied


def is_cell(base: Rules, spaces: int, name: str) -> bool:
    table, _, rest = name.partition("/")
    parts = rest.split("/")
    if table == "own":
        return KEY.fullmatch(rest) is not None
    if table == "picture":
        return PLACE.fullmatch(rest) is not None
    if table == "track" and len(parts) == 2:
        return _number(parts[0]) < spaces and parts[1] in columns_of(base, TRACK)[1:]
    if table == "cards" and len(parts) == 3:
        known = parts[0] in base.track.decks and parts[2] in columns_of(base, CARDS)[2:]
        return known and CARD_NUMBER.fullmatch(parts[1]) is not None
    if table == "tickets" and len(parts) == 2:
        return bool(base.track.tickets) and CARD_NUMBER.fullmatch(parts[0]) is not None and parts[1] == "expires"
    return False


def _number(text: str) -> int:
    return int(text) if re.fullmatch(r"0|[1-9][0-9]{0,2}", text) else 1_000


def fits(name: str, text: str) -> bool:
    if name.startswith("picture/"):
        return not text or DIGEST.fullmatch(text) is not None
    return len(text) <= TEXT_LENGTH_MAXIMUM and text.isprintable()


def _check_whole(base: Rules, cells: Cells, changes: Changes) -> None:
    """A card is there with all its cells or with none."""
    after = {name for name in cells if changes.get(name, "") is not None}
    after |= {name for name, text in changes.items() if text is not None}
    if len(after) > CELLS_MAXIMUM:
        raise HttpRefused(WorkshopReason.TOO_LARGE)
    columns = columns_of(base, CARDS)[2:]
    for row in {name.rpartition("/")[0] for name in changes if name.startswith("cards/")}:
        if 0 < sum(f"{row}/{column}" in after for column in columns) < len(columns):
            raise HttpRefused(WorkshopReason.NO_CELL)


def faults_of(base: Rules, printed: Cells, cells: Cells, pictured: Pictured) -> tuple[FaultView, ...]:
    """Each fault with the cell that it is about; `printed` are the cells of the edition itself."""
    found: list[FaultView] = []
    tried = dict(cells)
    while len(found) < FAULTS_MAXIMUM:
        tables = written(base, tried, pictured)
        try:
            base.with_tables(tables.texts)
        except TableError as error:
            fault = error.fault
            if fault is None:
                return (*found, FaultView("", "table", {"sentence": str(error)}))
            field = tables.field(fault.file, fault.line, fault.column)
            found.append(FaultView(field, fault.key, dict(fault.args)))
            if not _put_right(printed, tried, field):
                break
        else:
            break
    return tuple(found)


def _put_right(printed: Cells, cells: dict[str, str], field: str) -> bool:
    """Have a cell, else its row, say what is printed; False if it does so already."""
    for within in (field, field.rpartition("/")[0]):
        if not within:
            continue
        names = {name for name in (*cells, *printed) if name == within or name.startswith(f"{within}/")}
        wrong = [name for name in names if cells.get(name) != printed.get(name)]
        for name in wrong:
            if name in printed:
                cells[name] = printed[name]
            else:
                del cells[name]
        if wrong:
            return True
    return False


KIND, VERSION = "board", 1
BYTES_MAXIMUM = 1_500_000
SPACES_MAXIMUM = 200


class BoardFile(Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says. `pictures` are by digest, as tables hold them (`svg:…`)."""

    bankhalter: str
    version: int
    base: str
    cells: dict[str, str]
    pictures: dict[str, str] = {}


class TableFiles(Struct, frozen=True, forbid_unknown_fields=True):
    """CSV files that were chosen together, by their name."""

    tables: dict[str, str]


DECODER, TABLES_DECODER = msgspec.json.Decoder(BoardFile), msgspec.json.Decoder(TableFiles)
ZIP, TABLES = b"PK\x03\x04", b'{"tables":'
KeepPicture = Callable[[bytes], str]
"""Cleans and keeps a picture, and gives its digest. Raises HttpRefused."""


def packed(design: Design, pictured: Callable[[str], str]) -> bytes:
    digests = {digest for name, digest in design.cells.items() if name.startswith("picture/")}
    pictures = {digest: pictured(digest) for digest in sorted(digests)}
    return msgspec.json.format(msgspec.json.encode(BoardFile(KIND, VERSION, design.base, design.cells, pictures)))


def unpacked(content: bytes, bases: Mapping[str, Rules], kept: KeepPicture) -> tuple[Rules, dict[str, str]]:
    """The base and the cells of a file, whichever of ours it is. Raises HttpRefused."""
    if len(content) > BYTES_MAXIMUM:
        raise HttpRefused(WorkshopReason.TOO_LARGE)
    if content.startswith((ZIP, TABLES)):
        return _from_tables(content, bases, kept)
    try:
        file = DECODER.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise HttpRefused(WorkshopReason.NO_BOARD) from error
    if file.bankhalter != KIND:
        raise HttpRefused(WorkshopReason.NO_BOARD)
    if file.version != VERSION:
        raise HttpRefused(WorkshopReason.NEWER)
    base = _base(file.base, bases)
    cells = checked(base, file.cells)
    for name, digest in list(cells.items()):
        if name.startswith("picture/"):
            if digest not in file.pictures:
                raise HttpRefused(WorkshopReason.PICTURE)
            cells[name] = _kept(file.pictures[digest], kept)
    return base, cells


def _from_tables(content: bytes, bases: Mapping[str, Rules], kept: KeepPicture) -> tuple[Rules, dict[str, str]]:
    try:
        found = tables_in(content) if content.startswith(ZIP) else tables_of(TABLES_DECODER.decode(content).tables)
        base = _base(found[0], bases)
        # a picture is cleaned only once it is known that all cells are cells of the edition
        pictures: dict[str, str] = {}

        def put_aside(_where: object, picture: str) -> str:
            return pictures.setdefault(picture, f"{len(pictures):032x}")

        cells = checked(base, cells_of(found[1], put_aside))
    except (NoTables, TableError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise HttpRefused(WorkshopReason.NO_TABLES) from error
    digests = {aside: _kept(picture, kept) for picture, aside in pictures.items()}
    return base, {name: digests[text] if name.startswith("picture/") else text for name, text in cells.items()}


def _base(name: str, bases: Mapping[str, Rules]) -> Rules:
    if name not in bases:
        raise HttpRefused(WorkshopReason.NO_BASE)
    return bases[name]


def _kept(picture: str, kept: KeepPicture) -> str:
    try:
        return kept(file_of(picture)[0])
    except NoPicture as error:
        raise HttpRefused(WorkshopReason.PICTURE) from error


def checked(base: Rules, cells: Cells) -> dict[str, str]:
    """Cells from elsewhere, each of which the edition has; what a row lacks is empty. Raises HttpRefused."""
    spaces = spaces_of(cells)
    if len(cells) > CELLS_MAXIMUM or not 0 < spaces <= SPACES_MAXIMUM:
        raise HttpRefused(WorkshopReason.TOO_LARGE)
    for name, text in cells.items():
        if not is_cell(base, spaces, name) or not fits(name, text):
            raise HttpRefused(WorkshopReason.NO_CELL)
    whole = dict(cells)
    for row in (f"track/{space}" for space in range(spaces)):
        whole = {**{f"{row}/{column}": "" for column in columns_of(base, TRACK)[1:]}, **whole}
    for deck, card in cards_of(cells):
        whole = {**{f"cards/{deck}/{card}/{column}": "" for column in columns_of(base, CARDS)[2:]}, **whole}
    return whole
