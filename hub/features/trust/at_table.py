"""The page at a table that speaks https itself; a club has it before its tables. Else there is nothing to trust."""

from flask import Blueprint, redirect

from hub.composition.table import AtTable, OpenTable


def at_table(opened: OpenTable) -> AtTable:
    setting = opened.setting
    if not setting.alone:
        return AtTable()
    if setting.listener.scheme != "https":
        routes = Blueprint("trust", __name__)
        routes.get("/trust")(lambda: redirect("/"))
        return AtTable(routes=[routes])
    from hub.features.trust.routes import trust  # needs what only --tls installs

    return AtTable(routes=[trust(setting.folder)])
