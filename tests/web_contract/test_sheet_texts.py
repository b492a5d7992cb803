"""Every part of every edition is told on the rule sheet or known to be silent; what is told has its sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import pytest
from web_contract.test_texts import LANGUAGES, LOCALES, placeholders

from hub.editions import EDITIONS
from hub.rules.ports import Rules
from hub.table.sheet import SECTIONS, SILENT, SheetLine, figures, parts_of, sheet_view

MADE_BY_THE_PAGE = {"to_pot": {"list"}, "stock": {"list"}, "stages": {"list"}, "seats": {"least", "most"}}
OF_THE_PAGE = frozenset({"title", "print", "seats", "made", "house_rules", "deed_table", "stages"})
FAMILIES = ("intro", "section", "column", "kind", "purpose")


def texts(language: str) -> Mapping[str, str]:
    """The sentences of the sheet in a language."""
    loaded: dict[str, str] = json.loads((LOCALES / f"sheet.{language}.json").read_text(encoding="utf-8"))
    return loaded


def all_rules() -> Iterator[Rules]:
    """Every edition as it is, and with each of its house rules."""
    for rules in EDITIONS.values():
        yield rules
        for rule in rules.house_rules:
            yield rules.with_house_rules([rule.agreed()[-1]])


def all_lines() -> Iterator[SheetLine]:
    """Everything that any sheet says."""
    for rules in all_rules():
        for section in sheet_view(rules).sections:
            yield from section.lines


def test_every_part_of_an_edition_is_told_or_known_to_be_silent() -> None:
    """A new way of doing a thing cannot be forgotten on the sheet; what is listed is used."""
    told = {name for names in SECTIONS.values() for name in names}
    parts = {name for rules in all_rules() for name, _ in parts_of(rules)}
    printed = {"tax", "gift", "to_pot", "ladder", "stock", "tickets"}
    assert parts - told - SILENT == set()
    assert told & SILENT == set()
    assert (told | SILENT) - parts - printed == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_has_its_sentence_and_every_figure_it_wants(language: str) -> None:
    """No key is shown instead of words, and no gap where a number belongs."""
    known = texts(language)
    for line in all_lines():
        wanted = {name for name, _ in placeholders(known[f"sheet.{line.key}"])}
        assert wanted <= set(line.args) | MADE_BY_THE_PAGE.get(line.key, set()), line
    for rules in EDITIONS.values():
        assert f"sheet.intro.{rules.id}" in known
        assert {f"sheet.purpose.{name}" for name in purposes(rules)} <= known.keys()
    assert {f"sheet.section.{section}" for section in SECTIONS} <= known.keys()


def purposes(rules: Rules) -> set[str]:
    """What goes to the middle, with all house rules."""
    agreed = rules.with_house_rules([rule.agreed()[-1] for rule in rules.house_rules])
    return set(agreed.routes)


def test_no_sentence_is_left_over() -> None:
    """Whatever stands in the files is said by some sheet."""
    lines = {line.key for line in all_lines()}
    for key in texts("de"):
        edition, _, name = key.rpartition("sheet.")
        assert not edition or edition.rstrip(".") in EDITIONS
        assert name in lines | OF_THE_PAGE or name.split(".")[0] in FAMILIES, key


def test_both_languages_say_the_same() -> None:
    """The same sentences in the same order with the same figures."""
    german, english = texts("de"), texts("en")
    assert list(german) == list(english)
    assert {key for key in german if placeholders(german[key]) != placeholders(english[key])} == set()


def test_figures_are_those_of_the_objects() -> None:
    """Numbers as they are, lists by place, and what an object is made of beside them."""
    assert figures({"bail": 50, "factors": (3, 2), "none": (), "word": "x"}) == {
        "bail": 50,
        "factors": 2,
        "factors_0": 3,
        "factors_1": 2,
        "none": 0,
        "word": "x",
    }
    jail = {line.key: line.args for line in all_lines() if line.key == "stay_or_double"}
    assert jail["stay_or_double"]["bail"] == 1_000
