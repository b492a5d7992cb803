"""Which language the terminal speaks, for commands that print or write sentences."""

from __future__ import annotations

from collections.abc import Mapping

from hub.words import Language

LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def terminal_language(environment: Mapping[str, str]) -> Language:
    """German if the environment's locale is German, else English."""
    spoken = next((environment[name] for name in LOCALE_VARIABLES if environment.get(name)), "")
    return "de" if spoken.lower().startswith("de") else "en"
