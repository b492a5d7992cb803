"""Every part of every edition is on the rule sheet or known to be silent; what is listed has its sentence."""

import re
from collections.abc import Iterator, Mapping
from functools import partial

import pytest
from web_contract.test_texts import LANGUAGES, placeholders
from web_contract.test_texts import texts as read_texts

from hub.editions import EDITIONS
from hub.rules.slots import Rules
from hub.table.views.rule_sheet import SECTIONS, SheetLine, figures, key_of, parts_of, sheet_view

MADE_BY_THE_PAGE = {"to_pot": {"list"}, "stock": {"list"}, "stages": {"list"}, "seats": {"least", "most"}}
OF_THE_PAGE = frozenset({"title", "print", "seats", "made", "house_rules", "deed_table", "stages"})
texts = partial(read_texts, kind="sheet.")
FAMILIES = ("intro", "section", "column", "kind", "purpose")


def all_rules() -> Iterator[Rules]:
    for rules in EDITIONS.values():
        yield rules
        for rule in rules.house_rules:
            yield rules.with_house_rules([rule.agreed()[-1]])


def all_lines() -> Iterator[SheetLine]:
    for rules in all_rules():
        for section in sheet_view(rules).sections:
            yield from section.lines


def test_every_part_of_an_edition_says_whether_it_is_listed() -> None:
    """A new way of doing a thing cannot be forgotten on the sheet, also where it is a kind of another one."""
    parts = [part for rules in all_rules() for part in parts_of(rules)]
    unmarked = {part for part in parts if "sheet" not in vars(part if callable(part) else type(part))}
    assert unmarked == set(), "make it a `part` (hub.rules.game)"


def test_a_sheet_says_what_the_box_has_and_each_way_once() -> None:
    """Three of the sixteen bus tickets of the big box expire; of two ways out of jail one covers the other."""
    lines = {
        edition: {line.key: line.args for section in sheet_view(EDITIONS[edition]).sections for line in section.lines}
        for edition in EDITIONS
    }
    assert lines["mega"]["tickets"] == {"count": 16, "expiring": 3}
    assert [key for key in lines["mpmp"] if "or_double" in key] == ["stay_or_double"]


def test_what_is_listed_has_its_place() -> None:
    """Every key is listed under a heading, and whatever is listed is used."""
    listed = {key for keys in SECTIONS.values() for key in keys}
    shown = {key for rules in all_rules() for part in parts_of(rules) if (key := key_of(part))}
    printed = {"tax", "gift", "to_pot", "ladder", "stock", "tickets", "advised"}
    assert shown - listed == set(), "name it in SECTIONS (hub.table.views.rule_sheet)"
    assert listed - shown == printed


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_has_its_sentence_and_every_figure_it_wants(language: str) -> None:
    """No key is shown instead of words, and no gap where a number belongs."""
    known = texts(language)
    missing = {f"sheet.{line.key}" for line in all_lines()} - known.keys()
    missing |= {f"sheet.intro.{rules.id}" for rules in EDITIONS.values()} - known.keys()
    assert not missing, f"web/src/locales/sheet.{language}.json lacks {sorted(missing)}"
    for line in all_lines():
        wanted = {name for name, _ in placeholders(known[f"sheet.{line.key}"])}
        assert wanted <= set(line.args) | MADE_BY_THE_PAGE.get(line.key, set()), line
    for rules in EDITIONS.values():
        assert {f"sheet.purpose.{name}" for name in purposes(rules)} <= known.keys()
    assert {f"sheet.section.{section}" for section in SECTIONS} <= known.keys()


def purposes(rules: Rules) -> set[str]:
    agreed = rules.with_house_rules([rule.agreed()[-1] for rule in rules.house_rules])
    return set(agreed.routes)


def test_no_sentence_is_left_over() -> None:
    """Whatever stands in the files is said by some sheet."""
    lines = {line.key for line in all_lines()}
    for key in texts("de"):
        edition, _, name = key.rpartition("sheet.")
        assert not edition or edition.rstrip(".") in EDITIONS
        assert name in lines | OF_THE_PAGE or name.split(".")[0] in FAMILIES, key


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


WORDS = {
    "build": ("zwischen zwei Zügen von allen, bis die nächste Person würfelt", "until the next player rolls"),
    "paid": ("dessen, was für sie bezahlt wurde", "of what was paid for them"),
    "printed": ("des Preises auf der Grundstückskarte", "of the price on the title deed"),
    "judged again": ("wird ohne Versteigerung gebaut", "they are built without an auction"),
    "either way": ("bekommt 20000, auch rückwärts", "there pays 20000, whichever way you came"),
    "set off": ("dafür braucht die andere Seite kein Geld", "the other side needs no money"),
    "lapse": ("verfällt, sobald sich ändert, was es nennt", "lapses as soon as what it names changes"),
    "creditors": ("jede Person ganz, bevor die nächste etwas bekommt", "each in full before the next gets anything"),
    "one move": ("wird nicht gebaut, gehandelt oder verkauft", "nobody builds, trades, mortgages or sells"),
    "by lot": ("Wer beginnt, wird ausgelost; dann", "A random draw decides who goes first; then"),
    "waived": ("darf man den Zug beenden", "you may end your turn"),
    "each throw": ("Vor jedem eigenen Wurf", "Before each roll of your own"),
    "interest": ("mit denen eine gekaufte Hypothek bleibt", "with which a bought mortgage stays"),
    "takeovers": ("zuerst, wer am Zug ist", "the player whose turn it is comes first"),
    "short evening": ("Ab 5 Personen dauert das oft sehr lange", "From 5 players on this often takes very long"),
}
"""Words that a sheet says where a rule holds, in German and English."""

SAID = {
    "classic": {"build", "paid", "judged again", "set off", "lapse", "creditors"},
    "mpmp": {"build", "paid", "lapse", "creditors", "one move", "by lot"},
    "haustein": {"build", "paid", "judged again", "creditors", "interest", "takeovers", "short evening"},
    "mega": {"build", "printed", "either way", "judged again", "set off", "lapse", "creditors"},
    "euronopoly": {"paid", "by lot", "waived", "each throw"},
}
"""Which of them the sheet of each edition says; it says none of the others."""


def sheet_text(rules: Rules, language: str) -> str:
    """All sentences of a sheet, with the figures the hub gives."""
    known = texts(language)
    lines = [line for section in sheet_view(rules).sections for line in section.lines]
    plain = {line.key: known.get(f"sheet.{line.key}", "") for line in lines}
    said = [(known.get(f"{rules.id}.sheet.{line.key}", plain[line.key]), line.args) for line in lines]
    return " ".join(re.sub(r"\{(\w+)\}", partial(_figure, args), text) for text, args in said)


def _figure(args: Mapping[str, object], name: re.Match[str]) -> str:
    return str(args.get(name[1], ""))


@pytest.mark.parametrize("place", range(len(LANGUAGES)), ids=LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_each_sheet_says_what_is_played_there_and_nothing_else(edition: str, place: int) -> None:
    """When one builds, what buildings bring, who is paid first, what lapses: only where it is so."""
    text = sheet_text(EDITIONS[edition], LANGUAGES[place])
    assert {about for about, words in WORDS.items() if words[place] in text} == SAID.get(edition), (
        f"name in SAID what {edition} says"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_who_has_agreed_on_a_short_evening_is_advised_to(language: str) -> None:
    """The advice gives way to the rule itself."""
    rules = EDITIONS["haustein"].with_house_rules(["rounds:20"])
    keys = {line.key for section in sheet_view(rules).sections for line in section.lines}
    assert ("round_limit" in keys, "advised.rounds" in keys) == (True, False)
    assert "20" in sheet_text(rules, language)
