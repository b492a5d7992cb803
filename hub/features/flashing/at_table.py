"""What flashing does at a table: updates nodes, and makes one file that makes a node of a bare Pico, for the banker.

The page asks for `/api/node.uf2?chip=rp2040&build=starter` in `web/src/features/device/NewNode.svelte`. Steps and
failures are keys for the pages.
"""

import logging
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from flask import Response, request

from hub.composition.table import AtTable, OpenTable
from hub.features.flashing.node import FlashFailed, ToolsMissing
from hub.features.flashing.package import (
    BUILDS,
    Build,
    Package,
    Patience,
    install,
    packaged,
    settings_of,
    with_settings,
)
from hub.features.flashing.uf2 import IMAGES, Chip, combined, official_image
from hub.server.access.keys import Access
from hub.server.http.answers import HttpRefused, Routes, attached
from hub.server.limits import Limits
from hub.table.interfaces.board import Update
from hub.table.wire.audience import TableReason

FOLDER = "images"
PATIENCE = Patience()
log = logging.getLogger(__name__)
NodeFile: TypeAlias = Callable[[Chip, Build], bytes]
"""Makes the file for a chip and what it is to be; it may take as long as a download. Raises HttpRefused."""


FlashReason = StrEnum("FlashReason", "NO_IMAGE NO_TOOLS")
"""Why no file for a bare Pico can be made."""


def firmware(access: Access, limits: Limits, made: NodeFile) -> Routes:
    routes = Routes("firmware", limits.exports_per_minute, "a file for a bare Pico could not be made", access)

    @routes.get("/api/node.uf2")
    def packed() -> Response:
        chip = next((one for one in IMAGES if one == request.args.get("chip")), None)
        build = next((one for one in BUILDS if one == request.args.get("build")), None)
        if chip is None or build is None:
            raise HttpRefused(TableReason.BAD_REQUEST)
        return attached(made(chip, build), "application/octet-stream", f"bankhalter-{build}-{chip}.uf2")

    return routes


def at_table(opened: OpenTable) -> AtTable:
    setting = opened.setting
    made = node_file((setting.shared or setting.folder) / FOLDER)
    return AtTable(routes=[firmware(opened.access, setting.limits, made)])


def renew(
    port: str, note: Callable[[Update], None], made: Callable[[], Package] = packaged, patience: Patience = PATIENCE
) -> None:
    """Install this hub's firmware on the node at this port, keeping its settings; failures are reported by `note`."""
    try:
        hello = install(port, made(), False, lambda update, _: note(update), patience)
    except FlashFailed as failed:
        log.warning("the firmware of the node on %s was not renewed: %s", port, failed)
        note(Update("failed", why=failed.why))
    else:
        log.info("node %s has new firmware", hello.id, extra={"hash": hello.hash})
        note(Update("done"))


def node_file(folder: Path) -> NodeFile:
    """Makes files for bare Picos; official images are kept in this folder."""

    def made(chip: Chip, build: Build) -> bytes:
        settings = settings_of(build)
        try:
            package = with_settings(packaged(), settings)  # first: nothing is downloaded for a build that fails
            return combined(official_image(chip, folder), package.files)
        except ToolsMissing as missing:
            log.warning("no firmware file for a %s: %s", chip, missing)
            raise HttpRefused(FlashReason.NO_TOOLS, 503) from missing
        except FlashFailed as failed:
            log.warning("no firmware file for a %s: %s", chip, failed)
            raise HttpRefused(FlashReason.NO_IMAGE, 503) from failed

    return made
