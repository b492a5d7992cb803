"""The text that the terminal shows when a table is open: board, addresses, a QR code for the tablet, the banker's PIN.

In German if the terminal's language is German, else in English.
"""

import io
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

import segno

from hub.features import offered
from hub.words import Language

TEXTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "board.wood": "Board: wood alone, without electronics.",
        "board.simulated": "Board: simulated ({}).",
        "board.ports": "Board: {}.",
        "board.found": "Board: {}, found plugged in.",
        "board.camera": "Board: seen by a camera ({}), which the banker turns on at the page /camera.",
        "board.none": "Board: simulated, because no board is plugged in.",
        "folder": "Games are stored in {}.",
        "here": "This computer:",
        "once": "(once; later with the PIN)",
        "banker": "Banker:",
        "guests": "Phones, guests:",
        "pin": "Banker's PIN:",
        "others": "Also at:",
        "nowhere": "This computer is in no network yet: as soon as it is, the address for other devices appears here.",
        "six": "This network has IPv6 alone: devices without it do not reach the table.",
        "moved": "The network has changed. Other devices now open:",
        "lost": "This computer is in no network any more: as soon as it is, other devices' address appears here.",
        "name": "By its name in this network: {url}",
        "second": "Another table in this network is called {first}; this one is {url}",
        "falls_asleep": "This computer may fall asleep during the game: turn that off in its settings.",
        "warned": "Browsers will warn that this connection is not private: the certificate comes from this computer "
        "itself.",
        "why": 'That is normal at home. Choose "Advanced" ("Show Details" on an iPad) and continue; in return, screens '
        "stay on.",
        "ends": "The page {} ends the warning.",
        "front": "Front page:",
        "club_pin": "Club's PIN:",
        "stop_club": "Stop with Ctrl-C. Next time the games continue where you left off.",
        "stop": "Stop with Ctrl-C. Next time the game continues where you left off.",
    },
    "de": {
        "board.wood": "Brett: nur Holz, ohne Elektronik.",
        "board.simulated": "Brett: simuliert ({}).",
        "board.ports": "Brett: {}.",
        "board.found": "Brett: {}, eingesteckt gefunden.",
        "board.camera": "Brett: von einer Kamera gesehen ({}), die die Bank auf der Seite /camera einschaltet.",
        "board.none": "Brett: simuliert, weil keines eingesteckt ist.",
        "folder": "Die Spiele liegen in {}.",
        "here": "Dieser Rechner:",
        "once": "(einmal; danach mit der PIN)",
        "banker": "Bank:",
        "guests": "Handys, Gäste:",
        "pin": "PIN der Bank:",
        "others": "Auch unter:",
        "nowhere": "Dieser Rechner ist noch in keinem Netz: Sobald er in einem ist, steht hier die Adresse.",
        "six": "In diesem Netz gibt es nur IPv6: Geräte, die es nicht haben, erreichen den Tisch nicht.",
        "moved": "Das Netz hat sich geändert. Andere Geräte öffnen jetzt:",
        "lost": "Dieser Rechner ist in keinem Netz mehr: Sobald er wieder in einem ist, steht hier die neue Adresse.",
        "name": "Mit Namen in diesem Netz: {url}",
        "second": "Ein anderer Tisch in diesem Netz heißt {first}, dieser heißt {url}",
        "falls_asleep": "Dieser Rechner kann während des Spiels einschlafen: Schalte das in seinen Einstellungen aus.",
        "warned": "Browser warnen, die Verbindung sei nicht privat: Das Zertifikat kommt von diesem Rechner selbst.",
        "why": "Das ist zu Hause normal. Wähle „Erweitert“ (auf dem iPad „Details anzeigen“) und geh weiter; dafür "
        "bleiben Bildschirme an.",
        "ends": "Die Seite {} beendet die Warnung.",
        "front": "Eingangsseite:",
        "club_pin": "PIN des Clubs:",
        "stop_club": "Mit Strg-C beenden. Beim nächsten Mal gehen die Spiele weiter, wo ihr aufgehört habt.",
        "stop": "Mit Strg-C beenden. Beim nächsten Mal geht das Spiel weiter, wo ihr aufgehört habt.",
    },
}


class BoardSentence(NamedTuple):
    """The board of a table: the key of its sentence, and that sentence's arguments."""

    key: str
    named: str = ""


def welcome(
    *,
    version: str,
    board: BoardSentence,
    way_in: str,
    url: str,
    pin: str,
    folder: str,
    others: Sequence[str] = (),
    tls: bool = False,
    language: Language = "en",
) -> str:
    """The text of the welcome. `url` is for other devices, `way_in` for this computer, valid once.

    `others` are further addresses of this computer; with `tls` the browsers' warning is explained.
    """
    texts = TEXTS[language]
    lines = [
        f"Bankhalter {version}",
        texts[f"board.{board.key}"].format(board.named),
        texts["folder"].format(folder),
        "",
        f"  {texts['here']:<15} {way_in}  {texts['once']}",
        *([] if is_nowhere(url) else _where(url, others, texts)),
        f"  {texts['pin']:<15} {pin}",
        *(("", texts["warned"], texts["why"]) if tls else ()),
        *((texts["ends"].format(url.replace("https", "http", 1) + "/trust"),) if tls and offered("trust") else ()),
        "",
        texts["nowhere"] + "\n" if is_nowhere(url) else qr_blocks(f"{url}/table"),
        texts["stop"],
    ]
    return "\n".join(lines)


def moved(url: str, others: Sequence[str], language: Language) -> str:
    texts = TEXTS[language]
    if is_nowhere(url):
        return f"\n{texts['lost']}"
    return "\n".join(("", texts["moved"], "", *_where(url, others, texts), "", qr_blocks(f"{url}/table")))


def named(url: str, name: str, first: str, language: Language) -> str:
    """What the terminal shows when the table has a name in the network; `first` is what the first one there has."""
    return TEXTS[language]["name" if name == first else "second"].format(url=url, first=first)


def is_nowhere(url: str) -> bool:
    return urlsplit(url).hostname == "localhost"


def _where(url: str, others: Sequence[str], texts: Mapping[str, str]) -> list[str]:
    return [
        f"  {texts['banker']:<15} {url}/table",
        f"  {texts['guests']:<15} {url}",
        *([f"  {texts['others']:<15} {', '.join(others)}"] if others else []),
        *([f"  {texts['six']}"] if all("[" in shown for shown in (url, *others)) else []),
    ]


def club_welcome(version: str, here: str, url: str, pin: str, place: str, language: Language = "en") -> str:
    """The text of a club's welcome. `url` is what others open, `place` is where its games are stored."""
    texts = TEXTS[language]
    lines = [
        f"Bankhalter {version}",
        texts["folder"].format(place),
        "",
        f"  {texts['here']:<15} {here}",
        f"  {texts['front']:<15} {url}",
        f"  {texts['club_pin']:<15} {pin}",
        "",
        qr_blocks(url),
        texts["stop_club"],
    ]
    return "\n".join(lines)


def qr_blocks(text: str) -> str:
    """A QR code in half-height block characters, readable on dark and light terminals."""
    drawn = io.StringIO()
    segno.make(text, error="m").terminal(out=drawn, compact=True)
    return drawn.getvalue()
