"""What flashing does at a table: one file that makes a node of a bare Pico, for the banker.

The page asks for `/api/node.uf2?chip=rp2040&build=starter` in `web/src/features/device/NewNode.svelte`.
"""

from __future__ import annotations

from flask import Response, request

from hub.composition.table import AtTable, OpenTable
from hub.features.flashing.renewing import NodeFile, node_file
from hub.server.access.keys import Access
from hub.server.http.answers import HttpRefused, Routes, attached
from hub.server.limits import Limits
from hub.table.wire.refusals import TableReason

CHIPS = ("rp2040", "rp2350")
BUILDS = ("starter", "ring", "side", "console")
FOLDER = "images"


def firmware(access: Access, limits: Limits, made: NodeFile) -> Routes:
    routes = Routes("firmware", limits.exports_per_minute, "a file for a bare Pico could not be made", access)

    @routes.get("/api/node.uf2")
    def packed() -> Response:
        chip, build = request.args.get("chip", ""), request.args.get("build", "side")
        if chip not in CHIPS or build not in BUILDS:
            raise HttpRefused(TableReason.BAD_REQUEST)
        return attached(made(chip, build), "application/octet-stream", f"bankhalter-{build}-{chip}.uf2")

    return routes


def at_table(opened: OpenTable) -> AtTable:
    setting = opened.setting
    made = node_file((setting.shared or setting.folder) / FOLDER)
    return AtTable(routes=[firmware(opened.access, setting.limits, made)])
