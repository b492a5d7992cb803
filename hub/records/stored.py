"""Turns a stored game into the lines of a record, for `bankhalter record` and help files."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hub.domain.commands import Command, StartGame
from hub.domain.history import Entry
from hub.domain.state import fold
from hub.records.playing import Replay
from hub.records.writing import header_line, lines, moves_shown
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


def record_lines(rules: Rules, names: Sequence[str], log: Sequence[Entry], *, nameless: bool = False) -> list[str]:
    """The header and the commands that may leave the hub, if a game began; `nameless` omits what people wrote."""
    commands: list[Command] = [move.command for move in moves_shown(log)]
    if not commands or not isinstance(commands[0], StartGame):
        return []
    if nameless:
        names = [f"seat {seat}" for seat in range(len(names))]
        commands = [_without_reason(command) for command in commands]
    start = commands[0]
    assert isinstance(start, StartGame)
    return list(lines(header_line(rules, names, start), commands[1:]))


def led_there(again: Replay, log: Sequence[Entry]) -> bool:
    """Whether today's rules lead to the same position."""
    return again.game.state == fold(fact for move in moves_shown(log) for fact in move.facts)


def _without_reason(command: Command) -> Command:
    return msgspec.structs.replace(command, reason="") if hasattr(command, "reason") else command
