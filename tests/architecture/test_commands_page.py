"""hub/docs/COMMANDS.md is true: every command is on it, and the program accepts each line as it stands there."""

import re
import shlex
from pathlib import Path

import pytest

from hub import cli

PAGE = (Path(__file__).parents[2] / "hub" / "docs" / "COMMANDS.md").read_text(encoding="utf-8")
KNOWN = {name for name in cli._commands() if " " not in name}
FIT = "lab fit"
LINES = [
    line
    for line in re.findall(r"^\| `bankhalter ([^`]+)` \|", PAGE, re.MULTILINE)
    if line.split()[0] in KNOWN and (FIT in cli._commands() or not line.startswith(FIT))
]
"""Not those of features that are gone."""


def refused(line: str) -> bool:
    words = shlex.split(line)
    try:
        cli._parser(words).parse_args(words)
    except SystemExit:
        return True
    return False


def test_every_command_is_on_the_page() -> None:
    """In the first column, whose lines can be copied."""
    assert {line.split()[0] for line in LINES} == KNOWN


@pytest.mark.parametrize("line", LINES)
def test_every_line_is_accepted(line: str) -> None:
    """Names and values of options are those of the program."""
    assert not refused(line)


@pytest.mark.parametrize("line", ["play --simulated=half", "export last --ods game.ods", "fly"])
def test_a_line_that_is_wrong_is_found(line: str) -> None:
    """A value, an option and a command that do not exist."""
    assert refused(line)


def test_options_in_the_second_column_exist() -> None:
    """What a row mentions besides its line is an option of that command, too."""
    for command, rest in re.findall(r"^\| `bankhalter (\w[\w-]*)[^`]*` \| (.*) \|$", PAGE, re.MULTILINE):
        if command not in KNOWN:
            continue
        usage = cli._parser((command,))._subparsers._group_actions[0].choices[command].format_help()
        assert [option for option in re.findall(r"`(--[\w-]+)", rest) if option not in usage] == [], command
