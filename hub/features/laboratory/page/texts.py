"""Texts of the page: each in both languages at once; the page chooses which is visible."""

from html import escape
from typing import NamedTuple

from hub.rules.slots import Rules
from hub.simulation.report import Sentence
from hub.simulation.setting import Variant
from hub.words import LANGUAGES, Words, texts_of

PERCENT = frozenset({"share", "fair"})
"""Figures in sentences that are shares."""

SHARES = ("ended_", "first_m", "first_le")
"""Sentences in which a share changes; in others it is minutes, or people."""


class Bilingual(NamedTuple):
    """A text in both languages."""

    de: str
    en: str

    def __html__(self) -> str:
        """As two elements, of which one is visible."""
        return self._in("span")

    @property
    def svg(self) -> str:
        """The same inside a text element of a drawing."""
        return self._in("tspan")

    def _in(self, element: str) -> str:
        if self.de == self.en:
            return escape(self.de)
        return "".join(
            f'<{element} lang="{language}">{escape(text)}</{element}>'
            for language, text in zip(LANGUAGES, self, strict=True)
        )


def plain(text: str) -> Bilingual:
    """What is the same in both languages."""
    return Bilingual(text, text)


def number(value: float, digits: int = 0) -> Bilingual:
    english = f"{value:,.{digits}f}".replace("-", "\N{MINUS SIGN}")
    return Bilingual(english.translate(str.maketrans(",.", ".,")), english)


def percent(share: float) -> Bilingual:
    said = number(share * 100)
    return Bilingual(f"{said.de}\N{NO-BREAK SPACE}%", f"{said.en}%")


class PageTexts:
    """Looks up texts by their keys, and the names of what a report only numbers."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._words = [
            Words(language).beside({language: texts_of(f"lab.{language}")}).on(rules.track) for language in LANGUAGES
        ]

    def text(self, key: str, **arguments: Bilingual | int | str) -> Bilingual:
        return Bilingual(
            *[
                words.text(key, **{name: _of(value, at) for name, value in arguments.items()})
                for at, words in enumerate(self._words)
            ]
        )

    def variant(self, agreed: Variant) -> Bilingual:
        if not agreed:
            return self.text("lab.printed_rules")
        said = [self._house_rule(way) for way in agreed]
        return Bilingual(", ".join(one.de for one in said), ", ".join(one.en for one in said))

    def group(self, group: str) -> Bilingual:
        """A colour group; other groups are named after their kind."""
        key = f"group.{group}" if f"group.{group}" in self._words[0] else f"kind.{group}"
        return self.text(key) if key in self._words[0] else plain(group)

    def space(self, space: int) -> Bilingual:
        printed = self._rules.track.spaces[space]
        return Bilingual(printed.name, printed.english or printed.name)

    def sentence(self, sentence: Sentence) -> Bilingual:
        groups = [self.group(group) for group in sentence.groups]
        listed = Bilingual(", ".join(group.de for group in groups), ", ".join(group.en for group in groups))
        figures = {name: self._figure(sentence.key, name, value) for name, value in sentence.figures.items()}
        said = self.text(f"lab.judge.{sentence.key}", group=listed, rules=self.variant(sentence.house_rules), **figures)
        if sentence.of is None:
            return said
        key = "lab.judge.of" if sentence.of else "lab.judge.of_printed"
        return self.text(key, rules=self.variant(sentence.of), said=said)

    def board(self, name: str) -> Bilingual:
        """An edition by its name, or a family's own board as they call it."""
        key = f"edition.{name}"
        return self.text(key) if key in self._words[0] else plain(name)

    def _house_rule(self, way: str) -> Bilingual:
        name, _, value = way.partition(":")
        return self.text(f"house_rule.{name}.agreed", value=int(value)) if value else self.text(f"house_rule.{name}")

    def _figure(self, key: str, name: str, value: float) -> Bilingual:
        if name in PERCENT or (key.startswith(SHARES) and name in {"value", "low", "high"}):
            return percent(value)
        return number(value, 1 if key.startswith("bankrupt") else 0)


def _of(value: Bilingual | int | str, language: int) -> int | str:
    return value[language] if isinstance(value, Bilingual) else value
