"""A design as one file `.board`, for a friend: its base, its cells and its pictures as JSON, and nothing else.

What comes from elsewhere, as such a file or as tables (`spreadsheets`), is read as strictly as what a
page asks for: bounded, only cells that the edition has, only pictures that are cleaned again. No step of its making is
in it.
"""

from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct

from hub.features.workshop.checks import CELLS_MAXIMUM, is_cell
from hub.features.workshop.checks import fits as fits_cell
from hub.features.workshop.design import Cells, Design, WorkshopReason
from hub.features.workshop.spreadsheets import NoTables, tables_in, tables_of
from hub.features.workshop.tables import CARDS, TRACK, cards_of, cells_of, columns_of, spaces_of
from hub.pictures.drawings import NoPicture
from hub.pictures.files import file_of
from hub.rules.slots import Rules
from hub.rules.track import TableError
from hub.server.http.answers import HttpRefused

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
        if not is_cell(base, spaces, name) or not fits_cell(name, text):
            raise HttpRefused(WorkshopReason.NO_CELL)
    whole = dict(cells)
    for row in (f"track/{space}" for space in range(spaces)):
        whole = {**{f"{row}/{column}": "" for column in columns_of(base, TRACK)[1:]}, **whole}
    for deck, card in cards_of(cells):
        whole = {**{f"cards/{deck}/{card}/{column}": "" for column in columns_of(base, CARDS)[2:]}, **whole}
    return whole
