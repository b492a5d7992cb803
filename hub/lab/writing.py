"""The report of a hub's own laboratory is made, in a process that gives way to all others; `newest` stores it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from hub.export.words import LANGUAGES
from hub.lab.judging import judged
from hub.lab.newest import Newest
from hub.lab.page.html import page_of, policy_of
from hub.lab.report import report_of
from hub.lab.setting import Laboratory
from hub.lab.stored import games_in
from hub.table.wire.lab_views import LabQuestion


def made(folder: Path, laboratory: Laboratory, question: LabQuestion, turn_s: float) -> bytes:
    """The report about the games in a folder, as it is stored. Takes seconds. Raises LabError, OSError."""
    played = games_in(folder, laboratory, question.games)
    report = report_of(laboratory, played, turn_s)
    sentences = judged(laboratory, played, report)
    pages = {language: page_of(laboratory.rules[0], report, sentences, language).decode() for language in LANGUAGES}
    return msgspec.json.encode(Newest(question, pages, {language: policy_of(language) for language in LANGUAGES}))
