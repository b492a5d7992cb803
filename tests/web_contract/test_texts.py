"""Whatever the hub can say has words in German and in English, with the same figures."""

import json
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from hub.board.roster import COUNTERS
from hub.domain.auctions import BidHidden, MaximumHidden, MaximumTakenBack
from hub.domain.commands import DiceSource
from hub.domain.corrections import What
from hub.domain.decks import TicketsShuffled
from hub.domain.deeds import DeedMortgaged, DeedMoved, MortgageLifted, StageSet
from hub.domain.ids import snake
from hub.domain.ledger import RentsLapsed
from hub.domain.shares import ReportKind, SharesMoved
from hub.domain.tasks import AgendaSet, AnyTask
from hub.domain.unions import AnyFact, AnySeatCommand
from hub.editions import EDITIONS
from hub.features import features
from hub.records.story import Outcome, Story
from hub.rules.game import Reason
from hub.rules.slots import Rules
from hub.store.folder import SENTENCES
from hub.table.game.feed import NOT_SHOWN
from hub.table.interfaces.board import ButtonId, LampState, LinkState, NodeKind
from hub.table.interfaces.storage import GameRecord
from hub.table.wire.audience import TableReason
from hub.table.wire.contract import BotKind, Colour, Shape, Sums
from hub.words import LANGUAGES, PLACEHOLDER, Language, texts_of

LOCALES = Path(__file__).resolve().parents[2] / "web" / "src" / "locales"
FEED_ONLY = ("undone", "redone")
NO_STORY = Story(GameRecord("none", "", (), 0), next(iter(EDITIONS.values())), (), ())
CHANGES_OF_DEEDS = (DeedMoved, StageSet, DeedMortgaged, MortgageLifted)

SAYS: dict[str, dict[Language, str]] = {
    "move_to": {"de": "Vor bis {space}", "en": "forward to {space}"},
    "move_back_to": {"de": "Zurück zu {space}", "en": "Back to {space}"},
    "go_to_jail": {"de": "ins Gefängnis, ohne Gehalt", "en": "to jail. You collect no salary"},
    "release_card": {"de": "Freikarte", "en": "release card"},
    "collect": {"de": "{amount} für dich", "en": "{amount} for you"},
    "pay": {"de": "kostet {amount}", "en": "costs you {amount}"},
    "collect_each": {"de": "Von allen bekommst du {amount}", "en": "{amount} from each player"},
    "pay_each": {"de": "Du zahlst allen {amount}", "en": "{amount} to each player"},
    "throw_once_more": {"de": "noch einmal", "en": "again"},
    "opposite_side": {"de": "andere Seite", "en": "other side"},
}
"""How a story says its effect; that of others stands in it with all its figures."""

SOURCES = Path(__file__).resolve().parents[2] / "web" / "src"
WAYS = re.compile(
    r"@html|\b(?:innerHTML|insertAdjacentHTML|srcdoc|setHTML\w*|createContextualFragment)\b|document\.write"
    r"|\beval\(|\bnew Function\b|outerHTML\s*="
)


def texts(language: str, kind: str = "") -> Mapping[str, str]:
    return json.loads((LOCALES / f"{kind}{language}.json").read_text(encoding="utf-8"))


def tags(union: object) -> Iterator[str]:
    return (snake(member.__name__) for member in get_args(union))


def editions() -> tuple[Rules, ...]:
    return tuple(EDITIONS.values())


def cards_of(rules: Rules) -> dict[str, set[str]]:
    """What the story of each card is called, behind the edition, with the figures that its effect has."""
    return {
        f"card.{deck}.{card}.{snake(type(effect).__name__)}": set(effect.__struct_fields__)
        for deck, cards in rules.track.decks.items()
        for card, effect in cards.items()
    }


def said_by_editions() -> Iterator[str]:
    """What the tables of the editions bring along."""
    for rules in editions():
        yield f"edition.{rules.id}"
        agreed = (rules.with_house_rules(rule.agreed()[:1]) for rule in rules.house_rules)
        for purpose in {purpose for played in (rules, *agreed) for purpose in played.rows}:
            yield from (f"purpose.{purpose}", f"explanation.{purpose}")
        yield from (f"kind.{space.kind}" for space in rules.track.spaces)
        yield from (f"group.{deed.group}" for deed in rules.track.deeds.values())
        yield from (f"die.{face}" for die in rules.dice for face in die if not face.isdigit())
        for kind in (kind for ladder in rules.ladders.values() for stage in ladder.stages for kind in stage):
            yield from (f"building.{form}.{kind}" for form in ("one", "many", "count"))
        for rule in rules.house_rules:
            yield from (f"house_rule.{rule.id}", f"house_rule.{rule.id}.hint")
            yield from (f"house_rule.{rule.id}.{form}" for form in ("agreed", "usual") if rule.values)
        yield from (f"deck.{deck}" for deck in rules.track.decks)
        for card in cards_of(rules):
            yield from (f"card.{card.rpartition('.')[2]}", f"{rules.id}.{card}")


def said_by_exports() -> Iterator[str]:
    from hub.features.export.book import SHEETS

    for sheet in SHEETS:
        yield f"export.sheet.{sheet.id}"
        yield from (f"export.column.{column.id}" for column in sheet.columns(NO_STORY) if not column.title)
    yield from (f"export.change.{snake(change.__name__)}" for change in CHANGES_OF_DEEDS)
    yield from (f"export.outcome.{outcome}" for outcome in get_args(Outcome))
    ways = next(field.type for field in msgspec.structs.fields(SharesMoved) if field.name == "by")
    yield from (f"export.by.{way}" for way in get_args(ways))
    yield from (f"export.report.{kind}" for kind in get_args(ReportKind))


def said_of_evenings() -> Iterator[str]:
    """Awards, and what is said of dice and auctions."""
    from hub.features.evening.contract import Award, Verdict

    for award in get_args(Award):
        yield from (f"award.{award}", f"award.{award}.for")
    yield from (f"evening.dice.{verdict}" for verdict in get_args(Verdict))
    yield from (f"evening.dice.source.{source}" for source in get_args(DiceSource))
    yield from (f"evening.sale.{outcome}" for outcome in get_args(Outcome))


def said_of_odds() -> Iterator[str]:
    from hub.features.odds.contract import Turned

    yield from (f"evening.turned.{kind}" for kind in get_args(Turned))


OF_FEATURES = {"export": said_by_exports, "evening": said_of_evenings, "odds": said_of_odds}
REASON = re.compile(r"^(?:class )?(\w+Reason)(?: = StrEnum)?\(", re.MULTILINE)
"""How a feature calls the list of its refusals."""


def refused_by_features() -> Iterator[str]:
    for feature in features().values():
        folder = Path(import_module(feature.package).__path__[0])
        for file in folder.rglob("*.py"):
            for name in REASON.findall(file.read_text(encoding="utf-8")):
                module = ".".join((feature.package, *file.relative_to(folder).with_suffix("").parts))
                yield from getattr(import_module(module), name)


def said_by_the_hub() -> Iterator[str]:
    """Every key for which a page needs words."""
    shown = [member for member in get_args(AnyFact) if member not in NOT_SHOWN]
    yield from (f"fact.{snake(fact.__name__)}" for fact in shown)
    yield from (f"fact.{key}" for key in FEED_ONLY)
    yield from (f"task.{tag}" for tag in tags(AnyTask))
    yield from (f"command.{tag}" for tag in tags(AnySeatCommand))
    yield from (f"command.show_interest.{answer}" for answer in ("yes", "no"))
    yield from (f"reason.{reason.value}" for reasons in (Reason, TableReason) for reason in reasons)
    yield from (f"notice.{key}" for key in SENTENCES)
    yield from (f"colour.{colour}" for colour in get_args(Colour))
    yield from (f"shape.{shape}" for shape in get_args(Shape))
    yield from (f"device.link.{state}" for state in get_args(LinkState))
    yield from (f"device.kind.{kind}" for kind in get_args(NodeKind))
    yield from (f"device.lamp.{state}" for state in get_args(LampState))
    yield from (f"device.button.{button}" for button in get_args(ButtonId))
    yield from (f"device.counter.{counter}" for counter in COUNTERS)
    yield from (f"bot.{kind}" for kind in get_args(BotKind))
    yield from (f"correct.what.{what}" for what in get_args(What))
    yield from said_by_editions()
    for sums in get_args(Sums):
        yield from (f"sums.level.{sums}", f"sums.level.{sums}.hint", f"sums.ask.{sums}")
    for feature, said in OF_FEATURES.items():
        yield from said() if feature in features() else ()
    yield from (f"reason.{reason}" for reason in refused_by_features())


def placeholders(text: str) -> set[tuple[str, bool]]:
    """The names a text wants filled in, and whether as a count."""
    return {(found[1], "|" in found[0]) for found in PLACEHOLDER.finditer(text)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hub_never_lacks_words(language: str) -> None:
    """Every fact, task, command, refusal, purpose, card and state of the board has a text."""
    wanted = set(said_by_the_hub())
    assert len(wanted) > 150
    missing = sorted(wanted - texts(language).keys())
    assert not missing, f"web/src/locales/{language}.json lacks {missing}"


def test_only_what_is_not_shown_lacks_words() -> None:
    """The facts without a text are exactly those that the feed leaves out."""
    silent = {fact for fact in get_args(AnyFact) if f"fact.{snake(fact.__name__)}" not in texts("de")}
    assert (
        silent
        == {AgendaSet, BidHidden, MaximumHidden, MaximumTakenBack, RentsLapsed, TicketsShuffled}
        == set(NOT_SHOWN)
    )


@pytest.mark.parametrize("kind", ["", "lab.", "sheet.", "terminal.", "trust."])
def test_both_languages_have_the_same_texts_and_figures(kind: str) -> None:
    """No key is in one language alone, the order is the same, and so are the placeholders, counts as counts."""
    german, english = texts("de", kind), texts("en", kind)
    assert list(german) == list(english)
    unequal = {key for key in german if placeholders(german[key]) != placeholders(english[key])}
    assert unequal == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_editions_own_words_replace_what_is_there(language: str) -> None:
    """Each stands for a usual text or a card of the edition, and wants no figure that this does not have."""
    known = texts(language)
    for rules in editions():
        figures = cards_of(rules)
        own = {key.removeprefix(f"{rules.id}."): text for key, text in known.items() if key.startswith(f"{rules.id}.")}
        for key, text in own.items():
            allowed = figures[key] if key in figures else {name for name, _ in placeholders(known[key])}
            assert {name for name, _ in placeholders(text)} <= allowed, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_house_rules_own_words_replace_what_is_there(language: str) -> None:
    """What they stand for is a usual text, with no figure that this does not have."""
    known = texts(language)
    rules = {rule.id for edition in editions() for rule in edition.house_rules}
    own = {key: key.partition(".")[2] for key in known if key.partition(".")[0] in rules}
    assert own
    for key, usual in own.items():
        assert placeholders(known[key]) <= placeholders(known[usual]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_broken(language: str) -> None:
    """Every text has words, and every brace that opens closes."""
    broken = [key for key, text in texts(language).items() if not text.strip() or text.count("{") != text.count("}")]
    assert broken == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_money_is_drawn_not_written(language: str) -> None:
    """No text writes a currency; the pages draw a coin."""
    written = [
        key for key, text in texts(language).items() if re.search(r"[€$£¥₥₩]|\b(Euro|Mark|Dollar|RM|GE)\b", text)
    ]
    assert written == []


def test_placeholders_are_read_as_the_pages_read_them() -> None:
    """A plain name and a count are told apart."""
    assert placeholders("{n|one|# many} {seat}") == {("n", True), ("seat", False)}


def figures(text: str) -> set[str]:
    return {found[1] for found in PLACEHOLDER.finditer(text)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_two_cards_tell_the_same(edition: str, language: Language) -> None:
    """Each begins differently, and says its effect with all figures."""
    texts, begins = texts_of(language), {}
    stories = {key: text for key, text in texts.items() if key.startswith(f"{edition}.card.")}
    for key, story in stories.items():
        effect = key.rpartition(".")[2]
        assert figures(story) == figures(texts[f"card.{effect}"]), key
        assert SAYS.get(effect, {}).get(language, "") in story, key
        begins.setdefault(story[:20], []).append(key)
    assert stories.keys() == {key for keys in begins.values() for key in keys if len(keys) == 1}
    untold = {f"{edition}.{card}" for card in cards_of(EDITIONS[edition])} ^ stories.keys()
    assert not untold, f"web/src/locales/{language}.json has these cards too few or too many: {sorted(untold)}"


def ways(text: str) -> list[str]:
    """What in a source would turn a text into markup or a program."""
    return WAYS.findall(text)


def test_no_page_makes_markup_of_a_text() -> None:
    """Neither components nor scripts use any of the ways in which a browser reads a text as HTML or JavaScript."""
    files = [path for path in SOURCES.rglob("*.*") if path.suffix in (".ts", ".svelte") and ".test." not in path.name]
    assert len(files) > 50
    found = {str(path.relative_to(SOURCES)): ways(path.read_text(encoding="utf-8")) for path in files}
    assert {name: what for name, what in found.items() if what} == {}


def test_each_way_is_found() -> None:
    """The search itself is alive; reading markup out, as saving a page does, is not meant."""
    assert ways("{@html name}") == ["@html"]
    assert ways("node.innerHTML = name; node.outerHTML = name; eval(name)") == ["innerHTML", "outerHTML =", "eval("]
    assert ways("copy.outerHTML + '}'") == []
