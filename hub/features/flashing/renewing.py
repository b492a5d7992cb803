"""Updates the firmware of nodes from a running table, and makes the UF2 file for a new Pico, like `bankhalter flash`.

Steps and failures are keys for the pages. The code for flashing is loaded when it is first used.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from hub.features.flashing.repl import FlashFailed, ToolsMissing
from hub.server.http.answers import HttpRefused
from hub.server.reasons import ServerReason
from hub.table.interfaces.board import Update, UpdateStep

if TYPE_CHECKING:
    from hub.features.flashing.install import Patience
    from hub.features.flashing.package import Package

log = logging.getLogger(__name__)


NodeFile: TypeAlias = Callable[[str, str], bytes]
"""Makes the file for a chip and what it is to be; it may take as long as a download. Raises HttpRefused."""


class Noted:
    """Reports progress in the form that pages show."""

    def __init__(self, note: Callable[[Update], None]) -> None:
        self._note = note

    def say(self, step: UpdateStep, _sentence: str) -> None:
        self._note(Update(step))

    def show(self, done: int, whole: int) -> None:
        self._note(Update("copy", done, whole))


def renew(port: str, note: Callable[[Update], None]) -> None:
    """Install this hub's firmware on the node at this port, keeping its settings; failures are reported by `note`."""
    from hub.features.flashing.install import Patience
    from hub.features.flashing.package import packaged

    renew_with(packaged, Patience(), port, note)


def renew_with(made: Callable[[], Package], patience: Patience, port: str, note: Callable[[Update], None]) -> None:
    """The same with the given firmware."""
    from hub.features.flashing.install import install

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
        from hub.features.flashing.package import BUILDS, packaged, settings_of, with_settings
        from hub.features.flashing.uf2 import IMAGES, combined, official_image

        image = next(known for known in IMAGES if known == chip)
        settings = settings_of(next(known for known in BUILDS if known == build))
        try:
            package = with_settings(packaged(), settings)  # first: nothing is downloaded for a build that fails
            return combined(official_image(image, folder), package.files)
        except ToolsMissing as missing:
            log.warning("no firmware file for a %s: %s", chip, missing)
            raise HttpRefused(ServerReason.NO_TOOLS, 503) from missing
        except FlashFailed as failed:
            log.warning("no firmware file for a %s: %s", chip, failed)
            raise HttpRefused(ServerReason.NO_IMAGE, 503) from failed

    return made
