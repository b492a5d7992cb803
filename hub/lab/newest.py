"""The report of a hub's own laboratory: made in a process that gives way to all others, stored as one file."""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec
from msgspec import Struct

from hub.export.words import LANGUAGES, Language
from hub.lab.judging import judged
from hub.lab.page.html import page_of, policy_of
from hub.lab.report import report_of
from hub.lab.setting import Laboratory
from hub.lab.stored import games_in
from hub.store.folder import write_private
from hub.table.wire.lab_views import LabQuestion

FILE = "report.json"
log = logging.getLogger(__name__)


class Newest(Struct, frozen=True):
    """What was asked, and the page about it: by language, and what a browser may do with each."""

    question: LabQuestion
    pages: dict[Language, str]
    policies: dict[Language, str]


def made(folder: Path, laboratory: Laboratory, question: LabQuestion, turn_s: float) -> bytes:
    """The report about the games in a folder, as it is stored. Takes seconds. Raises LabError, OSError."""
    played = games_in(folder, laboratory, question.games)
    report = report_of(laboratory, played, turn_s)
    sentences = judged(laboratory, played, report)
    pages = {language: page_of(laboratory.rules[0], report, sentences, language).decode() for language in LANGUAGES}
    return msgspec.json.encode(Newest(question, pages, {language: policy_of(language) for language in LANGUAGES}))


def store(folder: Path, content: bytes) -> Newest:
    """Store a report in the place of the one before, whole or not at all. Raises OSError, StoreError."""
    write_private(folder / FILE, content)
    return _read(content)


def stored(folder: Path) -> Newest | None:
    """The newest report, if there is one that can be read."""
    try:
        return _read((folder / FILE).read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as unread:
        log.warning("the report of the laboratory cannot be read: %s", unread)
        return None


def _read(content: bytes) -> Newest:
    return msgspec.json.decode(content, type=Newest)
