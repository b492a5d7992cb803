"""Tables of a family are kept with its games, so that a game goes on with the figures it was begun with.

Each set of tables is a document of its own, named by its digest; the start of a game names the digest (decision 0015).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from hub.domain.commands import StartGame
from hub.domain.history import Entry, Move
from hub.rules.ports import Rules
from hub.rules.track import TableError


def kept_with(rules: Rules) -> dict[str, bytes]:
    """The document to be stored with the start of a game; none for an edition's own tables."""
    printing = rules.track.printing
    return {_name(printing.digest): msgspec.json.encode(dict(printing.texts))} if printing.digest else {}


def begun_with(first: Entry | None, rules: Rules, document: Callable[[str], bytes | None]) -> Rules:
    """The rules a game goes on with, tables and house rules, as its first entry says. Raises TableError."""
    start = first.command if isinstance(first, Move) else None
    if not isinstance(start, StartGame):
        return rules
    return on_tables(rules, start.tables, document).with_house_rules(start.house_rules)


def on_tables(rules: Rules, digest: str, document: Callable[[str], bytes | None]) -> Rules:
    """An edition on the tables of this digest. Raises TableError if they are gone or do not fit any more."""
    if digest == rules.track.printing.digest:
        return rules
    texts: Mapping[str, str] = {}
    if digest:
        kept = document(_name(digest))
        if kept is None:
            raise TableError(f"its tables ({digest}) are not in the store")
        texts = msgspec.json.decode(kept, type=dict[str, str])
    return rules.with_tables(texts)


def _name(digest: str) -> str:
    return f"tables:{digest}"
