"""Words for the sheets, out of the same locales as the pages: headings, names of accounts, and payments as sentences.

The pages word payments in `web/src/text/sentences.ts`; here is the part of it that a spreadsheet needs, with the same
texts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, get_args

from hub.domain.ids import BANK, NOBODY, Account, Holder, Space
from hub.domain.ledger import MoneyMoved
from hub.export.story import Story
from hub.pages import texts_dir
from hub.rules.track import Track

Language: TypeAlias = Literal["de", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
PLACEHOLDER = re.compile(r"\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}")
GROUPING: Mapping[Language, str] = {"de": ".", "en": ","}
ACCOUNTS = ("payer", "payee", "seat", "owner", "issuer")
SPACES = ("space", "deed", "origin")
NAMED = ("group.", "deck.", "card.")
"""What a family may call otherwise, by the beginning of its key."""


class Words:
    """The texts of one language. Raises PagesNotBuilt if they are not there."""

    def __init__(self, language: Language, texts: Mapping[str, str] | None = None) -> None:
        self.language = language
        self._texts = texts_of(language) if texts is None else texts

    def beside(self, brought: Mapping[str, Mapping[str, str]]) -> Words:
        """The same texts, and those that an edition brings along where there are none of ours."""
        return Words(self.language, {**brought.get(self.language, {}), **self._texts})

    def on(self, track: Track) -> Words:
        """The same for a track: with what its edition brings along, and a family's own names instead of ours."""
        brought = track.printing.words.get(self.language, {})
        own = {key: text for key, text in track.own.items() if key.startswith(NAMED)}
        return Words(self.language, {**brought, **self._texts, **own})

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def text(self, key: str, **arguments: int | str) -> str:
        """The text of a key, filled in; the key itself if there is none, as on the pages."""

        def filled(found: re.Match[str]) -> str:
            name, one, many = found.groups()
            value = arguments.get(name, "")
            if one is None:
                return self._shown(value)
            return str(one if value == 1 else many).replace("#", self._shown(value))

        return PLACEHOLDER.sub(filled, self._texts.get(key, key))

    def _shown(self, value: int | str) -> str:
        return f"{value:,}".replace(",", GROUPING[self.language]) if isinstance(value, int) else value


def texts_of(locale: str) -> Mapping[str, str]:
    """The texts of one file of the locales, by its name without the ending. Raises PagesNotBuilt."""
    texts: dict[str, str] = json.loads((texts_dir() / f"{locale}.json").read_text(encoding="utf-8"))
    return texts


class Teller:
    """Names what a story only numbers."""

    def __init__(self, words: Words, story: Story) -> None:
        self.words = words.on(story.rules.track)
        self._names, self._rules = story.record.names, story.rules

    def account(self, account: Account) -> str:
        """A player, the bank or the pot."""
        return self._names[account] if account >= 0 else _capital(self._till(account))

    def owner(self, owner: Holder) -> str:
        """A player; nobody means the bank."""
        return self.account(BANK if owner == NOBODY else owner)

    def space(self, space: Space) -> str:
        """What is printed on a space."""
        printed = self._rules.track.spaces[space]
        return (self.words.language == "en" and printed.english) or printed.name

    def group(self, group: str) -> str:
        """The name of a colour group; other groups are named by what they are."""
        names = (f"group.{group}", f"kind.{group}")
        return next((self.words.text(name) for name in names if name in self.words), group)

    def building(self, kind: str) -> str:
        """One building of a kind."""
        return self.words.text(f"building.one.{kind}")

    def standing(self, deed: Space, stage: int) -> str:
        """What stands on a deed of a stage, empty if nothing does."""
        if stage == 0:
            return ""
        counts = self._rules.ladders[self._rules.track.deeds[deed].kind].stages[stage].items()
        return ", ".join(self.words.text(f"building.count.{kind}", count=count) for kind, count in counts)

    def payment(self, fact: MoneyMoved) -> str:
        """A payment as a sentence."""
        arguments = {**fact.inputs, "payer": fact.payer, "payee": fact.payee, "amount": fact.amount}
        return self._sentence(f"purpose.{fact.purpose}", arguments)

    def formula(self, fact: MoneyMoved) -> str:
        """How the amount of a payment came about, in the edition's own words where it has some."""
        key = f"explanation.{fact.purpose}"
        built = f"{key}.built"
        usual = built if fact.inputs.get("stage") and built in self.words else key
        own = f"{self._rules.id}.{usual}"
        return self._sentence(own if own in self.words else usual, fact.inputs)

    def _sentence(self, key: str, arguments: Mapping[str, Account]) -> str:
        return _capital(self.words.text(key, **{name: self._word(name, value) for name, value in arguments.items()}))

    def _till(self, account: Account) -> str:
        return self.words.text("account.bank" if account == BANK else "account.pot")

    def _word(self, name: str, value: Any) -> int | str:
        if name in ACCOUNTS:
            return self.account(value) if value >= 0 else self._till(value)
        return self.space(value) if name in SPACES else value


def _capital(text: str) -> str:
    """Sentences and cells may begin with "die Bank"."""
    return text[:1].upper() + text[1:]
