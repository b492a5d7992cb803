"""Updates the firmware of nodes from a running table, and makes the UF2 file for a new Pico, like `bankhalter flash`.

Steps and failures are keys for the pages.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from hub.features.flashing.install import Patience, install
from hub.features.flashing.package import BUILDS, Package, packaged, settings_of, with_settings
from hub.features.flashing.repl import FlashFailed, ToolsMissing
from hub.features.flashing.uf2 import IMAGES, combined, official_image
from hub.server.reasons import ServerReason
from hub.table.interfaces.board import Update, UpdateStep

PATIENCE = Patience()

log = logging.getLogger(__name__)


class NoNodeFile(Exception):
    """The file cannot be made; `reason` says why."""

    def __init__(self, reason: ServerReason) -> None:
        super().__init__(reason)
        self.reason = reason


NodeFile: TypeAlias = Callable[[str, str], bytes]
"""Makes the file for a chip and what it is to be; it may take as long as a download. Raises NoNodeFile."""


class Noted:
    """Reports progress in the form that pages show."""

    def __init__(self, note: Callable[[Update], None]) -> None:
        self._note = note

    def say(self, step: UpdateStep, _sentence: str) -> None:
        self._note(Update(step))

    def show(self, done: int, whole: int) -> None:
        self._note(Update("copy", done, whole))


def renew(
    port: str,
    note: Callable[[Update], None],
    made: Callable[[], Package] = packaged,
    patience: Patience = PATIENCE,
) -> None:
    """Install this hub's firmware on the node at this port, keeping its settings; failures are reported by `note`."""
    try:
        hello = install(port, made(), False, Noted(note), patience)
    except FlashFailed as failed:
        log.warning("the firmware of the node on %s was not renewed: %s", port, failed)
        note(Update("failed", why=failed.why))
    else:
        log.info("node %s has new firmware", hello.id, extra={"hash": hello.hash})
        note(Update("done"))


def node_file(folder: Path) -> NodeFile:
    """Makes files for bare Picos; official images are kept in this folder."""

    def made(chip: str, build: str) -> bytes:
        image = next(known for known in IMAGES if known == chip)
        settings = settings_of(next(known for known in BUILDS if known == build))
        try:
            package = with_settings(packaged(), settings)  # first: nothing is downloaded for a build that fails
            return combined(official_image(image, folder), package.files)
        except ToolsMissing as missing:
            log.warning("no firmware file for a %s: %s", chip, missing)
            raise NoNodeFile(ServerReason.NO_TOOLS) from missing
        except FlashFailed as failed:
            log.warning("no firmware file for a %s: %s", chip, failed)
            raise NoNodeFile(ServerReason.NO_IMAGE) from failed

    return made
