"""Texts in the languages of the pages, out of the same locales, for what the hub itself writes for people to read."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from hub.pages import texts_dir
from hub.rules.track import Track

Language: TypeAlias = Literal["de", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
PLACEHOLDER = re.compile(r"\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}")
GROUPING: Mapping[Language, str] = {"de": ".", "en": ","}
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
