"""Writes a record: header and commands of a game, so that it replays identically; default values are omitted."""

from collections.abc import Sequence
from typing import Any

import msgspec

from hub.domain.commands import Command, StartGame
from hub.domain.history import Entry, Move, effective
from hub.domain.ids import snake
from hub.domain.secrecy import shown_moves, without_maxima, without_unseen_bids
from hub.domain.state import fold
from hub.records.lines import VERSION
from hub.records.playing import Replay
from hub.records.position import RecordPosition
from hub.rules.slots import Rules

CHECKED = (
    "balances",
    "pot",
    "owners",
    "mortgaged",
    "buildings",
    "spaces",
    "jail",
    "on_turn",
    "task",
    "facts",
    "digest",
)
"""The expectation at the end, which reveals rules that have changed since."""


def header_line(rules: Rules, names: Sequence[str], start: StartGame) -> str:
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


def _short(struct: Any, kept: dict[str, Any]) -> dict[str, Any]:
    for field in msgspec.structs.fields(struct):
        value = getattr(struct, field.name)
        if field.required or value != field.default:
            kept[field.name] = _short(value, {}) if isinstance(value, msgspec.Struct) else value
    return kept


def _line(content: dict[str, Any]) -> str:
    return msgspec.json.encode(content).decode()


def record_lines(rules: Rules, names: Sequence[str], log: Sequence[Entry], *, nameless: bool = False) -> list[str]:
    """The header and the commands that may leave the hub, if a game began; `nameless` omits what people wrote."""
    commands: list[Command] = [move.command for move in moves_shown(log)]
    if not commands or not isinstance(commands[0], StartGame):
        return []
    if nameless:
        names = [f"seat {seat}" for seat in range(len(names))]
        commands = [msgspec.structs.replace(one, reason="") if hasattr(one, "reason") else one for one in commands]
    start = commands[0]
    assert isinstance(start, StartGame)
    return [header_line(rules, names, start), *map(command_line, commands[1:])]


def led_there(again: Replay, log: Sequence[Entry]) -> bool:
    """Whether today's rules lead to the same position."""
    return again.game.state == fold(fact for move in moves_shown(log) for fact in move.facts)
