"""Write spaces, deed cards, decks, rules, labels for tags and a banker's sheet as PDF on A4.

They are made from the tables that the engine plays. Print at 100 %, without scaling to the page; each page says whether
it is printed on both sides.
"""

import argparse
import os
from pathlib import Path
from urllib.parse import urlsplit

from hub.commands import CannotRun
from hub.commands.terminal import terminal_language
from hub.commands.writing import write_files
from hub.composition.editions import edition_of
from hub.editions import EDITIONS
from hub.features.printing.named import SHEETS, USUAL
from hub.pictures.drawings import NoPicture, Pictures
from hub.pictures.files import pictures_in
from hub.words import LANGUAGES, Words

HELP = "write an edition's printed parts for the wooden board as PDF"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    edition = parser.add_mutually_exclusive_group(required=True)
    edition.add_argument("edition", metavar="EDITION", nargs="?", help=f"one of: {', '.join(EDITIONS)}")
    edition.add_argument("--edition-dir", type=Path, metavar="DIR", help="your own tables (`editions export`)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="target file (bankhalter-EDITION-LANGUAGE.pdf)")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--sheets",
        default=",".join(USUAL),
        metavar="LIST",
        help=f"comma-separated ({','.join(SHEETS)}); all but ring and marks",
    )
    chosen.add_argument(
        "--marks", dest="sheets", action="store_const", const="marks", help="only the marks that `camera` recognises"
    )
    parser.add_argument("--language", choices=LANGUAGES, help="language of names and texts (default: the terminal's)")
    parser.add_argument(
        "--address",
        metavar="URL",
        help="address of the table, as `bankhalter play` shows it; adds QR codes to join and to look up deeds",
    )
    parser.add_argument(
        "--pictures",
        type=Path,
        metavar="DIR",
        help="folder with your own pictures: space.7.png, deck.chance.svg and so on",
    )
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")


def run(options: argparse.Namespace) -> int:
    rules = edition_of(options)
    language = options.language or terminal_language(os.environ)
    target = options.out or Path(f"bankhalter-{rules.id}{'-marks' if options.sheets == 'marks' else ''}-{language}.pdf")
    try:
        from hub.features.printing.booklet import booklet
        from hub.features.printing.edition import Printed
        from hub.features.printing.paper import DoesNotFit, NotInPrint
    except ModuleNotFoundError as missing:
        raise CannotRun(
            f"printing needs the package {missing.name}; install it with: pip install 'bankhalter[print]'"
        ) from missing
    words, pictures = Words(language), _pictures(options.pictures)
    try:
        content = booklet(Printed(rules, words, _address(options.address), pictures), _sheets(options.sheets))
    except DoesNotFit as text:
        raise CannotRun(f"{str(text)!r} does not fit on its sheet: shorten it in the tables") from text
    except NotInPrint as letter:
        raise CannotRun(f"{str(letter)!r} cannot be printed: use another letter in the tables") from letter
    except NoPicture as wrong:
        raise CannotRun(f"a picture in the tables cannot be printed: {wrong}; take it away") from wrong
    write_files({target: content}, options.force)
    print(f"{target} is written; print it at 100 %.")
    return 0


def _pictures(folder: Path | None) -> Pictures:
    try:
        return pictures_in(folder) if folder is not None else {}
    except NoPicture as wrong:
        raise CannotRun(str(wrong)) from wrong
    except OSError as error:
        raise CannotRun(f"{folder} cannot be read: {error.strerror}") from error


def _sheets(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in SHEETS:
            raise CannotRun(f"there is no sheet {name!r}; choose from: {', '.join(SHEETS)}")
    if not names:
        raise CannotRun(f"no sheet is named; choose from: {', '.join(SHEETS)}")
    return names


def _address(url: str | None) -> str | None:
    if url is None:
        return None
    parts = urlsplit(url)
    more = parts.path.strip("/") or parts.query or parts.fragment
    if parts.scheme not in ("http", "https") or not parts.netloc or more:
        raise CannotRun(f"--address must look like http://192.168.1.20:5080, not {url!r}")
    return f"{parts.scheme}://{parts.netloc}"
