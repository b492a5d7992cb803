"""How texts are set: apostrophes, ellipses, no-break spaces, and the one word that stands for a thing on screens."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

LOCALES = Path(__file__).resolve().parents[2] / "web" / "src" / "locales"
GERMAN = ("de.json", "lab.de.json", "sheet.de.json", "terminal.de.json", "trust.de.json")
ENGLISH = ("en.json", "lab.en.json", "sheet.en.json", "terminal.en.json", "trust.en.json")

NOT_ON_SCREENS = {
    "de": {
        r"\bPartien?\b": "Spiel",
        r"\bBuchung": "Schritt",
        r"\bbuch(t|en)\b|gebucht": "speichern",
        r"[Bb]eliehen|[Bb]eleih": "mit Hypothek",
        r"[Aa]bgelöst|\b[Aa]blösen": "zurückzahlen",
        r"\bAuktion": "Versteigerung",
        r"\bSiegel": "Prüfcode",
        r"Frei-Karte": "Freikarte",
        r"Fahrkarten?\b": "Ticket",
        r"[Bb]erichtig": "korrigieren",
        r"\b[Aa]nlernen|angelernt": "zuordnen",
        r"\b[Gg]eworfen\b": "gewürfelt",
        r"(?<!python3 )\b[Hh]ub\b": "Rechner",
        r"\bLeuten?\b": "Personen",
    },
    "en": {
        r"\b[Dd]eeds?\b(?<!itle deed)(?<!itle deeds)": "property",
        r"\b([Tt]hrow|[Tt]hrown|[Tt]hrew|[Tt]hrows|[Tt]hrowing)\b": "roll",
        r"[Rr]ede(em|mption)": "pay off",
        r"\b[Ss]eal(s|ed)?\b": "secret bid, check code",
        r"\b[Tt]racks?\b": "board",
        r"\b(anew|amiss|shall|whom|plots?)\b": "again, wrong, has to, who, property",
        r"\bstored\b|\bbooked\b": "saved",
        r"\b[Oo]ne’s\b": "your, their",
        r"radar trap|toll station": "speed trap, customs post",
        r"(?<!python3 )\b[Hh]ub\b": "computer",
        r"\b[Dd]ecks?\b": "pile",
        r"from afar": "remote purchase, from a distance",
        r"\b[Tt]h(is|at) is no\b": "this is not a",
    },
}
"""What people should not have to read, and what they read instead: one word for one thing (GLOSSARY)."""

EXCUSED = {
    "mpmp.card.chance.3.move_to"  # a railway ticket that somebody wins, not the ticket of a game
}


def texts(name: str) -> dict[str, str]:
    return json.loads((LOCALES / name).read_text(encoding="utf-8"))


def offenders(name: str, pattern: str) -> dict[str, str]:
    """The texts in which a pattern is found outside the names of arguments."""
    bare = {key: re.sub(r"\{\w+", "{", text) for key, text in texts(name).items() if key not in EXCUSED}
    return {key: text for key, text in bare.items() if re.search(pattern, text)}


@pytest.mark.parametrize("name", [*GERMAN, *ENGLISH])
def test_no_key_is_written_twice(name: str) -> None:
    """The later one would win without a word."""
    pairs = json.loads((LOCALES / name).read_text(encoding="utf-8"), object_pairs_hook=list)
    assert [key for key, count in Counter(key for key, _text in pairs).items() if count > 1] == []


@pytest.mark.parametrize("name", [*GERMAN, *ENGLISH])
def test_apostrophes_and_spaces_are_those_of_books(name: str) -> None:
    """No straight apostrophe; no figure loses its unit to the next line; before an ellipsis only German has a space."""
    straight, german = r"\w'\w", r"[^\u00a0]…|[^\u00a0\"„](?:%|(?<=[ \d}])(?:mm|cm|ms|s|dB|Tsd)\b)"
    english = r"[\s\u00a0](?:…|%)|[\d}][^\S\u00a0](?:mm|cm|ms|s|dB)\b"
    assert offenders(name, f"{straight}|{german if name in GERMAN else english}") == {}


@pytest.mark.parametrize("name", [*GERMAN, *ENGLISH])
def test_one_thing_has_one_word_on_screens(name: str) -> None:
    """Whoever learns a word once meets no other for the same thing."""
    unwanted = NOT_ON_SCREENS["de" if name in GERMAN else "en"]
    found = {key: (text, word) for pattern, word in unwanted.items() for key, text in offenders(name, pattern).items()}
    assert found == {}, "each text with the word to use instead"
