"""Read the printed marks (`bankhalter print EDITION --marks`) on board and pieces in pictures."""

import argparse
from pathlib import Path

import msgspec

from hub.commands import CannotRun
from hub.commands.options import add_edition
from hub.composition.editions import edition_of
from hub.features.camera.contract import Reading

HELP = "say what a picture of the board shows"
HEIGHT_OFF_MM = 3.0
"""How exactly people measure how high a mark is."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    read = parser.add_subparsers(dest="what", required=True).add_parser(
        "read",
        help="say where the pieces stand in pictures",
        description="Say which piece stands in which space. What a picture leaves open is not seen, never guessed.",
    )
    read.add_argument("pictures", metavar="IMAGE", nargs="+", type=Path, help="a photograph (JPEG, PNG and others)")
    add_edition(read)
    read.add_argument("--height", type=float, metavar="MM", help="how high the marks are above the board, if all are")
    read.add_argument("--json", action="store_true", help="print one JSON object for each picture, a line each")


def run(options: argparse.Namespace) -> int:
    """Print what each picture shows; returns 1 if one of them has a problem, else 0. Raises CannotRun."""
    try:
        from hub.features.camera.reading import reading_of
    except ModuleNotFoundError as missing:
        raise CannotRun(
            f"reading pictures needs the package {missing.name}; install it with: pip install 'bankhalter[camera]'"
        ) from missing
    spaces = len(edition_of(options).track.spaces)
    height = options.height
    between = None if height is None else (max(0.0, height - HEIGHT_OFF_MM), height + HEIGHT_OFF_MM)
    problems = False
    for picture in options.pictures:
        try:
            content = picture.read_bytes()
        except OSError as error:
            raise CannotRun(f"{picture} cannot be read: {error.strerror}") from error
        reading = reading_of(content, spaces, str(picture), between)
        problems |= bool(reading.problems)
        print(msgspec.json.encode(reading).decode() if options.json else _said(reading), flush=True)
    return int(problems)


def _said(reading: Reading) -> str:
    seen = [f"  {piece.piece}: {_place(piece.space, piece.doubt)}" for piece in reading.pieces]
    wrong = [f"  !! {problem.replace('_', ' ')}" for problem in reading.problems]
    dice = [f"  dice: {', '.join(str(die.face) for die in reading.dice)}"] if reading.dice else []
    return "\n".join([f"{reading.picture}: {len(reading.board.corners)} corners", *wrong, *seen, *dice])


def _place(space: int | None, doubt: str | None) -> str:
    if space is not None:
        return f"space {space}"
    return f"not seen ({doubt.replace('_', ' ')})" if doubt else "not seen"
