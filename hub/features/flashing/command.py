"""Install or update the firmware of a node.

Its settings stay unless --config or --build is given; if the new firmware does not connect, the old one is restored.
"""

import argparse
import sys
from pathlib import Path

from platformdirs import user_cache_path

from hub.board.spare import known_ports
from hub.commands import CannotRun, whole_number
from hub.commands.terminal import Bar
from hub.features.flashing.package import (
    BUILDS,
    LINK_S,
    Package,
    Patience,
    checked_settings,
    install,
    packaged,
    settings_of,
    with_settings,
)
from hub.features.flashing.uf2 import IMAGES, Chip, combined, official_image
from hub.table.interfaces.board import Update

HELP = "install or update the firmware of a node"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--uf2",
        type=Path,
        metavar="FILE",
        help="make one file for a bare Pico instead, to be dragged onto its drive; needs --image or --chip",
    )
    image = parser.add_mutually_exclusive_group()
    image.add_argument(
        "--image", type=Path, metavar="FILE", help="MicroPython for the Pico, as downloaded from micropython.org"
    )
    image.add_argument("--chip", choices=tuple(IMAGES), help="download MicroPython for this chip, instead of --image")
    parser.add_argument("--port", metavar="DEV", help="serial port of the node (the only one that is plugged in)")
    settings = parser.add_mutually_exclusive_group()
    settings.add_argument("--build", choices=tuple(BUILDS), help="what the node is, if it has no config.py of its own")
    settings.add_argument("--config", type=Path, metavar="FILE", help="the config.py of this node")
    parser.add_argument(
        "--wait",
        type=whole_number(1),
        default=int(LINK_S),
        metavar="S",
        help=f"seconds it may take to connect ({LINK_S:.0f})",
    )


def run(options: argparse.Namespace) -> int:
    package = packaged()
    if options.config is not None:
        package = with_settings(package, checked_settings(options.config))
    elif options.build is not None:
        package = with_settings(package, settings_of(options.build))
    if options.uf2 is not None:
        return _make_uf2(options.uf2, options.image, options.chip, package)
    port = options.port or _only_port()
    patience = Patience(return_s=options.wait, link_s=options.wait)
    own = options.config is not None or options.build is not None
    bar = Bar("bytes")

    def progress(update: Update, sentence: str) -> None:
        """Each step on stderr, with a bar while files are copied."""
        if sentence:
            bar.clear()
            print(f"bankhalter: {sentence}", file=sys.stderr, flush=True)
        else:
            bar.show(update.done, update.whole)

    hello = install(port, package, own, progress, patience)
    print(f"Node {hello.id} on {port} runs firmware {hello.firmware} ({hello.hash}) with {hello.readers} readers.")
    return 0


def _make_uf2(file: Path, image: Path | None, chip: Chip | None, package: Package) -> int:
    if image is None and chip is None:
        raise CannotRun("--uf2 needs --chip, or --image: the UF2 file for your Pico from micropython.org")
    try:
        kept = user_cache_path("bankhalter") / "images"
        official = image.read_bytes() if image is not None else official_image(chip or "rp2040", kept)
        content = combined(official, package.files)
        file.write_bytes(content)
    except OSError as error:
        raise CannotRun(f"{error.filename}: {error.strerror}") from error
    print(f"{file}: hold BOOTSEL while you plug the Pico in, and copy this file onto the drive that appears.")
    return 0


def _only_port() -> str:
    """The port of the one known board that is plugged in. Raises CannotRun."""
    names = [port.name for port in known_ports()]
    if not names:
        raise CannotRun("no board is plugged in: plug one in, or name its port with --port")
    if len(names) > 1:
        raise CannotRun(f"several boards are plugged in: choose one with --port: {', '.join(names)}")
    return names[0]
