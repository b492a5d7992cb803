"""What flashing does at a table: one file that makes a node of a bare Pico, for the banker.

The page asks for `/api/node.uf2?chip=rp2040&build=starter` in `web/src/features/device/NewNode.svelte`.
"""

from __future__ import annotations

from flask import Blueprint, Response, request

from hub.composition.table import AtTable, OpenTable
from hub.features.flashing.package import BUILDS
from hub.features.flashing.renewing import NodeFile, NoNodeFile, node_file
from hub.features.flashing.uf2 import IMAGES
from hub.server.access.keys import BANKER, Access
from hub.server.http.answers import Throttled, attached, audience_of_request, refused
from hub.server.limits import Limits
from hub.table.wire.refusals import TableReason

FOLDER = "images"


def firmware(access: Access, limits: Limits, made: NodeFile) -> Blueprint:
    routes = Blueprint("firmware", __name__)
    throttled = Throttled(limits.exports_per_minute, "a file for a bare Pico could not be made")

    @routes.get("/api/node.uf2")
    def answered() -> Response:
        if audience_of_request(access) != BANKER:
            return refused(TableReason.NOT_ALLOWED, 403)
        chip, build = request.args.get("chip", ""), request.args.get("build", "side")
        if chip not in IMAGES or build not in BUILDS:
            return refused(TableReason.BAD_REQUEST, 400)

        def packed() -> Response:
            try:
                return attached(made(chip, build), "application/octet-stream", f"bankhalter-{build}-{chip}.uf2")
            except NoNodeFile as missing:
                return refused(missing.reason, 503)

        return throttled.answer(packed)

    return routes


def at_table(opened: OpenTable) -> AtTable:
    setting = opened.setting
    made = node_file((setting.shared or setting.folder) / FOLDER)
    return AtTable(routes=[firmware(opened.access, setting.limits, made)])
