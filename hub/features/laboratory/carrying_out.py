"""Carries out an order of the banker: plays the games, writes the report, and stores it as one file."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from hub.features.laboratory.desk import LabOrder, LabQuestion
from hub.features.laboratory.page.html import page_of, policy_of
from hub.simulation.report import judged, report_of
from hub.simulation.running import play_lacking
from hub.simulation.setting import Laboratory, Variant, laboratory
from hub.simulation.stored import LabError, StoredGames, games_in, stored_games
from hub.simulation.workers import GivenUp, Players, here, processors
from hub.store.folder import make_folder, write_private
from hub.words import LANGUAGES, Language

SEED, TURNS_MAXIMUM = "lab", 1_000
TELL_S = 1.0
"""How often the banker is shown the progress."""

FILE = "report.json"
log = logging.getLogger(__name__)


def carry_out(
    order: LabOrder,
    folder: Path,
    turn_s: Callable[[], float],
    played: Callable[[int, int, int], None],
    unwanted: Callable[[], bool],
) -> Newest:
    """Play and write the report; `played` is called meanwhile. Raises GivenUp, LabError, OSError, StoreError."""
    question = order.question
    wanted = laboratory(order.edition, _variants(question.house_rules), question.seats, SEED, TURNS_MAXIMUM)
    make_folder(folder)
    half = max(1, processors() // 2)
    with stored_games(folder, wanted, own=True) as games, here(half, yielding=True) as players:
        _play(wanted, question.games, games, players, played, unwanted)
        try:
            return store(folder, players.awaited((made, folder, wanted, question, turn_s()), unwanted))
        except players.lost as lost:
            raise LabError("a process that wrote the report was ended from outside") from lost


def _variants(agreed: Variant) -> list[Variant]:
    """The printed rules, each house rule by itself, then all: a limit of rounds would drown what the others do."""
    return [*dict.fromkeys([(), *[(rule,) for rule in agreed], agreed])]


def _play(
    wanted: Laboratory,
    games: int,
    stored: StoredGames,
    players: Players,
    played: Callable[[int, int, int], None],
    unwanted: Callable[[], bool],
) -> None:
    there, whole, shown_s = stored.count(wanted, games), games * len(wanted.rules), time.monotonic()

    def progress(done: int, whole: int, left_s: float) -> None:
        nonlocal shown_s
        if time.monotonic() - shown_s >= TELL_S or done == whole:
            shown_s = time.monotonic()
            played(done, whole, round(left_s))

    played(there, whole, -1 if there < whole else 0)
    play_lacking(wanted, stored, games, players, progress, unwanted)
    if unwanted():
        raise GivenUp


def made(folder: Path, laboratory: Laboratory, question: LabQuestion, turn_s: float) -> bytes:
    """The report about the games in a folder, as it is stored. Takes seconds. Raises LabError, OSError."""
    played = games_in(folder, laboratory, question.games)
    report = report_of(laboratory, played, turn_s)
    sentences = judged(laboratory, played, report)
    pages = {language: page_of(laboratory.rules[0], report, sentences, language).decode() for language in LANGUAGES}
    return msgspec.json.encode(Newest(question, pages, {language: policy_of(language) for language in LANGUAGES}))


class Newest(Struct, frozen=True):
    """What was asked, and the page about it: by language, and what a browser may do with each."""

    question: LabQuestion
    pages: dict[Language, str]
    policies: dict[Language, str]


def store(folder: Path, content: bytes) -> Newest:
    """Replace the stored report, completely or not at all. Raises OSError, StoreError."""
    write_private(folder / FILE, content)
    return msgspec.json.decode(content, type=Newest)


def stored(folder: Path) -> Newest | None:
    """The newest report, if there is one that can be read."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=Newest)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as unread:
        log.warning("the report of the laboratory cannot be read: %s", unread)
        return None
