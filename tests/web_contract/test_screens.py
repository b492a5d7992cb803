"""Whatever the engine asks or offers in any edition has a place on the pages, with words in both languages.

`web/src/places.ts` names the places; that they hold what they promise is proved in `web/src/places.test.ts`.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import get_args

from hub.domain.corrections import What
from hub.domain.ids import snake
from hub.domain.tasks import AnyTask
from hub.domain.unions import AnyCorrection, AnySeatCommand
from hub.editions import EDITIONS
from hub.rules.handlers import Handler, nothing_asked, nothing_free

SOURCES = Path(__file__).resolve().parents[2] / "web" / "src"
TABLE = re.compile(r"^export const (\w+): Readonly<[^\n]*> = \{$(.*?)^\};$", re.MULTILINE | re.DOTALL)
ENTRY = re.compile(r'^  (\w+): (?:"([\w/.]+)"|null),$', re.MULTILINE)
CORRECTING = "parts/correct/CorrectDialog.svelte"
FORMS = re.compile(r"^  const FORMS = \{$(.*?)^  \};$", re.MULTILINE | re.DOTALL)
FORM = re.compile(r"^    (\w+): (\w+),$", re.MULTILINE)
COMMANDS = frozenset(get_args(AnySeatCommand))


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
    forms = {kind: part for body in FORMS.findall(source) for kind, part in FORM.findall(body)}
    assert forms.keys() == set(get_args(What))
    assert {f"correct_{kind}" for kind in forms} == names(get_args(AnyCorrection))
    folder = (SOURCES / CORRECTING).parent
    assert [part for part in forms.values() if not (folder / f"{part}.svelte").is_file()] == []


def test_no_place_is_for_what_no_edition_knows() -> None:
    """A command that left the rules leaves the pages too."""
    tables = places()
    shown = tables["ANSWERS"].keys() | tables["BESIDE"].keys() | tables["WINDOWS"].keys()
    assert shown == names(handler.command for handler in handlers()) == names(COMMANDS)


def test_every_place_is_there() -> None:
    """Each part that is named is a file."""
    parts = {part for table in places().values() for part in table.values() if part}
    assert [part for part in sorted(parts) if not (SOURCES / part).is_file()] == []
