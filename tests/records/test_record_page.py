"""hub/docs/RECORD.md is true: its examples replay, and it names every command, field and kind of line."""

import re
from pathlib import Path

import msgspec
import pytest

from hub.domain.commands import Bundle
from hub.editions import EDITIONS
from hub.records.lines import COMMANDS, Expect, Header, Setup
from hub.records.playing import replay

DOCS = Path(__file__).parents[2] / "hub" / "docs"
PAGE = (DOCS / "RECORD.md").read_text(encoding="utf-8")
RECORDS = [path.read_text(encoding="utf-8") for path in sorted((DOCS / "records").glob("*.jsonl"))]
EXAMPLES = [*re.findall(r"```jsonl\n(.*?)```", PAGE, re.DOTALL), *RECORDS]


def fields(cell: str) -> tuple[set[str], set[str]]:
    optional = set(re.findall(r"\[`(\w+)`\]", cell))
    return set(re.findall(r"`(\w+)`", cell)) - optional, optional


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_replays(example):
    """Those of the page can be copied into a file and played, those beside it are files."""
    played = replay(example.splitlines(), EDITIONS)
    assert len(played.moves) > 1


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_stands_on_the_page_with_its_fields(name):
    """Needed fields are named, others stand in brackets, and nothing else does."""
    found = re.search(rf"^\| `{name}` \| (.+?) \| .+ \|$", PAGE, re.MULTILINE)
    assert found, name
    known = msgspec.structs.fields(COMMANDS[name])
    assert fields(found[1]) == ({f.name for f in known if f.required}, {f.name for f in known if not f.required})


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example(name):
    """Somebody who writes one finds it done."""
    assert any(f'{{"command": "{name}"' in example for example in EXAMPLES)


@pytest.mark.parametrize(("kind", "title"), [(Header, "The header"), (Setup, "Set-ups"), (Expect, "Expectations")])
def test_every_field_of_the_other_lines_stands_on_the_page(kind, title):
    """In the table of its section."""
    named = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (.+?) \|", section(title), re.MULTILINE))))
    assert named == {field.name for field in msgspec.structs.fields(kind)}


def test_the_sides_of_a_trade_stand_on_the_page():
    """Money, deeds and release cards."""
    offer = next(line for line in section("Commands").splitlines() if line.startswith("| `offer_trade`"))
    assert all(f"[`{field.name}`]" in offer for field in msgspec.structs.fields(Bundle))
