"""Writes a record: header and commands of a game, so that it replays identically; default values are omitted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from hub.domain.commands import Command, StartGame
from hub.domain.history import Entry, Move, effective
from hub.domain.ids import snake
from hub.domain.secrecy import shown_moves, without_maxima, without_unseen_bids
from hub.records.lines import VERSION
from hub.records.position import RecordPosition
from hub.rules.slots import Rules


def header_line(rules: Rules, names: Sequence[str], start: StartGame, note: str = "") -> str:
    """The first line, with everything that chance decided before the first command."""
    header: dict[str, Any] = {"record": VERSION, "edition": rules.id, "seats": list(names)}
    if start.house_rules:
        header["house_rules"] = start.house_rules
    if start.first:
        header["first"] = start.first
    header["decks"] = start.decks
    if start.tickets:
        header["tickets"] = start.tickets
    if start.tables:
        header["tables"] = dict(rules.track.printing.texts)
    if note:
        header["note"] = note
    return _line(header)


def command_line(command: Command) -> str:
    """One command; fields with their default value are omitted."""
    return _line(_short(command, {"command": snake(type(command).__name__)}))


def expect_line(position: RecordPosition, *fields: str) -> str:
    """These fields of a position as an expectation; empty maps are omitted, since they would check nothing."""
    expected = {field: getattr(position, field) for field in fields}
    return _line({"expect": {field: value for field, value in expected.items() if value != {}}})


def moves_shown(log: Sequence[Entry]) -> Sequence[Move]:
    """The moves in force whose commands may leave the hub (`hub.domain.secrecy`), the start of the game first."""
    entries = (log[index] for index in effective(log).moves)
    shown = shown_moves([entry for entry in entries if isinstance(entry, Move)])
    return without_maxima(without_unseen_bids(shown))


def lines(header: str, commands: Iterable[Command]) -> Iterator[str]:
    yield header
    for command in commands:
        yield command_line(command)


def _short(struct: Any, kept: dict[str, Any]) -> dict[str, Any]:
    for field in msgspec.structs.fields(struct):
        value = getattr(struct, field.name)
        if field.required or value != field.default:
            kept[field.name] = _short(value, {}) if isinstance(value, msgspec.Struct) else value
    return kept


def _line(content: dict[str, Any]) -> str:
    return msgspec.json.encode(content).decode()
