"""Write balances, payments, properties and auctions of a stored game as tables.

Moves that were undone are left out. hub/docs/EXPORT.md describes the sheets. With --game the whole game is written, for
`bankhalter import` on another computer.
"""

import argparse
import os
from pathlib import Path

from hub.commands.games import NEWEST, played_game
from hub.commands.options import add_place, stored_games
from hub.commands.terminal import terminal_language
from hub.commands.writing import PRIVATE, make_folder, write_files
from hub.features.export.book import Book, as_csv, as_json, as_xlsx, book_of
from hub.store.gamefile import moved_from, packed
from hub.words import LANGUAGES

HELP = "export a stored game for a spreadsheet, or whole for another computer"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"its id as `bankhalter games` lists it, or {NEWEST}")
    target = parser.add_mutually_exclusive_group(required=True)
    target.add_argument("--xlsx", type=Path, metavar="FILE", help="an Excel workbook")
    target.add_argument("--csv", type=Path, metavar="DIR", help="a folder with one CSV file per sheet")
    target.add_argument("--json", type=Path, metavar="FILE", help="one JSON object")
    target.add_argument(
        "--game",
        dest="whole",
        type=Path,
        metavar="FILE",
        help="the whole game, with undo and players, for another computer",
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, help="language of headings and sentences (default: the terminal's)"
    )
    parser.add_argument("--force", action="store_true", help="overwrite existing files")
    add_place(parser)


def run(options: argparse.Namespace) -> int:
    with stored_games(options) as store:
        played = played_game(store, options.game)
        if options.whole is not None:
            write_files({options.whole: packed(moved_from(store, played.record))}, options.force, PRIVATE)
            return 0
    book = book_of(played, options.language or terminal_language(os.environ))
    write_files(_files(options, book), options.force)
    return 0


def _files(options: argparse.Namespace, book: Book) -> dict[Path, bytes]:
    """The content of each file to write. Creates the folder for CSV files if its parent exists."""
    if options.xlsx is not None:
        return {options.xlsx: as_xlsx(book)}
    if options.json is not None:
        return {options.json: as_json(book)}
    folder: Path = options.csv
    make_folder(folder)
    return {folder / name: content for name, content in as_csv(book).items()}
