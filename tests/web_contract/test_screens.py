"""Whatever the engine asks, offers or tells has a place, words, a sign or a tone on the pages; `wire.ts` agrees."""

import ast
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import get_args

import pytest
from msgspec import inspect

from hub.domain.commands import SeatCommand
from hub.domain.corrections import What
from hub.domain.ids import snake
from hub.domain.tasks import AnyTask
from hub.domain.unions import AnyCorrection, AnyFact, AnySeatCommand
from hub.editions import EDITIONS
from hub.features import features
from hub.rules.game import Handler, nothing_asked, nothing_free
from hub.server.http.pages import SCREENS
from hub.table.game.feed import NOT_SHOWN
from web import wire_types

ROOT = Path(__file__).resolve().parents[2]
SOURCES, DOMAIN = ROOT / "web" / "src", ROOT / "hub" / "domain"
TABLE = re.compile(r"^export const (\w+): Readonly<[^\n]*> = \{$(.*?)^\};$", re.MULTILINE | re.DOTALL)
ENTRY = re.compile(r'^  (\w+): (?:"([\w/.]+)"|null),$', re.MULTILINE)
CORRECTING = "parts/correct/CorrectFields.svelte"
PAGES = re.compile(r"^  pages: \{\s*(\w+): ", re.MULTILINE)
COMMANDS = frozenset(get_args(AnySeatCommand))
WITH_COLOUR = {"street"}
"""Kinds that are known by the colour of their group."""


def places() -> dict[str, dict[str, str]]:
    """The tables of places.ts: by name what is put where, "" where nobody is asked."""
    source = (SOURCES / "places.ts").read_text(encoding="utf-8")
    return {name: dict(ENTRY.findall(body)) for name, body in TABLE.findall(source)}


def names(kinds: Iterable[type]) -> set[str]:
    return {snake(kind.__name__) for kind in kinds}


def handlers() -> list[Handler]:
    """What seats can do, in all editions."""
    found = (handler for rules in EDITIONS.values() for handler in rules.handlers.values())
    return [handler for handler in found if handler.command in COMMANDS]


def unasked() -> set[str]:
    """Tasks that ask nobody: an edition goes on with them by itself."""
    return names(kind for rules in EDITIONS.values() for kind in rules.resumers)


def missing(offered: Iterable[type], table: Mapping[str, str]) -> list[str]:
    return sorted(names(offered) - table.keys())


def test_every_question_has_a_place() -> None:
    """Each type of task is put somewhere, those that ask nobody nowhere."""
    questions = places()["QUESTIONS"]
    assert len(questions) > 20
    assert questions.keys() == names(get_args(AnyTask))
    assert {task for task, part in questions.items() if not part} == unasked()


def test_every_answer_has_a_place() -> None:
    """Each command that answers a question in some edition."""
    answers = [handler.command for handler in handlers() if handler.answers is not nothing_asked]
    assert len(set(answers)) > 25
    assert missing(answers, places()["ANSWERS"]) == []


def test_every_offer_besides_the_question_has_a_place() -> None:
    """Each command that may be given at one's leisure in some edition."""
    offers = [handler.command for handler in handlers() if handler.free is not nothing_free]
    assert len(set(offers)) > 10
    assert missing(offers, places()["BESIDE"]) == []


def test_what_no_list_offers_has_a_window() -> None:
    """Each command that people put together themselves."""
    silent = [one.command for one in handlers() if one.answers is nothing_asked and one.free is nothing_free]
    assert missing(silent, places()["WINDOWS"]) == []


def test_every_correction_has_a_form() -> None:
    """Whatever the banker may put right by hand can be put together in the window for it, and nothing else."""
    source = (SOURCES / CORRECTING).read_text(encoding="utf-8")
    branches = re.findall(r"^\{(?:#|:else )if (.*)\}$", source, re.MULTILINE)
    kinds = [kind for branch in branches for kind in re.findall(r'kind === "(\w+)"', branch)]
    assert sorted(kinds) == sorted(get_args(What))
    assert {f"correct_{kind}" for kind in kinds} == names(get_args(AnyCorrection))


def test_no_place_is_for_what_no_edition_knows() -> None:
    """A command that left the rules leaves the pages too."""
    tables = places()
    shown = tables["ANSWERS"].keys() | tables["BESIDE"].keys() | tables["WINDOWS"].keys()
    assert shown == names(handler.command for handler in handlers()) == names(COMMANDS)


def test_every_place_is_there() -> None:
    """Each part that is named is a file."""
    parts = {part for table in places().values() for part in table.values() if part}
    assert [part for part in sorted(parts) if not (SOURCES / part).is_file()] == []


def test_every_page_of_a_feature_has_an_address() -> None:
    """The hub answers there with the pages, as long as it has the feature; elsewhere it says that there is nothing."""
    known = {*SCREENS, *(screen for feature in features().values() for screen in feature.screens)}
    doors = [SOURCES / "features" / name / "index.ts" for name in features()]
    pages = {word for door in doors if door.is_file() for word in PAGES.findall(door.read_text(encoding="utf-8"))}
    assert pages
    assert pages <= known, f"name these in `screens` of their features' doors in hub/features: {pages - known}"


def test_wire_ts_is_current() -> None:
    """The committed file is what the generator writes from the contract."""
    committed = wire_types.TARGET.read_text(encoding="utf-8")
    assert committed == wire_types.module(), "web/src/wire.ts is out of date: run `.venv/bin/python -m web.wire_types`"


@pytest.mark.parametrize(
    "line",
    [
        'export type Role = "banker" | "seat" | "viewer";',
        "  you: number | null;",
        "  feed: readonly FeedLine[];",
        "  colour: Colour | null;",
        "  tags: readonly (readonly [number, string])[];",
        '  do: "place_bid";',
        "  spaces: readonly (number | null)[];",
        "  details: Record<string, Value>;",
    ],
)
def test_types_keep_their_names_and_shapes(line: str) -> None:
    """Named types keep their names, tuples become read-only arrays, tags become literals."""
    expected = line.replace('do: "place_bid"', 'command: "place_bid"')
    assert expected in wire_types.module().splitlines()


def test_a_type_without_counterpart_is_an_error() -> None:
    """What TypeScript cannot say stops the generator instead of becoming `any`."""
    writer = wire_types._Writer({})
    with pytest.raises(wire_types.NoTypeScript, match="Date"):
        writer.type(inspect.DateType())


def test_a_base_in_the_contract_is_an_error() -> None:
    """Where a field names a base instead of the union of its kinds, a page would know nothing of what is in it."""
    writer = wire_types._Writer({})
    with pytest.raises(wire_types.NoTypeScript, match="SeatCommand"):
        writer.interface(inspect.type_info(SeatCommand))


def keys(path: str, table: str) -> set[str]:
    body = re.search(
        rf"const {table}: [^\n]* = {{$(.*?)^ *}};$", (SOURCES / path).read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    return set(re.findall(r'^ *"?([\w.]+)"?:', body[1], re.MULTILINE))


def test_every_kind_of_space_has_its_sign() -> None:
    """A kind that an edition brings along is drawn; no sign is left over for what no track has."""
    signs = keys("parts/track/SpaceGlyph.svelte", "GLYPHS")
    kinds = {(rules.id, space.kind) for rules in EDITIONS.values() for space in rules.track.spaces}
    undrawn = {kind for _, kind in kinds} - signs - WITH_COLOUR
    assert not undrawn, f"draw {sorted(undrawn)} in GLYPHS (web/src/parts/track/SpaceGlyph.svelte)"
    assert signs & WITH_COLOUR == set()
    assert signs - {kind for _, kind in kinds} - {".".join(kind) for kind in kinds} == set()


def test_a_line_of_the_history_is_about_all_whom_its_fact_names() -> None:
    """By each of its fields that hold seats or accounts; the page lists what they are called."""
    facts = {fact.__name__ for fact in get_args(AnyFact) if fact not in NOT_SHOWN} | {"Offer", "ShareOffer"}
    classes = (node for file in DOMAIN.glob("*.py") for node in ast.parse(file.read_bytes()).body)
    fields = (field for node in classes if getattr(node, "name", "") in facts for field in node.body)
    named = {
        field.target.id: ast.unparse(field.annotation)
        for field in fields
        if isinstance(field, ast.AnnAssign) and re.search(r"\b(Seat|Holder|Account)\b", ast.unparse(field.annotation))
    }
    lists = re.findall(r"const \w+ = \[(.*?)\];", (SOURCES / "game/concerns.ts").read_text(encoding="utf-8"), re.DOTALL)
    one, many = (set(re.findall(r'"(\w+)"', names)) for names in lists)
    assert one == {name for name, kind in named.items() if not kind.startswith("tuple")}
    assert many == {name for name, kind in named.items() if kind.startswith("tuple")}


def test_every_tone_goes_with_a_fact_that_is_shown() -> None:
    """The pages hear of facts through the feed, by their names."""
    told = {snake(fact.__name__) for fact in get_args(AnyFact) if fact not in NOT_SHOWN}
    tones = keys("browser/tones.ts", "tones")
    assert len(tones) > 5
    assert tones <= told
