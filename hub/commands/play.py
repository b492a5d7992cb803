"""Open a table."""

import argparse
from pathlib import Path

from hub.commands.options import add_place, add_serving, serving

HELP = "open a table (the default)"
OWN_SIGNALS = True
"""It handles signals to end by itself."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    board = parser.add_mutually_exclusive_group()
    board.add_argument(
        "--port", action="append", default=[], metavar="DEV", help="serial port of a node; repeat it up to four times"
    )
    board.add_argument(
        "--simulated",
        nargs="?",
        choices=("starter", "ring", "full", "camera"),
        const="full",
        help="play on a simulated board: with one reader, with one reader and a light ring, with a reader under every "
        "space (full, the default), or seen in drawn pictures (camera)",
    )
    board.add_argument(
        "--camera",
        nargs="?",
        const="phone",
        metavar="SOURCE",
        help="have a camera see the board: a phone that opens a page (the default), the number of a camera at this "
        "computer (0), or an address (rtsp://…, http://…)",
    )
    board.add_argument(
        "--no-board",
        action="store_true",
        help="play without readers and buttons, even if a board is plugged in: people say on a screen where their "
        "pieces are, or their phones read stickers",
    )
    add_place(parser)
    parser.add_argument("--edition-dir", type=Path, metavar="DIR", help="your own tables (`editions export`)")
    add_serving(parser, ", so that screens stay on", "give the banker a new PIN, which locks a lost tablet out")
    parser.add_argument("--no-browser", action="store_true", help="do not open the table's page on this computer")


def run(options: argparse.Namespace) -> int:
    from hub.composition.play import PlayOptions, play  # imported here so that other commands start fast

    play(
        PlayOptions(
            ports=tuple(options.port),
            simulated=None if options.simulated == "camera" else options.simulated,
            camera="drawn" if options.simulated == "camera" else options.camera,
            no_board=options.no_board,
            browser=not options.no_browser,
            edition_dir=options.edition_dir,
            **serving(options),
        )
    )
    return 0
